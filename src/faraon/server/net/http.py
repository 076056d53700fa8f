"""The JSON API over HTTP. Bodies and answers are defined in :mod:`faraon.server.wire`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from faraon.engines.errors import GameError
from faraon.pages import rules_page
from faraon.play.game import Game
from faraon.server import wire as msg
from faraon.server.live.hub import Hub
from faraon.server.live.live_table import LiveTable
from faraon.server.net.addresses import qr_svg
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of, same_origin
from faraon.server.settings import Settings
from faraon.server.store.store import StoreError
from faraon.server.table import showing
from faraon.server.table.catalogue import info
from faraon.server.table.replaying import record_of_deal, replay_of_deal, replay_of_record
from faraon.server.wire.refusals import RefusalError, from_game_error
from faraon.words import LANGUAGES

T = TypeVar("T")

log = logging.getLogger("faraon.server")

STATUS_CODES = {
    "bad-origin": 403,
    "bad-token": 403,
    "busy": 503,
    "closed": 410,
    "failed": 503,
    "full": 409,
    "not-now": 409,
    "too-fast": 429,
    "too-large": 413,
    "unknown-page": 404,
    "unknown-table": 404,
}
MOST_LISTED = 50
LONGEST_ADDRESS = 300

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub, self.settings = hub, settings
        self.requests = Buckets(settings.requests_per_second, settings.requests_at_once)
        self.opened = Buckets(settings.tables_per_minute / 60, settings.tables_at_once)

    def routes(self) -> list[Route]:
        here = self._route
        return [
            here("/api/info", self.info),
            here("/api/check", self.check, "POST"),
            here("/api/tables", self.tables),
            here("/api/tables", self.create, "POST"),
            here("/api/tables/{table}", self.invitation),
            here("/api/tables/{table}/join", self.join, "POST"),
            here("/api/tables/{table}/games/{game}", self.replay),
            here("/api/tables/{table}/games/{game}/record", self.record),
            here("/api/replay", self.read_record, "POST"),
            here("/rules/{name}", self.rules),
        ]

    def _route(self, path: str, handler: Handler, method: str = "GET") -> Route:
        return Route(path, partial(self._handle, handler), methods=[method])

    async def _handle(self, handler: Handler, request: Request) -> Response:
        try:
            return await self._checked(handler, request)
        except RefusalError as refusal:
            failure = msg.Failure(refusal.code, refusal.en, refusal.sk)
            return _json(failure, STATUS_CODES.get(refusal.code, 400))

    async def _checked(self, handler: Handler, request: Request) -> Response:
        try:
            if not same_origin(request, self.settings.origins):
                raise RefusalError("bad-origin")
            if not self.requests.take(address_of(request)):
                raise RefusalError("too-fast")
            return await handler(request)
        except (SQLAlchemyError, StoreError) as error:
            log.error("the database does not answer", extra={"why": type(error).__name__})
            raise RefusalError("failed") from None

    async def _body(self, request: Request, wanted: type[T]) -> T:
        try:
            body = await asyncio.wait_for(self._read(request), self.settings.body_seconds)
        except (ClientDisconnect, TimeoutError):
            raise RefusalError("bad-request") from None
        try:
            return msgspec.json.decode(body, type=wanted)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise RefusalError("bad-request", f"This request is not understood: {str(error)[:200]}") from None

    async def _read(self, request: Request) -> bytes:
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.settings.largest_body:
                raise RefusalError("too-large")
        return bytes(body)

    async def _live(self, request: Request) -> LiveTable:
        return await self.hub.get(request.path_params["table"])

    def _seat(self, request: Request, live: LiveTable) -> int:
        """The seat behind the request; a spectator's without a valid token."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        try:
            return self.hub.seat_of(live.table, token if scheme.lower() == "bearer" else None)
        except RefusalError:
            return -1

    # ------------------------------------------------------------------------------------------- answers
    async def info(self, request: Request) -> Response:
        return _json(info(await self.hub.offered()))

    async def check(self, request: Request) -> Response:
        wanted = await self._body(request, msg.CheckTable)
        try:
            book = await self.hub.book(wanted.rulebook)
            packs = self.hub.check(book, wanted.players, wanted.options)
        except RefusalError as refusal:
            return _json(msg.Checked(False, 0, refusal.en, refusal.sk))
        return _json(msg.Checked(True, packs, "", ""))

    async def tables(self, request: Request) -> Response:
        found = []
        for id_ in await self.hub.store.listed(MOST_LISTED):
            live = await self.hub.get(id_)
            if live.table.status == "waiting" and live.connected(live.table.host):
                found.append(showing.table_info(live.table, live.connected))
        return _json(msg.OpenTables(found))

    async def create(self, request: Request) -> Response:
        wanted = await self._body(request, msg.NewTable)
        if not self.opened.take(address_of(request)):
            raise RefusalError("too-fast")
        return _json(await self.hub.create(wanted), 201)

    async def invitation(self, request: Request) -> Response:
        live = await self._live(request)
        address = self._address(request, f"/t/{live.table.id}")
        table = showing.table_info(live.table, live.connected)
        match = showing.match_info(live.table)
        return _json(msg.Invitation(table, match, live.table.on_turn, address, qr_svg(address)))

    def _address(self, request: Request, path: str) -> str:
        """Where a guest finds a page: at the address that the request itself used."""
        try:
            address = (self.settings.address or str(request.base_url).rstrip("/")) + path
        except ValueError:
            raise RefusalError("bad-request") from None
        if len(address) > LONGEST_ADDRESS:
            raise RefusalError("bad-request")
        return address

    async def join(self, request: Request) -> Response:
        wanted = await self._body(request, msg.JoinTable)  # it may come slowly, so it comes first
        live = await self._live(request)
        id_ = live.table.id
        seat, token = await live.join(wanted.name, wanted.seat, lambda seat: self.hub.token_for(id_, seat))
        return _json(msg.Seated(id_, seat, token, live.table.commitment()), 201)

    async def replay(self, request: Request) -> Response:
        live = await self._live(request)
        deal = await self.hub.game(live, _game_number(request))
        return _json(replay_of_deal(live.table, deal, self._seat(request, live)))

    async def record(self, request: Request) -> Response:
        live, number = await self._live(request), _game_number(request)
        text = record_of_deal(live.table, await self.hub.game(live, number)).write()
        name = f"faraon-{live.table.id}-{number}.fgn"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def read_record(self, request: Request) -> Response:
        wanted = await self._body(request, msg.ReadRecord)
        return _json(replay_of_record(wanted.record))

    async def rules(self, request: Request) -> Response:
        """The rulebook as a page, with the options of the query in force."""
        settings: dict[str, Any] = dict(request.query_params)
        language = settings.pop("lang", "sk")
        players = settings.pop("players", "2")
        book = await self.hub.book(request.path_params["name"])
        options = {name: _setting(value) for name, value in settings.items()}
        try:
            game = Game(book, int(players) if players in map(str, range(2, 11)) else 2, options)
        except GameError as error:
            raise from_game_error(error, "bad-options") from None
        return HTMLResponse(rules_page(game, language if language in LANGUAGES else "sk", home="/"))


def _game_number(request: Request) -> int:
    number = str(request.path_params["game"])
    if not number.isascii() or not number.isdecimal() or len(number) > 4:
        raise RefusalError("unknown-page")
    return int(number)


def _setting(value: str) -> int | str:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 7 else value


def _json(answer: msgspec.Struct, status: int = 200) -> Response:
    return Response(msg.encode(answer), status, media_type="application/json")
