"""Small games solved as a whole: held against best answers that are worked out in another way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faraon.bots import make_bot
from faraon.bots.equilibrium import tree as growing
from faraon.bots.equilibrium.cfr import Equilibrium, equilibrium, quality
from faraon.bots.equilibrium.solution import solution, write
from faraon.bots.equilibrium.strategies import exploit
from faraon.bots.equilibrium.tree import Tree, deals_of
from faraon.engines.errors import GameError
from faraon.lang.library import book_from_text
from faraon.play.game import Game, load
from tests.bots.best_answers import best_answer, decks, information_sets, policy_of, uniform
from tests.scale import SOAK

TINY = """rulebook tiny
    en "Tiny"
    sk "Maličký"

include mini-6

deck §1: suits = hearts | leaves, values = {values}

override option hand_size = 1 | 2
"""


def tiny(values: str = "VII | under", **options: object) -> Game:
    return Game(book_from_text(TINY.format(values=values), "tiny.far"), 2, options)


GAMES: list[Callable[[], Game]] = [
    tiny,
    lambda: tiny(voluntary_draw="on", move_limit=6),
    lambda: tiny("VIII | over", play_drawn="on", move_limit=6),
]
"""Every deck is compiled for itself, so the suite has two."""
if SOAK:
    GAMES += [lambda: tiny("VII | ace", start_special="always", move_limit=7), lambda: load("mini-6")]


@pytest.fixture(scope="module", params=GAMES, ids=range(len(GAMES)))
def grown(request: pytest.FixtureRequest) -> Tree:
    return Tree(request.param())


@pytest.fixture(scope="module")
def mini() -> tuple[Tree, Equilibrium]:
    tree = Tree(load("mini-6"))
    return tree, equilibrium(tree)


def test_every_deal_and_every_information_set_is_there(grown: Tree) -> None:
    assert grown.deals == deals_of(grown.game) == len(decks(grown.game))
    assert grown.sets == information_sets(grown.game)


def test_an_information_set_is_what_its_seat_sees(grown: Tree) -> None:
    for seat in range(2):
        for own in range(0, len(grown.seats[seat].first), 7):
            state = grown.state(seat, own)
            assert state.turn == seat
            assert state.legal_actions() == grown.legal(seat, own)


def test_uniform_play_is_worth_what_a_second_way_finds(grown: Tree) -> None:
    found = exploit(grown, make_bot("uniform", grown.game), 1)
    for seat in range(2):
        assert found.best[seat] == pytest.approx(best_answer(seat, decks(grown.game), uniform), abs=1e-12)


def test_nobody_gains_against_the_equilibrium_as_it_is_written(grown: Tree) -> None:
    found = equilibrium(grown, within=1e-6)
    written: dict[str, Any] = json.loads(write(solution(grown, found)))
    policy = policy_of(written["strategy"])
    best = [best_answer(seat, decks(grown.game), policy) for seat in range(2)]
    assert sum(best) / 2 < 1e-5
    assert best[0] == pytest.approx(written["value"], abs=1e-5)
    assert best[1] == pytest.approx(-written["value"], abs=1e-5)


def test_mini_6_is_worth_eleven_ninetieths_to_the_first_player(mini: tuple[Tree, Equilibrium]) -> None:
    tree, found = mini
    assert (tree.deals, tree.decisions, tree.ends, tree.sets) == (180, 11_530, 7_447, 9_239)
    assert 0 <= found.quality.exploitability <= 1e-5
    low, high = found.quality.bounds
    assert low <= 11 / 90 <= high
    assert low - 1e-12 <= found.quality.value <= high + 1e-12


def test_the_same_tree_gives_the_same_numbers(mini: tuple[Tree, Equilibrium]) -> None:
    tree, found = mini
    again = equilibrium(Tree(tree.game))
    assert all(np.array_equal(one, other) for one, other in zip(found.reaches, again.reaches, strict=True))
    assert solution(tree, found) == solution(tree, again)


def test_bots_come_nearer_to_it_the_more_they_think(mini: tuple[Tree, Equilibrium]) -> None:
    tree, found = mini
    bots = ("uniform", "greedy", "ismcts:30")
    worth = [exploit(tree, make_bot(name, tree.game), 1).exploitability for name in bots]
    assert worth[0] == pytest.approx(0.4280, abs=1e-4)
    assert worth[0] > worth[1] > worth[2] > found.quality.exploitability


def test_what_a_seat_keeps_is_what_the_best_answer_leaves(mini: tuple[Tree, Equilibrium]) -> None:
    tree, found = mini
    mixed = quality(tree, (found.reaches[0], tree.seats[1].reaches(tree.seats[1].uniform)))
    assert mixed.keeps[0] == found.quality.keeps[0]
    assert mixed.keeps[1] < found.quality.keeps[1]
    assert mixed.value > found.quality.value


@pytest.mark.parametrize(
    ("game", "code", "message"),
    [
        (load("classic"), "bad-option", r"classic has 32 cards and 1.8e\+31 deals: at most 16 cards"),
        (load("classic", 3), "bad-players", "tables of two players are solved, not of 3"),
        (load("mini-6", recycle="shuffle"), "bad-option", "mini-6 shuffles the pile"),
        (load("mini-6", pajchel="penalty"), "bad-option", "mini-6 punishes invalid moves"),
        (load("mini-6", camouflage="on"), "bad-option", "covered"),
        (
            tiny("VII | VIII | under | over | ace"),
            "bad-option",
            r"tiny has 10 cards and 3,628,800 deals: at most .* 100,000 deals",
        ),
    ],
)
def test_what_cannot_be_solved_is_refused_by_name(game: Game, code: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        Tree(game)
    assert caught.value.code == code
    assert caught.value.sk


def test_a_tree_that_is_too_large_says_how_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "MOST_DECISIONS", 1000)
    with pytest.raises(GameError, match=r"mini-6 has 1,292 decisions in its first 4 moves.* at most 1,000"):
        Tree(load("mini-6"))


def test_a_rulebook_with_a_dead_end_says_where() -> None:
    dead = (Path(__file__).parents[1] / "data" / "dead.far").read_text(encoding="utf-8")
    text = dead.replace(
        "deal: hand = 5", "deck: suits = hearts | leaves, values = VII | VIII\n\ndeal: hand = 1"
    )
    with pytest.raises(GameError) as caught:
        Tree(Game(book_from_text(text, "dead.far"), 2, {}))
    assert caught.value.code == "deadlock"
