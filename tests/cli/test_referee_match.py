"""Matches through the referee."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.referee import RefereeTable


def begin(**match: Any) -> RefereeTable:
    return RefereeTable(do="match", **match)


def play_game(table: RefereeTable, seed: int) -> dict[str, Any]:
    """Deals and plays a game by chance; the last state."""
    rng = random.Random(seed)
    table.ask(do="deal", seed=seed)
    while not table.state["over"]:
        moves = table.ask(do="moves")["moves"]
        lays = [move for move in moves if move not in ("draw", "concede")]
        table.play(rng.choice(lays or moves))
    return table.state


def test_a_series_of_two_ends_when_one_has_the_majority() -> None:
    table = begin(kind="series", games=3, players=2)
    seed = 0
    while not table.match["over"]:
        losers = [line["losses"] for line in table.match["standings"]]
        assert max(losers) < 2
        play_game(table, seed)
        seed += 1
    best, worst = table.match["standings"]
    assert best["won"]
    assert worst["losses"] == 2
    assert table.match["winners"] == [best["seat"]]
    assert table.answer(do="deal", seed=9)["error"]["code"] == "bad-match"


def test_the_loser_starts_the_next_game() -> None:
    table = begin(kind="series", games=5, players=3)
    assert table.match["starter"] == 0
    lost = play_game(table, 4)["loser"]
    assert table.match["starter"] == lost
    assert table.ask(do="deal", seed=5)["state"]["turn"] == lost


@pytest.mark.parametrize("players", [2, 4])
def test_an_olympic_match_is_played_to_the_end(players: int) -> None:
    table = begin(kind="olympic", players=players, options={"hand_size": 4})
    asked: list[int] = []
    seed = 100
    while not table.match["over"]:
        seat = table.match["asked"]
        if seat is not None:
            assert table.answer(do="deal", seed=1)["error"]["code"] == "bad-match"
            assert (
                table.answer(do="beggar", seat=(seat + 1) % players, ask=True)["error"]["code"] == "bad-match"
            )
            asked.append(seat)
            table.ask(do="beggar", seat=seat, ask=len(asked) % 2 == 0)
            continue
        sizes, seats = table.match["hand_sizes"], table.match["table"]
        dealt = table.ask(do="deal", seed=seed)["state"]
        assert [len(hand) for hand in dealt["hands"]] == sizes
        assert len(seats) == len(sizes)
        rng = random.Random(seed)
        while not table.state["over"]:
            table.play(rng.choice(table.ask(do="moves")["moves"]))
        seed += 1
    assert len(asked) == len(set(asked)), "the beggar's card is offered once"
    assert len(table.match["winners"]) == 1


def test_a_new_game_leaves_the_match() -> None:
    table = begin(kind="single")
    table.ask(do="deal", seed=1)
    table.ask(do="new", seed=2)
    assert table.answer(do="standings")["error"]["code"] == "no-game"


def test_a_refused_move_leaves_the_match_as_it_was() -> None:
    table = begin(kind="single")
    table.ask(do="deal", seed=1)
    before = table.ask(do="standings"), table.ask(do="state")
    assert not table.answer(do="play", move="concede")["ok"]
    assert not table.answer(do="deal", seed=2)["ok"]
    assert (table.ask(do="standings"), table.ask(do="state")) == before
