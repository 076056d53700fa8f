"""Matches through the referee."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from faraon.cli.referee import Referee


class Table:
    """A referee with a match."""

    def __init__(self, **match: Any) -> None:
        self.referee = Referee()
        self.match = self.ask(do="match", **match)["match"]

    def answer(self, **request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.referee.answer(json.dumps(request)))
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = self.answer(**request)
        assert answer["ok"], answer
        return answer

    def play_game(self, seed: int) -> dict[str, Any]:
        """Deals and plays a game by chance; the last answer."""
        rng = random.Random(seed)
        answer = self.ask(do="deal", seed=seed)
        while not answer["state"]["over"]:
            moves = self.ask(do="moves")["moves"]
            lays = [move for move in moves if move not in ("draw", "concede")]
            answer = self.ask(do="play", move=rng.choice(lays or moves))
        self.match = answer["match"]
        return answer


def test_a_series_of_two_ends_when_one_has_the_majority() -> None:
    table = Table(kind="series", games=3, players=2)
    seed = 0
    while not table.match["over"]:
        losers = [line["losses"] for line in table.match["standings"]]
        assert max(losers) < 2
        table.play_game(seed)
        seed += 1
    best, worst = table.match["standings"]
    assert best["won"]
    assert worst["losses"] == 2
    assert table.match["winners"] == [best["seat"]]
    assert table.answer(do="deal", seed=9)["error"]["code"] == "bad-match"


def test_the_loser_starts_the_next_game() -> None:
    table = Table(kind="series", games=5, players=3)
    assert table.match["starter"] == 0
    lost = table.play_game(4)["state"]["loser"]
    assert table.match["starter"] == lost
    assert table.ask(do="deal", seed=5)["state"]["turn"] == lost


@pytest.mark.parametrize("players", [2, 4])
def test_an_olympic_match_is_played_to_the_end(players: int) -> None:
    table = Table(kind="olympic", players=players, options={"hand_size": 4})
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
            table.match = table.ask(do="beggar", seat=seat, ask=len(asked) % 2 == 0)["match"]
            continue
        sizes, seats = table.match["hand_sizes"], table.match["table"]
        dealt = table.ask(do="deal", seed=seed)["state"]
        assert [len(hand) for hand in dealt["hands"]] == sizes
        assert len(seats) == len(sizes)
        rng = random.Random(seed)
        answer = {"state": dealt}
        while not answer["state"]["over"]:
            answer = table.ask(do="play", move=rng.choice(table.ask(do="moves")["moves"]))
        table.match = answer["match"]
        seed += 1
    assert len(asked) == len(set(asked)), "the beggar's card is offered once"
    assert len(table.match["winners"]) == 1


def test_a_new_game_leaves_the_match() -> None:
    table = Table(kind="single")
    table.ask(do="deal", seed=1)
    table.ask(do="new", seed=2)
    assert table.answer(do="standings")["error"]["code"] == "no-game"


def test_a_refused_move_leaves_the_match_as_it_was() -> None:
    table = Table(kind="single")
    table.ask(do="deal", seed=1)
    before = table.ask(do="standings"), table.ask(do="state")
    assert not table.answer(do="play", move="concede")["ok"]
    assert not table.answer(do="deal", seed=2)["ok"]
    assert (table.ask(do="standings"), table.ask(do="state")) == before
