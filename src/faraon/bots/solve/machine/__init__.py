"""The solver in machine code: these files are read as text, joined and compiled for a table's kernel.

Positions are kept by a key of two words (``table``). Depth-first proof-number search looks for a win
(``search``); whether somebody really cannot win is checked apart (``closed``), and so is how quickly a proven
win can be had (``within``). ``answers`` is what they tell, also to Python.
"""
