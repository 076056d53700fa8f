"""Matches: single games, series and the Olympic Faraón (§20)."""

from faraon.match.match import Match, MatchError
from faraon.match.record import read_match, write_match

__all__ = ["Match", "MatchError", "read_match", "write_match"]
