"""What the page about good play says of the shipped puzzles is so."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from faraon.coach.puzzles import shipped

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "explanation" / "how-to-play-well.md").read_text(encoding="utf-8")


def test_puzzles_that_are_answered_by_drawing_are_counted() -> None:
    those = [one for one in shipped() if one.kind == "draw" and one.answers == ("draw",)]
    why = Counter(one.reason[0] for one in those if one.reason)
    more = why["they_draw_one"] + why["they_draw"] + why["they_draw_soon"]
    told = re.search(
        r"the answer of (\d+)\s+of the shipped.*in (\d+) of\s+them.*; in (\d+) the", PAGE, re.DOTALL
    )
    assert told is not None
    assert [*map(int, told.groups())] == [len(those), why["they_out"], more]
