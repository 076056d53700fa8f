"""The search in machine code: these files are read as text, joined and compiled with a table's kernel.

``tree`` grows the tree, ``elementary`` has its logarithms and powers, and ``columns`` says what is kept of a
node, also to Python.
"""
