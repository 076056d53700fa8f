"""Structured logs: one JSON object per line. No token, secret or card is ever given to a logger."""

from __future__ import annotations

import datetime
import json
import logging
import sys

WHILE_SECONDS = 10.0
MOST_IN_A_WHILE = 5
MOST_KINDS = 500

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = datetime.datetime.fromtimestamp(record.created, tz=datetime.UTC)
        line = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "says": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _OWN},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _of_our_making(record: logging.LogRecord) -> bool:
    """Leaves out what uvicorn calls an error, though any client can cause it at will."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence received")


class Sparing(logging.Filter):
    """The same warning at most a few times in a while, so that nobody can fill the disk with it; the next
    line says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key = record.name, str(record.msg)[:200]
        since, times = self._said.pop(key, (record.created, 0))
        if not 0 <= record.created - since < WHILE_SECONDS:
            if times > MOST_IN_A_WHILE:
                record.left_out = times - MOST_IN_A_WHILE
            since, times = record.created, 0
        self._said[key] = since, times + 1
        if len(self._said) > MOST_KINDS:
            del self._said[next(iter(self._said))]
        return times < MOST_IN_A_WHILE


def configure(level: str = "INFO") -> None:
    """Everything that is logged, by any library, is a line of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_of_our_making)
    handler.addFilter(Sparing())
    logging.captureWarnings(True)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("faraon.server", "faraon.bots"):
        logging.getLogger(name).setLevel(level)
