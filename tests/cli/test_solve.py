"""``faraon solve`` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import faraon


def test_the_equilibrium_of_mini_6_is_told_and_written(tmp_path: Path) -> None:
    file = tmp_path / "mini-6.json"
    ended = faraon("solve", "mini-6", "--within", "1e-4", "--bot", "uniform", "--json", str(file))
    assert ended.returncode == 0, ended.stderr
    tree, found, worth, blank, head, solved, bot = ended.stdout.splitlines()
    assert tree == "mini-6: 180 deals, 11,530 decisions, 9,239 information sets"
    assert found == "100 iterations of CFR+: exploitability 4.7e-05"
    assert worth == "the game is worth +0.12222 to the first player (from +0.12218 to +0.12227)"
    assert blank == ""
    assert head.split() == ["exploitability", "keeps", "as", "first", "as", "second"]
    assert solved.split() == ["the", "equilibrium", "0.00005", "+0.12218", "-0.12227"]
    assert bot.split() == ["uniform", "0.42801", "-0.25368", "-0.60234"]
    written = json.loads(file.read_text(encoding="utf-8"))
    assert (written["rulebook"], written["iterations"]) == ("mini-6", 100)
    assert written["exploitability"] < 1e-4
    assert written["bots"][0]["exploitability"] == pytest.approx(0.42801, abs=1e-5)
    assert all(sum(one["play"].values()) == pytest.approx(1, abs=1e-5) for one in written["strategy"])


def test_options_make_another_game() -> None:
    told = faraon("solve", "mini-6", "-o", "move_limit=3", "--iterations", "5").stdout
    assert told.startswith("mini-6: 180 deals, 937 decisions, ")
    assert "\n5 iterations of CFR+: " in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("classic",), "classic has 32 cards and 1.8e+31 deals: at most 16 cards and 100,000 deals"),
        (("mini-6", "-o", "recycle=shuffle"), "mini-6 shuffles the pile"),
        (("mini-6", "-o", "hand_size=3"), "hand_size has no setting 3"),
        (("mini-9",), "there is no rulebook 'mini-9'"),
        (("mini-6", "--bot", "gready"), "there is no bot 'gready'"),
        (("mini-6", "--bot", "bluffer"), "'bluffer' plays where groups are laid covered"),
        (("mini-6", "--json", "/nowhere/x.json"), "cannot write /nowhere/x.json: there is no folder"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    ended = faraon("solve", *arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stdout == ""


def test_the_whole_game_is_written_for_gambit(tmp_path: Path) -> None:
    file = tmp_path / "mini-6.efg"
    arguments = ("--iterations", "1", "-o", "move_limit=2", "--efg", str(file))
    assert faraon("solve", "mini-6", *arguments).returncode == 0
    head, chance, *nodes = file.read_text(encoding="utf-8").splitlines()
    assert head == 'EFG 2 R "mini-6" { "0" "1" }'
    assert chance.startswith('c "" 1 "" { "0" 0.005555')
    assert chance.count('"') == 4 + 2 * 180
    assert nodes[:4] == [
        'p "" 1 1 "0 | h7 l7 | hU" { "h7" "h7 l7" } 0',
        'p "" 2 1 "1 | h8 l8 | hU | 0 h7" { "draw" } 0',
        't "" 1 "" { 0 0 }',
        't "" 2 "" { 1 -1 }',
    ]
    assert {line[0] for line in nodes} == {"p", "t"}
