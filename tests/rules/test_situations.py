"""Worked situations, as data: what is legal, what is played, and what the state shows then."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.referee import RefereeTable, deal_request, every_suit

SITUATIONS = [
    pytest.param(situation, id=situation["id"])
    for file in ("situations.yaml", "more_situations.yaml")
    for situation in yaml.safe_load(Path(__file__).with_name(file).read_text(encoding="utf-8"))
]


def set_up(situation: dict[str, Any]) -> RefereeTable:
    """The table of a situation: dealt where it says `new`, else the position it describes."""
    options = situation.get("options", {})
    if "new" in situation:
        return RefereeTable(**deal_request(options=options, **situation["new"]))
    position = {key: situation[key] for key in situation.keys() - {"id", "options", "steps"}}
    return RefereeTable(do="set", rulebook="classic", options=options, position=position)


def spelled_out(moves: list[str]) -> set[str]:
    """The moves, with `=*` replaced by each of the four suits."""
    return {move for text in moves for move in (every_suit(text[:-2]) if text.endswith("=*") else {text})}


def shown(t: RefereeTable, key: str, expected: Any) -> Any:
    """What the table shows under a key of `then`; of `out` only the seats named."""
    if key == "sizes":
        return t.sizes
    if key == "out":
        return {seat: t.out(seat) for seat in expected}
    return t.state[key]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_situation(situation: dict[str, Any]) -> None:
    t = set_up(situation)
    for step in situation["steps"]:
        if "legal" in step:
            assert t.moves == spelled_out(step["legal"])
        if "move" in step:
            t.play(step["move"])
        then = step.get("then", {})
        assert {key: shown(t, key, expected) for key, expected in then.items()} == then
