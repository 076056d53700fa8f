"""Players that a program can be: a View in, a move out."""
