"""A table as the sum of its events. Nothing here waits, sends or draws lots: the same events always give the
same table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from faraon.game.facts import Fact
from faraon.game.log import Entry
from faraon.lang.ir import Book
from faraon.match import Match
from faraon.play.game import Game
from faraon.play.state import State
from faraon.server.table import events as ev
from faraon.server.table.deals import Deal, NextDeal, moves_of
from faraon.server.table.events import Event, SeatSetup, Stored
from faraon.server.table.fair import SCHEME, Label, commitment, fair_deal
from faraon.server.wire import By, SeatKind, Status

MOST_STEPS = 100
"""How many events a client may have missed and still see one after another."""
MOST_REQUESTS = 400
"""How many requests are remembered, so that they are not carried out twice; the database knows them all."""


@dataclass(slots=True)
class Seat:
    """A seat of the table."""

    kind: SeatKind
    name: str
    level: str | None
    token: str | None
    """The hash of the person's token."""
    stand_in: bool = False

    @property
    def playing(self) -> bool:
        return self.kind in ("person", "bot")

    @property
    def automatic(self) -> bool:
        """A bot plays here now."""
        return self.kind == "bot" or self.stand_in


@dataclass(frozen=True, slots=True)
class Step:
    """An event with what it did, as it is shown to people."""

    stored: Stored
    state: State | None
    """The game after it, if it touched the game."""
    players: tuple[int, ...] = ()
    entry: Entry | None = None
    by: By = "person"
    game: int = 0
    facts: tuple[Fact, ...] = ()
    """What a deal or a move changed."""
    names: tuple[str, ...] = ()
    """How everybody was called before it, by seat of the table: a seat may change hands later."""


TOLD = (ev.Undone, ev.Left, ev.SeatSet, ev.StoodIn, ev.Renamed)
"""What stands in the log besides deals and moves."""


class Table:
    """All that is known about a table, hidden cards included."""

    def __init__(self, id_: str, book: Book, created: Stored) -> None:
        event = created.event
        if not isinstance(event, ev.Created):
            raise TypeError("the first event of a table creates it")
        self.id, self.book = id_, book
        self.setup = event
        self.created = self.updated = created.at
        self.n = created.n
        self.seats = [_seat(one) for one in event.seats]
        self.pace = event.pace
        self.closed = False
        self.match: Match | None = None
        self.players: tuple[int, ...] = ()
        """The seats of the table that play the match, by seat of the match."""
        self.deal: Deal | None = None
        """The game that is played, or was played last; earlier ones are in the database alone."""
        self.dealt = 0
        """How many games were dealt at this table."""
        self.position = 0
        self.moved_at = created.at
        """When the present position came about."""
        self.next_deal: NextDeal | None = None
        self.ready: set[int] = set()
        """The seats whose people are ready for the next deal."""
        self.steps: deque[Step] = deque(maxlen=MOST_STEPS)
        self.log: list[Step] = []
        """What happened in the present game, without its states."""
        self.requests: dict[str, int] = {}
        self._remember(created)

    # -------------------------------------------------------------------------------------------- reading
    @property
    def options(self) -> dict[str, int | str]:
        return self.setup.options

    @property
    def state(self) -> State | None:
        return None if self.deal is None else self.deal.state

    @property
    def playing(self) -> bool:
        return self.state is not None and not self.state.over and not self.closed

    @property
    def status(self) -> Status:
        if self.closed:
            return "closed"
        if self.playing:
            return "playing"
        if self.next_deal is not None and self.next_deal.opening:
            return "dealing"
        if self.match is not None and self.match.over:
            return "over"
        if self.match is None and any(seat.kind == "open" for seat in self.seats):
            return "waiting"
        return "ready"

    @property
    def host(self) -> int:
        """The first person at the table."""
        return next((number for number, seat in enumerate(self.seats) if seat.kind == "person"), -1)

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def undo(self) -> bool:
        """Moves may be taken back: one person against bots."""
        others = [seat.kind for seat in self.seats if seat.kind != "person"]
        return len(self.people) == 1 and "bot" in others and "open" not in others

    @property
    def hints(self) -> bool:
        """Whether whoever is on turn may ask for advice: alone against bots always, among people if it was
        agreed. A seat that waits for somebody counts as theirs."""
        return self.setup.hints or sum(seat.kind in ("person", "open") for seat in self.seats) < 2

    @property
    def on_turn(self) -> int | None:
        """The seat of the table that must move, if a game is played."""
        deal = self.deal
        if not self.playing or deal is None:
            return None
        return deal.players[deal.state.turn]

    @property
    def asked(self) -> int | None:
        """The seat of the table that is asked about the beggar's card."""
        if self.match is None or not self.match.asked or self.closed:
            return None
        return self.players[self.match.asked[0]]

    @property
    def voting(self) -> bool:
        """A game is over, and everybody is asked for the next one: of the match, or of a rematch."""
        if self.closed or self.setup.position is not None:
            return False
        return self.status == "over" or (
            self.status == "ready" and self.match is not None and self.asked is None
        )

    @property
    def awaited(self) -> list[int]:
        """The people who have not said that they are ready; a bot that stands in for somebody is."""
        return [seat for seat in self.people if seat not in self.ready and not self.seats[seat].stand_in]

    @property
    def chat(self) -> bool:
        """People who were invited may write to each other, if they wish; strangers may not."""
        return self.setup.chat and not self.setup.listed

    def needs_commitment(self) -> bool:
        """The next deal still has no secret, or one of an older scheme. After a match there is a next deal as
        soon as somebody wants it."""
        promised = self.next_deal is not None and self.next_deal.label.scheme == SCHEME
        if promised or self.closed or self.playing:
            return False
        finished = self.match is not None and self.match.over
        return self.setup.position is None and not (finished and not self.ready)

    def game_seat(self, seat: int | None) -> int | None:
        """The seat of the present game that a seat of the table plays."""
        deal = self.deal
        return deal.players.index(seat) if deal is not None and seat in deal.players else None

    # ------------------------------------------------------------------------------------------- applying
    def apply(self, stored: Stored) -> Step:
        """The next event; returns it with what it did."""
        if stored.n != self.n + 1:
            raise ValueError(f"event {stored.n} does not follow event {self.n}")
        names = tuple(seat.name for seat in self.seats)
        step = replace(self._apply(stored, stored.event), names=names)
        self.n = stored.n
        self.updated = stored.at
        self._remember(stored)
        self.steps.append(step)
        if step.entry is not None or (self.deal is not None and isinstance(stored.event, TOLD)):
            self.log.append(replace(step, state=None))
        if step.state is not None:
            self.position, self.moved_at = stored.n, stored.at
        return step

    @property
    def forgets(self) -> bool:
        """Not all requests are remembered here: the others are in the database alone."""
        return len(self.requests) >= MOST_REQUESTS

    def _remember(self, stored: Stored) -> None:
        if stored.request is not None:
            self.requests[stored.request] = stored.n
            if len(self.requests) > MOST_REQUESTS:
                del self.requests[next(iter(self.requests))]

    def _apply(self, stored: Stored, event: Event) -> Step:
        match event:
            case ev.Joined():
                self._seat(event.seat, Seat("person", event.name, None, event.token))
            case ev.Left():
                kind: SeatKind = "open" if event.bot is None else "bot"
                self._seat(event.seat, Seat(kind, event.name, event.bot, None))
            case ev.Renamed():
                self.seats[event.seat].name = event.name
            case ev.SeatSet():
                self._seat(event.seat, Seat(event.kind, event.name, event.level, None))
            case ev.StoodIn():
                self.seats[event.seat].stand_in = event.on
            case ev.Paced():
                self.pace = event.pace
            case ev.Committed():
                self.next_deal = NextDeal(Label(self.id, event.game, event.scheme), event.secret)
            case ev.Sealed() | ev.Opening() | ev.Salted():
                self._add(stored, event)
            case ev.Begged():
                if self.match is not None:
                    self.match = self.match.beggar(self.players.index(event.seat), event.ask)
            case ev.Readied():
                (self.ready.add if event.on else self.ready.discard)(event.seat)
            case ev.Rematched():
                self.match = None
            case ev.Closed():
                self.closed = True
            case ev.Dealt():
                return self._dealt(stored)
            case ev.Moved():
                return self._moved(stored, event)
            case ev.Undone():
                return self._undone(stored, event)
        return Step(stored, None)

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats[number] = seat
        self.ready.discard(number)
        if self.next_deal is not None:
            self.next_deal.forget(number)

    def _add(self, stored: Stored, event: ev.Sealed | ev.Opening | ev.Salted) -> None:
        """Something for the next deal."""
        deal = self.next_deal
        if deal is None:
            raise ValueError("no deal was promised")
        match event:
            case ev.Sealed():
                deal.seals[event.seat] = event.seal
            case ev.Opening():
                deal.asked, deal.since, deal.kinds = event.seat, stored.at, self._kinds()
            case ev.Salted():
                deal.salts[event.seat] = event.salt

    def _kinds(self) -> tuple[SeatKind, ...]:
        return tuple(seat.kind for seat in self.seats)

    def _dealt(self, stored: Stored) -> Step:
        if self.match is None:
            self.players = tuple(number for number, seat in enumerate(self.seats) if seat.playing)
            setup = self.setup
            self.match = Match.begin(self.book, len(self.players), setup.options, setup.kind, setup.games)
        game = self.dealt + 1
        players = tuple(self.players[seat] for seat in self.match.table)
        names = tuple(self.seats[seat].name for seat in players)
        if self.setup.position is not None:
            state = Game(self.book, len(players), self.options).position(self.setup.position)
            self.match = replace(self.match, current=state)
            deal = Deal(game, state, players, names, stored.at)
        else:
            deal = self._fairly(game, players, names, stored.at)
        self.deal, self.dealt = deal, game
        self.log = []
        self.ready.clear()
        self.next_deal = None
        dealt = deal.state
        entry = dealt.log[0] if dealt.log else Entry(dealt.turn, None, ())
        return Step(stored, dealt, players, entry, game=game, facts=dealt.facts())

    def _fairly(self, game: int, players: tuple[int, ...], names: tuple[str, ...], date: float) -> Deal:
        match, promised = self.match, self.next_deal
        if match is None or promised is None:
            raise ValueError("a deal needs a match and a secret")
        seals, salts = (
            tuple(added.get(seat, "") for seat in range(len(self.seats)))
            for added in (promised.seals, promised.salts)
        )
        packs, cards = match.game.packs(match.hand_sizes), match.game.bound.deck
        dealt = fair_deal(promised.secret, promised.label, salts, packs, cards)
        self.match = match.deal(deck=dealt.deck, lot=dealt.lot, chance=dealt.chance)
        assert self.match.current is not None  # noqa: S101 - it was dealt just now
        return Deal(
            game,
            self.match.current,
            players,
            names,
            date,
            label=promised.label,
            secret=promised.secret,
            seals=seals,
            salts=salts,
            kinds=promised.kinds or self._kinds(),
            starter="first" if not match.played else "lot" if match.starter is None else "last",
        )

    def _moved(self, stored: Stored, event: ev.Moved) -> Step:
        deal = self.deal
        if deal is None or self.match is None:
            raise ValueError("no game is being played")
        state = deal.play(deal.state, event.move)
        if self.undo and self.seats[deal.players[event.seat]].kind == "person":
            deal.remember(event.seat)
        self._advance(state)
        return Step(stored, state, deal.players, state.log[-1], event.by, deal.game, state.facts())

    def _undone(self, stored: Stored, event: ev.Undone) -> Step:
        deal = self.deal
        if deal is None:
            raise ValueError("no game is being played")
        moves = moves_of(deal.state)
        deal.undone += [f"{number} {move}" for number, move in enumerate(moves, 1) if number > event.moves]
        self._advance(deal.before(event.seat, event.moves))
        deal.forget_after(event.moves)
        return Step(stored, deal.state, deal.players, None, game=deal.game)

    def _advance(self, state: State) -> None:
        if self.match is None or self.deal is None:
            raise ValueError("a game is played only in a match")
        self.deal.state = state
        if not state.over:
            self.match = replace(self.match, current=state)
            return
        self.deal.earlier.clear()
        finished = self.match.finish(state)
        *before, last = finished.played  # how it ended counts; the moves would only fill the memory
        self.match = replace(finished, played=(*before, replace(last, state=None)))

    def commitment(self) -> str:
        """Of the next deal; empty if there is none."""
        return commitment(self.next_deal.secret) if self.next_deal is not None else ""


def _seat(setup: SeatSetup) -> Seat:
    return Seat(setup.kind, setup.name, setup.level, setup.token)


def folded(id_: str, book: Book, stored: Iterable[Stored]) -> Table:
    """A table from all its events."""
    first, *rest = stored
    table = Table(id_, book, first)
    for one in rest:
        table.apply(one)
    return table
