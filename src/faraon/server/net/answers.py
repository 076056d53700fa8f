"""Answers over HTTP: messages, refusals, and what was made and compressed beforehand."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from faraon.server import wire as msg
from faraon.server.measures import REFUSED
from faraon.server.wire.refusals import RefusalError

STATUS_CODES = {
    "bad-host": 421,
    "bad-origin": 403,
    "bad-token": 403,
    "banned": 403,
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
JSON = "application/json"
HTML = "text/html; charset=utf-8"
EFFORT = 6
"""Of compressing; more costs much and gains little."""


def json_answer(answer: msgspec.Struct, status: int = 200) -> Response:
    return Response(msg.encode(answer), status, media_type=JSON)


def failure(refusal: RefusalError) -> Response:
    REFUSED[refusal.code] += 1
    answer = msg.Failure(refusal.code, refusal.en, refusal.sk)
    return json_answer(answer, STATUS_CODES.get(refusal.code, 400))


@dataclass(frozen=True, slots=True)
class Made:
    """A whole answer, compressed once, however often it is sent."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, plain: bytes) -> Made:
        return cls(plain, gzip.compress(plain, EFFORT, mtime=0))

    def answer(self, request: Request, media_type: str, headers: dict[str, str] | None = None) -> Response:
        said = {**(headers or {}), "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, headers=said, media_type=media_type)
        return Response(self.packed, headers={**said, "content-encoding": "gzip"}, media_type=media_type)
