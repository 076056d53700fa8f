"""What good play is worth: two ways to move, the best of each against each other, wherever both are there.

    python benchmarks/coach_play_well.py --games 150
    python benchmarks/coach_play_well.py --puzzles

Decisions of ``greedy`` and ``ismcts:300`` against ``ismcts:300``, classic, two players, without debt or stop.
A tree (3,000 simulations) chooses the best move of either way, a duel (1,500 each, after as many that only
teach) tells which is better. *Gain* is the mean chance of the first way less that of the second, in points,
with its standard error over games; *better* and *worse* are the shares of decisions in which they differ by
5 points and two standard errors. ``--puzzles`` counts shipped ones that are answered by
drawing, and why.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import coach_games as played
import numpy as np

from faraon.cards import Card, Value
from faraon.coach.puzzles import shipped
from faraon.coach.weighing import weigher_of
from faraon.game.chance import game_seed
from faraon.game.move import Move
from faraon.game.view import View

Way = Callable[[View, Move], bool]


def lays(view: View, move: Move) -> bool:
    return bool(move.cards) and move.seat is None


def draws(view: View, move: Move) -> bool:
    return move.word == "draw"


def with_card(card: Card) -> Way:
    return lambda view, move: card in move.cards and move.seat is None


def without_card(card: Card) -> Way:
    return lambda view, move: lays(view, move) and card not in move.cards and card in view.hand


def of_value(value: Value) -> Way:
    return lambda view, move: lays(view, move) and move.cards[0].val == value


def not_of_value(value: Value) -> Way:
    return lambda view, move: lays(view, move) and move.cards[0].val != value


def asks_longest(view: View, move: Move) -> bool:
    """Asks for a suit of which most is left."""
    left = Counter(card.suit for card in view.hand if card not in move.cards)
    return move.suit is not None and left[move.suit] > 0 and left[move.suit] == max(left.values())


def asks_other(view: View, move: Move) -> bool:
    return move.suit is not None and not asks_longest(view, move)


def asks_held(view: View, move: Move) -> bool:
    left = Counter(card.suit for card in view.hand if card not in move.cards)
    return move.suit is not None and left[move.suit] > 0


def asks_not_held(view: View, move: Move) -> bool:
    return move.suit is not None and not asks_held(view, move)


def whole_group(view: View, move: Move) -> bool:
    return lays(view, move) and len(move.cards) > 1 and len(move.cards) == _held(view, move)


def part_of_group(view: View, move: Move) -> bool:
    return lays(view, move) and len(move.cards) < _held(view, move)


def _held(view: View, move: Move) -> int:
    return sum(card.val == move.cards[0].val for card in view.hand)


def nearly_out(view: View) -> bool:
    return view.sizes[1 - view.seat] <= 2


def far_from_out(view: View) -> bool:
    return view.sizes[1 - view.seat] > 2


def anytime(view: View) -> bool:
    return True


@dataclass(frozen=True)
class Compared:
    """Two ways to move in a decision without debt or stop."""

    name: str
    one: Way
    two: Way
    when: Callable[[View], bool] = anytime


QUESTIONS = (
    Compared("draw, although something fits", draws, lays),
    Compared("… the opponent holds one or two cards", draws, lays, nearly_out),
    Compared("… the opponent holds more", draws, lays, far_from_out),
    Compared("keep the Pharaoh and lay something else", without_card(Card.lU), with_card(Card.lU)),
    Compared("keep the red seven and lay something else", without_card(Card.h7), with_card(Card.h7)),
    Compared("lay a seven, not another card", of_value(Value.VII), not_of_value(Value.VII)),
    Compared(
        "… the opponent holds one or two cards", of_value(Value.VII), not_of_value(Value.VII), nearly_out
    ),
    Compared("lay an ace, not another card", of_value(Value.ace), not_of_value(Value.ace)),
    Compared("lay an over, not another card", of_value(Value.over), not_of_value(Value.over)),
    Compared("ask for a suit that you hold, not for another", asks_held, asks_not_held),
    Compared("ask for your longest suit, not for another", asks_longest, asks_other),
    Compared("lay all cards of a value, not some", whole_group, part_of_group),
)


THEY_DRAW = ("they_draw_one", "they_draw", "they_draw_soon")


def drawn() -> tuple[int, int, int]:
    """How many puzzles are solved by drawing although something fits; in how many of them the other would be
    out after the tempting move; and in how many they draw more after the right one."""
    those = [one for one in shipped() if one.kind == "draw" and one.answers == ("draw",)]
    why = Counter(one.reason[0] for one in those if one.reason)
    return len(those), why["they_out"], sum(why[kind] for kind in THEY_DRAW)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="of either kind of player")
    parser.add_argument("--seed", type=int, default=8080)
    parser.add_argument("--puzzles", action="store_true", help="counts the shipped puzzles instead")
    asked = parser.parse_args()
    if asked.puzzles:
        print("{} are answered by drawing: in {} they would be out, in {} they draw more".format(*drawn()))
        return
    found: dict[int, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    decisions = 0
    kinds = ("greedy", "ismcts:300")
    for number, one in enumerate(played.games(asked.games, asked.seed, kinds=kinds)):
        weigher, state = weigher_of(one.state.game), one.state.game.deal(0)
        state = one.state.game.deal(deck=one.state.deck, first=one.state.origin.turn)
        for entry in one.state.log:
            if entry.move is None:
                continue
            view = state.view(state.turn)
            calm = not view.situation.owed and not view.situation.stop
            if state.turn == one.seat and calm and weigher.choices(view) > 1:
                decisions += 1
                seed = game_seed(number, len(state.log))
                worlds = weigher.worlds(view, seed)
                tree = [one.move for one in weigher.propose(view, worlds, seed, 3_000)]
                fought: dict[tuple[Move, Move], tuple[float, float]] = {}
                for at, question in enumerate(QUESTIONS):
                    best = next((move for move in tree if question.one(view, move)), None)
                    other = next((move for move in tree if question.two(view, move)), None)
                    if best is None or other is None or not question.when(view):
                        continue
                    if (best, other) not in fought:
                        actions = [weigher.action(view, move) for move in (best, other)]
                        duel = weigher.fight(worlds, actions, seed + 1, 1_500, 1_500)
                        values = [weigher.calibration.chance(duel.value(side)) for side in (0, 1)]
                        error = float(np.hypot(duel.error(0), duel.error(1)))
                        fought[best, other] = values[0] - values[1], error
                    found[at][number].append(fought[best, other])
            state = state.play(entry.move)
    print(f"{decisions} decisions of {2 * asked.games} games")
    print("| | gain | better | worse | decisions |\n|---|---:|---:|---:|---:|")
    for at, question in enumerate(QUESTIONS):
        games = found[at]
        every = np.array([pair for pairs in games.values() for pair in pairs])
        if len(every) < 10:
            print(f"| {question.name} | too few | | | {len(every)} |")
            continue
        gain = float(every[:, 0].mean())
        sums = np.array([sum(pair[0] - gain for pair in pairs) for pairs in games.values()])
        error = float(np.sqrt((sums**2).sum())) / len(every)
        clear = np.maximum(0.05, 2 * every[:, 1])
        better, worse = float((every[:, 0] >= clear).mean()), float((every[:, 0] <= -clear).mean())
        print(
            f"| {question.name} | {100 * gain:+.1f} ± {100 * error:.1f} | {100 * better:.0f} % "
            f"| {100 * worse:.0f} % | {len(every)} |"
        )


if __name__ == "__main__":
    main()
