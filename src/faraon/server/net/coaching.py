"""The coach over HTTP: reviews of records, puzzles, and drills in counting cards."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from faraon.server import wire as msg
from faraon.server.live.hub import Hub
from faraon.server.net.answers import JSON, json_answer
from faraon.server.net.http import Api, encoded
from faraon.server.net.limits import Buckets
from faraon.server.net.origin import address_of
from faraon.server.net.reviews import Reviews, key_of
from faraon.server.settings import Settings
from faraon.server.table.counting import drill, questions_at
from faraon.server.table.puzzling import puzzle_judged, puzzle_question, puzzle_tried, puzzles
from faraon.server.table.reviewing import Reviewing
from faraon.server.wire.refusals import RefusalError

LINES = "text/event-stream"
"""What comes piece by piece: no one on the way may collect or compress it."""
LONGEST_SEED = 9
AT_ONCE = {"cache-control": "no-store", "x-accel-buffering": "no"}


class CoachApi(Api):
    """The whole API, with the coach."""

    def __init__(self, hub: Hub, settings: Settings, requests: Buckets) -> None:
        super().__init__(hub, settings, requests)
        self.reviews = Reviews(settings)

    def close(self) -> None:
        super().close()
        self.reviews.close()

    def routes(self) -> list[Route]:
        here = self._route
        return [
            *super().routes(),
            here("/api/review", self.review, "POST"),
            here("/api/puzzles", self.puzzles),
            here("/api/puzzles/{which}", self.puzzle),
            here("/api/puzzles/{which}", self.try_puzzle, "POST"),
            here("/api/puzzles/{which}/judge", self.judge_puzzle, "POST"),
            here("/api/counting", self.counting, "POST"),
            here("/api/counting/{seed}", self.drill),
        ]

    # ------------------------------------------------------------------------------------------- reviews
    async def review(self, request: Request) -> Response:
        asked = await self._body(request, msg.AskReview)
        whom, key = address_of(request), key_of(asked)
        kept = self.reviews.kept(key)
        if kept is not None:
            return StreamingResponse(_told(kept), headers=AT_ONCE, media_type=LINES)
        self.reviews.check(whom)
        self._charge(request, self.settings.cost_of_replay)
        offered = await self.hub.books.offered()
        reviewing = await self.work.do(whom, Reviewing, asked, offered)
        self.reviews.afford(whom, reviewing)
        lines = self.reviews.lines(whom, key, reviewing)
        return StreamingResponse(lines, headers=AT_ONCE, media_type=LINES)

    # ------------------------------------------------------------------------------------------- puzzles
    async def puzzles(self, request: Request) -> Response:
        made = await self.work.do(address_of(request), encoded, puzzles, today())
        return made.answer(request, JSON)

    async def puzzle(self, request: Request) -> Response:
        self._charge(request, self.settings.cost_of_check)
        whom, which = address_of(request), _which(request)
        made = await self.work.do(whom, encoded, puzzle_question, which, today())
        return made.answer(request, JSON)

    async def try_puzzle(self, request: Request) -> Response:
        wanted = await self._body(request, msg.TryPuzzle)
        self._charge(request, self.settings.cost_of_check)
        whom, which = address_of(request), _which(request)
        return json_answer(await self.work.do(whom, puzzle_tried, which, wanted.move, today()))

    async def judge_puzzle(self, request: Request) -> Response:
        wanted = await self._body(request, msg.JudgePuzzle)
        self._charge(request, self.settings.cost_of_check)
        whom, which = address_of(request), _which(request)
        return json_answer(await self.work.do(whom, puzzle_judged, which, wanted.move, today()))

    # ------------------------------------------------------------------------------------------ counting
    async def drill(self, request: Request) -> Response:
        self._charge(request, self.settings.cost_of_game)
        seed = str(request.path_params["seed"])
        if not seed.isascii() or not seed.isdecimal() or len(seed) > LONGEST_SEED:
            raise RefusalError("unknown-page")
        made = await self.work.do(address_of(request), encoded, drill, int(seed))
        return made.answer(request, JSON)

    async def counting(self, request: Request) -> Response:
        wanted = await self._body(request, msg.GivenMoment)
        self._charge(request, self.settings.cost_of_replay)
        offered = await self.hub.books.offered()
        return json_answer(await self.work.do(address_of(request), questions_at, wanted, offered))


def today() -> datetime.date:
    """The same for everybody, wherever they are."""
    return datetime.datetime.now(tz=datetime.UTC).date()


def _which(request: Request) -> str:
    return str(request.path_params["which"])


async def _told(lines: list[bytes]) -> AsyncIterator[bytes]:
    for line in lines:
        yield line
