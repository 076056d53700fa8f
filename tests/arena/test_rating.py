"""Strengths are found again from orders that they made, and intervals cover what they should."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest

from faraon.arena import stats
from faraon.arena.rating import SCALE, Orders, ratings, strengths
from faraon.arena.summary import summary
from tests.scale import scaled


def order_of(seats: list[int], strength: list[float], rng: random.Random) -> list[int]:
    """A finishing order by Plackett and Luce; the rank of every seat."""
    left, ranks = list(range(len(seats))), [0] * len(seats)
    for place in range(len(seats)):
        seat = rng.choices(left, [strength[seats[seat]] for seat in left])[0]
        ranks[seat] = place
        left.remove(seat)
    return ranks


@pytest.mark.parametrize(("players", "bots"), [(2, 4), (3, 3), (3, 2), (5, 3)])
def test_known_strengths_are_found_again(players: int, bots: int) -> None:
    rng = random.Random(f"{players} {bots}")
    strength = [4.0**bot for bot in range(bots)]
    orders, deals = Orders(bots), 1500
    for deal in range(deals):
        for _ in range(4):
            seats = (rng.sample(range(bots), bots) * players)[:players]
            orders.add(deal, seats, order_of(seats, strength, rng))
    found = ratings(orders, deals, seed=1, resamples=100)
    centre = np.log(strength).mean()
    for bot in range(bots):
        true = 1500 + SCALE * (np.log(strength[bot]) - centre)
        assert abs(found[bot].value - true) < 25
        assert found[bot].low - 10 < true < found[bot].high + 10


def test_two_bots_alone_are_rated_by_their_odds() -> None:
    orders = Orders(2)
    for deal in range(400):
        orders.add(deal, (0, 1), (0, 1) if deal % 4 else (1, 0))
    first, second = ratings(orders, 400, seed=1)
    assert first.value - second.value == pytest.approx(SCALE * np.log(3), rel=0.02)
    assert first.value + second.value == pytest.approx(3000)


def test_a_draw_is_half_a_win_and_who_never_loses_has_a_finite_rating() -> None:
    drawn, half = Orders(2), Orders(2)
    for deal in range(10):
        drawn.add(deal, (0, 1), (0, 0))
        half.add(deal, (0, 1), (0, 1) if deal % 2 else (1, 0))
    assert [one.value for one in ratings(drawn, 10, 1)] == pytest.approx([1500, 1500])
    assert [one.value for one in ratings(half, 10, 1)] == pytest.approx([1500, 1500])
    sure = Orders(2)
    for deal in range(10):
        sure.add(deal, (0, 1), (0, 1))
    assert 1600 < ratings(sure, 10, 1)[0].value < 2200


def test_strengths_solve_the_equations_of_the_likelihood() -> None:
    """At the maximum everyone has won as often as expected, the drawn game included."""
    groups = np.array([[1.0, 1, 0], [0, 1, 1], [1, 0, 1]])
    wins, counts = np.array([[30.0, 12, 18]]), np.array([[20.0, 20, 20]])
    found = strengths(wins, counts, groups)[0]
    expected = (counts[0] / (groups @ found)) @ groups * found + found / (1 + found)
    # The average is held at 1, which the drawn games alone would not do exactly.
    assert expected == pytest.approx(wins[0] + 0.5, rel=0.01)


def test_the_bootstrap_is_the_same_every_time_and_needs_no_more_memory_than_the_deals() -> None:
    orders, deals, rng = Orders(2), 4_000, random.Random("bootstrap")
    for deal in range(deals):
        orders.add(deal, (0, 1), order_of([0, 1], [2.0, 1.0], rng))
    first = ratings(orders, deals, seed=5)
    tracemalloc.start()
    try:
        assert ratings(orders, deals, seed=5) == first
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 1_000 * deals
    assert first[0].low < first[0].value < first[0].high
    assert ratings(orders, deals, seed=6) != first


def test_a_handful_of_deals_has_wide_intervals() -> None:
    exact = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 10: 2.228}
    for freedom, value in exact.items():
        assert stats.student(freedom) == pytest.approx(value, rel=0.01), freedom


def test_what_is_counted_is_never_less_than_nothing() -> None:
    assert stats.mean(np.array([1.0, 30.0])).low < 0
    assert stats.rate(np.array([1.0, 30.0])).low == 0
    assert stats.rate(np.array([20.0, 21.0, 22.0])) == stats.mean(np.array([20.0, 21.0, 22.0]))
    games = [{"ranks": [0, 1], "moves": 1}, {"ranks": [0, 1], "moves": 1}]
    long = [{**game, "moves": 40} for game in games]
    done = [{"table": [0, 1], "deal": number, "games": one} for number, one in enumerate((games, long))]
    found = summary({"bots": ["a", "b"], "players": 2, "deals": 2, "seed": 1}, done)
    assert found["length"]["low"] == 0


def test_intervals_cover_what_they_should() -> None:
    rng = np.random.Generator(np.random.PCG64(7))
    rounds = scaled(2_000, 20_000)
    covered = {"share": 0, "mean": 0, "median": 0}
    for _ in range(rounds):
        # Two games of a deal that are alike: the deal is what must be counted.
        deals = (rng.random(60) < 0.8).astype(float)
        twice = (deals + (rng.random(60) < 0.8)) / 2
        low, high = stats.share(twice)[1:]
        covered["share"] += low <= 0.8 <= high
        numbers = rng.exponential(20.0, 60)
        low, high = stats.mean(numbers)[1:]
        covered["mean"] += low <= 20 <= high
        low, high = stats.quantile(numbers, 0.5)[1:]
        covered["median"] += low <= 20 * np.log(2) <= high
    for name, count in covered.items():
        assert 0.92 <= count / rounds <= 0.985, name


def test_a_share_without_any_spread_still_has_an_interval() -> None:
    assert stats.share(np.ones(20)).low < 0.9
    assert stats.share(np.zeros(20)).high > 0.1
    half = stats.share(np.full(20, 0.5))
    assert half.low < 0.35
    assert half.high > 0.65
