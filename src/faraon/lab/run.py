"""The laboratory at work: every variant on the same deals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faraon
from faraon.arena.games import weights_of
from faraon.arena.journal import Journal
from faraon.arena.run import Outcome, Tell, check_numbers, finish_work
from faraon.arena.schedule import Rules, deals_for
from faraon.arena.workers import Place
from faraon.engines.errors import GameError
from faraon.lab.measure import Conditions, Piece, measure
from faraon.lab.summary import summary
from faraon.lab.variants import Variants, variants
from faraon.lang.ir import Book


@dataclass(frozen=True)
class Lab:
    """What is to be measured."""

    book: Book
    variants: Variants
    conditions: Conditions
    games: int
    only: tuple[str, ...]
    weights: Mapping[str, Mapping[str, str]]
    """What identifies the files that bots play by, if there are any."""

    @classmethod
    def of(
        cls,
        book: Book,
        players: int,
        only: list[str],
        bots: tuple[str, str],
        games: int,
        seed: int,
        seconds: float,
    ) -> Lab:
        """A laboratory, checked; ``bots`` are the strong one and the weak one."""
        check_numbers(games, seed)
        if games < 2:
            raise GameError("bad-request", "one game alone says nothing: at least 2")
        conditions = Conditions(Rules.of(book), players, *bots, seed, seconds)
        found = variants(book, players, only, bots)
        return cls(book, found, conditions, games, tuple(only), weights_of(bots))

    def identity(self) -> dict[str, Any]:
        conditions = self.conditions
        return {
            "version": faraon.__version__,
            "rulebook": conditions.rules.name,
            "hash": conditions.rules.hash,
            "players": conditions.players,
            "only": list(self.only),
            "strong": conditions.strong,
            "weak": conditions.weak,
            **self.weights,
            "seed": conditions.seed,
            "games": self.games,
            "seconds": conditions.seconds,
        }

    def pieces(self) -> list[Piece]:
        """Variant by variant, so that a worker makes each table ready once."""
        duplicate = deals_for(self.games, self.conditions.players)
        return [
            Piece(number, variant, deal, deal < duplicate)
            for number, variant in enumerate(self.variants.playable)
            for deal in range(self.games)
        ]


def run_lab(lab: Lab, path: Path | None, place: Place, tell: Tell) -> Outcome:
    """Measures what is still to be measured; with a path, the result is written there."""
    with Journal(path, {"faraon": "lab journal", **lab.identity()}) as journal:
        where = finish_work(
            journal, measure, lab.conditions, lab.pieces(), _key, _key_in_journal, place, tell
        )
        result = summary(lab.identity(), lab.variants, lab.book, journal.done)
        journal.finish(json.dumps(result, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    return Outcome(result, where)


def _key(piece: Piece) -> Any:
    return piece.number, piece.deal


def _key_in_journal(entry: dict[str, Any]) -> Any:
    return entry["variant"], entry["deal"]
