"""Perft: how many sequences of a given number of legal moves a position allows.

The counts are kept in commented text files, a position each, and every engine must give the same ones:

.. code-block:: text

    # Sevens are answered with sevens, or the debt is drawn (§14).
    rulebook classic
    option seven_cards=2
    position {"hands": [["b7", "h9"], ["a7", "hX"]], "pile": ["b8"], "stock": ["l8", "l9"], "turn": 0}
    perft 2 4 10
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any

from faraon.engines.errors import GameError
from faraon.game.options import read_pairs
from faraon.game.position import Position
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.conformance import Engine


@dataclass(frozen=True)
class PerftFile:
    """One file."""

    comment: str
    rulebook: str
    options: dict[str, int | str]
    position: dict[str, Any]
    counts: tuple[int, ...]
    """For depth 1, 2, …; none in a file that only gives a position."""

    @classmethod
    def parse(cls, text: str) -> PerftFile:
        """Reads a file; :class:`GameError` says what is wrong with it."""
        comment: list[str] = []
        rulebook, options = "classic", dict[str, int | str]()
        counts: tuple[int, ...] = ()
        position: dict[str, Any] | None = None
        for line in text.splitlines():
            word, _, rest = line.strip().partition(" ")
            if word == "rulebook":
                rulebook = rest.strip()
            elif word == "option":
                options |= read_pairs([rest], _bad_option)
            elif word == "position":
                position = _json(rest)
            elif word == "perft":
                counts = tuple(map(int, rest.split()))
            elif word == "#":
                comment.append(rest)
            elif word:
                raise GameError("bad-position", f"a perft file has no line {line.strip()[:40]!r}")
        if position is None:
            raise GameError("bad-position", "a perft file needs a position")
        return cls(" ".join(comment), rulebook, options, position, counts)

    def state(self) -> State:
        return load(self.rulebook, len(self.position["hands"]), **self.options).position(self.position)


def _bad_option(pair: str) -> GameError:
    return GameError("bad-option", f"{pair!r} in a perft file is written NAME=VALUE")


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GameError("bad-position", f"the position is not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("hands"), list):
        raise GameError("bad-position", "a position is a JSON object with 'hands'")
    return data


def perft_files() -> Iterator[tuple[str, PerftFile]]:
    """The shipped files, by name."""
    folder = resources.files("faraon.testing").joinpath("perft")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".txt"):
            yield entry.name.removesuffix(".txt"), PerftFile.parse(entry.read_text(encoding="utf-8"))


def perft(engine: Engine, position: Position, depth: int) -> int:
    """How many sequences of that many moves there are; games that end earlier do not count."""
    if depth == 0:
        return 1
    actions = engine.legal(position)
    if depth == 1:
        return len(actions)
    return sum(perft(engine, engine.play(position, action), depth - 1) for action in actions)


def divide(game: Game, engine: Engine, position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The count after each first move."""
    from faraon.engines.actions import action_table

    table = action_table(game.book)
    for action in engine.legal(position):
        move = table.move(action, position.turn, game.players)
        yield str(move), perft(engine, engine.play(position, action), depth - 1)
