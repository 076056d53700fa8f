"""A game with what an environment must know of its past: the 32 words of its state, and two more.

=======  ==============================================================================================
32       the cards that everybody has seen
33       once the game is over: 0 if it is drawn, else the loser's seat and one, or from bit 3 the winner's
=======  ==============================================================================================
"""

SEEN, RESULT, KEPT_WORDS = 32, 33, 34
