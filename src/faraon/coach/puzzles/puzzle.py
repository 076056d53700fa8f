"""Puzzles from games, as they are shipped: the game up to the question, and the moves that are right.

A puzzle is to be solved by what the player on turn can know, or it is *open*: all cards are shown, and a win
within so many moves is asked for, which the solver has proven.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib import resources

from faraon.bots.hints.comparing import facts_for
from faraon.bots.hints.reason import Pair, Reason
from faraon.bots.search.measured import LATER, reason_of
from faraon.coach.calibration import calibration_of
from faraon.coach.weighing import told
from faraon.game.chance import shuffle_by_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import load
from faraon.play.state import State

FORMAT = "faraon puzzles 1"

KINDS: dict[str, tuple[str, str]] = {
    "draw": ("Lay, or draw?", "Vyložiť, či ťahať?"),
    "suit": ("Which suit?", "Ktorá farba?"),
    "ace": ("Aces", "Esá"),
    "debt": ("Debts", "Dlhy"),
    "seven": ("Sevens", "Sedmy"),
    "pharaoh": ("The Pharaoh", "Faraón"),
    "red_seven": ("The red seven", "Červená sedma"),
    "group": ("How many, and in which order?", "Koľko a v akom poradí?"),
    "end": ("All cards are open", "Všetky karty odkryté"),
}
"""What a puzzle is about, in both languages; no title gives the answer away."""

LEVELS = (("easy", "ľahká"), ("medium", "stredná"), ("hard", "ťažká"))
"""By which bots fail: only the greedy one; one that weighs its first move, too; one that searches as well."""


_CALLED = {
    "draw": ("drawing", "ťahaní"),
    "stand": ("standing", "státí"),
    "pass": ("passing", "vynechaní ťahu"),
    "concede": ("conceding", "vzdaní sa"),
}
"""Moves that are words; a puzzle has two players, so that a return needs no name."""


@dataclass(frozen=True)
class Puzzle:
    """One of them. The same fields stand in the file."""

    id: int
    """Its number, which never changes."""
    kind: str
    level: int
    """From 1 to 3, see ``LEVELS``."""
    seed: int
    first: int
    """The deal, and who began."""
    moves: str
    """What was played until the question, the moves joined by semicolons."""
    answers: tuple[str, ...]
    """All moves that are right."""
    other: str
    """The tempting move that the explanation speaks of."""
    rate: float = 1.0
    other_rate: float = 0.0
    """How many simulations were won after the answer, and after the tempting move;"""
    gap: float = 1.0
    """and how many more after the answer than after the best of all wrong moves."""
    win_in: int | None = None
    """For an open one: a win within so many moves, those of both players counted."""
    line: str = ""
    """How such a win may go on, the answer included."""
    reason: tuple[str, float, float] | None = None
    """What was counted after the answer and after the tempting move."""

    @property
    def open(self) -> bool:
        return self.win_in is not None

    @property
    def value(self) -> float:
        """The chance after the answer."""
        return 1.0 if self.open else calibration_of(self.state.game).chance(self.rate)

    @property
    def other_value(self) -> float:
        """The chance after the tempting move; of an open puzzle, whether it wins as quickly: it does not."""
        return 0.0 if self.open else calibration_of(self.state.game).chance(self.other_rate)

    @cached_property
    def state(self) -> State:
        """The question; whoever is on turn is asked."""
        state = load("classic", 2).deal(self.seed, first=self.first)
        for move in self.moves.split(";"):
            state = state.play(move)
        return state

    @property
    def view(self) -> View:
        """What the player who is asked may know."""
        return self.state.view(self.state.turn)

    def right(self, move: Move | str) -> bool:
        """Whether a move solves it. Of cards in the middle of a group the order does not count."""
        asked = Move.parse(move) if isinstance(move, str) else move
        return any(asked.alike(Move.parse(answer)) for answer in self.answers)

    def reasons(self) -> list[Reason]:
        """Why the answer is better than the tempting move."""
        best, other = Move.parse(self.answers[0]), Move.parse(self.other)
        pair = Pair("the right move", called(other, "en"), "správnom ťahu", called(other, "sk"))
        facts = facts_for(self.state.game, self.view, best, other, pair)
        proven = [_proven(self.win_in, len(self.answers))] if self.win_in is not None else []
        return told(proven, reason_of(*self.reason, pair, 2) if self.reason else LATER, facts)


def called(move: Move, language: str) -> str:
    """A move after "after", in Slovak after "po" (the locative); cards as they are written.

    >>> called(Move.parse("lO=h"), "en"), called(Move.parse("draw"), "en")
    ('lO=h', 'drawing')
    >>> called(Move.parse("lO=h"), "sk"), called(Move.parse("draw"), "sk")
    ('ťahu lO=h', 'ťahaní')
    """
    en, sk = _CALLED.get(move.word, (str(move), f"ťahu {move}"))
    if move.seat is not None:
        en, sk = f"bringing your opponent back with {move.cards[0]}", f"vrátení súpera kartou {move.cards[0]}"
    return sk if language == "sk" else en


def _proven(moves: int, answers: int) -> Reason:
    others = ("no other move does", "iný ťah nie") if answers == 1 else ("others do not", "iné nie")
    return Reason(
        "proven_win",
        f"It wins within {moves} moves of both, whatever your opponent does; {others[0]}.",
        f"Vyhráva najneskôr {moves}. ťahom (počítajú sa ťahy oboch), nech súper robí čokoľvek; {others[1]}.",
    )


def read(text: str) -> list[Puzzle]:
    """The puzzles of a file: a line for what it is, then a line each."""
    head, *lines = text.splitlines()
    if json.loads(head).get("format") != FORMAT:
        raise ValueError(f"not a file of puzzles: {head[:60]}")
    found = []
    for line in lines:
        told = json.loads(line)
        told["answers"] = tuple(told["answers"])
        told["reason"] = tuple(told["reason"]) if told.get("reason") else None
        found.append(Puzzle(**told))
    return found


def write(puzzles: Sequence[Puzzle], rulebook_hash: str) -> str:
    """The text of a file."""
    usual = asdict(Puzzle(0, "", 0, 0, 0, "", (), ""))
    lines = [json.dumps({"format": FORMAT, "rulebook": "classic", "hash": rulebook_hash})]
    for puzzle in puzzles:
        told = {
            name: value
            for name, value in asdict(puzzle).items()
            if value != usual[name] or name in ("id", "first")
        }
        lines.append(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(lines) + "\n"


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles of this package, in their order."""
    file = resources.files(__package__).joinpath("puzzles.jsonl")
    return tuple(read(file.read_text(encoding="utf-8")))


def daily(day: datetime.date, puzzles: Sequence[Puzzle] | None = None) -> Puzzle:
    """The puzzle of a day, the same for everybody; all come before one comes again."""
    those = shipped() if puzzles is None else puzzles
    cycle, at = divmod(day.toordinal(), len(those))
    order, _ = shuffle_by_seed(range(len(those)), cycle)
    return those[order[at]]
