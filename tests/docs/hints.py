"""The page of hints: ``python -m tests.docs.hints`` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from faraon.bots.api import Advice
from faraon.bots.simple.greedy import Greedy
from faraon.cards import CARDS
from faraon.play.game import load
from faraon.play.state import State

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent.parent / "docs" / "reference" / "hints.md"

HEAD = """# Hints

What should I play, and why? What the greedy player advises in typical positions. A reason is told only if it
is true for this hand, under the rules of this table; what hidden cards decide is not told, and where no true
reason is known, only the move is. A bot that searches adds how the games ended that it tried after the move,
as in "Success rate in 3120 trial games: 63%."; a drawn game counts half. One that
breaks them off says so: what its network expected then is an estimate. Where an event of these games explains
why the next best move is worse, it is told with both numbers, as [the coach](coach.md) does. This
page is generated (`python -m tests.docs.hints`).
"""

OUTSIDE = ("title", "options", "rulebook", "first")
"""What is no part of a position."""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(_case(number, *case) for number, case in enumerate(cases(), 1))])


def cases() -> list[tuple[dict[str, Any], State, Advice]]:
    """Every case, with the state in which the hint is given."""
    found = []
    for case in yaml.safe_load((FOLDER / "hints.yaml").read_text(encoding="utf-8")):
        seen = f"{' '.join(case['hands'])} {case['pile']}"
        stock = case.get("stock", " ".join(card.name for card in CARDS if card.name not in seen))
        position = {
            **{key: value for key, value in case.items() if key not in OUTSIDE},
            "hands": [hand.split() for hand in case["hands"]],
            "pile": case["pile"].split(),
            "stock": stock.split(),
            "turn": case.get("turn", 0),
        }
        game = load(case.get("rulebook", "classic"), len(position["hands"]), **case.get("options", {}))
        state = game.position(position)
        for move in case.get("first", ()):
            state = state.play(move)
        assert state.turn == 0, case["title"]
        found.append((case, state, Greedy(game=game).advise(state.view(0), seed=1)))
    return found


def _case(number: int, case: dict[str, Any], state: State, advice: Advice) -> str:
    options = ", ".join(f"{name} = {value}" for name, value in case.get("options", {}).items())
    hand = " ".join(map(str, state.view(0).hand))
    where = f"Hand `{hand}` on `{state.top}`" + (f", with {options}" if options else "")
    lines = [f"## {number}. {case['title']}", "", f"{where}: **`{advice.move}`**", ""]
    if advice.en:
        lines += [f"- {advice.en}", f"  {advice.sk}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
