"""The page about camouflage is true: its game, its conversation and its buttons."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from faraon.cli.referee import Referee
from tests.cli.command import faraon

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-to" / "camouflage.md").read_text(encoding="utf-8")
WORDS = (ROOT / "client" / "src" / "i18n" / "table.ts").read_text(encoding="utf-8")
ASKS = re.compile(r"(?P<question>.*> )(?P<answer>.+)")


def section(title: str) -> str:
    """What stands under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(title: str, kind: str) -> list[str]:
    found = re.findall(rf"^```{kind}\n(.*?)^```", section(title), re.DOTALL | re.MULTILINE)
    return [line for block in found for line in block.splitlines()]


def test_the_game_in_the_terminal_goes_as_told() -> None:
    command, *lines = blocks("In the terminal", "console")
    asked = [ASKS.fullmatch(line) for line in lines]
    answers = [found["answer"] for found in asked if found]
    assert answers == ["b9 bK", "y", "check"]
    _, *arguments = shlex.split(command.removeprefix("$ "))
    printed = faraon(*arguments, given="\n".join([*answers, "q", ""])).stdout
    at = 0  # an answer is typed, not printed, and the next line follows the question at once
    for line, found in zip(lines, asked, strict=True):
        told = found["question"] if found else line
        assert told in printed[at:], told
        at = printed.index(told, at) + len(told)


def test_the_conversation_with_the_referee_is_what_is_said() -> None:
    talking, lines = Referee(), blocks("With the referee", "json")
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        shown = ".*".join(map(re.escape, answer.removeprefix("< ").split("…")))
        assert re.fullmatch(shown, talking.answer(request.removeprefix("> "))), request


def test_the_buttons_of_the_page_are_those_of_the_client() -> None:
    named = re.findall(r"\*\*(.+?)\*\*", section("In the browser"))
    assert named == ["Camouflage", "Put other cards below…", "Lay covered", "Check"]
    for name in named[1:]:
        assert re.search(rf": (\(n: number\) => )?['`]{re.escape(name)}", WORDS), name


def test_the_bots_of_the_page_play() -> None:
    (command,) = blocks("Bots against bots", "console")
    _, *arguments = shlex.split(command.removeprefix("$ "))
    arguments[arguments.index("--games") + 1] = "2"
    found = faraon(*arguments)
    assert found.returncode == 0, found.stderr
