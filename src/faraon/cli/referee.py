"""The referee: JSON lines in, JSON lines out, so that programs in any language can play and judge.

Always one answer per line; a refused request changes nothing. The protocol is described in
``docs/reference/referee.md``.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from faraon.cli.lines import asked, converse, error_answer, parse, write
from faraon.engines.errors import GameError
from faraon.game.verdict import Verdict
from faraon.lang.errors import RulebookError, did_you_mean
from faraon.lang.ir import Book
from faraon.lang.library import SUFFIX, book_from_text, book_of_document, document_of, read_book, shipped
from faraon.limits import whole_number
from faraon.match import Match
from faraon.play.dead_ends import deadlock
from faraon.play.documents import document_tuple
from faraon.play.game import Game
from faraon.play.state import State

LONGEST_FILE = 250_000
"""Of a rulebook, in bytes."""


class Referee:
    """One conversation: it holds at most one game.

    >>> referee = Referee()
    >>> referee.answer('{"do": "quit", "id": 1}')
    '{"ok": true, "id": 1}'
    """

    def __init__(self) -> None:
        self.state: State | None = None
        self.match: Match | None = None
        self.finished = False
        self._requests: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], tuple[str, ...]]] = {
            "new": (self._new, ("rulebook", "players", "options", "seed", "deck", "first", "hand_sizes")),
            "set": (self._set, ("rulebook", "options", "position")),
            "moves": (self._moves, ()),
            "judge": (self._judge, ("move",)),
            "play": (self._play, ("move", "order")),
            "state": (self._state, ()),
            "tuple": (self._tuple, ()),
            "view": (self._view, ("seat",)),
            "match": (self._match, ("kind", "games", "rulebook", "players", "options")),
            "deal": (self._deal, ("seed", "deck", "lot")),
            "beggar": (self._beggar, ("seat", "ask")),
            "standings": (self._standings, ()),
            "quit": (self._quit, ()),
        }

    def answer(self, line: str | bytes) -> str:
        """The answer to one line, without the newline; bytes must be UTF-8."""
        request: object = None
        try:
            request = parse(line)
            answer = {"ok": True, **self._dispatch(request)}
        except GameError as error:
            answer = {"ok": False, **error_answer(error.code, str(error))}
        except RulebookError as error:
            answer = {"ok": False, **error_answer("bad-rulebook", str(error))}
        if isinstance(request, dict) and "id" in request:
            answer["id"] = request["id"]
        return write(answer)

    def _dispatch(self, request: dict[str, Any]) -> dict[str, Any]:
        name = asked(request, {name: keys for name, (_, keys) in self._requests.items()})
        return self._requests[name][0](request)

    # --------------------------------------------------------------------------------------------- requests
    def _new(self, request: dict[str, Any]) -> dict[str, Any]:
        game = self._game(request, request.get("players", 2))
        deck, sizes = _list(request, "deck"), _list(request, "hand_sizes")
        self.state = game.deal(
            request.get("seed"), deck=deck, first=request.get("first", 0), hand_sizes=sizes
        )
        self.match = None
        return self._state(request)

    def _set(self, request: dict[str, Any]) -> dict[str, Any]:
        position = request.get("position")
        if not isinstance(position, dict):
            raise GameError("bad-request", "'position' must be an object")
        hands = position.get("hands")
        if not isinstance(hands, list):
            raise GameError("bad-position", "'hands' must be a list of hands")
        self.state = self._game(request, len(hands)).position(position)
        self.match = None
        return self._state(request)

    def _game(self, request: dict[str, Any], players: Any) -> Game:
        rulebook, options = request.get("rulebook", "classic"), request.get("options", {})
        if not isinstance(rulebook, str):
            raise GameError("bad-request", "'rulebook' must be a name or a path")
        if not isinstance(options, dict):
            raise GameError("bad-request", "'options' must be an object")
        try:
            return Game(_book(rulebook), players, options)
        except (RecursionError, SyntaxError, MemoryError):  # Python's own limits
            raise GameError("bad-rulebook", "its conditions are nested too deeply") from None

    def _current(self) -> State:
        if self.state is None:
            raise GameError("no-game", "there is no game yet: begin with new or set")
        return self.state

    def _moves(self, request: dict[str, Any]) -> dict[str, Any]:
        state = self._current()
        moves = state.moves()
        if not moves and not state.over:
            raise deadlock(state.position)
        return {"moves": [str(move) for move in moves]}

    def _judge(self, request: dict[str, Any]) -> dict[str, Any]:
        verdict = self._current().judge(_move(request))
        return {"legal": verdict.legal, "rule": verdict.rule, "reasons": _reasons(verdict)}

    def _play(self, request: dict[str, Any]) -> dict[str, Any]:
        state = self._current().play(_move(request), _list(request, "order"))
        match = self.match
        if match is not None:
            match = match.finish(state) if state.over else replace(match, current=state)
        self.state, self.match = state, match
        answer = self._state(request)
        if match is not None and state.over:
            answer["match"] = match.to_json()
        return {**answer, "foul": True} if state.log[-1].foul else answer

    def _state(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"state": self._current().to_json()}

    def _tuple(self, request: dict[str, Any]) -> dict[str, Any]:
        found = document_tuple(self._current())
        return {"tuple": {"symbol": found.symbol, "parts": found.parts, "text": str(found)}}

    def _view(self, request: dict[str, Any]) -> dict[str, Any]:
        state = self._current()
        return {"view": state.game.write_view(state.view(request.get("seat", 0)))}

    # ---------------------------------------------------------------------------------------------- matches
    def _match(self, request: dict[str, Any]) -> dict[str, Any]:
        game = self._game(request, request.get("players", 2))
        kind, games = request.get("kind", "single"), request.get("games", 1)
        self.match = Match.begin(game.book, game.players, request.get("options", {}), kind, games)
        self.state = None
        return self._standings(request)

    def _deal(self, request: dict[str, Any]) -> dict[str, Any]:
        seed, deck, lot = _whole(request, "seed"), _list(request, "deck"), _whole(request, "lot")
        self.match = self._running().deal(seed, deck=deck, lot=lot)
        self.state = self.match.current
        return {**self._state(request), **self._standings(request)}

    def _beggar(self, request: dict[str, Any]) -> dict[str, Any]:
        seat, ask = whole_number(request.get("seat")), request.get("ask")
        if seat is None or not isinstance(ask, bool):
            raise GameError("bad-request", "'seat' must be a seat, and 'ask' true or false")
        self.match = self._running().beggar(seat, ask)
        return self._standings(request)

    def _standings(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"match": self._running().to_json()}

    def _running(self) -> Match:
        if self.match is None:
            raise GameError("no-game", "there is no match yet: begin with match")
        return self.match

    def _quit(self, request: dict[str, Any]) -> dict[str, Any]:
        self.finished = True
        return {}


def _move(request: dict[str, Any]) -> str:
    move = request.get("move")
    if not isinstance(move, str):
        raise GameError("bad-request", "'move' must be a text")
    return move


def _list(request: dict[str, Any], key: str) -> list[Any] | None:
    value = request.get(key)
    if value is not None and not isinstance(value, list):
        raise GameError("bad-request", f"'{key}' must be a list")
    return value


def _whole(request: dict[str, Any], key: str) -> int | None:
    value = request.get(key)
    number = whole_number(value)
    if value is not None and number is None:
        raise GameError("bad-request", f"'{key}' must be a whole number")
    return number


def _reasons(verdict: Verdict) -> list[dict[str, str]]:
    return [
        {"rule": reason.rule, "paragraph": reason.paragraph, "en": reason.en, "sk": reason.sk}
        for reason in verdict.reasons
    ]


# ------------------------------------------------------------------------------------------------ rulebooks


def _book(name: str) -> Book:
    """A shipped rulebook by its name, or one in a file, which may be a document.

    Only regular files that end in ``.far`` are read: the checker quotes the lines that it does not like, and
    clients must not read other files that way, nor make the referee wait for a pipe.
    """
    if name in shipped():
        return read_book(name)
    if not name.endswith(SUFFIX):
        hint = did_you_mean(name[:80], shipped())
        raise GameError(
            "unknown-rulebook",
            f"there is no rulebook '{name[:80]}': {hint} (or a path that ends in {SUFFIX})",
        )
    text = _read(name)
    if text is None:
        needs = f"a rulebook is a file of UTF-8 text, ends in {SUFFIX}, and has at most {LONGEST_FILE} bytes"
        raise GameError("unknown-rulebook", f"cannot read '{name[-80:]}': {needs}")
    document = document_of(name, text)
    return book_from_text(text, name) if document is None else book_of_document(document)


def _read(name: str) -> str | None:
    """The text of a rulebook file, or ``None`` if it is not there or is something else."""
    try:
        path = Path(name).resolve(strict=True)
        if not path.name.endswith(SUFFIX):  # a link to something else
            return None
        # Opening a pipe waits for a writer unless told not to.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            with open(handle, "rb", closefd=False) as file:
                content = file.read(LONGEST_FILE + 1)
        finally:
            os.close(handle)
        return content.decode("utf-8-sig") if len(content) <= LONGEST_FILE else None
    except (OSError, ValueError, RuntimeError):  # including no path at all, no UTF-8, and circular links
        return None


def serve(lines: IO[bytes], out: IO[str]) -> None:
    """Answers every line until the end, or ``quit``, or until nobody reads the answers."""
    referee = Referee()
    converse(lines, out, referee.answer, lambda: referee.finished)
