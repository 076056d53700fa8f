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
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from faraon.bots.registry import learned
from faraon.engines.errors import GameError
from faraon.engines.rules import check_players, choose
from faraon.server import wire as msg
from faraon.server.live.hub import Hub
from faraon.server.live.live_table import LiveTable
from faraon.server.live.work import Work
from faraon.server.net.addresses import qr_svg
from faraon.server.net.answers import HTML, JSON, Made, failure, json_answer
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of, same_origin
from faraon.server.net.rules import RulesPages
from faraon.server.settings import Settings
from faraon.server.store.store import StoreError
from faraon.server.table import showing
from faraon.server.table.catalogue import info
from faraon.server.table.replaying import moment_of, record_of_deal, replay_of_deal, replay_of_record
from faraon.server.wire.refusals import RefusalError, from_game_error
from faraon.words import LANGUAGES

T = TypeVar("T")

log = logging.getLogger("faraon.server")

MOST_LISTED = 50
LONGEST_ADDRESS = 300

Handler = Callable[[Request], Awaitable[Response]]


class Api:
    def __init__(self, hub: Hub, settings: Settings, requests: Buckets) -> None:
        self.hub, self.settings, self.requests = hub, settings, requests
        self.opened = Buckets(settings.tables_per_minute / 60, settings.tables_at_once)
        self.work = Work("pages", settings.work_waiting, settings.work_waiting_each)
        self.pages = RulesPages(self.work, settings.rules_kept)
        self._info: Made | None = None

    def close(self) -> None:
        self.work.close()

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
            return failure(refusal)

    async def _checked(self, handler: Handler, request: Request) -> Response:
        try:
            if not same_origin(request, self.settings):
                raise RefusalError("bad-origin")
            return await handler(request)
        except (SQLAlchemyError, StoreError) as error:
            log.error("the database does not answer", extra={"why": type(error).__name__})
            raise RefusalError("failed") from None

    def _charge(self, request: Request, cost: float) -> None:
        """For what is more than a plain request."""
        if not self.requests.take(address_of(request), cost):
            raise RefusalError("too-fast")

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
        table = request.path_params["table"]
        if not self.hub.at_hand(table):
            self._charge(request, self.settings.cost_of_loading)
        return await self.hub.get(table)

    def _seat(self, request: Request, live: LiveTable) -> int:
        """The seat behind the request; a spectator's without a valid token."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        try:
            return self.hub.seat_of(live.table, token if scheme.lower() == "bearer" else None)
        except RefusalError:
            return -1

    # ------------------------------------------------------------------------------------------- answers
    async def info(self, request: Request) -> Response:
        if self._info is None:
            self._info = Made.of(msg.encode(info(await self.hub.books.offered(), self.settings.most_moves)))
        return self._info.answer(request, JSON)

    async def check(self, request: Request) -> Response:
        wanted = await self._body(request, msg.CheckTable)
        self._charge(request, self.settings.cost_of_check)
        try:
            book = await self.hub.books.named(wanted.rulebook)
            game = await self.hub.books.check(book, wanted.players, wanted.options)
        except RefusalError as refusal:
            if refusal.code not in ("bad-request", "bad-options"):
                raise
            return json_answer(msg.Checked(False, 0, False, False, refusal.en, refusal.sk))
        known = await asyncio.to_thread(learned, game)  # networks are read from the disk when first asked
        return json_answer(msg.Checked(True, game.packs(), game.bound.covered, known, "", ""))

    async def tables(self, request: Request) -> Response:
        shown = await self.hub.lobby(MOST_LISTED)
        return json_answer(msg.OpenTables([msgspec.json.decode(one, type=msg.TableInfo) for one in shown]))

    async def create(self, request: Request) -> Response:
        wanted = await self._body(request, msg.NewTable)
        if not self.opened.take(address_of(request)):
            raise RefusalError("too-fast")
        given = None
        if wanted.given is not None:
            self._charge(request, self.settings.cost_of_replay)
            offered = await self.hub.books.offered()
            given = await self.work.do(address_of(request), moment_of, wanted.given, offered)
        return json_answer(await self.hub.create(wanted, given), 201)

    async def invitation(self, request: Request) -> Response:
        live = await self._live(request)
        address = self._address(request, f"/t/{live.table.id}")
        table = showing.table_info(live.table, live.connected)
        match = showing.match_info(live.table)
        return json_answer(msg.Invitation(table, match, live.table.on_turn, address, qr_svg(address)))

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
        return json_answer(msg.Seated(id_, seat, token, live.table.commitment()), 201)

    async def replay(self, request: Request) -> Response:
        live = await self._live(request)
        self._charge(request, self.settings.cost_of_game)
        deal, seat = await self.hub.game(live, _game_number(request)), self._seat(request, live)
        made = await self.work.do(address_of(request), encoded, replay_of_deal, live.table, deal, seat)
        return made.answer(request, JSON)

    async def record(self, request: Request) -> Response:
        live, number = await self._live(request), _game_number(request)
        text = record_of_deal(await self.hub.game(live, number)).write()
        name = f"faraon-{live.table.id}-{number}.fgn"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    async def read_record(self, request: Request) -> Response:
        wanted = await self._body(request, msg.ReadRecord)
        self._charge(request, self.settings.cost_of_replay)
        offered = await self.hub.books.offered()
        made = await self.work.do(address_of(request), encoded, replay_of_record, wanted.record, offered)
        return made.answer(request, JSON)

    async def rules(self, request: Request) -> Response:
        """The rulebook as a page, with the options of the query in force."""
        settings: dict[str, Any] = dict(request.query_params)
        language = settings.pop("lang", "sk")
        players = settings.pop("players", "2")
        name = request.path_params["name"]
        book = await self.hub.books.named(name)
        try:
            seats = check_players(book, int(players) if players in map(str, range(2, 11)) else 2)
            options = choose(book, {name: _setting(value) for name, value in settings.items()})
        except GameError as error:
            raise from_game_error(error, "bad-options") from None
        key = name, seats, tuple(options.items()), language if language in LANGUAGES else "sk"
        if not self.pages.at_hand(key):
            self._charge(request, self.settings.cost_of_rules)
        made = await self.pages.get(key, book, address_of(request))
        return made.answer(request, HTML)


def encoded(make: Callable[..., msgspec.Struct], *args: Any) -> Made:
    return Made.of(msg.encode(make(*args)))


def _game_number(request: Request) -> int:
    number = str(request.path_params["game"])
    if not number.isascii() or not number.isdecimal() or len(number) > 4:
        raise RefusalError("unknown-page")
    return int(number)


def _setting(value: str) -> int | str:
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 7 else value
