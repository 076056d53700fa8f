"""The pages that show what the program says really show it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from faraon.cli.documents import tell_documents
from faraon.cli.explain import explain_move
from faraon.game.record import Record
from faraon.play.game import load
from faraon.play.replay import replay
from tests.docs.refusals import PAGES, page

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_verdicts_are_what_the_rulebook_says(name: str) -> None:
    assert PAGES[name].read_text(encoding="utf-8") == page(name), "run: python -m tests.docs.refusals"
    assert page(name).count("\n## ") >= 40


def test_the_example_of_a_move_is_what_the_program_prints() -> None:
    text = (DOCS / "explanation" / "move.md").read_text(encoding="utf-8")
    block = re.search(r"```console\n\$ (?P<command>.*)\n(?P<output>(?:.*\n)*?)```", text)
    assert block is not None
    *_, rulebook, move, position = shlex.split(block["command"])
    data = json.loads(position)
    printed = explain_move(load(rulebook, len(data["hands"])).position(data), move, "en")
    shown = [line for line in block["output"].splitlines() if line]
    assert shown == [line for line in printed if line][: len(shown)]


def test_the_move_of_the_formal_model_is_what_the_program_prints() -> None:
    text = (DOCS / "explanation" / "move.md").read_text(encoding="utf-8")
    shown = re.search(r"```text\n((?:.*\n)*?)```", text)
    assert shown is not None
    assert shown[1] in "\n".join(tell_documents(["formal"], "en"))


def test_the_example_of_a_record_replays() -> None:
    text = (DOCS / "reference" / "records.md").read_text(encoding="utf-8")
    block = re.search(r"```fgn\n(?P<record>(?:.*\n)*?)```", text)
    assert block is not None
    played = replay(Record.read(block["record"]))
    assert played.changed, "its hash is a placeholder"
    assert len(played.states) == 5
