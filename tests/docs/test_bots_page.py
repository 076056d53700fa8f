"""The page about bots is true: its example plays, its conversation is real, its names are all there are."""

from __future__ import annotations

import json
import re
from pathlib import Path

from faraon.arena.external import REASONS
from faraon.arena.run import Run, run_arena
from faraon.arena.workers import Place
from faraon.bots import KINDS
from faraon.bots.levels import LEVELS
from faraon.cli.bot import LONGEST_LINE, PROTOCOL, BotProgram
from faraon.play.game import load
from tests.arena.programs import program

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "bots.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_example_bot_plays_whole_games(tmp_path: Path) -> None:
    text = block("python")
    assert 15 <= len(text.splitlines()) <= 30
    many = program(tmp_path, "many", text)
    run = Run.of(load("classic", 2), [many, "uniform"], 10, 1)
    result = run_arena(run, None, Place(), lambda done, whole: None).result
    assert result["bots"][0]["forfeits"] == {}
    assert result["bots"][0]["wins"]["value"] > 0.5


def test_the_conversation_of_the_page_is_what_is_said() -> None:
    sent, answered = block("json").splitlines()
    assert BotProgram("greedy").answer(sent.removeprefix("> ")) == answered.removeprefix("< ")
    assert json.loads(answered[2:])["protocol"] == PROTOCOL


def test_the_page_names_all_bots_all_reasons_and_the_limit() -> None:
    for name in (*KINDS, *REASONS):
        assert f"| `{name}` |" in PAGE, name
    for level in LEVELS:
        assert f"| `{level.name}` | {level.en} | {level.sk} | `{level.bot}` |" in PAGE, level.name
    assert f"{LONGEST_LINE:,}".replace(",", " ") in PAGE
