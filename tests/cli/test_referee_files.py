"""A rulebook in a request may be a path. The referee reads rulebooks, and nothing but rulebooks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from faraon.cli.referee import LONGEST_FILE, Referee
from tests.cli.talk import PATHS, odd_files
from tests.documents import DRAFT, FORMAL, paragraphs

SECRET = "let the secret = out"  # noqa: S105


def ask(rulebook: str, do: str = "new") -> dict[str, Any]:
    request: dict[str, Any] = {"do": "new", "rulebook": rulebook, "seed": 1}
    if do == "set":
        position = {"hands": [["b7"], ["h9"]], "pile": ["b8"], "stock": [], "turn": 0}
        request = {"do": "set", "rulebook": rulebook, "position": position}
    answer: dict[str, Any] = json.loads(Referee().answer(json.dumps(request)))
    return answer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    odd_files(tmp_path)
    return tmp_path


def test_a_rulebook_in_a_file(folder: Path) -> None:
    assert ask(str(folder / "house.far"))["ok"]
    assert ask(str(folder / "house.far"), "set")["ok"]


def test_a_relative_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert ask("house.far")["ok"]
    assert ask("./house.far")["ok"]
    assert ask("folder.far/../house.far")["ok"]
    assert not ask("house")["ok"]


def test_a_changed_file_is_read_again(folder: Path) -> None:
    path = folder / "house.far"
    assert ask(str(path))["ok"]
    path.write_text("rulebook house\n")
    assert ask(str(path))["error"]["code"] == "bad-rulebook"


def test_a_broken_rulebook_is_told_where_it_is_broken(folder: Path) -> None:
    error = ask(str(folder / "wrong.far"))["error"]
    assert error["code"] == "bad-rulebook"
    assert "wrong.far:3:1" in error["message"]
    assert "set seven_cards = 17" in error["message"]


@pytest.mark.parametrize(
    "name", ["wrong", "broken", "lost", "circle", "arrow", "empty", "deep", "badly"], ids=lambda name: name
)
def test_what_the_checker_refuses_is_a_bad_rulebook(folder: Path, name: str) -> None:
    assert ask(str(folder / f"{name}.far"))["error"]["code"] == "bad-rulebook"


@pytest.mark.parametrize(
    ("model", "text"),
    [("formal", FORMAL), ("draft", DRAFT), ("classic", paragraphs())],
    ids=lambda one: one[:7],
)
def test_a_document_word_for_word_is_played_as_its_model(folder: Path, model: str, text: str) -> None:
    path = folder / "document.far"
    path.write_text(text, encoding="utf-8")
    assert ask(str(path)) == ask(model)
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    assert ask(str(path))["error"]["code"] == "bad-rulebook"
    path.rename(folder / "document.txt")
    assert ask(str(folder / "document.txt"))["error"]["code"] == "unknown-rulebook"


@pytest.mark.parametrize("do", ["new", "set"])
@pytest.mark.parametrize(
    "name",
    [
        *(
            "secret.txt",
            "secret.far",
            "folder.far",
            "pipe.far",
            "piped.far",
            "zero.far",
            "loop.far",
            "nowhere.far",
        ),
        *(
            "missing.far",
            "latin.far",
            "long.far",
            "house.far/",
            "house.far/x.far",
            "house",
            "",
            ".",
            "folder.far/..",
        ),
    ],
)
def test_what_is_no_rulebook_is_not_read(folder: Path, name: str, do: str) -> None:
    """Not even opened to the end: a pipe would wait for ever, a device never ends."""
    error = ask(f"{folder}/{name}", do)["error"]
    assert error["code"] == "unknown-rulebook"
    assert SECRET not in error["message"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: ascii(path)[:30])
def test_paths_that_lead_elsewhere(path: str) -> None:
    error = ask(path)["error"]
    assert error["code"] == "unknown-rulebook"
    assert "root:" not in error["message"]
    assert len(error["message"]) < 300


def test_whether_another_file_exists_is_not_told(folder: Path) -> None:
    there, missing = (ask(f"{folder}/{name}.txt")["error"]["message"] for name in ("secret", "missin"))
    assert there.replace("secret", "missin") == missing


def test_a_rulebook_that_may_not_be_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert ask(str(folder / "house.far"))["error"]["code"] == "unknown-rulebook"


def test_the_longest_file(tmp_path: Path) -> None:
    path = tmp_path / "long.far"
    start = "rulebook long\ninclude classic\n#"
    path.write_text(start + " " * (LONGEST_FILE - len(start)))
    assert ask(str(path))["ok"]
    path.write_text(start + " " * (LONGEST_FILE - len(start) + 1))
    assert ask(str(path))["error"]["code"] == "unknown-rulebook"


def test_no_file_stays_open(folder: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.exists():
        pytest.skip("only where the system tells the open files")
    before = len(list(descriptors.iterdir()))
    for path in sorted(folder.iterdir()):
        ask(str(path))
    assert len(list(descriptors.iterdir())) == before
