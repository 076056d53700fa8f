"""Programs as bots: whatever goes wrong in them costs them the game, and nobody else anything."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from faraon.arena.external import ForfeitError, Program
from faraon.arena.run import Run, run_arena
from faraon.arena.workers import Place
from faraon.engines.errors import GameError
from faraon.play.game import load
from tests.arena.programs import FAILING, OTHERS, READ, program
from tests.patience import PATIENCE

GREEDY = "program:" + shlex.join(
    [sys.executable, "-c", "from faraon.cli import main; main()", "bot", "greedy"]
)


def play(
    bots: list[str], games: int = 4, seconds: float = PATIENCE, rulebook: str = "classic", **options: Any
) -> Any:
    run = Run.of(load(rulebook, options.pop("players", 2), **options), bots, games, 5, seconds)
    return run_arena(run, None, Place(), lambda done, whole: None).result


@pytest.mark.parametrize(
    ("why", "text"),
    [*FAILING.items(), *OTHERS.values()],
    ids=[*FAILING, *OTHERS],
)
def test_a_program_that_fails_forfeits_every_game(why: str, text: str, tmp_path: Path) -> None:
    # Only those that never answer are waited for, and then not long.
    seconds = 0.3 if why == "silent" else PATIENCE
    result = play(["uniform", program(tmp_path, why, text)], seconds=seconds)
    uniform, failing = result["bots"]
    assert failing["forfeits"] == {why: 4}
    assert uniform["forfeits"] == {}
    assert uniform["wins"]["value"] == 1.0


def test_a_program_that_ended_by_itself_has_crashed_and_is_started_anew_only_afterwards() -> None:
    """Also if it had ended long before it was asked: how fast it ends decides nothing."""
    asked = Program([sys.executable, "-c", READ + "print(line, flush=True); break"])
    try:
        assert asked.ask({"id": 1}, PATIENCE) == {"id": 1}
        assert asked._process is not None
        asked._process.wait(PATIENCE)
        with pytest.raises(ForfeitError, match="crashed"):
            asked.ask({"id": 2}, PATIENCE)
        assert asked.ask({"id": 3}, PATIENCE) == {"id": 3}
    finally:
        asked.close()


def test_what_a_program_says_on_standard_error_is_not_swallowed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    play(["uniform", program(tmp_path, "crash", FAILING["crashed"])])
    assert capfd.readouterr().err.count("I give up") == 4


def test_with_three_players_the_others_share_what_a_failed_one_leaves(tmp_path: Path) -> None:
    result = play(["uniform", program(tmp_path, "crash", FAILING["crashed"])], players=3)
    for one in result["deals"]:
        for game in one["games"]:
            seat, why = game["forfeit"]
            assert why == "crashed"
            assert game["ranks"][seat] == 2
            assert max(game["ranks"]) == 2


def test_our_own_bot_as_a_program_plays_the_very_same_games() -> None:
    inside, outside = play(["greedy", "uniform"]), play([GREEDY, "uniform"])
    assert outside["bots"][0]["forfeits"] == {}
    assert outside["deals"] == inside["deals"]


def test_a_program_is_told_the_rulebook_that_is_played(tmp_path: Path) -> None:
    book = tmp_path / "kings.far"
    book.write_text('rulebook kings en "Kings" sk "Králi"\ninclude mine\n', encoding="utf-8")
    (tmp_path / "mine.far").write_text(
        'rulebook mine en "Mine" sk "Moje"\ninclude classic\nset hand_size = 4\n', encoding="utf-8"
    )
    inside = play(["greedy", "uniform"], rulebook=str(book), recycle="shuffle")
    outside = play([GREEDY, "uniform"], rulebook=str(book), recycle="shuffle")
    assert outside["bots"][0]["forfeits"] == {}
    assert outside["deals"] == inside["deals"]


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["greedy"], "2 to 50 bots"),
        (["greedy", "greedy"], "named twice"),
        (["greedy", "gredy"], "did you mean 'greedy'"),
        (["greedy", "program:"], "names no program"),
        (["greedy", "program:'"], "No closing quotation"),
        (["greedy", "program:no-such-program-here"], "there is no program"),
    ],
)
def test_bots_that_there_are_not_are_refused_before_anything_is_played(bots: list[str], message: str) -> None:
    with pytest.raises(GameError, match=message):
        play(bots)
