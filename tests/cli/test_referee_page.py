"""The referee's reference page is true: its examples, its tables and its numbers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from faraon.cards import pack
from faraon.cli import lines, referee
from faraon.cli.referee import Referee
from faraon.engines.errors import CODES
from faraon.game.move import WORDS, Move
from tests.cli.test_referee import STATE_KEYS, VIEW_KEYS
from tests.cli.test_referee_process import COMMAND
from tests.patience import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "referee.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, str]]:
    """The requests of the page with their answers, in order."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        lines = block.splitlines()
        for request, answer in zip(lines[::2], lines[1::2], strict=True):
            assert request == ">" or request.startswith("> "), request
            assert answer.startswith("< "), answer
            found.append((request[2:], answer[2:]))
    return found


def section(title: str) -> str:
    """The text under a heading, up to the next one of any level."""
    match = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert match is not None, title
    return match[1]


def rows(title: str) -> list[list[str]]:
    """The rows of the tables in a section, without the headings."""
    found = [line.strip()[1:-1].split("|") for line in section(title).splitlines() if line.startswith("|")]
    tables = [[cell.strip() for cell in row] for row in found]
    return [row for row in tables if row[0].startswith(("`", "["))]


def names(title: str) -> list[str]:
    """The names in the first column of a section's tables."""
    return [name for row in rows(title) for name in re.findall(r"`(\w+)`", row[0])]


def test_the_examples_are_what_the_referee_says() -> None:
    talking = Referee()
    for request, answer in examples():
        assert talking.answer(request) == answer, request
        if talking.finished:
            talking = Referee()


def test_the_examples_show_every_request_and_every_kind_of_answer() -> None:
    answers = [json.loads(answer) for _, answer in examples()]
    done = {json.loads(request)["do"] for request, answer in examples() if json.loads(answer)["ok"]}
    assert done == set(names("Requests")) - {"beggar"}  # which comes only after many lost games
    assert {key for answer in answers for key in answer} == {
        *(
            "ok",
            "id",
            "error",
            "state",
            "moves",
            "legal",
            "rule",
            "reasons",
            "foul",
            "tuple",
            "view",
            "match",
        ),
    }


def test_the_requests_are_those_of_the_referee() -> None:
    known = Referee()._requests
    assert names("Requests") == list(known)
    for row in rows("Requests"):
        name = re.findall(r"`(\w+)`", row[0])[0]
        assert set(re.findall(r"`(\w+)`", row[1])) == set(known[name][1]), name
    assert names("new") == ["rulebook", "players", "options", "seed", "deck", "first", "hand_sizes"]


def test_the_error_codes_are_the_closed_set() -> None:
    assert [(row[0].strip("`"), row[1]) for row in rows("Errors")] == list(CODES.items())


def test_the_keys_of_positions_and_views() -> None:
    assert names("Positions") == [*STATE_KEYS, "chance", "covered", "claim"]
    assert names("Views") == [
        *(*VIEW_KEYS, "covered", "claim"),
        *("draw", "turn", "shuffle", "show", "foul", "cover", "true", "lie"),
    ]


def test_the_texts_of_moves() -> None:
    texts = re.findall(r"`([^`]+)`", "".join(re.findall(r"\| (`[^|]+) \|", section("Moves as text"))))
    assert len(texts) == 10
    for text in texts:
        assert str(Move.parse(text)) == text
    assert set(WORDS) < set(texts)


def test_the_letters_of_the_cards() -> None:
    suits, values = re.findall(r"`((?:. )+.)` are", section("Positions"))
    assert {suit + value for suit in suits.split() for value in values.split()} == {
        str(card) for card in pack()
    }


def test_the_limits() -> None:
    numbers = [
        int(number.replace(",", "")) for number in re.findall(r"at most ([\d,]*\d)", section("Limits"))
    ]
    assert numbers == [
        lines.LONGEST_LINE,
        lines.DEEPEST,
        lines.LONGEST_NUMBER,
        referee.LONGEST_FILE,
        lines.LONGEST_MESSAGE,
    ]


@pytest.mark.parametrize(
    "title", ["Rulebooks", "moves", "view", "judge", "Positions", "Views", "Moves as text"]
)
def test_links_within_the_page_lead_somewhere(title: str) -> None:
    assert f"(#{title.lower().replace(' ', '-')})" in PAGE
    assert section(title)


def test_the_client_plays_a_game() -> None:
    match = re.search(r"```python\n(.*?)```", section("A client"), re.DOTALL)
    assert match is not None
    code = match[1].replace('["faraon", "referee"]', repr(COMMAND))
    assert code != match[1]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert re.fullmatch(r"seat \d lost after \d+ moves\n", done.stdout), done
