"""Small games solved as a whole, hidden cards included: the equilibrium of two players, and how far a bot is
from it.

``tree`` looks at every game of a table; ``sequences`` is what one seat can decide in them, ``cfr`` finds the
equilibrium, ``strategies`` asks a bot what it would do everywhere, ``solution`` writes it all down.
"""
