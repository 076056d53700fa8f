"""The page of refusals: ``python -m tests.docs.refusals`` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from faraon.play.game import load

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent.parent / "docs" / "reference" / "refusals.md"

HEAD = """# Refusals

Why may I not play this? Forty refused moves, and what the rulebook says to them. Every sentence comes from
the rulebook's own text; `faraon rules explain` and the referee's `judge` give the same. This page is
generated (`python -m tests.docs.refusals`).
"""


def page() -> str:
    """The whole page."""
    cases = yaml.safe_load((FOLDER / "refusals.yaml").read_text(encoding="utf-8"))
    return "\n".join([HEAD, *(_case(number, case) for number, case in enumerate(cases, 1))])


def _case(number: int, case: dict[str, Any]) -> str:
    position = {
        **{key: value for key, value in case.items() if key not in ("title", "move", "options", "rulebook")},
        "hands": [hand.split() for hand in case["hands"]],
        "pile": case["pile"].split(),
        "stock": case.get("stock", "aX aU").split(),
        "turn": case.get("turn", 0),
    }
    game = load(case.get("rulebook", "classic"), len(position["hands"]), **case.get("options", {}))
    verdict = game.position(position).judge(case["move"])
    assert not verdict, f"{case['title']} is legal"
    options = ", ".join(f"{name} = {value}" for name, value in case.get("options", {}).items())
    hand = " ".join(position["hands"][position["turn"]])
    what = f"`{case['move']}` on `{position['pile'][-1]}`, hand `{hand}`"
    lines = [f"## {number}. {case['title']}", "", what + (f", with {options}" if options else ""), ""]
    for reason in verdict.reasons:
        lines += [f"- {reason.text('en')}", f"  {reason.text('sk')}"]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
