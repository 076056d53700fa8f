"""What each belief tells about the hidden cards: ``python benchmarks/belief.py --games 300``.

At every decision of a seat, a belief says for each hidden card how likely the opponent holds it. Where the
cards really were decides how good that was (logarithmic score); the gain over the prior, which knows how
large hands are, is given in bits a decision, with a 95 % interval over games. Then how often cards were there
that were said to be there so often: of the red seven and of the Pharaoh apart, too.

``prior``: worlds without evidence; ``evidence``: worlds by hand-made evidence, as ``ismcts`` imagines them;
``network``: what a network says, card by card, in proportion to the size of the hand; ``network's worlds``:
as ``deep`` imagines them. With ``--kinds`` every kind of hand-made evidence by itself instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

import faraon
from faraon.bots.belief.trust import TRUSTS, Trust
from faraon.bots.belief.worlds import Belief, Estimate
from faraon.bots.net.belief import Guess
from faraon.bots.net.mind import Mind
from faraon.bots.registry import make_bot
from faraon.bots.search.searcher import Searcher
from faraon.bots.search.style import Style
from faraon.cards import Card
from faraon.game.view import View
from faraon.play.game import Game

WORLDS = 400
OPPONENTS = ("greedy", "ismcts:1000", "net")
IMAGINING = "net"
"""Plays the seat whose beliefs are judged."""
LONGEST = 300
"""So many moves of a game are looked at."""
APART = {"the red seven": Card.h7, "the Pharaoh": Card.lU}

Likely = NDArray[np.float64]


class Believing(Protocol):
    def __call__(self, view: View, hidden: NDArray[np.int64], seed: int) -> Likely:
        """How likely the opponent holds each of these cards."""


def by_worlds(belief: Belief, view: View, hidden: NDArray[np.int64], seed: int) -> Likely:
    worlds = belief.worlds(view, seed)
    hands = belief.dream(worlds, seed + 1, WORLDS)[:, 1 - view.seat]
    held = ((hands[:, None] >> hidden) & 1).sum(axis=0)
    return np.asarray((held + 0.5) / (WORLDS + 1))  # never quite certain: so many worlds only


def by_logits(belief: Belief, guess: Guess, view: View, hidden: NDArray[np.int64], seed: int) -> Likely:
    """All odds times the same, so that the cards expected are as many as there are."""
    logits = guess.logits(view, belief.past(view, seed))[0, hidden].astype(np.float64)
    there = view.sizes[1 - view.seat] - len(view.known.hands[1 - view.seat])
    low, high = -40.0, 40.0
    for _ in range(50):
        middle = (low + high) / 2
        expected = (1 / (1 + np.exp(-logits - middle))).sum()
        low, high = (middle, high) if expected < there else (low, middle)
    return np.asarray(np.clip(1 / (1 + np.exp(-logits - low)), 1e-4, 1 - 1e-4))


@dataclass
class Judged:
    """What was believed, and what was true."""

    bits: NDArray[np.float64]
    """That it took in every game."""
    said: list[Likely] = field(default_factory=list)
    true: list[NDArray[np.bool_]] = field(default_factory=list)
    cards: list[NDArray[np.int64]] = field(default_factory=list)

    def reliability(self) -> list[str]:
        """Said and found, by tenths and for two cards."""
        said, true, cards = (np.concatenate(part) for part in (self.said, self.true, self.cards))
        tenth, lines = np.minimum((10 * said).astype(int), 9), []
        for number in range(10):
            at = tenth == number
            if at.any():
                lines.append(f"{100 * said[at].mean():5.1f} {100 * true[at].mean():5.1f} {at.sum():8}")
        for name, card in APART.items():
            at = cards == card
            if at.any():
                lines.append(f"{100 * said[at].mean():5.1f} {100 * true[at].mean():5.1f} {at.sum():8} {name}")
        return lines


def judge(
    game: Game, beliefs: Mapping[str, Believing], opponent: str, games: int
) -> tuple[int, dict[str, Judged]]:
    """The decisions, and what became of each belief in these games."""
    own, other = make_bot(IMAGINING, game), make_bot(opponent, game)
    found = {name: Judged(np.zeros(games)) for name in beliefs}
    decisions = 0
    for seed in range(games):
        state, seat = game.deal(seed), seed % 2
        while not state.over and state.position.moves_made < LONGEST:
            view, number = state.view(state.turn), 4096 * seed + state.position.moves_made
            known = {*view.hand, *view.pile, *view.known.stock, *view.known.hands[1 - view.seat]}
            hidden = np.array(sorted({*map(int, game.bound.deck)} - known))
            if state.turn == seat and view.log and len(hidden):
                true = np.isin(hidden, [int(card) for card in state.position.hands[1 - seat]])
                for name, believing in beliefs.items():
                    likely, judged = believing(view, hidden, number), found[name]
                    judged.bits[seed] -= np.log2(np.where(true, likely, 1 - likely)).sum()
                    judged.said.append(likely)
                    judged.true.append(true)
                    judged.cards.append(hidden)
                decisions += 1
            state = state.play((own if state.turn == seat else other).choose(view, number))
    return decisions, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--against", nargs="*", default=OPPONENTS)
    parser.add_argument("--kinds", action="store_true", help="every kind of hand-made evidence")
    chosen = parser.parse_args()
    game = faraon.load("classic", players=2)
    base, guess = Searcher(game, Style(), None), Guess(Mind(game))

    def imagining(trust: Trust | Estimate | None) -> Belief:
        return Belief(game, base.engine, base.machine, base.tactics, trust)

    trusts: dict[str, Trust | Estimate | None] = {
        "prior": None,
        "evidence": TRUSTS["on"],
        "network's worlds": guess,
    }
    if chosen.kinds:
        trusts = {"prior": None, **{name: trust for name, trust in TRUSTS.items() if trust is not None}}
    beliefs: dict[str, Believing] = {name: partial(by_worlds, imagining(one)) for name, one in trusts.items()}
    if not chosen.kinds:
        beliefs["network"] = partial(by_logits, imagining(None), guess)
    for opponent in chosen.against:
        decisions, found = judge(game, beliefs, opponent, chosen.games)
        without = found["prior"].bits
        print(f"against {opponent}: {without.sum() / decisions:.2f} bits by the prior, {decisions} decisions")
        for name, judged in found.items():
            gain = without - judged.bits
            margin = 1.96 * gain.std() * np.sqrt(chosen.games) / decisions
            print(f"  {name:17} saves {gain.sum() / decisions:6.3f} ± {margin:.3f} bits; said, found, cards:")
            print("".join(f"    {line}\n" for line in judged.reliability()), end="")


if __name__ == "__main__":
    main()
