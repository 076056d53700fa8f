"""Random refusals, and what is wrong with what they say."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import tests.truth.family_predicates  # noqa: F401 - it adds its sentences to those of predicates
from faraon.cards import CARDS, Suit
from faraon.engines.errors import GameError
from faraon.game.facts import Reason
from faraon.game.move import WORDS, Move
from faraon.lang import ir
from faraon.lang.library import book_from_text, read_book, shipped
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.options import pairwise
from faraon.testing.positions import random_position
from tests.truth.predicates import Case, truth

SMALL = book_from_text("rulebook small\ninclude classic\ndeck: suits = hearts | leaves | acorns\n")
"""Where overs cannot ask for bells."""

TRIES = 24
"""Moves that are tried in each position."""


COVERED: list[dict[str, ir.Scalar]] = [
    {},
    {"play_drawn": "on", "ace_two": "free", "recycle": "shuffle"},
    {"play_on": "first_out", "red_seven_return": "off"},
    {"voluntary_draw": "off", "finish_over": "own", "packs": 2, "ace_two": "free"},
]
"""With camouflage, what else is agreed."""


@cache
def tables() -> list[Game]:
    """Every shipped rulebook for two to five players, and all pairs of settings of the classic one."""
    classic = read_book("classic")
    chosen: list[tuple[ir.Book, int, dict[str, ir.Scalar]]] = [
        (read_book(name), players, {}) for name in shipped() for players in (2, 3, 4, 5)
    ]
    for number, options in enumerate(pairwise(classic)):
        chosen.append((classic, 2 + number % 4, {**options, "packs": "auto"}))
    for players in (2, 3, 4, 5):
        chosen += [(classic, players, {"play_drawn": "on"}), (classic, players, {"packs": 2})]
        chosen.append((classic, players, {"play_drawn": "on", "voluntary_draw": "off", "packs": 2}))
        chosen += [(classic, players, {"camouflage": "on", **more}) for more in COVERED]
    chosen += [(read_book("mini-8"), 2, {"pharaoh": "off"}), (SMALL, 2, {}), (SMALL, 3, {"pharaoh": "off"})]
    return list(playable(chosen))


def playable(chosen: list[tuple[ir.Book, int, dict[str, ir.Scalar]]]) -> Iterator[Game]:
    for book, players, options in chosen:
        try:
            game = Game(book, players, options)
            game.packs()
        except GameError:
            continue
        yield game


def refusals(game: Game, rng: random.Random) -> Iterator[tuple[Case, tuple[Reason, ...]]]:
    """The refused ones of many moves in a random position, and in two that follow it."""
    state = random_position(game, rng)
    for _ in range(3):
        for move in {random_move(state, rng) for _ in range(TRIES)}:
            verdict = state.judge(move)
            if not verdict:
                yield Case(state, move), verdict.reasons
        moves = state.moves()
        if not moves:
            return
        state = state.play(rng.choice(moves))


def random_move(state: State, rng: random.Random) -> Move:
    """Any move at all: own cards mostly, sometimes foreign ones, or a word."""
    if rng.random() < 0.2:
        return Move(word=rng.choice(WORDS))
    hand = state.position.hands[state.turn]
    source = hand if rng.random() < 0.95 and hand else CARDS
    cards = tuple(rng.sample(source, min(len(source), rng.choice((1, 1, 1, 2, 2, 3, 5)))))
    mixed = 0.5 if state.game.bound.covered else 0.05
    if rng.random() >= mixed:
        cards = tuple(card for card in cards if card.val == cards[0].val)
    if rng.random() < 0.05:
        cards = (*cards, cards[0])
    asks = state.game.bound.asks_for_suit(cards)
    suit = rng.choice(list(Suit)) if rng.random() < (0.95 if asks else 0.02) else None
    seat = rng.randrange(state.game.players) if rng.random() < 0.2 and suit is None else None
    return Move(cards, suit, seat)


def problems(case: Case, reasons: tuple[Reason, ...], templates: Templates) -> Iterator[str]:
    """What is not true in a refusal."""
    for reason in reasons:
        if not templates.belong_together(reason):
            yield f"the two languages differ: {reason.en} | {reason.sk}"
        match truth(case, reason.en):
            case None:
                yield f"nobody knows what this claims: {reason.en}"
            case False:
                yield f"false: {reason.en}"


class Templates:
    """The texts of a rulebook's sentences, to find which one was told."""

    def __init__(self, book: ir.Book) -> None:
        sentences = [one for let in book.definitions for one in (*let.yes, *let.no)]
        done = [*book.starts, *book.rules, *book.fouls, *book.mechanics, *book.ends]
        sentences += [why for one in done for why in one.why]
        texts = [*(one.texts for one in sentences), *(one.texts for one in done)]
        self.pairs = {(_pattern(one.en), _pattern(one.sk)) for one in texts if one.en}

        self._told = dict[tuple[str, str], bool]()

    def belong_together(self, reason: Reason) -> bool:
        """Whether a sentence of the rulebook reads so in both languages, with the same numbers."""
        told = reason.en, reason.sk
        if told not in self._told:
            self._told[told] = self._pair(*told)
        return self._told[told]

    def _pair(self, en: str, sk: str) -> bool:
        if re.findall(r"\d+", en) != re.findall(r"\d+", sk):
            return False
        fits_en = [slovak for english, slovak in self.pairs if english.fullmatch(en)]
        return not fits_en or any(slovak.fullmatch(sk) for slovak in fits_en)


def _pattern(template: ir.Template) -> re.Pattern[str]:
    return re.compile("".join(re.escape(part) if isinstance(part, str) else ".+" for part in template))
