"""Judges one turn: the tree proposes a best move, duels decide what the played one has lost."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.bots.belief.worlds import Worlds
from faraon.bots.hints.reason import Reason
from faraon.bots.search.candidates import Candidate
from faraon.bots.search.duel import SPREAD, Duel
from faraon.bots.solve.values import Value
from faraon.coach.opinion import CONTESTED
from faraon.coach.shapes import Chance, Mark, Review, Weighed
from faraon.coach.weighing import DOUBTFUL, Proof, Weigher, seeds_of
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.game.view import View

FORCED_SHARE = 4
"""A forced move needs only its chance: a fraction of the simulations."""

FIRST_SHARE = 12
"""A first duel has a fraction of them as rounds, after as many that only teach its trees;"""
LAST_SHARE = 3
"""one that decides about a mark is taught by all of them, and a fraction counts: trees must be deep, or they
think as lightly as the player who went wrong."""
COUNTED_SHARE = 12
"""and the duels in which reasons are counted, one of several."""

LOST = 0.05
"""Where nothing is hidden and nothing is proven, a move has a mark only if its chance is no better: of other
losses there deeper searches change their minds too often (benchmarks/coach_marks.py)."""

PLAIN = 0.30
"""A loss below this is fought for once more, with other luck, before a mark is given."""

SURELY_NOT = 1.5
"""A loss that is below the first mark by so many standard errors needs no second duel."""

EQUAL = 0.03
"""Moves that lose less than this are as good as the best one."""

NEAR = 0.05
"""Moves that the tree puts so near to its best one are in the first duel as well, to find equals;"""
MOST_NEAR = 2
"""so many of them."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is judged."""

    number: int
    """Of the record's turns, from 1 on."""
    view: View
    move: Move
    """What was played."""
    truth: Position | None = None
    """The position, where all cards are open."""


@dataclass(frozen=True)
class Judge:
    """The same turn, seed and simulations always give the same review."""

    weigher: Weigher
    simulations: int
    seed: int

    def review(self, turn: Turn) -> Review:
        weigher, view = self.weigher, turn.view
        first, second = seeds_of(self.seed, turn.number)
        choices, foul = weigher.choices(view), turn.move not in view.moves
        worlds = weigher.worlds(view, first, turn.truth)
        if choices == 1 and not foul:
            found = weigher.propose(view, worlds, first, self._share(FORCED_SHARE))
            only = self._by_tree(found[0], turn.move, Proof(), view)
            return Review(turn.number, self._chance(only), only, only)
        proof = weigher.prove(view, turn.truth)
        found = weigher.propose(view, worlds, first, self.simulations)
        top = found.pop(self._top(view, found, proof))
        if not foul and top.move.alike(turn.move):
            best = self._by_tree(top, turn.move, proof, view)
            equals = tuple(one.move for one in found if one.value > top.value - EQUAL)
            return Review(
                *(turn.number, self._chance(best), best, best, equals, choices),
                stake=_stake(top, found),
                settled=proof.settled,
            )
        return self._fought(turn, worlds, proof, top, found, second, choices)

    def _fought(
        self,
        turn: Turn,
        worlds: Worlds,
        proof: Proof,
        top: Candidate,
        found: list[Candidate],
        seed: int,
        choices: int,
    ) -> Review:
        """Another move was played than the proposed one: they fight."""
        weigher, view = self.weigher, turn.view
        foul = turn.move not in view.moves
        # Of moves that are alike one was tried: it fights for the played one.
        twin = next((one.move for one in found if not foul and one.move.alike(turn.move)), turn.move)
        near = [one.move for one in found if one.value >= top.value - NEAR and one.move != twin]
        moves = [top.move, turn.move, *near[:MOST_NEAR]]
        tried = [top.move, twin, *near[:MOST_NEAR]]
        actions = [weigher.action(view, move) for move in tried]
        rounds = self._share(FIRST_SHARE)
        duel = weigher.fight(worlds, actions, seed, rounds, rounds)
        best, done, *others_weighed = self._by_duel(duel, moves, actions, proof)
        if best.value - done.value + SURELY_NOT * _both(best, done) >= Mark.inaccuracy.value:
            last = self._share(LAST_SHARE), self.simulations
            duel = weigher.fight(worlds, actions[:2], seed + 1, *last)
            best, done = self._by_duel(duel, moves[:2], actions, proof)
            if best.value - done.value < PLAIN and Mark.of(best.value - done.value, _both(best, done)):
                duel.join(weigher.fight(worlds, actions[:2], seed + 2, *last))
                best, done = self._by_duel(duel, moves[:2], actions, proof)
        loss, error = max(0.0, best.value - done.value), _both(best, done)
        mark = Mark.of(loss, error)
        reasons: tuple[Reason, ...] = ()
        settled = proof.settled
        if mark and not settled and done.value > LOST:
            mark, reasons = None, (DOUBTFUL,)
        elif mark and not done.proven and not self._blamed(turn, worlds, top.move, twin, seed + 4):
            mark, reasons, settled = None, (CONTESTED,), False
        elif mark:
            rounds = self._share(COUNTED_SHARE)
            counted = None if proof.tried else weigher.count(worlds, actions[:2], seed + 3, rounds)
            reasons = weigher.reasons(view, counted, best, done)
        if done.value >= best.value:
            best = done
        equal = [one.move for one in (done, *others_weighed) if best.value - one.value < EQUAL]
        return Review(
            turn.number,
            self._chance(best),
            done,
            best,
            tuple(move for move in equal if move != best.move),
            choices,
            loss,
            error,
            mark,
            foul=foul,
            reasons=reasons,
            stake=_stake(top, found),
            settled=settled,
        )

    def _blamed(self, turn: Turn, worlds: Worlds, best: Move, played: Move, seed: int) -> bool:
        """Whether somebody else finds the loss, too; for what is forbidden nobody else is asked."""
        if turn.move not in turn.view.moves:
            return True
        truth = None if turn.truth is None else worlds
        return self.weigher.opinion.blames(turn.view, best, played, seed, truth)

    def _share(self, part: int) -> int:
        return -(-self.simulations // part)

    # ------------------------------------------------------------------------------------------- weighing
    def _by_tree(self, found: Candidate, shown: Move, proof: Proof, view: View) -> Weighed:
        spread = max(0.01, found.value * (1 - found.value)) / max(1, found.visits) + SPREAD**2
        action = self.weigher.action(view, found.move)
        return self.weigher.weighed(shown, action, found.value, float(spread**0.5), proof)

    def _by_duel(self, duel: Duel, moves: list[Move], actions: list[int], proof: Proof) -> list[Weighed]:
        return [
            self.weigher.weighed(move, actions[at], duel.value(at), duel.error(at), proof)
            for at, move in enumerate(moves)
        ]

    def _chance(self, best: Weighed) -> Chance:
        if best.proven:
            return Chance(best.value, best.value, best.value)
        return self.weigher.calibration.band(best.value, best.error)

    def _top(self, view: View, found: list[Candidate], proof: Proof) -> int:
        """Which move is proposed: a proven one, or else the most visited one that is not proven to lose."""
        actions = [self.weigher.action(view, one.move) for one in found]
        if proof.value in (Value.win, Value.draw) and proof.best is not None:
            wanted = self.weigher.class_of(proof.best)
            return next(at for at, one in enumerate(actions) if self.weigher.class_of(one) == wanted)
        lost = {one for one, worth in proof.moves.items() if worth.value is Value.loss}
        return next((at for at, one in enumerate(actions) if one not in lost), 0)


def _stake(top: Candidate, others: list[Candidate]) -> float:
    """How much the mean of all moves is behind the proposed one."""
    return top.value - (top.value + sum(one.value for one in others)) / (1 + len(others))


def _both(one: Weighed, two: Weighed) -> float:
    return float((one.error**2 + two.error**2) ** 0.5)
