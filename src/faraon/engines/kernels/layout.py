"""A state of the compiled engines is 32 words of 32 bits:

=======  ==============================================================================================
0..5     the hands
6..13    the queue, a byte a card: the stock, next card first, and then the pile, bottom to top
14       how many cards the stock has; from bit 8 how many the queue has
15       the seat on turn; from bit 8 the seats that hold cards, from bit 16 those that can be returned;
         bit 24: the game is over; from bit 25 the loser's seat and one, or 0
16       how many have finished; from bit 3 their seats, three bits each
17       moves made
18       the word of chance
19..31   the rulebook's variables
=======  ==============================================================================================
"""

QUEUE, SIZES, SEATS, PLACES, MOVES, CHANCE, VARIABLES = 6, 14, 15, 16, 17, 18, 19
STATE_WORDS = 32

RANDOM, FOUL = -2, -1
"""In place of an action."""
