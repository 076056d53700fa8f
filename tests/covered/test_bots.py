"""Bots where groups are laid covered: they lie by the rules, check what cannot be, and never peek."""

from __future__ import annotations

import random

import pytest

from faraon.bots import make_bot
from faraon.bots.levels import LEVELS
from faraon.bots.ready import ReadyBots
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.play.game import load
from faraon.play.state import State
from tests.covered.games import played
from tests.covered.test_properties import another_truth
from tests.scale import scaled

BOTS = [
    "bluffer",
    "bluffer,lies=50",
    "bluffer,lies=0,slips=40",
    "bluffer,lies=30,checks=off",
    "greedy",
    "uniform",
]
GAMES = scaled(6, 400)


def claims(pile: str, mine: str, theirs: str, lay: str, **more: object) -> State:
    """The other player, in seat 1, has laid a group; I may check."""
    position = {"hands": [mine.split(), theirs.split()], "pile": pile.split(), "turn": 1, **more}
    seen = {*mine.split(), *theirs.split(), *pile.split()}
    stock = [suit + value for value in "789XUOKA" for suit in "hlab" if suit + value not in seen]
    return load("classic", 2, camouflage="on").position({**position, "stock": stock}).play(lay)


@pytest.mark.parametrize("name", BOTS)
def test_another_truth_behind_the_same_view_never_changes_the_choice(name: str) -> None:
    rng, compared = random.Random(f"peeking {name}"), 0
    for number in range(GAMES):
        whole = list(played(number, "peeking"))
        states = whole[: rng.randint(2, len(whole) - 1)]
        state = states[-1]
        others = another_truth(states, state.turn, rng)
        if others is None:
            continue
        seed, bot = rng.getrandbits(32), make_bot(name, state.game)
        assert bot.choose(state.view(state.turn), seed) == bot.choose(others[-1].view(state.turn), seed)
        compared += 1
    assert compared


@pytest.mark.parametrize("name", ["bluffer,lies=50", "bluffer,lies=50,slips=30"])
def test_a_lie_is_a_legal_claim(name: str) -> None:
    lied = 0
    for number in range(GAMES):
        state = load("classic", 2 + number % 4, camouflage="on", move_limit=60).deal(number)
        bot = make_bot(name, state.game)
        while not state.over:
            move = bot.choose(state.view(state.turn), number)
            lied += state.judge(move).lie is not None
            state = state.play(move)
    assert lied


def test_a_claim_that_cannot_be_is_checked() -> None:
    # Three of the four eights are seen: two of them are mine, and one lies open.
    state = claims("l8 hX", "h8 a8 lK", "b8 h9 aK", "h9 b8")
    bot = make_bot("bluffer", state.game)
    assert bot.choose(state.view(0), 1) == Move(word="check")
    assert "cannot hold" in bot.advise(state.view(0), 1).en  # type: ignore[attr-defined] # a bluffer advises


def test_a_claim_that_may_well_be_is_believed() -> None:
    state = claims("hX bX", "a9 lK l7", "b8 h8 aK hK h7 lX", "b8 h8")
    assert make_bot("bluffer", state.game).choose(state.view(0), 1) != Move(word="check")


def test_whoever_has_nothing_to_lose_checks() -> None:
    state = claims("bX", "a9 lK", "b8 h8", "b8 h8")
    for name in ("bluffer", "greedy"):
        assert make_bot(name, state.game).choose(state.view(0), 1) == Move(word="check")


def test_advice_is_never_to_lie() -> None:
    for number in range(GAMES):
        for state in played(number, "advice"):
            if not state.over:
                advice = ReadyBots().adviser(state.game).advise(state.view(state.turn), number)
                assert advice.move in state.moves()


@pytest.mark.parametrize("name", ["flat", "ismcts:100", "solver", "solver:100,otherwise=greedy"])
def test_those_that_search_are_refused_by_name(name: str) -> None:
    with pytest.raises(GameError) as error:
        make_bot(name, load("classic", 2, camouflage="on"))
    assert error.value.code == "bad-option"
    assert name.partition(":")[0] in str(error.value)
    assert "bluffer" in error.value.sk


def test_the_bluffer_is_refused_where_cards_lie_open() -> None:
    with pytest.raises(GameError, match="every card lies open"):
        make_bot("bluffer", load("classic", 2))


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_plays(level: object) -> None:
    game = load("classic", 3, camouflage="on")
    bot = ReadyBots().level(level.name, game)  # type: ignore[attr-defined] # a level
    assert bot.name.startswith("bluffer")
    state = game.deal(1)
    assert state.judge(bot.choose(state.view(state.turn), 1))
