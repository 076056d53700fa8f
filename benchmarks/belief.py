"""What each kind of evidence tells about the hidden cards: ``python benchmarks/belief.py --games 500``.

At every decision of a seat, the worlds that it imagines say for each hidden card how likely the opponent
holds it. Where the cards really were decides how good that was (logarithmic score); the gain over worlds
without evidence is given in bits a decision, with a 95 % interval over games.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

import faraon
from faraon.bots.belief.trust import TRUSTS
from faraon.bots.belief.worlds import Belief
from faraon.bots.registry import make_bot
from faraon.bots.search.searcher import Searcher
from faraon.bots.search.style import Style
from faraon.game.view import View
from faraon.play.game import Game
from faraon.play.state import State

WORLDS = 400
OPPONENTS = ("greedy", "ismcts:1000")
IMAGINING = "ismcts:300"
"""Plays the seat whose worlds are judged."""


def score(belief: Belief, view: View, state: State, seed: int) -> float:
    """How many bits it takes to tell the truth, card by card, to one who believes this: few are good."""
    other = 1 - view.seat
    worlds = belief.worlds(view, seed)
    hidden = np.unique(worlds.cards[worlds.cards >= 0])
    hands = belief.dream(worlds, seed + 1, WORLDS)[:, other]
    held = ((hands[:, None] >> hidden) & 1).sum(axis=0)
    likely = (held + 0.5) / (WORLDS + 1)  # never quite certain: so many worlds only
    truth = np.isin(hidden, [int(card) for card in state.position.hands[other]])
    return -float(np.log2(np.where(truth, likely, 1 - likely)).sum())


def bits_taken(
    game: Game, beliefs: Mapping[str, Belief], opponent: str, games: int
) -> tuple[int, NDArray[np.float64]]:
    """The decisions, and for every game and belief the bits it took in all."""
    own, other = make_bot(IMAGINING, game), make_bot(opponent, game)
    taken = np.zeros((games, len(beliefs)))
    decisions = 0
    for seed in range(games):
        state, seat = game.deal(seed), seed % 2
        while not state.over:
            view, number = state.view(state.turn), 4096 * seed + state.position.moves_made
            if state.turn == seat and view.log:
                taken[seed] += [score(belief, view, state, number) for belief in beliefs.values()]
                decisions += 1
            state = state.play((own if state.turn == seat else other).choose(view, number))
    return decisions, taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    chosen = parser.parse_args()
    game = faraon.load("classic", players=2)
    base = Searcher(game, Style(), None)
    beliefs = {
        name: Belief(game, base.engine, base.machine, base.tactics, trust) for name, trust in TRUSTS.items()
    }
    for opponent in OPPONENTS:
        decisions, taken = bits_taken(game, beliefs, opponent, chosen.games)
        without = taken[:, list(beliefs).index("off")]
        print(f"against {opponent}: {without.sum() / decisions:.2f} bits a decision without evidence")
        for name, column in zip(beliefs, taken.T, strict=True):
            gain = without - column
            margin = 1.96 * gain.std() * np.sqrt(chosen.games) / decisions
            print(f"  {name:10} {gain.sum() / decisions:6.3f} ± {margin:.3f}")


if __name__ == "__main__":
    main()
