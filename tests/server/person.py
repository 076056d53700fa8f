"""A person who plays to the end over a line that cannot be trusted."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from faraon.server.table.fair import Label, seal
from faraon.server.table.table import MOST_STEPS
from faraon.server.wire import VERSION
from tests.patience import PATIENCE
from tests.server.truth import Truth

MOST_SILENCES = 6
"""So often nothing comes before the connection is given up."""
LONGEST_PATIENCE = 5.0
ANSWERS = ("done", "refused", "judged", "hinted", "pong")


@dataclass(frozen=True)
class Faults:
    """How often what goes wrong with a message."""

    drop: float = 0.0
    twice: float = 0.0
    late: float = 0.0
    swap: float = 0.0
    hang_up: float = 0.0
    """The connection is cut; half of the time at once after a message was sent."""


class HungUpError(Exception):
    """The connection is given up; a new one is made."""


class Person:
    """One seat, or a spectator without a token: keeps all it was sent, and moves when it is on turn.

    The same request is sent again, with the same id, until it is answered.
    """

    def __init__(
        self,
        base: str,
        table: str,
        token: str | None,
        rng: random.Random,
        faults: Faults = Faults(),  # noqa: B008 - frozen
        curious: float = 0.0,
        patience: float = 0.05,
    ) -> None:
        self.url = base.replace("http", "ws", 1) + f"/ws/{table}"
        self.token, self.rng, self.faults, self.curious = token, rng, faults, curious
        self.patience = patience
        """Seconds without news after which a request is sent again; more where the machine is slow."""
        self._least = patience
        self.ids = itertools.count()
        self.name = f"{rng.getrandbits(48):x}"
        self.n = 0
        self.first = 0
        """The first event that it could see."""
        self.you: int | None = None
        self.table: dict[str, Any] = {}
        self.match: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.fair: dict[str, Any] = {}
        self.salts: dict[str, str] = {}
        """What it adds to a deal, by label; nothing, for most."""
        self.seen: dict[int, dict[str, Any]] = {}
        """What happened, by number."""
        self.skipped: set[int] = set()
        """Events of which it was told only what came of them."""
        self.done: dict[str, int] = {}
        """Requests that were acknowledged, with their event."""
        self.asked: dict[str, tuple[int, dict[str, Any]]] = {}
        """All requests, with the last event known when they were made."""
        self.refused: list[dict[str, Any]] = []
        self.frames: list[tuple[int, str]] = []
        """Every text that came, with the number of its connection."""
        self.connections = 0
        self.greeted = 0
        self._key: object = None
        self._request: dict[str, Any] = {}
        self._answered = False
        self._wondered: object = None
        self._held: list[dict[str, Any]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    # ---------------------------------------------------------------------------------------- connecting
    @property
    def over(self) -> bool:
        return bool(self.match.get("over")) or self.table.get("status") == "closed"

    async def play(self) -> None:
        """Until the match is over, whatever happens to the connection."""
        while not self.over:
            try:
                async with connect(
                    self.url, max_size=None, compression=None,
                    open_timeout=PATIENCE, ping_timeout=None, close_timeout=1,
                ) as socket:  # fmt: skip
                    await self._session(socket)
            except (HungUpError, OSError, InvalidHandshake, InvalidMessage, WebSocketException):
                await asyncio.sleep(self.rng.uniform(0.0, 0.05))
        for task in list(self._tasks):
            await task

    async def _session(self, socket: ClientConnection) -> None:
        self.connections += 1
        self._held.clear()
        hello = {"type": "hello", "version": VERSION, "token": self.token}
        await socket.send(json.dumps(hello | ({"last": self.n} if self.n else {})))
        try:
            await self._talk(socket)
        except HungUpError:
            if self.rng.random() < 0.5:
                socket.transport.abort()
            raise

    async def _talk(self, socket: ClientConnection) -> None:
        idle = 0
        while not self.over:
            try:
                text = await asyncio.wait_for(socket.recv(), self.patience)
            except TimeoutError:
                idle += 1
                if idle > MOST_SILENCES or (self._answered and self.wanted() is not None):
                    self.patience = min(2 * self.patience, LONGEST_PATIENCE)
                    raise HungUpError from None  # what came of it got lost
                await self._act(socket, again=True)
                continue
            idle, self.patience = 0, max(0.9 * self.patience, self._least)
            assert isinstance(text, str)
            self.frames.append((self.connections, text))
            for message in self._as_it_comes(json.loads(text)):
                if self.rng.random() < self.faults.late:
                    await asyncio.sleep(self.rng.uniform(0, 0.01))
                self.take(message)
            if self.rng.random() < self.faults.hang_up:
                raise HungUpError
            if self.n:
                await self._act(socket)

    def _as_it_comes(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Some messages get lost, come twice or change places."""
        chance, faults = self.rng.random(), self.faults
        if message["type"] != "welcome":
            if chance < faults.drop:
                return
            if chance < faults.drop + faults.swap and not self._held:
                self._held.append(message)
                return
        yield message
        if chance > 1 - faults.twice:
            yield message
        yield from self._held
        self._held.clear()

    def standing(self) -> tuple[object, ...]:
        """Where the seat is, for a test that failed."""
        view = self.view and (self.view["turn"], self.view["moves_made"], self.view["moves"][:3])
        table = self.table.get("status"), self.table.get("rulebook")
        refused = [answer["code"] for answer in self.refused[-3:]]
        return self.you, self.n, table, self.connections, len(self.asked), view, refused

    # -------------------------------------------------------------------------------------------- reading
    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.you = message["you"]
                if not self.n:
                    self.first = message["n"] + 1
                for missed in message["missed"]:
                    self._happened(missed)
                assert message["n"] >= self.n, "an event that was seen is gone"
                missed = message["n"] - self.n
                if self.n and missed and not message["missed"]:  # on a slow machine a game runs far ahead
                    assert missed >= MOST_STEPS // 2, "a few events are told one by one"
                    self.skipped.update(range(self.n + 1, message["n"] + 1))
                else:
                    assert not self.n or missed <= len(message["missed"])
                self.n = message["n"]
                self.table, self.match, self.view = message["table"], message["match"], message["view"]
                self.fair = message["fair"] or {}
            case "happened":
                if message["n"] > self.n + 1:
                    raise HungUpError  # something got lost: ask for it
                news = message["n"] == self.n + 1
                self._happened(message)
                if news:
                    self.table = message["table"] or self.table
                    self.match = message["match"] or self.match
                    self.view = message["view"] or self.view
                    self.fair = message["fair"] or self.fair
            case "refused" if message["id"] == "hello":
                raise AssertionError(message)
            case "bye" if message["why"] != "closed":
                raise HungUpError
            case "greeted":
                self.greeted += 1
            case kind if kind in ANSWERS:
                self._answer(message)

    def _happened(self, message: dict[str, Any]) -> None:
        n, what = message["n"], message["what"]
        assert self.seen.setdefault(n, what) == what, "what happened never changes"
        self.n = max(self.n, n)

    def _answer(self, message: dict[str, Any]) -> None:
        id_ = message["id"]
        if message["type"] == "done":
            assert self.done.setdefault(id_, message["n"]) == message["n"], "done once, and only once"
        elif message["type"] == "refused":
            self.refused.append(message)
            if message["code"] in ("too-fast", "failed"):
                return  # once more
        if id_ == self._request.get("id"):
            self._answered = True
            if message.get("code") == "illegal-move":
                self._key = None  # another one, then

    # --------------------------------------------------------------------------------------------- acting
    def wanted(self) -> tuple[object, dict[str, Any]] | None:
        """What the seat has to do now, and a key that stays the same as long as this is so."""
        if self.you is None or self.over:
            return None
        if self.view is not None and self.view["moves"]:
            return ("move", self.view["position"]), {"type": "move", "position": self.view["position"]}
        if self.match.get("asked") == self.you:
            return ("beggar", self.n), {"type": "beggar", "ask": self.rng.random() < 0.5}
        if (adding := self._adding(self.you)) is not None:
            return adding
        asked = self.match["game"] > 0 or self.table["seats"][self.you]["host"]  # everybody; first the host
        if self.table["status"] == "ready" and self.match.get("asked") is None and asked:
            return ("start", self.match["game"]), {"type": "start"}
        return None

    def _adding(self, you: int) -> tuple[object, dict[str, Any]] | None:
        """Its own part in the next deal: sealed first, then opened."""
        status, label = self.table["status"], self.fair.get("label", "")
        if status not in ("waiting", "ready", "dealing") or not self.curious or self.fair["secret"]:
            return None
        if label not in self.salts:
            self.salts[label] = f"salt{self.rng.getrandbits(64):x}" if self.rng.random() < 0.5 else ""
        if not self.salts[label]:
            return None
        mine = seal(Label.parse(label), you, self.salts[label])
        if status == "dealing" and self.fair["seals"][you] == mine:
            return ("salt", label), {"type": "salt", "salt": self.salts[label]}
        if status != "dealing" and self.fair["seals"][you] != mine:
            return ("seal", label), {"type": "seal", "seal": mine}
        return None

    async def _act(self, socket: ClientConnection, again: bool = False) -> None:
        wanted = self.wanted()
        if wanted is None:
            return
        key, request = wanted
        if key != self._key:
            if self.curious and self._wondered != key:
                self._wondered = key
                await self._wonder(socket)
            if request["type"] == "move":
                request["move"] = self._choose()
            self._key, self._answered = key, False
            self._request = self._new(request)
            await self._send(socket, self._request)
        elif again and not self._answered:
            await self._send(socket, self._request)

    def _new(self, request: dict[str, Any]) -> dict[str, Any]:
        request = {**request, "id": f"{self.name}-{next(self.ids)}"}
        self.asked[request["id"]] = (self.n, request)
        return request

    def _choose(self) -> str:
        """Rather lays than draws, else games take long."""
        assert self.view is not None
        moves = self.view["moves"]
        lays = [move for move in moves if move not in ("draw", "concede")]
        hand = self.view["hand"]
        if self.view["covers"] and len(hand) > 1 and self.rng.random() < 0.25:
            return " ".join(self.rng.sample(hand, 2))  # covered: it may be a lie, or refused
        if self.curious and self.rng.random() < 0.04:
            return str(self.rng.choice(self.view["hand"] or ["draw"]))  # it may be a foul
        return str(self.rng.choice(lays if lays and self.rng.random() < 0.9 else moves))

    async def _wonder(self, socket: ClientConnection) -> None:
        """Asks for this and that before it moves."""
        assert self.view is not None or self._wondered
        position = self.view["position"] if self.view is not None else 0
        other = "".join((self.rng.choice("hlab"), self.rng.choice("789XUOKA")))
        for kind, chance, fields in (
            ("hint", 0.3, {"position": position}),
            ("judge", 0.3, {"position": position, "move": other}),
            ("undo", 0.3, {"position": position}),
            ("move", 0.05, {"position": position, "move": f"{other} {other}"}),
            ("greet", 0.05, {"greeting": "hello"}),
            ("ping", 0.05, {}),
        ):
            if self.rng.random() < chance * self.curious:
                await self._send(socket, self._new({"type": kind, **fields}))

    async def _send(self, socket: ClientConnection, request: dict[str, Any]) -> None:
        chance, faults, text = self.rng.random(), self.faults, json.dumps(request)
        if chance < faults.drop:
            return
        if chance < faults.drop + faults.swap + faults.late:
            task = asyncio.create_task(self._send_later(socket, text))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        await socket.send(text)
        if chance > 1 - faults.twice:
            await socket.send(text)
        if self.rng.random() < faults.hang_up:
            raise HungUpError

    async def _send_later(self, socket: ClientConnection, text: str) -> None:
        """Meanwhile others may be sent, and the connection may be gone."""
        await asyncio.sleep(self.rng.uniform(0, 0.05))
        with contextlib.suppress(OSError, WebSocketException):
            await socket.send(text)


class Patient(Person):
    """Comes again if nobody has the table at the moment, or if all come at once: with several processes that
    happens."""

    def take(self, message: dict[str, Any]) -> None:
        hello = message["type"] == "refused" and message["id"] == "hello"
        if hello and message["code"] in ("failed", "too-fast"):
            raise HungUpError
        super().take(message)


async def play_all(people: Sequence[Person]) -> None:
    """Everybody plays to the end; if nothing happens any more, how everybody stands is told."""
    await all_done([asyncio.ensure_future(one.play()) for one in people], people)


async def meanwhile(what: Awaitable[object], playing: Sequence[asyncio.Future[None]]) -> None:
    """Waits for something that happens while people play; whoever fails ends it."""
    waited = asyncio.ensure_future(what)
    left: set[asyncio.Future[Any]] = {waited, *playing}
    while not waited.done():
        done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()


async def all_done(playing: Sequence[asyncio.Future[None]], people: Sequence[Person]) -> None:
    """Waits for games to end: as long as there is news, and no longer."""
    left, known = set(playing), -1
    while left:
        done, left = await asyncio.wait(left, timeout=PATIENCE, return_when=asyncio.FIRST_EXCEPTION)
        for one in done:
            one.result()
        before, known = known, sum(one.n for one in people)
        if left and known == before:
            raise AssertionError(f"the game did not end: {[one.standing() for one in people]}")


def agrees(person: Person, truth: Truth) -> None:
    """Every event that the person could see was seen, and was what is stored."""
    last = max(truth.moments)
    assert sorted(person.skipped.union(person.seen)) == list(range(person.first, last + 1))
    for n, what in person.seen.items():
        event = truth.moments[n].event
        if event["type"] == "moved":
            assert {key: what[key] for key in event} == event
        elif event["type"] == "stand_in":
            assert what == {"type": "changed", "what": "stand_in" if event["on"] else "back",
                            "seat": event["seat"]}  # fmt: skip
        elif event["type"] in ("dealt", "undone"):
            assert what["type"] == event["type"]
        else:
            assert what["type"] == "changed"
    end = truth.moments[last]
    assert person.view is not None
    assert person.view["over"]
    assert person.view["hand"] == [card.name for card in end.hand(-1 if person.you is None else person.you)]
