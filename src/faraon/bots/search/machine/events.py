"""What a simulation of a duel tells, packed into one number: where every part is, and its bits."""

REPLY, REPLY_BITS = 0, 2
"""What the next player does first: 1 lays, 2 draws, 3 neither; 0 if the game ends before."""
REPLY_DREW, DREW_BITS = 2, 5
"""How many cards they draw with it."""
MINE, MINE_DREW = 7, 9
"""The same of the own next move."""
OUT = 14
"""Out of cards by the own next move."""
THEY_OUT = 15
"""Another one is out of cards before the own next move."""
BACK = 16
"""Brought back after having been out of cards."""
HELD, THEY_HELD, HELD_BITS = 17, 22, 5
"""The own cards and those of the next player after two rounds."""
DREW, THEY_DREW, SUM_BITS = 27, 33, 6
"""How many cards oneself and the next player draw in four rounds."""

LAYS, DRAWS, NEITHER = 1, 2, 3

ROUNDS_HELD, ROUNDS_DRAWN = 2, 4
"""After so many rounds hands are counted, and so long what is drawn: a round is as many moves as players."""
