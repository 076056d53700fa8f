"""Solving positions in which nothing is hidden."""
