"""``faraon review`` and ``faraon puzzles``, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faraon.coach.puzzles import shipped
from tests.cli.command import faraon
from tests.coach.games import played


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.fgn"
    file.write_text(played().write(), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("chance", "Accuracy:", "decision")), ("sk", ("šanca", "Presnosť:", "rozhodnut"))],
)
def test_a_game_is_reviewed_in_the_terminal(record: Path, language: str, words: tuple[str, ...]) -> None:
    ended = faraon("review", str(record), "--budget", "400", "--lang", language)
    assert ended.returncode == 0, ended.stderr
    for word in words:
        assert word in ended.stdout


def test_a_review_is_written_as_json_and_as_a_page(record: Path, tmp_path: Path) -> None:
    told, page = tmp_path / "r.json", tmp_path / "r.html"
    arguments = ("--budget", "400", "--json", str(told), "--html", str(page), "--lang", "sk")
    assert faraon("review", str(record), *arguments).returncode == 0
    found = json.loads(told.read_text(encoding="utf-8"))
    assert found["summary"]["seat"] == 0
    assert len(found["turns"]) == sum(turn.seat == 0 for turn in played().turns)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<script" not in text
    assert 'class="curve"' in text


def test_several_games_have_an_accuracy_together(record: Path) -> None:
    ended = faraon("review", str(record), str(record), "--budget", "200", "--lang", "en")
    assert "Accuracy of the last 2 games:" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "en", "sk"),
    [
        (("--seat", "5"), "seats are 0 to 1", "miesta sú 0 až 1"),
        (("--budget", "50ms"), "not milliseconds", "nie milisekundy"),
        (("--budget", "lots"), "a budget is", "rozpočet je"),
    ],
)
def test_what_cannot_be_reviewed_is_said(record: Path, arguments: tuple[str, ...], en: str, sk: str) -> None:
    for language, text in (("en", en), ("sk", sk)):
        ended = faraon("review", str(record), *arguments, "--lang", language)
        assert ended.returncode != 0
        assert text in ended.stderr


def test_a_file_that_is_not_a_record_is_named(tmp_path: Path) -> None:
    file = tmp_path / "other.fgn"
    file.write_text("hello", encoding="utf-8")
    ended = faraon("review", str(file), "--lang", "sk")
    assert ended.returncode != 0
    assert "other.fgn" in ended.stderr


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    puzzle = shipped()[0]
    wrong, right = puzzle.other, puzzle.answers[0]
    given = f"nonsense\n{wrong}\n{right}\n"
    ended = faraon("puzzles", "--number", "1", "--lang", "sk", given=given)
    assert ended.returncode == 0, ended.stderr
    told = [
        ended.stdout.index(text) for text in ("nie je dovolený", "Skús to znova", "Správne!", "Riešenie:")
    ]
    assert told == sorted(told)


def test_a_puzzle_is_given_up_and_one_leaves() -> None:
    assert "The solution:" in faraon("puzzles", "--daily", "--lang", "en", given="?\n").stdout
    assert "The solution:" not in faraon("puzzles", "--kind", "draw", "--lang", "en", given="q\n").stdout


def test_unknown_puzzles_are_refused_in_both_languages() -> None:
    for arguments, en, sk in (
        (("--kind", "chess"), "no kind 'chess'", "druh 'chess' nie je"),
        (("--number", "99999"), "no such puzzle", "taká úloha nie je"),
    ):
        assert en in faraon("puzzles", *arguments, "--lang", "en").stderr
        assert sk in faraon("puzzles", *arguments, "--lang", "sk").stderr


def test_puzzles_are_made(tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    ended = faraon("puzzles", "make", str(file), "--games", "1", "--seed", "31")
    assert ended.returncode == 0, ended.stderr
    assert file.read_text(encoding="utf-8").startswith('{"format": "faraon puzzles 1"')
