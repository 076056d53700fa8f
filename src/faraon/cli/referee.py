"""The referee: JSON lines in, JSON lines out, so that programs in any language can play and judge.

One answer a line, always; a refused request changes nothing. The protocol is described in
``docs/reference/referee.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import IO, Any

from faraon.engines.api import Game, State, load
from faraon.engines.errors import GameError
from faraon.game.verdict import Verdict
from faraon.lang.errors import RulebookError, did_you_mean

LONGEST_LINE = 1_000_000


class Referee:
    """One conversation: it holds at most one game.

    >>> referee = Referee()
    >>> referee.answer('{"do": "quit", "id": 1}')
    '{"ok": true, "id": 1}'
    """

    def __init__(self) -> None:
        self.state: State | None = None
        self.finished = False
        self._requests: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], tuple[str, ...]]] = {
            "new": (self._new, ("rulebook", "players", "options", "seed", "deck", "first", "hand_sizes")),
            "set": (self._set, ("rulebook", "options", "position")),
            "moves": (self._moves, ()),
            "judge": (self._judge, ("move",)),
            "play": (self._play, ("move",)),
            "state": (self._state, ()),
            "view": (self._view, ("seat",)),
            "quit": (self._quit, ()),
        }

    def answer(self, line: str) -> str:
        """The answer to one line, without the newline."""
        request: object = None
        try:
            request = _parse(line)
            answer = {"ok": True, **self._dispatch(request)}
        except GameError as error:
            answer = _error(error.code, str(error))
        except RulebookError as error:
            answer = _error("bad-rulebook", str(error))
        if isinstance(request, dict) and "id" in request:
            answer["id"] = request["id"]
        return json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")

    def _dispatch(self, request: dict[str, Any]) -> dict[str, Any]:
        name = request.get("do")
        if not isinstance(name, str):
            raise GameError("bad-request", f"'do' must be one of {', '.join(self._requests)}")
        if name not in self._requests:
            raise GameError(
                "unknown-request", f"there is no request '{name[:40]}': {did_you_mean(name, self._requests)}"
            )
        handle, keys = self._requests[name]
        for key in request:
            if key not in ("do", "id", *keys):
                hint = did_you_mean(key, keys) if keys else "it takes nothing"
                raise GameError("bad-request", f"'{name}' takes no '{key[:40]}': {hint}")
        return handle(request)

    # --------------------------------------------------------------------------------------------- requests
    def _new(self, request: dict[str, Any]) -> dict[str, Any]:
        game = self._game(request, request.get("players", 2))
        deck, sizes = request.get("deck"), request.get("hand_sizes")
        for key, value in (("deck", deck), ("hand_sizes", sizes)):
            if value is not None and not isinstance(value, list):
                raise GameError("bad-request", f"'{key}' must be a list")
        self.state = game.deal(
            request.get("seed"), deck=deck, first=request.get("first", 0), hand_sizes=sizes
        )
        return self._state(request)

    def _set(self, request: dict[str, Any]) -> dict[str, Any]:
        position = request.get("position")
        if not isinstance(position, dict):
            raise GameError("bad-request", "'position' must be an object")
        hands = position.get("hands")
        if not isinstance(hands, list):
            raise GameError("bad-position", "'hands' must be a list of hands")
        self.state = self._game(request, len(hands)).position(position)
        return self._state(request)

    def _game(self, request: dict[str, Any], players: Any) -> Game:
        rulebook, options = request.get("rulebook", "classic"), request.get("options", {})
        if not isinstance(rulebook, str):
            raise GameError("bad-request", "'rulebook' must be a name or a path")
        if not isinstance(options, dict):
            raise GameError("bad-request", "'options' must be an object")
        return load(rulebook, players, **options)

    def _current(self) -> State:
        if self.state is None:
            raise GameError("no-game", "there is no game yet: begin with new or set")
        return self.state

    def _moves(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"moves": [str(move) for move in self._current().moves()]}

    def _judge(self, request: dict[str, Any]) -> dict[str, Any]:
        verdict = self._current().judge(_move(request))
        return {"legal": verdict.legal, "rule": verdict.rule, "reasons": _reasons(verdict)}

    def _play(self, request: dict[str, Any]) -> dict[str, Any]:
        self.state = self._current().play(_move(request))
        answer = self._state(request)
        return {**answer, "foul": True} if self.state.log[-1].foul else answer

    def _state(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"state": self._current().to_json()}

    def _view(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"view": self._current().view(request.get("seat", 0)).to_json()}

    def _quit(self, request: dict[str, Any]) -> dict[str, Any]:
        self.finished = True
        return {}


def _move(request: dict[str, Any]) -> str:
    move = request.get("move")
    if not isinstance(move, str):
        raise GameError("bad-request", "'move' must be a text")
    return move


def _reasons(verdict: Verdict) -> list[dict[str, str]]:
    return [
        {"rule": reason.rule, "paragraph": reason.paragraph, "en": reason.en, "sk": reason.sk}
        for reason in verdict.reasons
    ]


def _parse(line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise GameError("bad-json", f"the line is longer than {LONGEST_LINE} characters")
    try:
        request = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise GameError("bad-json", f"the line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise GameError("bad-json", "a request is a JSON object")
    return request


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _error(code: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message}}


def serve(lines: Iterable[bytes], out: IO[str]) -> None:
    """Answers every line until the end or ``quit``."""
    referee = Referee()
    for line in lines:
        if not line.strip():
            continue
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = "\N{REPLACEMENT CHARACTER}"
        print(referee.answer(text), file=out, flush=True)
        if referee.finished:
            return
