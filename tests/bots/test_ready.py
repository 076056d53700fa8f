"""Levels for people, which tables share: each is as strong as it says from the first move on."""

from __future__ import annotations

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from faraon.bots import ready
from faraon.bots.api import Adviser, Bot
from faraon.bots.levels import LEVELS, STRONGEST
from faraon.bots.net import mind
from faraon.bots.net.bot import Net
from faraon.bots.net.deep import Deep
from faraon.bots.net.mind import Networks
from faraon.bots.net.weights import load_weights
from faraon.bots.ready import ReadyBots
from faraon.bots.search.ismcts import Ismcts, Lasting
from faraon.bots.simple.greedy import Greedy
from faraon.play.game import Game, load


@pytest.fixture(scope="module")
def warm() -> ReadyBots:
    """A bench on which the strong bots of the classic rules sit."""
    found = ReadyBots()
    found.warm_up(load("classic", 2)).join()
    return found


def test_strong_bots_move_from_the_first_move_on() -> None:
    bench, game = ReadyBots(), load("classic", 2)
    assert isinstance(bench.level("pharaoh", game), Deep)
    assert isinstance(bench.adviser(game), Deep)


def test_a_warm_up_seats_the_strongest_bot(warm: ReadyBots) -> None:
    assert [name for name, _ in warm._bots] == [STRONGEST.bot]
    assert warm._bots[STRONGEST.bot, load("classic", 2).engine] is warm.level("pharaoh", load("classic", 2))


def test_several_who_ask_at_once_share_a_bot() -> None:
    bench, game = ReadyBots(), load("classic", 2)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: bench.adviser(game), range(8)))
    assert len({id(bot) for bot in found}) == 1


def test_tables_with_the_same_rules_share_a_bot(warm: ReadyBots) -> None:
    assert warm.level("pharaoh", load("classic", 2)) is warm.level("pharaoh", load("classic", 2))
    assert warm.level("pharaoh", load("classic", 3)) is not warm.level("pharaoh", load("classic", 2))


def test_options_and_players_share_the_machine_code(warm: ReadyBots) -> None:
    game = load("classic", 4, ace_two="free", recycle="shuffle")
    first, other = warm.level("master", game), warm.level("pharaoh", load("classic", 2, ace_two="free"))
    assert isinstance(first, Ismcts)
    assert isinstance(other, Ismcts)
    assert isinstance(first.search, Lasting)
    assert isinstance(other.search, Lasting)
    assert first.search.search.machine is other.search.search.machine


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
    assert re.search(
        r"Estimated success rate from \d+ trial games of at most 12 moves: \d+%\.$", found.text("en")
    )
    assert re.search(
        r"Odhad úspešnosti z \d+ skúšobných hier na najviac 12 ťahov: \d+ %\.$", found.text("sk")
    )


def test_names_and_order_of_the_levels() -> None:
    assert [(level.en, level.sk) for level in LEVELS] == [
        ("Novice", "Nováčik"),
        ("Pupil", "Žiak"),
        ("Learner", "Učeň"),
        ("Journeyman", "Tovariš"),
        ("Player", "Hráč"),
        ("Expert", "Znalec"),
        ("Master", "Majster"),
        ("Grandmaster", "Veľmajster"),
        ("Vizier", "Vezír"),
        ("Pharaoh", "Faraón"),
    ]


def test_a_bot_that_cannot_be_had_is_told_in_the_log_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str, game: Game) -> Bot:
        raise OSError("no room on the disk")

    bench, game = ReadyBots(), load("classic", 2)
    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(ready, "make_bot", fail)
        assert isinstance(bench.level("pharaoh", game), Greedy)
        assert isinstance(bench.level("pharaoh", game), Greedy)
    assert caplog.text.count("the strong bots cannot be had") == 1
    assert isinstance(bench.level("pharaoh", game), Greedy)  # not at every move
    monkeypatch.setattr(ready, "RETRY_SECONDS", 0)
    assert isinstance(bench.level("pharaoh", game), Deep)


def test_the_greedy_player_goes_on_where_a_shipped_file_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether a network is asked for by its name, by a level, for a hint or before anybody asks."""
    whole = Path(mind.__file__).with_name("two.npz").read_bytes()
    (tmp_path / "two.npz").write_bytes(whole[: len(whole) // 2])
    bench, game = ReadyBots(), load("classic", 2)
    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(mind, "shipped", lambda name: Networks(load_weights(tmp_path / name)))
        bench.warm_up(game).join()
        for _ in range(2):
            assert isinstance(bench.bot("net", game), Greedy)
            assert isinstance(bench.level("vizier", game), Greedy)
            assert isinstance(bench.adviser(game), Greedy)
    assert caplog.text.count("the strong bots cannot be had") == 3  # net, vizier and pharaoh: once each
    monkeypatch.setattr(ready, "RETRY_SECONDS", 0)
    assert isinstance(bench.level("vizier", game), Net)


@pytest.mark.parametrize("name", ["prsi", "crazy"])
def test_other_rulebooks_have_strong_bots_at_once(name: str) -> None:
    game = load(name, 2)
    state = game.deal(1)
    bot = ReadyBots().level("pharaoh", game)
    assert isinstance(bot, Ismcts)
    assert bot.choose(state.view(state.turn), 1) in state.moves()
