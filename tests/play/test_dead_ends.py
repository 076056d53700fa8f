"""A position in which nobody can move, though the game is not over: told by name, and nothing hangs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faraon.cli.play import TerminalGame
from faraon.cli.referee import Referee
from faraon.engines.errors import GameError
from faraon.lang.library import read_book, shipped
from faraon.play.cover import cover
from faraon.play.dead_ends import find_dead_ends
from faraon.play.game import load
from tests.cli.command import faraon

DEAD = str(Path(__file__).parent.parent / "data" / "dead.far")
"""Nobody draws: a player without a fitting card can do nothing."""

POSITION = {"hands": [["h8"], ["b8"]], "pile": ["b9"], "stock": ["lX"], "turn": 0}
TOLD = "after 0 moves the player in seat 0 has no legal move, and the game is not over"


def test_the_referee_answers_moves_with_the_error_and_everything_else_as_ever() -> None:
    referee = Referee()

    def ask(**request: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(referee.answer(json.dumps(request)))
        return answer

    assert ask(do="set", rulebook=DEAD, position=POSITION)["ok"]
    moves = ask(do="moves")
    assert moves["ok"] is False
    assert moves["error"] == {"code": "deadlock", "message": f"{TOLD}: the rulebook has a dead end"}
    assert ask(do="state")["ok"]
    assert ask(do="judge", move="h8")["legal"] is False
    assert ask(do="new", rulebook=DEAD, seed=1)["ok"]


def test_a_game_that_is_over_has_no_moves_and_no_dead_end() -> None:
    referee = Referee()
    position = {**POSITION, "hands": [["h8"], []]}
    referee.answer(json.dumps({"do": "set", "rulebook": DEAD, "position": position}))
    assert json.loads(referee.answer('{"do": "moves"}')) == {"ok": True, "moves": []}


def test_the_count_of_what_fires_stops_there() -> None:
    with pytest.raises(GameError) as stopped:
        cover([load(DEAD, 2)], 20, 1)
    assert stopped.value.code == "deadlock"


@pytest.mark.parametrize(("language", "said"), [("en", "A dead end"), ("sk", "Slepá ulička")])
def test_the_terminal_says_so_and_ends(language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(5):
        state = TerminalGame(load(DEAD, 2), language, seed, "uniform", lambda _: "1").run()
        assert state.over == (said not in capsys.readouterr().out)


def test_the_check_of_a_rulebook_finds_it() -> None:
    found = faraon("rules", "check", DEAD)
    assert found.returncode == 0
    assert found.stdout.startswith("warning[deadlock]: 2 players, deal ")
    assert found.stdout.endswith("dead.far: 0 errors, 2 warnings\n")


def test_a_command_that_meets_it_says_one_sentence(tmp_path: Path) -> None:
    result = str(tmp_path / "result.json")
    for arguments in (
        ("rules", "cover", DEAD),
        ("arena", "uniform", "greedy", "--rulebook", DEAD, "--games", "20", "--json", result),
    ):
        found = faraon(*arguments)
        assert found.returncode == 2
        assert found.stderr.rstrip().endswith("the rulebook has a dead end")
        assert "Traceback" not in found.stderr


@pytest.mark.parametrize("name", shipped())
def test_the_shipped_rulebooks_have_none(name: str) -> None:
    assert list(find_dead_ends(read_book(name))) == []
