"""Weighs the moves of a view: a tree proposes, a duel decides, the solver speaks where nothing is hidden."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from faraon.bots.api import Budget
from faraon.bots.belief.trust import Trust
from faraon.bots.belief.worlds import Worlds
from faraon.bots.hints.comparing import facts_for
from faraon.bots.hints.reason import YOURS, Reason
from faraon.bots.search.candidates import Candidate
from faraon.bots.search.duel import Duel, duelling_machine
from faraon.bots.search.measured import measured_reason
from faraon.bots.search.searcher import Searcher, Tree
from faraon.bots.search.style import Style
from faraon.bots.solve.proof import ProofSearch
from faraon.bots.solve.solver import known_position
from faraon.bots.solve.values import Value, Worth, solve
from faraon.coach.calibration import Calibration, calibration_of
from faraon.coach.opinion import Opinion
from faraon.coach.shapes import Weighed
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.cache import Tell, tell_on_stderr
from faraon.engines.kernels.layout import FOUL
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.view import View
from faraon.play.game import Game
from faraon.words import counted

with extra("fast"):
    import numpy as np

PROOF = Budget(simulations=150)
"""What a proof may cost: 15,000 nodes, some hundredths of a second."""


@dataclass(frozen=True)
class Proof:
    """What the solver has proven of a view's moves, by their actions."""

    value: Value = Value.unknown
    moves: dict[int, Worth] = field(default_factory=dict)
    best: int | None = None
    tried: bool = False
    """Nothing is hidden, so that something might have been proven."""

    @property
    def settled(self) -> bool:
        """Something is hidden, or the solver has found the result."""
        return not self.tried or self.value is not Value.unknown


CHANGES = 0.03
"""By so much searches thirty times as deep change their minds about a value (benchmarks/coach_marks.py),"""
DEEP = 0.11
"""and by so much where nothing is hidden and nothing is proven: long manoeuvres."""

REPLIES = ("they_stand", "they_draw_one", "they_lay")
"""Counted reasons of how the next player answers."""

TREES = 8
"""What is counted for a reason comes from so many duels with trees of their own: they show how much trees
differ, which may like either of two moves that are as good."""

UNPROVEN = Reason(
    "unproven",
    "Nothing is hidden, and after your move hardly any trial game is won; the end is too far away to be "
    "proven.",
    "Nič nie je skryté a po tvojom ťahu sa nevyhrá takmer žiadna skúšobná hra; na dôkaz je koniec priďaleko.",
)

DOUBTFUL = Reason(
    "doubtful",
    "Nothing is hidden and nothing could be proven: deeper searches often change their minds here, so the "
    "move has no mark.",
    "Nič nie je skryté a nič sa nepodarilo dokázať: dlhšie hľadanie tu často zmení názor, preto ťah nemá "
    "značku.",
)


class Weigher:
    """All that weighs moves at one table. The same view, seed and budget always give the same answer."""

    def __init__(self, game: Game, tell: Tell = tell_on_stderr) -> None:
        """:class:`GameError` for a table that has no machine code."""
        self.game = game
        self.searcher = Searcher(game, Style(), Trust(), tell=tell, machine=duelling_machine)
        self.opinion = Opinion(game, tell)
        """Somebody else to ask before a move is blamed."""
        self.calibration: Calibration = calibration_of(game)
        self._tell = tell
        self._prover: ProofSearch | None = None
        self._lock = threading.Lock()  # the table of proofs is one for all who ask
        self._solvable = game.players == 2 and not game.bound.shuffled

    # ---------------------------------------------------------------------------------------------- moves
    def action(self, view: View, move: Move) -> int:
        """The number of a move; ``FOUL`` for one that no rule allows."""
        if move not in view.moves:
            return FOUL
        return self.searcher.engine.actions.number(move, view.turn, self.game.players)

    def move(self, view: View, action: int) -> Move:
        return self.searcher.engine.actions.move(action, view.turn, self.game.players)

    def class_of(self, action: int) -> int:
        """Equal for moves that differ only in the order of cards in the middle of a group."""
        return FOUL if action == FOUL else int(self.searcher.tactics.classes[action])

    def choices(self, view: View) -> int:
        """How many moves really differ."""
        return len({self.class_of(self.action(view, move)) for move in view.moves})

    # --------------------------------------------------------------------------------------------- weighing
    def worlds(self, view: View, seed: int, truth: Position | None = None) -> Worlds:
        """What the seat can imagine; or the truth alone, where all cards are open."""
        if truth is None:
            return self.searcher.belief.worlds(view, seed)
        none = np.zeros(0, np.int64)
        return Worlds(self.searcher.engine.state(truth), none, none, none, np.zeros((0, 0)))

    def propose(self, view: View, worlds: Worlds, seed: int, simulations: int) -> list[Candidate]:
        """What a tree finds, the most visited first."""
        tree = Tree(self.searcher, worlds, seed)
        tree.grow(simulations)
        return self.searcher.read(view, [tree])

    def prove(self, view: View, truth: Position | None = None, budget: Budget = PROOF) -> Proof:
        """What the solver can prove, where the seat knows every card (or all are open)."""
        if not self._solvable:
            return Proof()
        position = known_position(self.game, view) if truth is None else truth
        if position is None:
            return Proof()
        with self._lock:
            try:
                self._prover = self._prover or ProofSearch(self.searcher.engine, tell=self._tell)
            except GameError:  # rules that count moves: no position ever comes back
                self._solvable = False
                return Proof()
            found = solve(self._prover, position, budget)
        return Proof(found.value, found.moves, found.action, True)

    def fight(
        self, worlds: Worlds, actions: Sequence[int], seed: int, rounds: int, teaching: int = 0
    ) -> Duel:
        """A duel of some moves; the rounds that come first may only teach their trees."""
        duel = Duel(self.searcher, worlds, actions, seed)
        if teaching:
            duel.fight(teaching, keep=False)
        duel.fight(rounds)
        return duel

    def count(self, worlds: Worlds, actions: Sequence[int], seed: int, rounds: int) -> Duel:
        """Several short duels in one, for what is told with numbers."""
        duel = self.fight(worlds, actions, seed, rounds, rounds)
        for another in range(1, TREES):
            duel.join(self.fight(worlds, actions, seed + another, rounds, rounds))
        return duel

    def weighed(self, move: Move, action: int, rate: float, error: float, proof: Proof) -> Weighed:
        """A move with its chance; what is proven needs none."""
        worth = proof.moves.get(action)
        if worth is not None and worth.value is not Value.unknown:
            value = {Value.win: 1.0, Value.draw: 0.5, Value.loss: 0.0}[worth.value]
            return Weighed(move, value, 0.0, worth.value.value, worth.distance)
        chance, error = self.calibration, math.hypot(error, DEEP if proof.tried else CHANGES)
        return Weighed(move, chance.chance(rate), chance.error(rate, error))

    def reasons(self, view: View, duel: Duel | None, best: Weighed, other: Weighed) -> tuple[Reason, ...]:
        """Why one move is better than another: what was counted in a duel of both, and facts beside it.

        Without a duel nothing is counted: where nothing is hidden, a deeper tree changes its mind about what
        follows, and no number would be reproduced.
        """
        seen = UNPROVEN if duel is None else measured_reason(duel, 0, 1, YOURS)
        foul = other.move not in view.moves
        facts = [] if foul else facts_for(self.game, view, best.move, other.move, YOURS)
        return tuple(told(_proven(best, other), seen, facts))


def told(proven: Sequence[Reason], seen: Reason, facts: Sequence[Reason]) -> list[Reason]:
    """What is said of two moves: nothing twice, and nothing beside what says it all."""
    kinds = {fact.kind for fact in facts}
    if kinds & {"wins", "loses", "goes_out"}:
        return [*facts]
    if proven:  # what is certain needs no plan
        facts = [fact for fact in facts if fact.kind != "plan"]
    again = "no_answer" in kinds and seen.kind in REPLIES  # what was counted is certain
    counted = seen.measured and not again
    return [*proven, *([seen] if counted or not (facts or proven) else []), *facts]


def _proven(best: Weighed, other: Weighed) -> list[Reason]:
    """What the solver says."""
    if best.proven == "win" and other.proven != "win":
        moves = counted(best.distance or 0, ("move", "moves"))
        tahy = counted(best.distance or 0, ("ťah", "ťahy", "ťahov"))
        return [
            Reason(
                "proven_win",
                f"Nothing is hidden: the best move wins for certain, within {moves} of both players.",
                f"Nič nie je skryté: po najlepšom ťahu je hra istá výhra, najneskôr o {tahy} (oboch hráčov).",
            )
        ]
    if other.proven == "loss" and best.proven != "loss":
        return [
            Reason(
                "proven_loss",
                "Nothing is hidden: after your move the game is lost.",
                "Nič nie je skryté: po tvojom ťahu je hra prehratá.",
            )
        ]
    return []


@lru_cache(maxsize=16)
def weigher_of(game: Game) -> Weigher:
    """Tables with the same rules share one."""
    return Weigher(game)


def seeds_of(seed: int, number: int) -> tuple[int, int]:
    """For the tree and for the duel of a turn: a duel never sees the luck that chose its candidates."""
    return game_seed(seed, 2 * number), game_seed(seed, 2 * number + 1)
