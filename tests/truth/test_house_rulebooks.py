"""What the house rulebooks of the how-to say is true, and what waits is called by its name."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from faraon.cards import CARDS, Card, Value
from faraon.lang.library import book_from_text
from faraon.play.game import Game
from faraon.play.state import State
from faraon.words import suit_name
from tests.docs.how_to import rulebook
from tests.scale import scaled
from tests.truth import consequences
from tests.truth.consequences import Turn
from tests.truth.predicates import OVERS, PHARAOH, SEVENS, Case, N, named, says
from tests.truth.refusals import Templates, problems, random_move
from tests.truth.test_consequences import falsehoods

HOUSES = ("kings", "eights", "slow", "plain", "king", "nines", "until", "quick")
REFUSALS = scaled(1_000, 50_000)
TRIES = 6
SWITCHES = {
    "seven_answer": ("on", "off"),
    "pharaoh": ("on", "off"),
    "play_drawn": ("off", "on"),
    "burned": ("on", "off"),
    "eights": ("draw_one", "plain"),
}
"""Options that decide which sentences are told."""


# --------------------------------------------------------------------------------------- their own sentences


def waits(case: Case, cards: str) -> bool:
    return not case.stopped and case.waiting == int(cards) > 0 and "draw" in case.legal


@says(rf"Eights are waiting: draw {N}\.")
@says(rf"The king of hearts waits: draw {N}\.")
def _only_draw(case: Case, said: tuple[str, ...]) -> bool:
    return waits(case, said[0]) and not case.offers(CARDS)


@says(rf"Eights are waiting: answer them like sevens, or draw {N}\.")
def _like_sevens(case: Case, said: tuple[str, ...]) -> bool:
    as_sevens = case.offers(SEVENS) == (case.option("seven_answer") == "on")
    return waits(case, said[0]) and as_sevens and case.offers([*SEVENS, PHARAOH])


@says(r"Only the Pharaoh kills eights, and in a group only from the bottom\.")
def _kills(case: Case, _: tuple[str, ...]) -> bool:
    return case.top.val == Value.VIII and case.bottom != PHARAOH and case.offers([PHARAOH])


@says(r"A king is not laid on a king\.")
def _no_king(case: Case, _: tuple[str, ...]) -> bool:
    return case.top.val == Value.king and case.bottom is not None and case.bottom.val == Value.king


@says(r"(.+) does not fit: follow the suit \((\w+)\), or lay an over( or the Pharaoh)?\.")
def _on_a_king(case: Case, said: tuple[str, ...]) -> bool:
    card, name, suit = case.bottom, *said[:2]
    right = card is not None and named(name, card) and suit == suit_name(case.suit, "en")
    follows = [one for one in CARDS if one.suit == case.suit and one.val != Value.king]
    offered = case.drawn is not None or (case.offers(follows) and case.offers(OVERS))
    return right and offered and bool(said[2]) == (case.option("pharaoh") == "on")


# ---------------------------------------------------------------------------------- what is told of a move


@consequences.says(r"A king: the same player moves again\.")
def _king_again(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.king) and turn.goes_on


@consequences.says(rf"Eights: the next player owes {N}\.")
@consequences.says(rf"The king of hearts: the next player owes {N}\.")
def _next_owes(turn: Turn, said: tuple[str, ...]) -> bool:
    right = turn.laid(Value.VIII) or turn.after.top == Card.hK
    return right and turn.debt(turn.now) == int(said[0]) > turn.debt(turn.was) and not turn.goes_on


@consequences.says(r"The king of hearts waits\.")
def _king_waits(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.after.top == Card.hK and turn.now.waiting > 0


# ------------------------------------------------------------------------------------------------- the tests


def games(house: str, rng: random.Random) -> Iterator[tuple[State, tuple[Card, ...]]]:
    """The states of random games, each with the cards that last added to the debt, or the start card."""
    book = book_from_text(rulebook(house), f"{house}.far")
    known = {option.name for option in book.options}
    while True:
        chosen = {name: rng.choice(values) for name, values in SWITCHES.items() if name in known}
        state = Game(book, rng.choice((2, 3, 4)), chosen).deal(rng.getrandbits(32))
        made = state.position.pile[-1:]
        while not state.over:
            yield state, made
            owed, moves = state.situation.debt, state.moves()
            # Cards that cost something are laid often, so that there is something to be said.
            dear = [move for move in moves if move.cards and move.cards[-1].val in (Value.VII, Value.VIII)]
            move = rng.choice(dear or moves)
            state = state.play(move)
            if state.situation.debt > owed:
                made = move.cards


def names_what_waits(sentence: str, made: tuple[Card, ...]) -> bool:
    """Whether a sentence calls the debt by the cards that made it."""
    if "waiting" not in sentence and "king of hearts waits" not in sentence:
        return True
    if "king of hearts" in sentence:
        return made[-1] == Card.hK
    return made[-1].val == (Value.VIII if "Eights" in sentence else Value.VII)


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_every_sentence_of_a_house_rulebook_is_true(house: str) -> None:
    rng, seen, found = random.Random(f"house {house}"), 0, dict[str, str]()
    templates: dict[object, Templates] = {}
    for state, made in games(house, rng):
        told = templates.setdefault(state.game.book, Templates(state.game.book))
        for move in {random_move(state, rng) for _ in range(TRIES)}:
            verdict = state.judge(move)
            if verdict:
                continue
            seen += 1
            wrong = [*problems(Case(state, move), verdict.reasons, told)]
            wrong += [one.en for one in verdict.reasons if not names_what_waits(one.en, made)]
            for problem in wrong:
                found.setdefault(problem, f"{dict(state.game.options)}: {move} in {state.to_json()}")
        if seen >= REFUSALS:
            break
    assert found == {}


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES)
def test_every_sentence_about_a_move_is_true_by_house_rules(house: str) -> None:
    book = book_from_text(rulebook(house), f"{house}.far")
    plain = {"seven_answer": "off", "pharaoh": "off", "ace_answer": "off", "play_drawn": "off"}
    tables = [{}, {"play_drawn": "on"}, plain]
    games = [Game(book, players, options) for players in (2, 3, 4) for options in tables]
    assert falsehoods(games, house, scaled(200, 30_000)) == {}
