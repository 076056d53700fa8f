"""A whole run: the deals that are not yet in the journal are played, then everything is summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import faraon
from faraon.arena.games import check_bot, play_deal, weights_of
from faraon.arena.journal import Journal
from faraon.arena.schedule import MOST_GAMES, Deal, Setting, deals_for, schedule, tables
from faraon.arena.summary import summary, write
from faraon.arena.workers import Piece, Place, Work, do_all
from faraon.engines.errors import GameError
from faraon.game.chance import MOST_SEED
from faraon.play.game import Game

MOST_BOTS = 50

Tell = Callable[[int, int], None]
"""Told how many pieces of work are done, and how many there are."""


@dataclass(frozen=True)
class Run:
    """What is to be played."""

    setting: Setting
    deals: int
    weights: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What identifies the files that bots play by, if there are any."""

    @classmethod
    def of(
        cls,
        game: Game,
        bots: list[str],
        games: int,
        seed: int,
        seconds: float = 30.0,
        checked: Collection[str] | None = None,
    ) -> Run:
        """A run, checked; ``games`` are those of one table, rounded up to whole sets of rotations.

        ``checked`` are the bots that must be known by their names: all of them, unless some are objects.
        """
        if not 2 <= len(bots) <= MOST_BOTS:
            raise GameError("bad-request", f"an arena needs 2 to {MOST_BOTS} bots, not {len(bots)}")
        known = bots if checked is None else [name for name in bots if name in checked]
        for name in bots:
            if name in known:
                check_bot(name, game)
            if bots.count(name) > 1:
                raise GameError("bad-request", f"'{name}' is named twice")
        check_numbers(games, seed)
        game.packs()  # a table that cannot be dealt says why
        setting = Setting.of(game, tuple(bots), seed, seconds)
        return cls(setting, deals_for(games, game.players), weights_of(known))

    @property
    def work(self) -> int:
        return self.deals * len(tables(len(self.setting.bots), self.setting.players))

    def identity(self) -> dict[str, Any]:
        """All that decides the result: the head of the journal, and part of the result."""
        setting = self.setting
        return {
            "version": faraon.__version__,  # bots of another one may play differently
            "rulebook": setting.rules.name,
            "hash": setting.rules.hash,
            "players": setting.players,
            "options": dict(setting.options),
            "bots": list(setting.bots),
            **self.weights,
            "seed": setting.seed,
            "deals": self.deals,
            "seconds": setting.seconds,
        }


def check_numbers(games: int, seed: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise GameError("bad-request", f"1 to {MOST_GAMES} games are played, not {games}")
    if not 0 <= seed <= MOST_SEED:
        raise GameError("bad-request", f"a seed is a number from 0 to {MOST_SEED}, not {seed}")


@dataclass
class Outcome:
    """The result, and where the work was done."""

    result: dict[str, Any]
    where: Counter[str] = field(default_factory=Counter)


def run_arena(run: Run, path: Path | None, place: Place, tell: Tell) -> Outcome:
    """Plays what is still to be played; with a path, the result is written there."""
    with Journal(path, {"faraon": "arena journal", **run.identity()}) as journal:
        pieces = list(schedule(len(run.setting.bots), run.setting.players, run.deals))
        where = finish_work(journal, play_deal, run.setting, pieces, _key_of_deal, _key, place, tell)
        result = summary(run.identity(), journal.done)
        journal.finish(write(result))
    return Outcome(result, where)


def finish_work(
    journal: Journal,
    work: Work,
    shared: Any,
    pieces: list[Piece],
    key_of: Callable[[Piece], Any],
    key_in_journal: Callable[[dict[str, Any]], Any],
    place: Place,
    tell: Tell,
) -> Counter[str]:
    """Does the pieces of work that the journal lacks; says how many were done where."""
    finished = {key_in_journal(one) for one in journal.done}
    left = [piece for piece in pieces if key_of(piece) not in finished]
    where: Counter[str] = Counter()
    tell(len(pieces) - len(left), len(pieces))
    with closing(do_all(work, shared, left, place)) as answers:
        for number, done in enumerate(answers, len(pieces) - len(left) + 1):
            journal.add(done.result)
            where[done.where] += 1
            tell(number, len(pieces))
    return where


def _key_of_deal(deal: Deal) -> Any:
    return deal.table, deal.number


def _key(entry: dict[str, Any]) -> Any:
    return tuple(entry["table"]), entry["deal"]
