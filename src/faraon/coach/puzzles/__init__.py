"""Puzzles: the shipped ones, the daily one, and how they are made."""

from faraon.coach.puzzles.puzzle import KINDS, LEVELS, Puzzle, daily, shipped
from faraon.coach.puzzles.wire import answer_json, question_json

__all__ = ["KINDS", "LEVELS", "Puzzle", "answer_json", "daily", "question_json", "shipped"]
