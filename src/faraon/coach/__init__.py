"""The coach: what a player should have done, judged by what they could know (extra ``fast``)."""

from faraon.coach.analysis import USUAL, Analysis, analyse
from faraon.coach.codec import to_json, whole_json
from faraon.coach.shapes import Chance, Mark, Note, Review, Summary, Weighed
from faraon.coach.summing import accuracy_of_last, summarise

__all__ = [
    "USUAL",
    "Analysis",
    "Chance",
    "Mark",
    "Note",
    "Review",
    "Summary",
    "Weighed",
    "accuracy_of_last",
    "analyse",
    "summarise",
    "to_json",
    "whole_json",
]
