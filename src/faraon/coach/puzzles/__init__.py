"""Puzzles: the shipped ones, the daily one, and how they are made."""

from faraon.coach.puzzles.puzzle import KINDS, LEVELS, Puzzle, daily, shipped

__all__ = ["KINDS", "LEVELS", "Puzzle", "daily", "shipped"]
