"""Every reason of every hint is true in its position, under the rules of its table."""

from __future__ import annotations

import inspect
import random
import re
from typing import Any

import pytest

from faraon.bots.hints import prospect, reasons
from faraon.bots.registry import make_bot
from faraon.bots.search.ismcts import Ismcts
from faraon.lang.library import book_from_text
from faraon.play.game import Game, load
from faraon.testing.positions import random_position
from tests.scale import scaled
from tests.truth.hint_predicates import Hint, problem
from tests.truth.hints import Reasoning, falsehoods
from tests.truth.refusals import tables

BATCHES = range(4)
DECISIONS = scaled(6_000, 400_000) // len(BATCHES)


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_every_reason_of_a_hint_is_true(batch: int) -> None:
    assert [*falsehoods(tables(), f"hints {batch}", DECISIONS, reasons.reason_for)] == []


RATE = (
    r"(?P<reason>.*?) ?Success rate in (?P<games>\d+) trial games?: (?P<share>\d+)%\.",
    r"(?P<reason>.*?) ?Úspešnosť v (?P<games>\d+) skúšobn(?:ej hre|ých hrách): (?P<share>\d+) %\.",
)

SEARCHES = [
    ("ismcts:60", "classic", 4, {"play_drawn": "on"}),
    ("flat:60", "prsi", 3, {}),
    ("ismcts:6", "classic", 2, {"packs": 2}),
]


@pytest.mark.parametrize(("name", "rulebook", "players", "options"), SEARCHES)
def test_a_search_tells_what_it_computed(
    name: str, rulebook: str, players: int, options: dict[str, Any]
) -> None:
    game, rng = load(rulebook, players, **options), random.Random(f"{name} {rulebook} {players}")
    bot = make_bot(name, game)
    assert isinstance(bot, Ismcts)
    for number in range(scaled(30, 600)):
        state = game.deal(number) if number % 2 else random_position(game, rng)
        if state.over or not state.moves():
            continue
        view = state.view(state.turn)
        advice = bot.advise(view, number)
        told = [advice.en, advice.sk]
        if len(view.moves) > 1:
            best, *others = bot.candidates(view, number)
            assert advice.move == best.move
            counted = bot.compared(view, best.move, others[0].move, number) if others else None
            for language, text in enumerate(told):
                rate = re.fullmatch(RATE[language], text)
                assert rate is not None, text
                assert int(rate["games"]) == best.visits
                assert abs(int(rate["share"]) - 100 * best.value) <= 0.5
                told[language] = rate["reason"]
                if counted is not None:  # what was counted is tried in the tests of the coach
                    sentence = (counted.en, counted.sk)[language]
                    assert told[language].endswith(sentence)
                    told[language] = told[language].removesuffix(sentence).rstrip()
        assert problem(Hint(state, advice.move), *told) is None


# ------------------------------------------------------------------------------------------------- mutants

MUTANTS = {
    "a debt that only waits": ("look.debt <= look.view.situation.debt", "not look.debt"),
    "an answer that is held": ("if look.groups or not look.facing", "if not look.facing"),
    "as many of another suit": ("number > max(held.values())", "number >= max(held.values())"),
    "a red seven without its power": (" or not look.returns_players(Card.h7)", ""),
    "a Pharaoh without his power": (" or not look.wipes_out_debts(Card.lU)", ""),
    "one of several cards": (" or set(look.groups) != {cards}", ""),
    "what hangs on a hidden card": ("return least if least == most else None", "return least"),
}
"""Sentences attached to a wrong condition, as edits of their source."""


def mutant(old: str, new: str) -> Reasoning:
    texts = [inspect.getsource(module) for module in (prospect, reasons)]
    assert "".join(texts).count(old) == 1
    names: dict[str, Any] = {"__name__": "mutant"}
    for text in texts:
        kept = {"Prospect": names["Prospect"]} if "Prospect" in names else {}
        exec(compile(text.replace(old, new), "mutant", "exec"), names)  # noqa: S102 - our own source, spoiled
        names.update(kept)
    spoiled: Reasoning = names["reason_for"]
    return spoiled


@pytest.mark.parametrize("name", MUTANTS)
def test_a_reason_at_a_wrong_condition_is_found(name: str) -> None:
    games = [load("classic", 2), load("classic", 3), load("prsi", 2), load("classic", 2, pharaoh="off")]
    assert any(falsehoods(games, name, 20_000, mutant(*MUTANTS[name])))


# ---------------------------------------------------------------------------------------- house rulebooks

HOUSES = {
    "kings": "mechanic kings before turn: Cn[val] == king & hand > 0 -> again = true",
    "eights": "mechanic eights after sevens: Cn[val] == VIII -> owed += n",
    "mercy": "drop rule pharaoh_kills\ndrop mechanic pharaoh",
    "hearts": "mechanic hearts after turn: Cn[val] == king & holds((hearts, ace)) -> owed += 4",
}
"""A move again, a debt of another card, a Pharaoh without power, a debt that a hidden card decides."""


def house(name: str, players: int = 2) -> Game:
    return Game(book_from_text(f"rulebook {name}\ninclude classic\n{HOUSES[name]}\n"), players, {})


@pytest.mark.parametrize("name", HOUSES)
def test_every_reason_is_true_by_house_rules(name: str) -> None:
    games = [house(name), house(name, 3)]
    assert [*falsehoods(games, name, scaled(400, 10_000), reasons.reason_for)] == []


def hint(game: Game, move: str, **position: Any) -> str:
    data = {"stock": ["l8"], "turn": 0, **position}
    data = {key: value.split() if isinstance(value, str) else value for key, value in data.items()}
    data["hands"] = [hand.split() for hand in data["hands"]]
    state = game.position(data)
    view = state.view(state.turn)
    return reasons.reason_for(game, view, next(one for one in view.moves if str(one) == move)).en


def test_a_house_rule_is_told() -> None:
    again, owed = "You lay 1 card and move again.", "Your opponent will owe 1 card."
    assert hint(house("kings"), "bK", hands=["bK h8 a9", "hA l9"], pile="b9") == again
    assert hint(house("eights"), "b8", hands=["b8 hK a9", "hA l9"], pile="b9") == owed


def test_a_power_that_a_house_rule_took_is_not_told() -> None:
    table: dict[str, Any] = {"hands": ["b9 lU hK", "h8 a8 b8"], "pile": "bX"}
    assert hint(load("classic", 2), "b9", **table) == "Keep the Pharaoh: it can wipe out a debt."
    assert "Pharaoh" not in hint(house("mercy"), "b9", **table)


def test_what_a_hidden_card_decides_is_not_told() -> None:
    for theirs in ("hA l9", "aA l9"):
        assert "owe" not in hint(house("hearts"), "bK", hands=["bK h8 a9", theirs], pile="b9")


def test_the_last_card_wins_only_if_nobody_can_return_the_player() -> None:
    game = load("classic", 2)
    finishes, wins = "It is your last card: you finish.", "That wins the game."
    assert hint(game, "b9", hands=["b9", "h7 a8"], pile="bX") == finishes
    assert hint(game, "b9", hands=["b9", "h8 a8"], pile="bX") == finishes
    assert hint(game, "b9", hands=["b9", "h8 a8"], pile="h7 bX") == wins
    assert hint(game, "bA", hands=["bA", "h7 a8"], pile="bX") == wins
    assert hint(load("classic", 2, red_seven_return="off"), "b9", hands=["b9", "h7 a8"], pile="bX") == wins


def test_where_no_reason_is_true_only_the_move_is_told() -> None:
    assert hint(load("classic", 2), "bX", hands=["bX hK h9 h8", "a8 l9"], pile="lU") == ""
    assert (
        hint(load("classic", 2), "concede", hands=["h7 lX", ""], pile="b8 b9", out={"1": "returnable"}) == ""
    )
