"""Every refusal has a reason with a paragraph, in both languages, and none is an internal expression."""

from __future__ import annotations

import random
import re

import pytest

from faraon.cards import CARDS, Suit, Value
from faraon.engines.errors import GameError
from faraon.game.move import WORDS, Move
from faraon.lang.library import read_book, shipped
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.options import pairwise
from faraon.testing.positions import random_position
from tests.scale import scaled

BATCHES = range(4)
REFUSALS = scaled(2_000, 200_000) // len(BATCHES)
INTERNAL = re.compile(r"==|!=|<=|>=|&|\||\bCn\b|\bTOP\b|_|[{}\[\]]|state\.|option")


def random_move(state: State, rng: random.Random) -> Move:
    """Any move at all: own cards mostly, sometimes foreign ones, or a word."""
    if rng.random() < 0.25:
        return Move(word=rng.choice(WORDS))
    hand = state.position.hands[state.turn]
    source = hand if rng.random() < 0.85 and hand else CARDS
    cards = tuple(rng.sample(source, min(len(source), rng.choice((1, 1, 1, 2, 2, 3, 5)))))
    if rng.random() < 0.6:
        cards = tuple(card for card in cards if card.val == cards[0].val)
    suit = rng.choice(list(Suit)) if cards[-1].val == Value.over or rng.random() < 0.05 else None
    return Move(cards, suit, rng.randrange(6) if rng.random() < 0.15 and suit is None else None)


def tables(rng: random.Random) -> Game:
    name = rng.choice(("classic", "classic", "classic", *shipped()))
    book = read_book(name)
    players = rng.randint(2, min(5, book.players[1]))
    options = rng.choice(OPTION_SETS) if name == "classic" and rng.random() < 0.5 else {}
    try:
        game = Game(book, players, options)
        game.packs()
    except GameError:
        return load("classic", players)
    return game


OPTION_SETS = pairwise(read_book("classic"))


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_every_refusal_says_why(batch: int) -> None:
    rng = random.Random(f"reasons {batch}")
    refused = 0
    while refused < REFUSALS:
        state = random_position(tables(rng), rng)
        for _ in range(6):
            move = random_move(state, rng)
            verdict = state.judge(move)
            assert bool(verdict) == (move in state.moves())
            if verdict:
                continue
            refused += 1
            assert verdict.reasons
            for reason in verdict.reasons:
                assert reason.paragraph
                for text in (reason.en, reason.sk):
                    assert text.endswith(".")
                    assert text[0].isupper() or text[0] in "„\"'(", text
                    assert not INTERNAL.search(text), text


@pytest.mark.parametrize("players", [2, 3])
def test_a_legal_move_names_its_rule_and_what_follows(players: int) -> None:
    rng = random.Random(f"legal {players}")
    for _ in range(200):
        state = random_position(load("classic", players), rng)
        for move in state.moves()[:5]:
            verdict = state.judge(move)
            assert verdict
            assert verdict.reasons[0].rule == verdict.rule
            for reason in verdict.reasons:
                assert reason.en
                assert reason.sk
                assert not INTERNAL.search(reason.en + reason.sk)


def test_the_best_reason_comes_first() -> None:
    state = load("classic", 2).position(
        {"hands": [["bK", "h9"], ["a9"]], "pile": ["b7"], "stock": ["l9"], "turn": 0, "owed": 6}
    )
    verdict = state.judge("bK")
    assert verdict.text("sk") == "Čakajú sedmy: prebi sedmou alebo faraónom, alebo ber 6 kariet (§14)."
    assert verdict.text("en") == (
        "Sevens are waiting: answer with a seven or the Pharaoh, or draw 6 cards (§14)."
    )


SWITCHED_OFF = [
    ({"seven_answer": "off"}, {"pile": ["h7"], "owed": 3}, "b7", [
        "At this table a seven is not answered with a seven.",
        "Sevens are waiting: lay the Pharaoh, or draw 3 cards.",
    ]),
    ({"seven_answer": "off"}, {"pile": ["h7"], "owed": 3}, "bK", [
        "Sevens are waiting: lay the Pharaoh, or draw 3 cards.",
    ]),
    ({"seven_answer": "off", "pharaoh": "off"}, {"pile": ["h7"], "owed": 3}, "bK", [
        "Sevens are waiting: draw 3 cards.",
    ]),
    ({"ace_answer": "off"}, {"pile": ["hA"], "ace": 1}, "bA", [
        "At this table an ace is not answered: stand.",
    ]),
    ({"ace_answer": "off"}, {"pile": ["hA"], "ace": 1}, "bK", ["An ace stops you: you can only stand."]),
    ({"red_seven_return": "off"}, {"pile": ["h9"]}, "h7^1", ["At this table nobody is returned."]),
]  # fmt: skip


@pytest.mark.parametrize(("options", "more", "move", "told"), SWITCHED_OFF)
def test_a_rule_that_options_switch_off_speaks_only_if_nothing_else_is_against_the_move(
    options: dict[str, str], more: dict[str, object], move: str, told: list[str]
) -> None:
    hands = [["b7", "bK", "bA", "h7" if more["pile"] != ["h7"] else "l9"], ["a9", "b9"]]
    state = load("classic", 2, **options).position({"hands": hands, "stock": ["l8"], "turn": 0, **more})
    assert [reason.en for reason in state.judge(move).reasons] == told
