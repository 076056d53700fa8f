"""Bots are honest, quick and say why."""

from __future__ import annotations

import random
import statistics
from typing import Any

import pytest

from faraon.bots.api import Bot
from faraon.bots.simple.greedy import Greedy
from faraon.bots.simple.uniform import Uniform
from faraon.play.game import Game, load
from faraon.testing.positions import random_position
from tests.scale import scaled


@pytest.mark.soak
def test_greedy_beats_uniform_on_duplicate_deals() -> None:
    """Point estimate with its interval; the floor is far below what is measured."""
    game = load("classic", 2)
    wins = [
        won
        for seed in range(scaled(100, 2_500))
        for greedy_seat in (0, 1)
        if (won := plays(game, seed, greedy_seat)) is not None
    ]
    share = statistics.fmean(wins)
    error = 1.96 * (share * (1 - share) / len(wins)) ** 0.5
    print(f"greedy beats uniform: {share:.1%} ± {error:.1%} of {len(wins)} games")
    assert share >= 0.85


def plays(game: Game, seed: int, greedy_seat: int) -> bool | None:
    state = game.deal(seed)
    greedy, uniform = Greedy(), Uniform()
    while not state.over:
        bot: Bot = greedy if state.turn == greedy_seat else uniform
        state = state.play(bot.choose(state.view(state.turn), seed=seed * 4096 + state.position.moves_made))
    return None if state.loser is None else state.loser != greedy_seat


def advice(hands: list[str], pile: str, **more: Any) -> Any:
    game = load("classic", len(hands), **more.pop("options", {}))
    data = {
        "hands": [hand.split() for hand in hands],
        "pile": pile.split(),
        "stock": ["l8"],
        "turn": 0,
        **more,
    }
    return Greedy(game=game).advise(game.position(data).view(0), seed=1)


def test_greedy_finishes_when_it_can() -> None:
    found = advice(["b9", "h8 a8"], "bX")
    assert (str(found.move), found.text("en")) == ("b9", "It is your last card: you finish.")
    assert found.text("sk") == "Je to tvoja posledná karta: skončíš."


def test_greedy_keeps_the_pharaoh() -> None:
    assert str(advice(["b9 lU hK", "h8 a8 b8"], "bX").move) == "b9"


def test_greedy_uses_the_pharaoh_in_need() -> None:
    assert str(advice(["lU hK b9", "h8 a8 b8"], "b7", owed=6).move) == "lU"


def test_greedy_asks_for_the_suit_it_holds_most_of() -> None:
    assert str(advice(["bO hK h9 h8 aK", "a8 b8 l9"], "lX").move) == "bO=h"


def test_greedy_burns_four_and_goes_on() -> None:
    found = advice(["b9 h9 l9 a9 hX", "a8 b8 lX"], "bX")
    assert str(found.move) in {"b9 l9 a9 h9", "b9 a9 l9 h9"}
    assert found.text("en") == "You lay 4 cards and move again."


def test_greedy_says_nothing_or_a_sentence_in_both_languages() -> None:
    rng = random.Random("advice")
    for _ in range(300):
        game = load("classic", rng.choice((2, 3, 4)))
        state = random_position(game, rng)
        if not state.over:
            found = Greedy(game=game).advise(state.view(state.turn), seed=1)
            assert found.move in state.moves()
            assert (found.en[-1:], found.sk[-1:]) in {(".", "."), ("", "")}


def test_greedy_gives_no_reason_where_it_does_not_know_the_rules() -> None:
    state = load("classic", 2).deal(3)
    found = Greedy().advise(state.view(0), seed=1)
    assert (found.move, found.en, found.sk) == (Greedy().choose(state.view(0), seed=1), "", "")
