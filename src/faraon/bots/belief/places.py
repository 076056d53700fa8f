"""How machines number the places of hidden cards; compiled with them, and Python reads it too."""

FIRST_STOCK = 8
"""Where a spot is: smaller numbers are seats, from here on it is the stock."""
