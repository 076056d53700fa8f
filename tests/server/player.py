"""A program that plays at a table over a real WebSocket, as the browser does."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from faraon.server.table.fair import Label, seal
from faraon.server.wire import VERSION
from tests.patience import PATIENCE


class Player:
    """One seat (or spectator): keeps what it was sent, answers when it is on turn."""

    def __init__(self, base: str, table: str, token: str | None, seed: int = 0) -> None:
        self.url = base.replace("http", "ws", 1) + f"/ws/{table}"
        self.token, self.rng = token, random.Random(seed)
        self.socket: ClientConnection | None = None
        self.frames: list[dict[str, Any]] = []
        """Everything that was received, in order."""
        self.events: dict[int, dict[str, Any]] = {}
        """What happened, by number."""
        self.table: dict[str, Any] = {}
        self.match: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.fair: dict[str, Any] = {}
        self.salt = ""
        """What it has sealed."""
        self.you: int | None = None
        self.n = 0
        self.answers: dict[str, dict[str, Any]] = {}
        self.ids = itertools.count()
        self.name = f"{seed}-{id(self):x}"

    async def __aenter__(self) -> Player:
        await self.enter()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def enter(self) -> None:
        """Connects (again), saying the last event that it has."""
        self.socket = await connect(self.url, max_size=None, open_timeout=PATIENCE, ping_timeout=None)
        hello = {"type": "hello", "version": VERSION, "token": self.token}
        if self.n:
            hello["last"] = self.n
        await self.socket.send(json.dumps(hello))
        answer = await self.receive("welcome", "refused")
        if answer["type"] == "refused":
            await self.socket.close()

    async def receive(self, *types: str) -> dict[str, Any]:
        """Reads until a message of one of these types (any, without them) comes."""
        assert self.socket is not None
        while True:
            message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            self.take(message)
            if not types or message["type"] in types:
                return message

    def take(self, message: dict[str, Any]) -> None:
        self.frames.append(message)
        match message["type"]:
            case "welcome":
                self.you, self.n = message["you"], message["n"]
                self.table, self.match, self.view = message["table"], message["match"], message["view"]
                self.fair = message["fair"] or {}
                for missed in message["missed"]:
                    self.events[missed["n"]] = missed
            case "happened":
                assert message["n"] == self.n + 1, "no gaps"
                self.n = message["n"]
                self.events[self.n] = message
                self.table = message["table"] or self.table
                self.match = message["match"] or self.match
                self.view = message["view"] or self.view
                self.fair = message["fair"] or self.fair
            case "done" | "refused" | "judged" | "hinted" | "looked" | "pong":
                self.answers[message["id"]] = message

    def new_id(self) -> str:
        return f"{self.name}-{next(self.ids)}"

    async def send(self, type_: str, id_: str | None = None, **fields: Any) -> str:
        assert self.socket is not None
        id_ = id_ or self.new_id()
        await self.socket.send(json.dumps({"type": type_, "id": id_, **fields}))
        return id_

    async def ask(self, type_: str, id_: str | None = None, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer."""
        id_ = await self.send(type_, id_, **fields)
        while id_ not in self.answers:
            await self.receive()
        return self.answers.pop(id_)

    async def seal(self, salt: str) -> dict[str, Any]:
        """Seals a salt for the next deal."""
        self.salt = salt
        assert self.you is not None
        return await self.ask("seal", seal=seal(Label.parse(self.fair["label"]), self.you, salt))

    async def open(self) -> dict[str, Any]:
        """Opens what it has sealed."""
        return await self.ask("salt", salt=self.salt)

    @property
    def my_turn(self) -> bool:
        return self.view is not None and bool(self.view["moves"])

    @property
    def over(self) -> bool:
        return bool(self.match.get("over")) or self.table.get("status") == "closed"

    async def move(self, move: str | None = None) -> dict[str, Any]:
        assert self.view is not None
        chosen = move or self.rng.choice(self.view["moves"])
        return await self.ask("move", position=self.view["position"], move=chosen)

    async def play_to_the_end(self) -> None:
        """Until the match is over: moves when on turn, answers about the beggar's card, deals on."""
        try:
            while not self.over:
                if self.my_turn:
                    await self.move()
                elif self.table["status"] == "dealing" and self.salt:
                    await self.open()
                    self.salt = ""
                elif self.match.get("asked") == self.you:
                    await self.ask("beggar", ask=self.rng.random() < 0.5)
                elif self.table["status"] == "ready" and self.match.get("asked") is None:
                    answer = await self.ask("start")
                    if (
                        answer["type"] == "refused" or self.table["status"] == "ready"
                    ):  # others are asked, too
                        await self.receive("happened")
                else:
                    await self.receive("happened")
        except ConnectionClosed:
            assert self.over
