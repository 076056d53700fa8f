"""``faraon.arena.play``: a Python object with one method is a bot."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import faraon.arena
from faraon.arena.run import Run, run_arena
from faraon.arena.workers import Place
from faraon.bots import Uniform
from faraon.engines.errors import GameError
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import load


class First:
    """The first legal move, in one of three forms."""

    def __init__(self, form: type = Move) -> None:
        self.form = form

    def choose(self, view: View, seed: int) -> Any:
        assert view.seat == view.turn
        return str(view.moves[0]) if self.form is str else view.moves[0]


class Numbers:
    """Moves by their numbers, as networks give them."""

    name = "numbers"

    def choose(self, view: View, seed: int) -> int:
        return load("classic").actions.number(view.moves[0], view.turn, 2)


class Wrong:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View, seed: int) -> object:
        return self.answer


class Curious:
    """Looks for the deal of its hand where its seed may come from."""

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.found = 0

    def choose(self, view: View, seed: int) -> Move:
        self.seeds.append(seed)
        if view.moves_made < 2:
            before = [seed - view.moves_made, undone(seed, view.moves_made)]
            before += [undone(before[-1], rotation + 1) for rotation in range(2)]
            deals = [load("classic").deal(one % 2**64) for one in before]
            self.found += any(deal.view(view.seat).hand == view.hand for deal in deals)
        return view.moves[0]


def undone(seed: int, number: int) -> int:
    """The seed of which ``game_seed`` made this one: SplitMix64 backwards."""
    word = seed ^ (seed >> 31) ^ (seed >> 62)
    word = word * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    word ^= (word >> 27) ^ (word >> 54)
    word = word * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    word ^= (word >> 30) ^ (word >> 60)
    return (word - (number + 1) * 0x9E3779B97F4A7C15) % 2**64


def without_names(result: dict[str, Any]) -> Any:
    return result["deals"]


def test_an_object_plays_against_a_name() -> None:
    result = faraon.arena.play([First(), "greedy"], games=40)
    assert [one["name"] for one in result["bots"]] == ["First", "greedy"]
    assert result["games"] == 40
    assert result["bots"][1]["wins"]["value"] > result["bots"][0]["wins"]["value"]
    assert result["run"]["rulebook"] == "classic"


def test_it_is_the_arena_and_everything_is_decided_by_the_seed() -> None:
    bots = ["greedy", "uniform"]
    played = faraon.arena.play(bots, games=6, seed=3)
    run = Run.of(load("classic"), bots, 6, 3)
    assert played == run_arena(run, None, Place(), lambda done, whole: None).result
    assert without_names(faraon.arena.play(["greedy", Uniform()], games=6, seed=3)) == without_names(played)


def test_a_bot_does_not_learn_the_deal_from_its_seed() -> None:
    assert undone(game_seed(99, 5), 5) == 99
    curious, again = Curious(), Curious()
    played = [faraon.arena.play([bot, "uniform"], games=10) for bot in (curious, again)]
    assert curious.found == 0
    assert curious.seeds == again.seeds
    assert played[0] == played[1]
    assert len({*curious.seeds}) == len(curious.seeds) > 20


def test_a_move_may_be_a_text_or_a_number() -> None:
    moves, texts, numbers = (
        without_names(faraon.arena.play([bot, "greedy"], games=4)) for bot in (First(), First(str), Numbers())
    )
    assert moves == texts == numbers


def test_other_rules_and_more_players() -> None:
    result = faraon.arena.play([First(), First(str), "uniform"], load("prsi", 3), games=3)
    assert [one["name"] for one in result["bots"]] == ["First", "First 2", "uniform"]
    assert (result["run"]["rulebook"], result["run"]["players"]) == ("prsi", 3)


def test_a_level_is_a_name_as_well() -> None:
    assert faraon.arena.play(["novice", First()], games=2)["bots"][0]["name"] == "uniform"


@pytest.mark.parametrize(
    ("bots", "code", "message"),
    [
        (["greedy"], "bad-request", "2 to 50 bots, not 1"),
        (["greedy", object()], "bad-request", "a bot is a name or has a method 'choose', unlike <object"),
        (["greedy", "gready"], "bad-request", "there is no bot 'gready'"),
        (["greedy", "greedy"], "bad-request", "'greedy' is named twice"),
        (["greedy", Wrong("b8 b9")], "illegal-move", "Wrong chose 'b8 b9', which is not legal; legal are "),
        (["greedy", Wrong("nonsense")], "illegal-move", "Wrong chose 'nonsense', which is not legal"),
        (["greedy", Wrong(712)], "illegal-move", "Wrong chose 712, which is not legal"),
        (["greedy", Wrong(9999)], "illegal-move", "Wrong chose 9999, which is not legal"),
        (["greedy", Wrong(None)], "illegal-move", "Wrong chose None, which is not legal"),
    ],
)
def test_what_is_refused(bots: list[Any], code: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        faraon.arena.play(bots, games=2)
    assert caught.value.code == code


def test_the_example_of_the_page_plays() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "bots.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    test = doctest.DocTestParser().get_doctest(blocks[0], {}, "bots.md", None, None)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_an_error_of_the_object_itself_is_not_hidden() -> None:
    class Broken:
        def choose(self, view: View, seed: int) -> Move:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        faraon.arena.play([Broken(), "uniform"], games=2)
