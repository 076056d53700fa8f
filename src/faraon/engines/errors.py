"""What a caller can do wrong, each with its code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from faraon.game.verdict import Verdict

CODES = {
    "bad-json": "the line is not JSON, or not an object",
    "bad-request": "something in the request is missing or of the wrong kind",
    "unknown-request": "there is no such request",
    "no-game": "there is no game yet: begin with new or set",
    "unknown-rulebook": "no rulebook of this name is shipped, and there is no such file",
    "bad-rulebook": "the rulebook does not pass the checker",
    "bad-option": "an unknown option or setting",
    "bad-players": "a number of players that the rulebook does not allow",
    "bad-seat": "there is no such seat",
    "bad-deck": "the deck is not the whole pack, or a new order not the turned pile, card for card",
    "bad-position": "the position contradicts itself or the rulebook",
    "too-few-cards": "there are not enough cards for the deal",
    "bad-move": "the text is not a move",
    "bad-match": "the match does not allow that now",
    "illegal-move": "no rule allows the move now",
    "deadlock": "nobody can move, and the game is not over: the rulebook has a dead end",
    "missing-extra": "it needs an extra of the package that is not installed",
}
"""The closed set of error codes; the referee's reference page lists the same."""


class GameError(ValueError):
    """Bad input; nothing has changed."""

    def __init__(self, code: str, message: str, sk: str = "") -> None:
        assert code in CODES, code  # noqa: S101 - the set of codes is closed
        super().__init__(message)
        self.code = code
        self.sk = sk
        """The message in Slovak, where players may meet it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Between processes an error keeps its kind and all it says, whatever it was made from."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[GameError], args: tuple[Any, ...], content: dict[str, Any]) -> GameError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(content)
    return error


class NoRuleError(Exception):
    """An engine was given a move that no rule allows; a :class:`State` says why (:class:`IllegalMove`)."""


class IllegalMove(GameError):  # noqa: N818 - a stable public name
    """A move that no rule allows; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__("illegal-move", verdict.text("en"), verdict.text("sk"))
        self.verdict = verdict
