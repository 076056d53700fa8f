"""Finds puzzles in games of bots: at most one a game, none that the greedy player solves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from faraon.bots.api import Bot, Budget
from faraon.bots.hints.comparing import facts_for
from faraon.bots.hints.reason import YOURS
from faraon.bots.registry import make_bot
from faraon.bots.search.measured import measured_reason
from faraon.bots.solve.proof import ProofSearch
from faraon.bots.solve.values import NO_LIMIT, solve
from faraon.bots.solve.values import Value as Proven
from faraon.cards import Card, Value
from faraon.coach.puzzles.puzzle import Puzzle
from faraon.coach.weighing import Weigher, seeds_of, weigher_of
from faraon.engines.kernels.layout import MOVES
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import Game, load
from faraon.play.state import State

PLAYERS = ("uniform", "greedy", "ismcts:300")
"""Whose games are looked at, each against the last one."""

EMPTY = Puzzle(0, "", 0, 0, 0, "", (), "")
"""What a puzzle is about is found before it has a number and a game."""

Tell = Callable[[int, int], None]
"""Takes how many games have been looked at, and of how many."""

QUICK, SEARCH, DUEL = 1_000, 4_000, 3_000
"""Simulations of a first look, of the search, and of a duel for each move;"""
LONGER = 10
"""and how many times as long the search is that must confirm both."""

FIRST_GAP, GAP, SURE_GAP = 0.15, 0.25, 0.20
"""What the best move must be ahead at a first look; in the duel; and there less two standard errors."""
RIVALS = 5
"""With so many others the best move fights."""

MOST_CARDS, LEAST_WIN, MOST_WIN, NODES = 9, 3, 7, 60_000
"""Open puzzles: cards in both hands, the moves of a win, and what a refutation may cost."""

OPEN_SEARCHES = (200, 2_000)

KNOWN = Budget(simulations=4_000)
"""What the solver may spend where the player who is asked knows all cards."""

CAREFUL, SEARCHING = "flat:1000", "ismcts:300"
"""Who else is asked, to rate it."""
ASKED = 3
"""How often: a bot fails that is wrong in most of them."""


@dataclass
class Maker:
    """Everything that is needed to make puzzles; the same seed makes the same ones."""

    seed: int
    kinds: frozenset[str] = frozenset()
    """Only of these kinds, if any are named: some are rare."""

    def __post_init__(self) -> None:
        self.game: Game = load("classic", 2)
        self.weigher: Weigher = weigher_of(self.game)
        self.bots: dict[str, Bot] = {
            name: make_bot(name, self.game) for name in {*PLAYERS, "greedy", CAREFUL, SEARCHING}
        }
        self.prover = ProofSearch(self.weigher.searcher.engine)

    def puzzles(
        self, games: range, first_id: int, most_open: int, tell: Tell = lambda done, whole: None
    ) -> Iterator[Puzzle]:
        """What is found in these games; of open ones not more than so many (none if kinds are wanted)."""
        for number in games:
            tell(number - games.start, len(games))
            states = self._play(number)
            found = self._hidden(states, number)
            if found is None and most_open > 0 and not self.kinds:
                found = self._open(states, number)
                most_open -= found is not None
            if found is not None:
                state, puzzle = found
                moves = ";".join(str(entry.move) for entry in state.log if entry.move is not None)
                deal, first = game_seed(self.seed, number), state.origin.turn
                yield replace(puzzle, id=first_id, seed=deal, first=first, moves=moves)
                first_id += 1

    def _play(self, number: int) -> list[State]:
        weak = self.bots[PLAYERS[number % len(PLAYERS)]]
        players = [weak, self.bots[PLAYERS[-1]]]
        if number // len(PLAYERS) % 2:
            players.reverse()
        deal = game_seed(self.seed, number)
        states = [self.game.deal(deal, first=number // 2 % 2)]
        while not states[-1].over and len(states) < 300:
            view = states[-1].view(states[-1].turn)
            choice = players[view.turn].choose(view, game_seed(deal, len(states)))
            states.append(states[-1].play(choice))
        return states

    # ---------------------------------------------------------------------------- by what one can know
    def _hidden(self, states: list[State], number: int) -> tuple[State, Puzzle] | None:
        found: tuple[State, Puzzle] | None = None
        for at, state in enumerate(states[1:-1], 1):
            about = self._only_move(state, game_seed(number, at))
            if about is not None and (found is None or _better(about, found[1])):
                found = state, about
        return found

    def _only_move(self, state: State, seed: int) -> Puzzle | None:
        """The puzzle of this moment, if one move alone keeps the chance."""
        view, weigher = state.view(state.turn), self.weigher
        if weigher.choices(view) < 3:
            return None
        first, second = seeds_of(seed, 0)
        worlds = weigher.worlds(view, first)
        found = weigher.propose(view, worlds, first, QUICK)
        best = found[0].move
        tempting = self.bots["greedy"].choose(view, 0)
        if len(best.cards) == len(view.hand) or best.alike(tempting):
            return None
        kind = kind_of(view, best, tempting)
        if self.kinds and kind not in self.kinds:
            return None
        if found[0].value - max(one.value for one in found[1:]) < FIRST_GAP:
            return None
        for times in (1, LONGER):
            found = weigher.propose(view, worlds, first + times, SEARCH * times)
            if not found[0].move.alike(best):
                return None
            rivals = [one.move for one in found[1:] if not one.move.alike(tempting)]
            fighting = [best, tempting, *rivals[: RIVALS - 1]]
            actions = [weigher.action(view, move) for move in fighting]
            duel = weigher.fight(worlds, actions, second + times, DUEL * times)
            values = [duel.value(at) for at in range(len(fighting))]
            rival = max(range(1, len(fighting)), key=lambda at: values[at])
            gap = values[0] - values[rival]
            error = (duel.error(0) ** 2 + duel.error(rival) ** 2) ** 0.5
            if gap < GAP or gap - 2 * error < SURE_GAP:
                return None
        counted = measured_reason(duel, 0, 1, YOURS)
        if not self.borne_out(view, best, second):
            return None
        reason = None
        if counted.best is not None and counted.other is not None:
            reason = counted.kind, round(counted.best, 3), round(counted.other, 3)
        if reason is None and not facts_for(self.game, view, best, tempting, YOURS):
            return None  # nobody could say why
        return replace(
            EMPTY,
            kind=kind,
            level=self._level(view, [best], seed),
            answers=(str(best),),
            other=str(tempting),
            rate=round(values[0], 3),
            other_rate=round(values[1], 3),
            gap=round(gap, 3),
            reason=reason,
        )

    def borne_out(self, view: View, best: Move, seed: int) -> bool:
        """Where nothing is hidden, deeper searches may change their minds: it alone must be proven to win.
        Elsewhere a network must not like another move better."""
        weigher, proof = self.weigher, self.weigher.prove(view, budget=KNOWN)
        if proof.tried:
            wins = {weigher.class_of(one) for one, worth in proof.moves.items() if worth.value is Proven.win}
            return wins == {weigher.class_of(weigher.action(view, best))}
        return not weigher.opinion.prefers_another(view, best, seed)

    def _level(self, view: View, answers: list[Move], seed: int) -> int:
        level = 1
        for name in (CAREFUL, SEARCHING):
            wrong = 0
            for again in range(ASKED):
                choice = self.bots[name].choose(view, game_seed(seed, again))
                wrong += not any(choice.alike(answer) for answer in answers)
            level += 2 * wrong > ASKED
        return level

    # ------------------------------------------------------------------------------ with all cards open
    def _open(self, states: list[State], number: int) -> tuple[State, Puzzle] | None:
        for at, state in enumerate(states[1:-1], 1):
            hands = state.position.hands
            if sum(map(len, hands)) <= MOST_CARDS and min(map(len, hands)) >= 2:
                about = self._win_within(state, game_seed(number, at))
                if about is not None:
                    return state, about
        return None

    def _win_within(self, state: State, seed: int) -> Puzzle | None:
        """The puzzle of this moment, if some moves win in a few moves for certain, and others do not."""
        view, weigher, turn = state.view(state.turn), self.weigher, state.turn
        moves = {weigher.class_of(weigher.action(view, move)): move for move in view.moves}
        if len(moves) < 4:
            return None
        words = self.prover.engine.state(state.position)
        words[MOVES] = NO_LIMIT
        self.prover.forget()
        for within in range(1, MOST_WIN + 1):
            won = self.prover.wins_within(words, turn, within, NODES)
            if won is None or (won and within < LEAST_WIN):
                return None
            if won:
                break
        else:
            return None
        answers = []
        for move in moves.values():
            child = self.prover.child(words, weigher.action(view, move))
            wins = self.prover.wins_within(child, turn, within - 1, NODES)
            if wins is None:
                return None
            if wins:
                answers.append(move)
        tempting = self.bots["greedy"].choose(view, 0)
        if len(answers) * 3 > len(moves) or any(one.alike(tempting) for one in answers):
            return None
        return replace(
            EMPTY,
            kind="end",
            level=self._open_level(state, answers, seed),
            answers=tuple(sorted(map(str, answers))),
            other=str(tempting),
            win_in=within,
            line=self._line(state, within),
        )

    def _open_level(self, state: State, answers: list[Move], seed: int) -> int:
        """By how many simulations of the true position are not enough to find it."""
        view, level = state.view(state.turn), 1
        worlds = self.weigher.worlds(view, seed, state.position)
        for simulations in OPEN_SEARCHES:
            choice = self.weigher.propose(view, worlds, seed, simulations)[0].move
            level += not any(choice.alike(answer) for answer in answers)
        return level

    def _line(self, state: State, within: int) -> str:
        """The solver's own line, if it is as short."""
        found = solve(self.prover, state.position, Budget(simulations=3_000))
        if found.distance is None or found.distance > within:
            return ""
        actions, moves = self.prover.engine.actions, []
        for action in found.line:
            moves.append(str(actions.move(action, state.turn, 2)))
            state = state.play(moves[-1])
        return ";".join(moves) if state.over else ""


def _better(one: Puzzle, two: Puzzle) -> bool:
    """The harder, and then the clearer."""
    return (one.level, one.gap) > (two.level, two.gap)


def kind_of(view: View, best: Move, tempting: Move) -> str:
    """What a puzzle is about."""
    if view.situation.owed:
        return "debt"
    if view.situation.stop:
        return "ace"
    if best.word == "draw":
        return "draw"
    if best.suit is not None and best.cards == tempting.cards:
        return "suit"
    for kind, card in (("pharaoh", Card.lU), ("red_seven", Card.h7)):
        if (card in best.cards) != (card in tempting.cards):
            return kind
    if best.cards[0].val == Value.ace or (tempting.cards and tempting.cards[0].val == Value.ace):
        return "ace"
    if best.cards[0].val == Value.VII or (tempting.cards and tempting.cards[0].val == Value.VII):
        return "seven"
    if best.suit is not None or tempting.suit is not None:
        return "suit"
    same = tempting.cards and best.cards[0].val == tempting.cards[0].val
    return "group" if same else "draw"
