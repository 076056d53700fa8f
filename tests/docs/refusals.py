"""The pages of refusals and of consequences: ``python -m tests.docs.refusals`` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from faraon.play.game import load

FOLDER = Path(__file__).parent
REFERENCE = FOLDER.parent.parent / "docs" / "reference"
PAGES = {"refusals": REFERENCE / "refusals.md", "consequences": REFERENCE / "consequences.md"}

HEADS = {
    "refusals": """# Refusals

Why may I not play this? More than forty refused moves, and what the rulebook says to them. Every sentence
comes from the rulebook's own text; `faraon rules explain` and the referee's `judge` give the same. This page
is generated (`python -m tests.docs.refusals`).
""",
    "consequences": """# Consequences

What does this move do? Forty legal moves, the rule that allows each, and what it changes. It is read off the
positions before and after the move; the rulebook's own sentences are told where they are still true when the
move is over. `faraon rules explain`, the referee's `judge`, the log and the preview in the browser tell the
same. This page is generated (`python -m tests.docs.refusals`).
""",
}


def page(name: str) -> str:
    """The whole page."""
    cases = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    legal = name == "consequences"
    return "\n".join([HEADS[name], *(_case(number, case, legal) for number, case in enumerate(cases, 1))])


def _case(number: int, case: dict[str, Any], legal: bool) -> str:
    position = {
        **{key: value for key, value in case.items() if key not in ("title", "move", "options", "rulebook")},
        "hands": [hand.split() for hand in case["hands"]],
        "pile": case["pile"].split(),
        "stock": case.get("stock", "aX aU").split(),
        "turn": case.get("turn", 0),
    }
    game = load(case.get("rulebook", "classic"), len(position["hands"]), **case.get("options", {}))
    verdict = game.position(position).judge(case["move"])
    assert verdict.legal == legal, f"{case['title']}: {verdict.text()}"
    options = ", ".join(f"{name} = {value}" for name, value in case.get("options", {}).items())
    hand = " ".join(position["hands"][position["turn"]])
    what = f"`{case['move']}` on `{position['pile'][-1]}`, hand `{hand}`"
    lines = [f"## {number}. {case['title']}", "", what + (f", with {options}" if options else ""), ""]
    for reason in verdict.reasons:
        lines += [f"- {reason.text('en')}", f"  {reason.text('sk')}"]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    for name, file in PAGES.items():
        file.write_text(page(name), encoding="utf-8")
