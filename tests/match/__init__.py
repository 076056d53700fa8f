"""Matches: who starts, what a lost game costs, and who wins in the end."""
