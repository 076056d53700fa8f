"""Drills in counting cards, as messages: a game through the eyes of one seat, and questions about it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache

from faraon.bots.simple.greedy import Greedy
from faraon.cards import Card, Value
from faraon.coach import counting
from faraon.game.chance import game_seed
from faraon.game.log import Entry
from faraon.lang.ir import Book
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.server import wire as msg
from faraon.server.table.replaying import moment_of
from faraon.server.table.showing import knows_pharaoh, told
from faraon.words import LANGUAGES

LEAST_MOVES, MOST_MOVES = 8, 26
ASKED = 5
"""Questions of a drill, of as many kinds as there are."""
OPTIONS = 6
"""Cards to choose the next one from."""
PILE_SHOWN = 4
VALUES = {"sevens": Value.VII, "overs": Value.over, "aces": Value.ace}
"""By the words of the questions that ask for cards of a value."""
OTHER = "Zuzka"


@cache
def _game() -> Game:
    return load("classic", 2)


def drill(seed: int) -> msg.Drill:
    """The same seed is the same drill. Nobody plays here: the game was made for it."""
    game, bot = _game(), Greedy(game=_game())
    lots = random.Random(seed)  # noqa: S311 - a drill, not a secret
    states = [game.deal(game_seed(seed, 1), first=lots.randrange(2))]
    length = lots.randint(LEAST_MOVES, MOST_MOVES)
    while len(states) <= length:
        moves = states[-1].moves()
        # A random move now and then, so that the games differ.
        view = states[-1].view(states[-1].turn)
        move = lots.choice(moves) if lots.random() < 1 / 3 else bot.choose(view, lots.getrandbits(32))
        after = states[-1].play(move)
        if after.over:
            break
        states.append(after)
    seat = lots.randrange(2)
    return msg.Drill(seat, [_step(state, seat) for state in states], _questions(states[-1], seat, seed))


def questions_at(given: msg.GivenMoment, offered: Mapping[str, Book]) -> msg.Drill:
    """About the moment of a record in which a seat is on turn."""
    state = moment_of(given, offered)
    return msg.Drill(given.seat, [], _questions(state, given.seat, given.moves))


def _step(state: State, seat: int) -> msg.DrillStep:
    view = state.view(seat)
    entry = state.log[-1] if state.log else Entry(state.turn, None, ())
    pharaoh = knows_pharaoh(state.game.book, state.game.bound.options)
    line = told(entry, state.facts(), (OTHER, OTHER), range(2), seat, len(state.log), seat, pharaoh)
    return msg.DrillStep(
        line=msg.Text(line.en, line.sk),
        hand=[card.name for card in view.hand],
        sizes=list(view.sizes),
        pile=[card.name for card in view.pile[-PILE_SHOWN:] if card is not None],
        stock_size=view.stock_size,
    )


def _questions(state: State, seat: int, seed: int) -> list[msg.CountingQuestion]:
    """A few, of every kind before one comes again."""
    found = counting.questions(state.game, state.view(seat), seed)
    rounds: dict[str, int] = {}
    ordered = []
    for number, one in enumerate(found):
        rounds[one.kind] = rounds.get(one.kind, 0) + 1
        ordered.append((rounds[one.kind], number, one))
    lots = random.Random(seed)  # noqa: S311 - a drill, not a secret
    return [_question(one, state, seat, lots) for *_, one in sorted(ordered, key=lambda one: one[:2])[:ASKED]]


def _question(asked: counting.Question, state: State, seat: int, lots: random.Random) -> msg.CountingQuestion:
    answer = asked.answer
    options: Iterable[Card] = ()
    told_answer: list[str] | int | bool
    if isinstance(answer, Card):
        view = state.view(seat)
        known = {*view.hand, answer, *(view.pile[-1:])}
        others = [card for card in state.game.bound.deck if card not in known]
        options = sorted([answer, *lots.sample(others, OPTIONS - 1)])
        told_answer = [answer.name]
    elif isinstance(answer, frozenset):
        value = next(value for name, value in VALUES.items() if name in asked.en)
        options = [card for card in state.game.bound.deck if card.val == value]
        told_answer = [card.name for card in sorted(answer)]
    else:
        told_answer = answer
    text = msg.Text(*(asked.text(language) for language in LANGUAGES))
    return msg.CountingQuestion(
        kind=asked.kind,  # type: ignore[arg-type] # one of these
        text=text,
        options=[card.name for card in options],
        answer=told_answer,
    )
