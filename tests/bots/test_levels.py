"""Levels that play by networks: elsewhere another bot plays for them, and it is said."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from faraon.bots import levels, ready, registry
from faraon.bots.levels import LEVELS, Level
from faraon.bots.net.bot import Net
from faraon.bots.registry import bot_named, check_name, stands_in
from faraon.bots.simple.greedy import Greedy
from faraon.cli.arena import bots_behind
from faraon.cli.phrases import PHRASES
from faraon.cli.play import TerminalGame
from faraon.engines.errors import GameError
from faraon.play.game import Game, load

LEARNED = Level("pharaoh", "Pharaoh", "Faraón", "net", "bluffer,lies=5", "greedy")
HOUSE = {"ace_two": "free"}


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> Level:
    """A level that plays by a network, whatever the levels are."""
    for module in (levels, registry):
        monkeypatch.setattr(module, "LEVELS", (LEVELS[0], LEARNED))
    return LEARNED


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_plays_under_every_rule(level: Level) -> None:
    for players, options in (
        (2, {}),
        (5, {}),
        (2, HOUSE),
        (3, {"recycle": "shuffle"}),
        (2, {"camouflage": "on"}),
    ):
        game = load("classic", players, **options)
        check_name(bot_named(level.name, game), game)
    assert bool(level.unlearned) == registry.by_network(registry.read_name(level.bot))


def test_a_level_that_learned_is_stood_in_for(learned: Level) -> None:
    bench = ready.ReadyBots()
    for players, options, bot in ((2, {}, Net), (4, {}, Net), (2, HOUSE, Greedy), (6, {}, Greedy)):
        game = load("classic", players, **options)
        assert isinstance(bench.level("pharaoh", game), bot)
        assert stands_in("pharaoh", game) == (bot is Greedy)
    assert bot_named("pharaoh", load("classic", 2, camouflage="on")) == learned.covered
    assert not stands_in("pharaoh", load("classic", 2, camouflage="on"))
    assert not stands_in("net", load("classic", 2, **HOUSE))  # which is refused by its name


def test_the_same_network_sits_at_all_tables(learned: Level) -> None:
    bench, game = ready.ReadyBots(), load("classic", 2)
    assert bench.level("pharaoh", game) is bench.level("pharaoh", load("classic", 2))


def test_the_arena_says_who_plays(learned: Level, capsys: pytest.CaptureFixture[str]) -> None:
    assert bots_behind(["pharaoh", "novice"], load("classic", 2)) == ["net", "uniform"]
    assert not capsys.readouterr().err
    assert bots_behind(["pharaoh", "novice"], load("classic", 2, **HOUSE)) == ["greedy", "uniform"]
    assert capsys.readouterr().err == "the networks have not learned these rules: pharaoh plays as greedy\n"


def told(game: Game, bot: str, language: str) -> str:
    """What a terminal game says before it is left at once."""

    def left(prompt: str) -> str:
        raise EOFError

    console = Console(file=io.StringIO(), width=200)
    TerminalGame(game, language, seed=1, bot=bot, ask=left, console=console).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("language", ["en", "sk"])
def test_the_terminal_says_who_plays(learned: Level, language: str) -> None:
    ahead, at_a_glance = PHRASES[language]["unlearned"], PHRASES[language]["at_a_glance"]
    assert at_a_glance in told(load("classic", 2, **HOUSE), "pharaoh", language)
    for said in (ahead, at_a_glance):
        assert said not in told(load("classic", 2), "pharaoh", language)


@pytest.mark.parametrize("language", ["en", "sk"])
def test_the_terminal_says_who_thinks_ahead(language: str) -> None:
    ahead, at_a_glance = PHRASES[language]["unlearned"], PHRASES[language]["at_a_glance"]
    assert ahead in told(load("classic", 2, **HOUSE), "vizier", language)
    for game in (load("classic", 6), load("classic", 2, packs=2)):
        assert at_a_glance in told(game, "vizier", language)


@pytest.mark.parametrize(
    "level", [level for level in LEVELS if level.unlearned], ids=lambda level: level.name
)
def test_where_no_kernel_is_no_level_searches(level: Level, capsys: pytest.CaptureFixture[str]) -> None:
    """It would think for half a minute about every move."""
    for game in (load("classic", 6), load("classic", 2, packs=2)):
        assert bots_behind([level.name], game) == ["greedy"]
        assert f"{level.name} plays as greedy" in capsys.readouterr().err
    assert bot_named(level.name, load("classic", 2, **HOUSE)) == level.unlearned


def test_what_is_not_installed_is_no_reason_to_play_at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a strong level is told what to install."""
    missing = GameError("missing-extra", "llvmlite is missing")
    monkeypatch.setattr(registry, "without_kernel", lambda game: missing)
    assert bot_named("vizier", load("classic", 2, **HOUSE)) == "ismcts:2000"
