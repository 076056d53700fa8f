"""What really happened at a table, from the rows of its database and the engine alone."""

from __future__ import annotations

import functools
import hashlib
import json
import math
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from faraon.cards import Card
from faraon.lang.library import read_book
from faraon.match import Match
from faraon.play.game import Game
from faraon.play.state import State
from faraon.server.table.fair import Label, fair_deal, fair_shuffle


@dataclass(frozen=True)
class Row:
    """An event as it is stored."""

    n: int
    request: str | None
    event: dict[str, Any]


async def stored(database: str, table: str) -> list[Row]:
    """The rows of a table, read without the server."""
    asked = "SELECT n, request, data FROM events WHERE game = {} ORDER BY n"
    if database.startswith("sqlite"):
        connection = sqlite3.connect(database.partition("///")[2])
        try:
            found: Sequence[Any] = connection.execute(asked.format("?"), (table,)).fetchall()
        finally:
            connection.close()
    else:
        import asyncpg  # type: ignore[import-untyped] # it has no types

        other = await asyncpg.connect(database.replace("+asyncpg", ""))
        try:
            found = await other.fetch(asked.format("$1"), table)
        finally:
            await other.close()
    return [Row(n, request, json.loads(data)) for n, request, data in found]


@dataclass(frozen=True)
class Moment:
    """An event with the game before and after it."""

    n: int
    event: dict[str, Any]
    request: str | None
    game: int
    players: tuple[int, ...]
    """The seats of the table by seat of the game."""
    before: State | None
    state: State | None
    secret: str
    """Of the game that is played, or was played last."""

    @property
    def kind(self) -> str:
        return str(self.event["type"])

    @property
    def touched(self) -> bool:
        """The event changed the game."""
        return self.kind in ("dealt", "moved", "undone")

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The hand of a seat of the table after the event."""
        return self._hand(self.state, seat)

    def _hand(self, state: State | None, seat: int) -> tuple[Card, ...]:
        if state is None or seat not in self.players:
            return ()
        return state.position.hands[self.players.index(seat)]

    @property
    def move(self) -> str:
        return str(self.event["move"]) if self.kind == "moved" else ""

    @property
    def laid(self) -> list[str]:
        """The cards that the move names; everybody sees them, also when they are taken back."""
        return [word.partition("=")[0].partition("^")[0] for word in self.move.split() if word[0] in "hlab"]

    @property
    def covers(self) -> bool:
        """The cards of the move are laid covered (§17)."""
        game = self.before.game if self.before is not None else None
        return game is not None and game.options.get("camouflage") == "on" and len(self.laid) > 1

    def mine(self, seat: int) -> bool:
        """A seat of the table made the move."""
        return self.before is not None and self.players[self.before.turn] == seat

    def seen_move(self, seat: int) -> str:
        """The move as a seat of the table may see it."""
        if not self.covers or self.mine(seat):
            return self.move
        return "?? " * (len(self.laid) - 1) + self.move.split()[-1]

    def seen_laid(self, seat: int) -> list[str]:
        """The cards of the move that a seat of the table may see."""
        return self.laid if not self.covers or self.mine(seat) else self.laid[-1:]

    @property
    def revealed(self) -> list[str]:
        """The covered cards that a check has shown to everybody."""
        claim = self.before.position.claim if self.before is not None else None
        return [card.name for card in claim.cards] if claim is not None and self.move == "check" else []

    @property
    def caught(self) -> bool:
        """A check has found a lie, which is taken back."""
        if not self.revealed or self.state is None:
            return False
        return any(kind == "lie" for kind, _, _ in self.state.log[-1].events)

    def pile(self, seat: int) -> list[str | None]:
        """The pile as a seat of the table may see it."""
        if self.state is None:
            return []
        position = self.state.position
        own = self.players.index(seat) if seat in self.players else None
        hidden = {place for place, owner in position.covered if owner != own}
        return [None if place in hidden else card.name for place, card in enumerate(position.pile)]

    def gained(self, seat: int) -> Counter[str]:
        """What a seat of the table drew in this event."""
        if self.kind != "moved":
            return Counter()
        claim = self.before.position.claim if self.before is not None and self.revealed else None
        back = self.state.position.hands[claim.seat] if claim is not None and self.state is not None else ()
        if claim is not None and set(claim.cards) <= set(back):
            # A lie: the hands are those before it, and more.
            own = self.players.index(seat) if seat in self.players else None
            held = claim.before.hands[own] if own is not None else ()
            return Counter(card.name for card in self.hand(seat)) - Counter(card.name for card in held)
        before = Counter(card.name for card in self._hand(self.before, seat))
        after = Counter(card.name for card in self.hand(seat))
        if self.before is not None and self.players[self.before.turn] == seat:
            left = Counter(self.laid) if not self.foul else Counter[str]()
            before -= left
        return after - before

    @property
    def foul(self) -> bool:
        """The cards of the move did not come onto the pile."""
        if self.before is None or self.state is None or not self.laid:
            return False
        mover = self.before.turn
        held = Counter(card.name for card in self.state.position.hands[mover])
        had = Counter(card.name for card in self.before.position.hands[mover])
        return all(held[card] >= had[card] for card in self.laid)

    @property
    def shown(self) -> set[str]:
        """What the deal shows of the bottom of the stock (§7): for a seven or an ace one card, for an over
        the cards up to the first that is not an over."""
        if self.kind != "dealt" or self.state is None:
            return set()
        start, stock = self.state.position.pile[0].name, self.state.position.stock
        if start[1] in "7A":
            return {stock[-1].name}
        if start[1] != "O":
            return set()
        seen: set[str] = set()
        for card in reversed(stock):
            seen.add(card.name)
            if card.name[1] != "O":
                break
        return seen


class Truth:
    """A table, event by event."""

    def __init__(self, table: str, rulebook: str, rows: Sequence[Row]) -> None:
        self.table = table
        self.book = read_book(rulebook)
        self.created = rows[0].event
        self.seats = [dict(seat) for seat in self.created["seats"]]
        self.hashes = {seat["token"] for seat in self.seats if seat["token"]}
        self.away: set[int] = set()
        """The seats for which a bot stands in."""
        self.match: Match | None = None
        self.seated: tuple[int, ...] = ()
        self.secret = ""
        self.scheme = 1
        self.seals: dict[int, str] = {}
        self.salts: dict[int, str] = {}
        self.dealt_by: tuple[str, Label, list[str]] | None = None
        """What the shuffles of the present game follow from, if not from chance."""
        self.decks: list[tuple[str, ...]] = []
        self.shuffles: list[list[list[str]]] = []
        """The orders that the stock was given in each game, in the end."""
        self.secrets: list[str] = []
        self.states: list[State] = []
        self.players: tuple[int, ...] = ()
        self.moments: dict[int, Moment] = {}
        assert [row.n for row in rows] == list(range(1, len(rows) + 1)), "no gaps"
        for row in rows:
            before = self.states[-1] if self.states else None
            self._follow(row.event)
            after = self.states[-1] if self.states else None
            dealt = self.secrets[-1] if self.secrets else ""
            self.moments[row.n] = Moment(
                row.n, row.event, row.request, len(self.decks), self.players, before, after, dealt
            )

    def _follow(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "stand_in":
                (self.away.add if event["on"] else self.away.discard)(event["seat"])
            case "joined":
                self.seats[event["seat"]] = {"kind": "person"}
                self.hashes.add(event["token"])
            case "left":
                self.seats[event["seat"]] = {"kind": "open" if event["bot"] is None else "bot"}
            case "seat":
                self.seats[event["seat"]] = {"kind": event["kind"]}
            case "committed":
                self.secret, self.scheme = event["secret"], event.get("scheme", 1)
                self.seals, self.salts = {}, {}
            case "sealed":
                assert self.seats[event["seat"]]["kind"] == "person", "only people add something"
                self.seals[event["seat"]] = event["seal"]
            case "salt":
                text = f"faraon deal 2 {self.table} {len(self.decks) + 1}\n{event['seat']}\n{event['salt']}"
                assert hashlib.sha256(text.encode()).hexdigest() == self.seals[event["seat"]]
                self.salts[event["seat"]] = event["salt"]
            case "rematch":
                self.match = None
            case "begged":
                assert self.match is not None
                self.match = self.match.beggar(self.seated.index(event["seat"]), event["ask"])
            case "dealt":
                self._deal()
            case "moved":
                assert event["seat"] == self.states[-1].turn
                seat = self.players[event["seat"]]
                by = "stand_in" if seat in self.away else self.seats[seat]["kind"]
                assert event["by"] == by, f"{by} plays seat {seat}, not {event['by']}"
                self._reach([*self.states, self.states[-1].play(event["move"], self._shuffled)])
            case "undone":
                self._reach(self.states[: event["moves"] + 1])

    def _deal(self) -> None:
        created = self.created
        if self.match is None:
            self.seated = tuple(
                number for number, seat in enumerate(self.seats) if seat["kind"] in ("person", "bot")
            )
            self.match = Match.begin(
                self.book, len(self.seated), created["options"], created["kind"], created["games"]
            )
        self.players = tuple(self.seated[seat] for seat in self.match.table)
        if created["position"] is not None:
            state = Game(self.book, len(self.players), created["options"]).position(created["position"])
            self.match = replace(self.match, current=state)
        else:
            salts = [self.salts.get(seat, "") for seat in range(len(self.seats))]
            packs = self.match.game.packs(self.match.hand_sizes)
            label = Label(self.table, len(self.decks) + 1, self.scheme)
            dealt = fair_deal(self.secret, label, salts, packs, self.match.game.bound.deck)
            self.match = self.match.deal(deck=dealt.deck, lot=dealt.lot)
            self.dealt_by = self.secret, label, salts
        assert self.match.current is not None
        self.decks.append(tuple(card.name for card in self.match.current.deck or ()))
        self.shuffles.append([])
        self.secrets.append(self.secret)
        self.states = [self.match.current]

    def _shuffled(self, turned: tuple[Card, ...]) -> tuple[Card, ...]:
        assert self.dealt_by is not None
        number = 1 + sum(kind == "shuffle" for entry in self.states[-1].log for kind, _, _ in entry.events)
        return fair_shuffle(*self.dealt_by, number, turned)

    def _reach(self, states: list[State]) -> None:
        assert self.match is not None
        self.states = states
        last = states[-1]
        events = (event for entry in last.log for event in entry.events)
        self.shuffles[-1] = [[card.name for card in cards] for kind, _, cards in events if kind == "shuffle"]
        self.match = self.match.finish(last) if last.over else replace(self.match, current=last)

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    def hidden_secrets(self, n: int) -> list[str]:
        """The secrets that nobody may know when event ``n`` has happened."""
        return [secret for secret, end in self._ends.items() if n < end]

    @functools.cached_property
    def _ends(self) -> dict[str, float]:
        """When each secret was opened: at the end of its game."""
        ends: dict[str, float] = {}
        for moment in self.moments.values():
            if moment.kind == "committed":
                ends[moment.event["secret"]] = math.inf
            elif moment.touched and moment.secret and moment.state is not None and moment.state.over:
                ends[moment.secret] = min(moment.n, ends[moment.secret])
        return ends
