"""``faraon perft`` and ``faraon rules emit`` as a person types them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from faraon.cli.app import app
from faraon.engines.errors import GameError
from tests.golden import SHIPPED, emitted

FILE = SHIPPED / "perft" / "s14-seven-answers-seven.txt"
POSITION = '{"hands": [["b7", "h9"], ["a7", "hX"]], "pile": ["b8"], "stock": ["l8"], "turn": 0}'


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("engine", ["python", "llvm"])
def test_perft_of_a_file(engine: str) -> None:
    told = run("perft", str(FILE), "3", "--engine", engine)
    assert told == "depth 1: 2\ndepth 2: 4\ndepth 3: 8\n  b7: 2\n  draw: 6\n"


def test_perft_of_a_position() -> None:
    told = run("perft", POSITION, "1", "--engine", "python", "-o", "seven_answer=off")
    assert told == "depth 1: 2\n  b7: 1\n  draw: 1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("perft", POSITION, "1", "--engine", "steam"), "no engine"),
        (("perft", "nowhere.txt", "1"), "cannot read"),
        (("rules", "emit", "steam", "classic"), "numba, jax or wasm"),
        (("rules", "emit", "numba", "classic", "-o", "groups=off"), "--fold"),
        (("rules", "emit", "jax", "formal", "-n", "7"), "5 players"),
        (("rules", "emit", "wasm", "classic", "-o", "groups=off"), "--fold"),
        (("rules", "emit", "wasm", "classic", "-n", "12", "--fold"), "6 players"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(GameError, match=message):
        run(*arguments)


@pytest.mark.parametrize("text", ["rulebook classic\n", "position []\n", "position {\n", "depth 3\n"])
def test_broken_perft_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=r"position|perft"):
        run("perft", str(path), "1")


def test_emit() -> None:
    assert run("rules", "emit", "numba", "classic") == emitted()
    folded = run("rules", "emit", "numba", "classic", "--fold", "-o", "groups=off")
    assert "option_" not in folded
    jax = run("rules", "emit", "jax", "classic", "-n", "3")
    assert "players = 3" in jax
    assert "rule red_seven §13 §19" in jax
    assert "seen" not in jax.split("class State")[1].split("def ")[0]
    assert (
        "seen" in run("rules", "emit", "jax", "classic", "--memory").split("class State")[1].split("def ")[0]
    )
    with pytest.raises(GameError, match="--memory goes with jax"):
        run("rules", "emit", "numba", "classic", "--memory")
