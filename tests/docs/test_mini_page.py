"""The page about mini-Faraón is true: what it prints, what house rules are worth, what bots keep."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from faraon.bots.equilibrium import tree
from tests.cli.command import faraon
from tests.scale import SOAK, scaled

PAGE = (Path(__file__).parents[2] / "docs" / "explanation" / "mini.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"^```console\n\$ (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)
RULES = re.findall(r"^\| `([a-z_]+=[a-z0-9]+)` \| (\S+) \|$", PAGE, re.MULTILINE)
BOTS = re.findall(
    r"^\| (?:`([a-z]+(?::\d+)?)`|the equilibrium) \| (\S+) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE
)


def run(command: str) -> list[str]:
    name, *arguments = shlex.split(command)
    assert name == "faraon"
    ended = faraon(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def test_the_game_is_worth_what_is_said() -> None:
    command, printed = CONSOLE[0]
    assert run(command) == printed.splitlines()


def test_the_file_has_the_line_that_is_shown(tmp_path: Path) -> None:
    shown = re.search(r"^```json\n(.*)\n```", PAGE, re.MULTILINE)
    assert shown is not None
    file = tmp_path / "mini-6.json"
    run(f"faraon solve mini-6 --json {file}")
    assert f"{shown[1]},\n" in file.read_text(encoding="utf-8")


def test_house_rules_are_worth_what_is_said() -> None:
    assert len(RULES) == 8
    for option, worth in RULES[: scaled(2, 8)]:
        assert f"the game is worth {worth} to the first player" in run(f"faraon solve mini-6 -o {option}")[2]


def test_bots_keep_what_is_said() -> None:
    """In the suite, those that cost nothing."""
    command, printed = CONSOLE[1]
    assert printed == ""
    assert sorted(re.findall(r"--bot (\S+)", command)) == sorted(name for name, *_ in BOTS if name)
    if not SOAK:
        command = "faraon solve mini-6 --bot uniform"
    rows = {line[:20].strip(): line[20:].split() for line in run(command)[5:]}
    for name, *numbers in BOTS:
        if (name or "the equilibrium") in rows:
            assert rows[name or "the equilibrium"] == [one.replace("−", "-") for one in numbers]
    assert len(rows) == (len(BOTS) if SOAK else 2)


def test_the_small_game_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = re.search(r"^```\n(rulebook tiny\n(?:.*\n)*?)```", PAGE, re.MULTILINE)
    assert text is not None
    (tmp_path / "tiny.far").write_text(text[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    command, printed = CONSOLE[2]
    assert run(command)[:1] == printed.splitlines()


def test_the_limits_are_those_of_the_program() -> None:
    most = tree.MOST_CARDS, tree.MOST_DEALS, tree.MOST_DECISIONS
    assert "At most {} cards, {:,} deals and {:,} decisions are looked at".format(*most) in PAGE
