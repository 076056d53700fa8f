"""Tables without a server: their events, written by an operator who may be honest or not."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from faraon.game.record import Record
from faraon.lang.library import read_book
from faraon.play.replay import Replay, replay
from faraon.server.table import events as ev
from faraon.server.table.deals import Deal
from faraon.server.table.events import Event, SeatSetup, Stored
from faraon.server.table.fair import SCHEME, seal
from faraon.server.table.replaying import record_of_deal
from faraon.server.table.table import Table
from faraon.server.wire import SeatKind

SECRET = bytes(range(32)).hex()
SALTS = {0: "anna-7", 1: "boris_8"}


class Operator:
    """Writes the events of a table one after another."""

    def __init__(
        self, *kinds: SeatKind, rulebook: str = "classic", seed: int = 0, table: str = "T", **created: Any
    ) -> None:
        seats = [SeatSetup(kind, f"N{number}") for number, kind in enumerate(kinds or ("person", "person"))]
        fields = {"options": {}, "kind": "single", "games": 1, "clock": None, "listed": False, "pace": 0.0}
        book = read_book(rulebook)
        first = ev.Created(book="", seats=seats, **{**fields, **created})
        self.table = Table(table, book, Stored(1, 0.0, None, first))
        self.rng = random.Random(seed)
        self.games: list[Deal] = []

    def writes(self, *events: Event) -> None:
        for event in events:
            self.table.apply(Stored(self.table.n + 1, float(self.table.n), None, event))
            if isinstance(event, ev.Dealt) and self.table.deal is not None:
                self.games.append(self.table.deal)

    def promises(self, secret: str = SECRET, scheme: int = SCHEME) -> None:
        self.writes(ev.Committed(self.table.dealt + 1, secret, scheme))

    def seals(self, salts: dict[int, str]) -> None:
        assert self.table.next_deal is not None
        label = self.table.next_deal.label
        self.writes(*(ev.Sealed(seat, seal(label, seat, salt)) for seat, salt in salts.items()))

    def opens(self, salts: dict[int, str]) -> None:
        self.writes(ev.Opening(0), *(ev.Salted(seat, salt) for seat, salt in salts.items()))

    def deals(self, secret: str = SECRET, salts: dict[int, str] | None = None) -> None:
        """As it should be done."""
        salts = SALTS if salts is None else salts
        self.promises(secret)
        self.seals(salts)
        self.opens(salts)
        self.writes(ev.Dealt(0))

    def plays(self) -> None:
        """Any moves, to the end of the game."""
        state = self.table.state
        while state is not None and not state.over:
            self.writes(ev.Moved(state.turn, str(self.rng.choice(state.moves())), "person"))
            state = self.table.state

    def record(self, game: int = 1) -> str:
        return record_of_deal(self.games[game - 1]).write()


def honest(*kinds: SeatKind, **created: Any) -> Operator:
    """A finished game, as it should be."""
    operator = Operator(*kinds, **created)
    operator.deals()
    operator.plays()
    return operator


def replayed(text: str) -> Replay:
    return replay(Record.read(text))


def with_tag(text: str, tag: str, value: str) -> str:
    """The record with another value of a tag."""
    return "\n".join(
        f'[{tag} "{value}"]' if line.startswith(f"[{tag} ") else line for line in text.splitlines()
    )


def without_tags(text: str, tags: Iterable[str]) -> str:
    starts = tuple(f"[{tag} " for tag in tags)
    return "\n".join(line for line in text.splitlines() if not line.startswith(starts))
