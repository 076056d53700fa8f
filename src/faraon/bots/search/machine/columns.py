"""What the tree keeps of its nodes."""

ROOT = 0

FIRST, NEXT, ACTION, MOVER, VISITS, AVAILABLE = range(6)
"""What the tree keeps of a node as whole numbers: its first child, the next child of the same parent, the
action that leads to it and the seat that made it, how often it was visited, and how often it could have
been."""
