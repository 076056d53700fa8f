"""Conversations in JSON lines: what is read, what is refused, how answers are written."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any

from faraon.engines.errors import GameError
from faraon.lang.errors import did_you_mean

LONGEST_LINE = 1_000_000
"""In bytes, without the end of the line."""
DEEPEST = 100
"""How deep lists and objects may be nested."""
LONGEST_NUMBER = 400
"""In digits."""
LONGEST_MESSAGE = 4_000
LINE_ENDS = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}
"""Characters that JSON leaves as they are and some readers take for the end of a line."""


def parse(line: str | bytes, longest: int = LONGEST_LINE) -> dict[str, Any]:
    """The request in one line; :class:`GameError` if there is none."""
    if len(line) > longest:
        raise GameError("bad-json", f"the line is longer than {longest} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        request = json.loads(
            text,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_number,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError:
        raise GameError("bad-json", "the line is not UTF-8") from None
    except ValueError as error:
        raise GameError("bad-json", f"the line is not JSON: {error}") from None
    except RecursionError:
        raise _too_deep() from None
    if _deeper(request, DEEPEST):
        raise _too_deep()
    if not isinstance(request, dict):
        raise GameError("bad-json", "a request is a JSON object")
    return request


def _too_deep() -> GameError:
    return GameError("bad-json", f"lists and objects are nested more than {DEEPEST} deep")


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


def _integer(written: str) -> int:
    if len(written.lstrip("-")) > LONGEST_NUMBER:
        raise ValueError(f"a number has more than {LONGEST_NUMBER} digits")
    return int(written)


def _number(written: str) -> float:
    number = float(written)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{written[:40]} is too large")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"duplicate key '{key[:40]}'")
        found[key] = value
    return found


def _deeper(value: object, depth: int) -> bool:
    """Whether a JSON value is nested deeper than this."""
    level = [value]
    while level and depth > 0:
        inner: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(one.values())
            elif isinstance(one, list):
                inner.extend(one)
        level, depth = inner, depth - 1
    return any(isinstance(one, dict | list) for one in level)


def error_answer(code: str, message: str) -> dict[str, Any]:
    """The answer to a refused request."""
    short = message if len(message) <= LONGEST_MESSAGE else message[:LONGEST_MESSAGE] + " …"
    return {"error": {"code": code, "message": short}}


def write(answer: dict[str, Any]) -> str:
    """An answer as one line, without the newline."""
    written = json.dumps(answer, ensure_ascii=False).translate(LINE_ENDS)
    # Half of a surrogate pair, from the request, is written as JSON escapes it.
    return written.encode("utf-8", "backslashreplace").decode("utf-8")


def _lines(stream: IO[bytes], longest: int) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only enough to show that it is."""
    while line := stream.readline(longest + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(longest)
        yield line.removesuffix(b"\n")


def asked(request: dict[str, Any], requests: Mapping[str, tuple[str, ...]]) -> str:
    """What a request asks for, of these requests with their keys."""
    name = request.get("do")
    if not isinstance(name, str):
        raise GameError("bad-request", f"'do' must be one of {', '.join(requests)}")
    if name not in requests:
        raise GameError(
            "unknown-request", f"there is no request '{name[:40]}': {did_you_mean(name, requests)}"
        )
    keys = requests[name]
    for key in request:
        if key not in ("do", "id", *keys):
            hint = did_you_mean(key, keys) if keys else "it takes nothing"
            raise GameError("bad-request", f"'{name}' takes no '{key[:40]}': {hint}")
    return name


def converse(
    lines: IO[bytes],
    out: IO[str],
    answer: Callable[[bytes], str],
    finished: Callable[[], bool],
    longest: int = LONGEST_LINE,
) -> None:
    """Answers every line until the end, or until it is finished, or until nobody reads the answers."""
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(encoding="utf-8", newline="\n")  # whatever the locale says
    try:
        for line in _lines(lines, longest):
            print(answer(line), file=out, flush=True)
            if finished():
                return
    except BrokenPipeError:
        # What could not be written would be tried again at the end of the process.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)
