"""The Numba kernel: how it is written, and its table with positions in and out."""
