"""Whatever is laid covered and whoever checks: no card is lost, and nobody learns what they cannot know."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter

import pytest

from faraon.cards import CARDS, Card
from faraon.engines.explain.stepper import walk_through
from faraon.game.log import SeenEntry
from faraon.game.position import Out
from faraon.game.record import Record
from faraon.game.telling import tell
from faraon.play.game import load
from faraon.play.replay import record_of, replay
from faraon.play.state import State
from tests.covered.games import played
from tests.scale import scaled
from tests.views import written_view

GAMES = scaled(14, 2_000)
BATCHES = range(2)


def cards_of(state: State) -> Counter[Card]:
    position = state.position
    return Counter([*position.stock, *position.pile, *(card for hand in position.hands for card in hand)])


def numbers(batch: int) -> range:
    return range(batch, GAMES, len(BATCHES))


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_no_card_is_lost_and_some_move_is_legal_until_the_end(batch: int) -> None:
    found: Counter[str] = Counter()
    for number in numbers(batch):
        before = None
        for state in played(number, "whole"):
            assert cards_of(state) == Counter(state.deck)
            assert state.over != bool(state.moves())
            if before is not None:
                assert state.before == before.position
                assert state.position.moves_made == before.position.moves_made + 1
                move = state.log[-1].move
                assert move is not None
                walk = walk_through(state.game.engine, before.position, move)
                assert walk.after == state.position
                found.update(kind for kind, _, _ in state.log[-1].events)
                if before.position.claimer >= 0 and move.word != "check":
                    found["accepted"] += 1
            before = state
    assert min(found[kind] for kind in ("cover", "true", "lie", "accepted", "hidden")) > 0


def test_records_positions_views_and_pickles_come_back() -> None:
    for number in numbers(0):
        states = list(played(number, "values"))
        last = states[-1]
        text = record_of(last).write()
        assert [state.position for state in replay(Record.read(text)).states] == [s.position for s in states]
        for state in states[:: scaled(6, 1)]:
            game = state.game
            again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
            assert (again, again.log, again.before) == (state, state.log, state.before)
            data = json.loads(json.dumps(state.to_json()))
            assert game.position(data).position == state.position
            for seat in range(-1, game.players):
                view = state.view(seat)
                assert game.read_view(json.loads(json.dumps(game.write_view(view)))) == view


# ------------------------------------------------------------------------------- what a seat cannot know


def seen_by(states: list[State], seat: int) -> set[Card]:
    """Every card that a seat ever held, or that ever lay open: whatever the engine says that it saw."""
    first = states[0].position
    seen = {*first.pile}
    for state in states:
        seen |= {*(state.position.hands[seat] if seat >= 0 else ())}
    for entry in states[-1].log:
        if entry.move is not None:
            seen |= {*(entry.move.cards[-1:] if entry.covered else entry.move.cards)}
        seen |= {card for kind, _, cards in entry.events if kind in ("show", "true", "lie") for card in cards}
    return seen


def another_truth(states: list[State], seat: int, rng: random.Random) -> list[State] | None:
    """The same game with the cards exchanged that the seat never saw; ``None`` if somebody else, with other
    cards, could not have moved so."""
    last = states[-1]
    if last.deck is None or max(Counter(last.deck).values()) > 1:
        return None
    unseen = sorted(set(last.deck) - seen_by(states, seat))
    mixed = rng.sample(unseen, len(unseen))
    other = {card: card for card in CARDS} | dict(zip(unseen, mixed, strict=True))
    first = states[0]
    state = first.game.deal(
        deck=[other[card] for card in last.deck], first=first.turn, chance=first.position.chance
    )
    found = [state]
    for entry in last.log:
        if entry.move is not None:
            move = entry.move._replace(cards=tuple(other[card] for card in entry.move.cards))
            if state.over or not state.judge(move):
                return None
            state = state.play(move)
            found.append(state)
    same_end = state.over == last.over  # a last chance depends on the cards: without it the game is over
    return found if same_end else None


def told(state: State, seat: int) -> list[str]:
    """The log's lines for a seat."""
    names = [f"N{number}" for number in range(state.game.players)]
    if not state.log:
        return []
    entry, facts = SeenEntry.of(seat, state.log[-1]), state.facts()
    return [tell(entry, facts, names, language, seat) for language in ("en", "sk")]


@pytest.mark.soak
@pytest.mark.parametrize("batch", BATCHES)
def test_other_hidden_cards_do_not_change_what_a_seat_or_a_watcher_sees(batch: int) -> None:
    rng, compared, covered = random.Random(f"truths {batch}"), 0, 0
    for number in numbers(batch):
        whole = list(played(number, "truths"))
        states = whole[: rng.randint(len(whole) // 3, len(whole))]
        for seat in range(-1, states[0].game.players):
            others = another_truth(states, seat, rng)
            if others is None:
                continue
            for state, other in zip(states, others, strict=True):
                assert state.view(seat) == other.view(seat)
                assert told(state, seat) == told(other, seat)
            assert written_view(states[-1], seat) == written_view(others[-1], seat)
            compared += 1
            covered += any(entry.covered for entry in states[-1].log)
    assert compared > GAMES // 4
    assert covered > GAMES // 8


def test_what_is_known_is_so() -> None:
    for number in numbers(0):
        for state in played(number, "known"):
            for seat in range(-1, state.game.players):
                known, view = state.known(seat), state.view(seat)
                for other, cards in known.hands.items():
                    assert not Counter(cards) - Counter(state.position.hands[other])
                for card, really in zip(known.stock, state.position.stock, strict=True):
                    assert card in (None, really)
                for card, really in zip(view.pile, state.position.pile, strict=True):
                    assert card in (None, really)


@pytest.mark.parametrize(
    ("places", "out"), [([0], "N0 is out of cards: place 1"), ([], "N0 is out of cards")]
)
def test_whoever_was_returned_in_an_extra_move_is_out_again_with_the_lie(places: list[int], out: str) -> None:
    """A given position need not say who finished when."""
    table = {
        "hands": [[], ["bX", "lU"], ["h7", "aX", "lX", "hX", "a7", "b9"]], "turn": 2, "pile": ["hK"],
        "stock": ["l9", "lO", "hO", "l8", "a8", "b8", "aU"], "out": {"0": "returnable"}, "places": places,
    }  # fmt: skip
    state = load("classic", 3, camouflage="on").position(table)
    for move in ("lX a7 hX aX", "h7^0", "check"):
        state = state.play(move)
    assert state.position.out[0] == Out.safe
    assert [*state.position.places] == places
    assert told(state, -1)[0].endswith(f" {out}")
