"""A bot as a program: JSON lines in, JSON lines out, so that programs in any language can ask it, or be it.

Every request stands alone: nothing is kept from one to the next but compiled rules. The protocol is described
in ``docs/reference/bots.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import IO, Any

from faraon.bots import Bot, Budget, make_bot, read_name
from faraon.bots.legal import may_play
from faraon.bots.registry import bot_named, own_networks
from faraon.cli.lines import asked, converse, error_answer, parse, write
from faraon.engines.errors import GameError
from faraon.game.chance import MOST_SEED
from faraon.lang.errors import RulebookError, did_you_mean
from faraon.lang.ir import Book
from faraon.lang.library import book_from_sources, book_from_text, read_book, shipped
from faraon.limits import whole_number
from faraon.play.game import Game

PROTOCOL = 1
LONGEST_LINE = 8_000_000
"""In bytes: a view carries the log of the whole game."""
MOST_TABLES = 16
"""How many tables' compiled rules are kept."""
NO_FILE = "<request>"
"""The name of a rulebook given as text; no file beside it can be included."""


class BotProgram:
    """One conversation with one bot.

    >>> BotProgram("greedy").answer('{"do": "hello"}')
    '{"name": "greedy", "protocol": 1}'
    """

    def __init__(
        self, name: str, rulebook: str = "classic", options: Mapping[str, Any] | None = None
    ) -> None:
        self.named = name
        """A bot, or a level: which bot that is, the table of each request decides (§17)."""
        self.book = read_book(rulebook)
        self.options = dict(options or {})
        usual = Game(self.book, self.book.players[0], self.options)
        self.name = bot_named(name, usual)
        own_networks(dict(read_name(self.name).settings))  # a file that has none is told at once
        self.finished = False
        self._tables: dict[str, tuple[Game, Bot]] = {}
        self._requests: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], tuple[str, ...]]] = {
            "hello": (self._hello, ()),
            "choose": (self._choose, ("view", "budget", "seed", "rulebook", "text", "options")),
            "quit": (self._quit, ()),
        }

    def answer(self, line: str | bytes) -> str:
        """The answer to one line, without the newline; bytes must be UTF-8."""
        request: object = None
        try:
            request = parse(line, LONGEST_LINE)
            name = asked(request, {name: keys for name, (_, keys) in self._requests.items()})
            answer = self._requests[name][0](request)
        except GameError as error:
            answer = error_answer(error.code, str(error))
        except RulebookError as error:
            answer = error_answer("bad-rulebook", str(error))
        if isinstance(request, dict) and "id" in request:
            answer["id"] = request["id"]
        return write(answer)

    # --------------------------------------------------------------------------------------------- requests
    def _hello(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"name": self.name, "protocol": PROTOCOL}

    def _quit(self, request: dict[str, Any]) -> dict[str, Any]:
        self.finished = True
        return {}

    def _choose(self, request: dict[str, Any]) -> dict[str, Any]:
        seed, budget = _seed(request), _budget(request)
        if "view" not in request:
            raise GameError("bad-request", "'choose' needs a 'view'")
        game, bot = self._table(request, _seats(request["view"]))
        view = game.read_view(request["view"])
        if view.over:
            raise GameError("bad-position", "the view: the game is over")
        if not view.moves:
            raise GameError("bad-position", "the view: there is no move to choose from")
        # A view that passes the reader may still be impossible by the rules; then a bot can fail anywhere,
        # or choose what is not there, and must not take the program with it.
        try:
            move = bot.choose(view, seed, budget)
        except GameError as error:
            raise GameError("bad-position", f"{self._senseless}: {error}") from None
        except Exception:
            raise GameError("bad-position", self._senseless) from None
        if not may_play(game, view, move):
            raise GameError("bad-position", self._senseless)
        return {"move": str(move)}

    @property
    def _senseless(self) -> str:
        return f"'{self.name}' cannot make sense of the view: by the rules of this table it is impossible"

    def _table(self, request: dict[str, Any], players: int) -> tuple[Game, Bot]:
        """The game that a request is about, and its bot."""
        key = json.dumps([request.get(name) for name in ("rulebook", "text", "options")] + [players])
        if key not in self._tables:
            options = request.get("options", self.options)
            if not isinstance(options, dict):
                raise GameError("bad-request", "'options' must be an object")
            try:
                game = Game(self._book(request), players, options)
                made = game, make_bot(bot_named(self.named, game), game)
            except (RecursionError, SyntaxError, MemoryError):  # Python's own limits
                raise GameError("bad-rulebook", "its conditions are nested too deeply") from None
            while len(self._tables) >= MOST_TABLES:
                del self._tables[next(iter(self._tables))]
            self._tables[key] = made
        return self._tables[key]

    def _book(self, request: dict[str, Any]) -> Book:
        name, text = request.get("rulebook"), request.get("text")
        if name is not None and text is not None:
            raise GameError("bad-request", "a rulebook has a name or a text, not both")
        if isinstance(text, str):
            return book_from_text(text, NO_FILE)
        if text is not None:
            if (
                not isinstance(text, dict)
                or not text
                or not all(isinstance(one, str) for one in text.values())
            ):
                raise GameError(
                    "bad-request", "'text' is a rulebook, or an object of its files, itself first"
                )
            return book_from_sources(text)
        if name is None:
            return self.book
        if not isinstance(name, str):
            raise GameError("bad-request", "'rulebook' must be a name")
        if name not in shipped():
            hint = did_you_mean(name[:80], shipped())
            raise GameError("unknown-rulebook", f"there is no rulebook '{name[:80]}': {hint}")
        return read_book(name)


def _seats(view: object) -> int:
    """How many players a view tells of; reading it refuses one that tells of none."""
    sizes = view.get("sizes") if isinstance(view, dict) else None
    return len(sizes) if isinstance(sizes, list) and len(sizes) > 1 else 2


def _seed(request: dict[str, Any]) -> int:
    seed = whole_number(request.get("seed", 0))
    if seed is None or not 0 <= seed <= MOST_SEED:
        raise GameError("bad-request", f"'seed' must be a number from 0 to {MOST_SEED}")
    return seed


def _budget(request: dict[str, Any]) -> Budget | None:
    budget = request.get("budget")
    if budget is None:
        return None
    if not isinstance(budget, str) and whole_number(budget) is None:
        raise GameError("bad-request", "'budget' is a number of simulations, or a text such as \"250ms\"")
    try:
        return Budget.parse(budget)
    except ValueError as error:
        raise GameError("bad-request", str(error)) from None


def serve(program: BotProgram, lines: IO[bytes], out: IO[str]) -> None:
    """Answers every line until the end, or ``quit``, or until nobody reads the answers."""
    converse(lines, out, program.answer, lambda: program.finished, LONGEST_LINE)
