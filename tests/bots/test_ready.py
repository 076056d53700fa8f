"""Levels for people: strong ones are got ready behind their backs, and nobody waits."""

from __future__ import annotations

import logging
import re

import pytest

from faraon.bots import ready as bench_module
from faraon.bots.api import Adviser
from faraon.bots.levels import LEVELS
from faraon.bots.ready import ReadyBots
from faraon.bots.search.ismcts import Ismcts
from faraon.bots.simple.greedy import Greedy
from faraon.lang.ir import Book
from faraon.play.game import Game, load


@pytest.fixture(scope="module")
def warm() -> ReadyBots:
    """A bench on which the strong bots of the classic rules sit; another process has compiled them."""
    found = ReadyBots()
    found.warm_up(load("classic", 2)).join()
    return found


def test_until_it_is_ready_the_greedy_player_moves() -> None:
    bench, game = ReadyBots(), load("classic", 2)
    assert isinstance(bench.level("pharaoh", game), Greedy)
    assert isinstance(bench.adviser(game), Greedy)
    bench.warm_up(game).join()
    assert isinstance(bench.level("pharaoh", game), Ismcts)


def test_tables_with_the_same_rules_share_a_bot(warm: ReadyBots) -> None:
    assert warm.level("pharaoh", load("classic", 2)) is warm.level("pharaoh", load("classic", 2))
    assert warm.level("pharaoh", load("classic", 3)) is not warm.level("pharaoh", load("classic", 2))


def test_options_and_players_need_no_other_warm_up(warm: ReadyBots) -> None:
    game = load("classic", 4, ace_two="free", recycle="shuffle")
    assert isinstance(warm.level("master", game), Ismcts)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_plays(warm: ReadyBots, level: object, players: int) -> None:
    game = load("classic", players)
    state = game.deal(7)
    name = getattr(level, "name", "")
    for _ in range(8):
        state = state.play(warm.level(name, game).choose(state.view(state.turn), 1))


def test_where_no_kernel_is_the_greedy_player_sits_in(warm: ReadyBots) -> None:
    assert isinstance(warm.level("pharaoh", load("classic", 8)), Greedy)
    assert isinstance(warm.level("pharaoh", load("classic", 2, packs=2)), Greedy)
    assert isinstance(warm.adviser(load("classic", 8)), Greedy)


def test_a_hint_says_why_and_how_good_it_is(warm: ReadyBots) -> None:
    game = load("classic", 2)
    adviser = warm.adviser(game)
    assert isinstance(adviser, Adviser)
    state = game.deal(3)
    found = adviser.advise(state.view(0), 1)
    assert found.move in state.moves()
    assert re.search(r"Success rate in \d+ trial games: \d+%\.$", found.text("en"))
    assert re.search(r"Úspešnosť v \d+ skúšobných hrách: \d+ %\.$", found.text("sk"))


def test_names_and_order_of_the_levels() -> None:
    assert [(level.en, level.sk) for level in LEVELS] == [
        ("Novice", "Nováčik"),
        ("Learner", "Učeň"),
        ("Player", "Hráč"),
        ("Master", "Majster"),
        ("Pharaoh", "Faraón"),
    ]


def test_a_warm_up_that_fails_is_told_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(book: Book) -> None:
        raise OSError("no room on the disk")

    monkeypatch.setattr(bench_module, "_compile_apart", fail)
    bench, game = ReadyBots(), load("classic", 2)
    with caplog.at_level(logging.ERROR):
        bench.warm_up(game).join()
    assert "the strong bots cannot be had" in caplog.text
    assert isinstance(bench.level("pharaoh", game), Greedy)


def test_compiling_apart_takes_any_rulebook() -> None:
    game: Game = load("prsi", 2)
    bench_module._compile_apart(game.book)
