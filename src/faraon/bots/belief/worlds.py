"""What a seat believes about the hidden cards: worlds that agree with all it has seen, the likely ones often.

The past is evidence. Whoever drew although a card would have fitted probably did not hold it; whoever laid
something poor probably had nothing better; who laid two of a value had no third; who asks for a suit has it.
Each such event makes the cards that it speaks against less likely in the spots that were in that hand at the
time. Worlds are then drawn by exchanging cards between spots (Metropolis), so that a world comes up in
proportion to its likelihood.

Nothing here is about particular rules: what could have been laid at a moment is asked from the rulebook, by
playing the game again with the kernel.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from operator import index
from typing import Protocol, TypeAlias

from faraon.bots.belief.history import ANY, NOWHERE, History, Spot, Token, history_of, present_of
from faraon.bots.belief.places import FIRST_STOCK
from faraon.bots.belief.trust import Trust
from faraon.bots.tactics import Tactics
from faraon.cards import Card
from faraon.engines.extras import extra
from faraon.engines.imagine import imagine
from faraon.engines.kernels.engine import KernelEngine, Machine
from faraon.engines.kernels.layout import FOUL, MOVES, QUEUE, SEATS, SIZES, STATE_WORDS, VARIABLES
from faraon.game.position import Position
from faraon.game.view import View
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

IMPOSSIBLE = 1e6

Alternatives: TypeAlias = list[tuple[int, int, int]]
"""Of every move of a game its action, the cards that could have been laid alone instead, and those that could
have gone along; cards are sets."""


class Estimate(Protocol):
    """Who holds what, from elsewhere than the evidence here."""

    def __call__(self, view: View, past: Alternatives | None) -> NDArray[np.float64]:
        """How unlikely each card is in the hand of each seat, in logarithms, beside its lying in the stock: a
        row a seat. The past is ``None`` where the log does not tell it."""


@dataclass(frozen=True, slots=True)
class Worlds:
    """All that the machine needs to imagine worlds."""

    root: NDArray[np.int32]
    """The state with nothing in the hidden spots."""
    spots: NDArray[np.int64]
    """Of every hidden spot: its seat, or its number in the stock, from ``FIRST_STOCK`` on; or
    -1."""
    holds: NDArray[np.int64]
    """Which token lies there: a first world."""
    cards: NDArray[np.int64]
    """Of every token: its card, or -1 if it has been laid."""
    energy: NDArray[np.float64]
    """How unlikely each token is in each spot."""


class Belief:
    """Makes worlds from views of one table."""

    def __init__(
        self,
        game: Game,
        engine: KernelEngine,
        machine: Machine,
        tactics: Tactics,
        trust: Trust | Estimate | None,
    ) -> None:
        self.game = game
        self.engine = engine
        self.machine = machine
        self.tactics = tactics
        self.trust = trust
        self.alone = np.full(32, -1e9)
        """What each card is worth laid alone."""
        for action, card in enumerate(tactics.single.tolist()):
            if card >= 0:
                self.alone[card] = max(self.alone[card], tactics.worth[action])

    def worlds(self, view: View, seed: int) -> Worlds:
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        history, holds = self._explained(view, rng)
        if isinstance(self.trust, Trust):
            energy = _possible(history)
            self._weigh(self.trust, view, history, holds, energy)
        elif self.trust is not None:
            past = self._alternatives(view, history, holds)
            history, holds = self._now(view)
            energy = _estimated(history, self.trust(view, past))
        else:
            energy = _possible(history)
        number = {id(spot): at for at, spot in enumerate(history.spots)}
        spots = np.array([spot.owner for spot in history.spots], np.int64)
        for at, lies in enumerate(history.stock):
            if isinstance(lies, Spot):
                spots[number[id(lies)]] = FIRST_STOCK + at
        spots[spots == NOWHERE] = -1
        cards = [token.card if token.laid is None else -1 for token in history.tokens]
        root = self._root(view, history, holds, spots)
        return Worlds(root, spots, np.array(holds, np.int64), np.array(cards, np.int64), energy)

    def _explained(self, view: View, rng: random.Random) -> tuple[History, list[int]]:
        """What the seat has seen, and a first world."""
        history = history_of(view, self.game.bound.deck)
        holds = _first_world(history, rng)
        return self._now(view) if holds is None else (history, holds)

    def _now(self, view: View) -> tuple[History, list[int]]:
        """Only what the view shows now: the log does not hang together, or is not needed."""
        history = present_of(view, self.game.bound.deck)
        return history, list(range(len(history.tokens)))

    def past(self, view: View, seed: int) -> Alternatives | None:
        """What every move of the log might have been instead; ``None`` if the log does not tell it."""
        rng = random.Random(index(seed))  # noqa: S311 - a game, not a secret
        return self._alternatives(view, *self._explained(view, rng))

    def dream(self, worlds: Worlds, seed: int, count: int) -> NDArray[np.int64]:
        """The hidden cards of every seat in so many worlds, as sets; a row a world, a column a seat."""
        hands = np.zeros((count, FIRST_STOCK), np.int64)
        holds = worlds.holds.copy()
        self.machine.dream((worlds.spots, holds, worlds.cards, worlds.energy), np.uint64(seed), hands)
        return hands

    # -------------------------------------------------------------------------------------------- evidence
    def _weigh(
        self, trust: Trust, view: View, history: History, holds: list[int], energy: NDArray[np.float64]
    ) -> None:
        """Adds what the moves of the others speak against."""
        masks = self._alternatives(view, history, holds)
        if masks is None:
            return
        acquired = np.array([spot.acquired for spot in history.spots])
        owner = np.array([spot.owner for spot in history.spots])
        laid = np.array([10**9 if token.laid is None else token.laid for token in history.tokens])
        card = np.array([int(token.card) for token in history.tokens])
        cards, previous = np.arange(32), None
        entries = [(number, entry) for number, entry in enumerate(view.log) if entry.move is not None]
        for (number, entry), (action, fits, more) in zip(entries, masks, strict=True):
            before, previous = previous, (number, entry, fits)
            if entry.seat == view.seat or entry.move is None or action == FOUL:
                continue
            held = (owner == entry.seat) & (acquired < number)
            if before is not None and before[1].seat == entry.seat and before[1].move.word == "draw":
                # Only the card just drawn could be laid; that it fits, the moment before tells.
                if entry.move.word != "pass":
                    continue
                held &= acquired == before[0]
                fits = before[2]
            doubt = np.clip(trust.point * (self.alone - self.tactics.worth[action]), 0.0, trust.most)
            doubt[(fits >> cards) & 1 == 0] = 0.0
            if entry.move.cards:
                doubt[cards >> 2 == entry.move.cards[0].val] = 0.0
                doubt[(more >> cards) & 1 == 1] = trust.group
            if entry.move.suit is not None:
                doubt += trust.asked * (cards & 3 != entry.move.suit)
            kept = laid > number
            energy[np.ix_(held, kept)] += doubt[card[kept]]

    def _alternatives(self, view: View, history: History, holds: list[int]) -> Alternatives | None:
        """``None`` if the game cannot have gone as it seems."""
        begun = history.begun
        if begun is None:
            return None
        lies = {id(spot): history.tokens[holds[at]].card for at, spot in enumerate(history.spots)}

        def card_of(spot: Spot | Card) -> Card:
            if isinstance(spot, Spot):
                return spot.card if spot.card is not None else lies[id(spot)]
            return spot

        hands = [[card_of(spot) for spot in hand] for hand in begun.hands]
        start, _ = self.game.begin(hands, [card_of(spot) for spot in begun.stock], begun.top, begun.first)
        players, actions = self.game.players, []
        for entry in view.log:
            if entry.move is not None:
                foul = any(event.kind == "foul" for event in entry.events)
                try:
                    number = FOUL if foul else self.engine.actions.number(entry.move, entry.seat, players)
                except KeyError:  # no rule of this table allows such a move
                    return None
                actions.append(number)
        words = self.engine.state(start)
        masks = np.zeros((len(actions), 2), np.int64)
        if not self.machine.replay(words, self.engine.table, np.array(actions, np.int64), view.seat, masks):
            return None
        now = self.engine.state(_filled(self.game, view, history, holds))
        public = [SIZES, SEATS, MOVES, *range(VARIABLES, STATE_WORDS)]
        if not np.array_equal(words[public], now[public]):
            return None
        return [(action, int(fits), int(more)) for action, (fits, more) in zip(actions, masks, strict=True)]

    # ------------------------------------------------------------------------------------------------ root
    def _root(
        self, view: View, history: History, holds: list[int], spots: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """The state with its hidden spots empty."""
        words = self.engine.state(_filled(self.game, view, history, holds))
        values = words.view(np.uint32)
        for at, spot in enumerate(spots.tolist()):
            token = history.tokens[holds[at]]
            if token.laid is not None or spot < 0:
                continue
            if spot < FIRST_STOCK:
                values[spot] &= np.uint32(~(1 << int(token.card)) & 0xFFFFFFFF)
            else:
                byte = spot - FIRST_STOCK
                values[QUEUE + byte // 4] &= np.uint32(~(0xFF << 8 * (byte % 4)) & 0xFFFFFFFF)
        return words


def _filled(game: Game, view: View, history: History, holds: list[int]) -> Position:
    """The position in one world."""
    lies = {id(spot): history.tokens[holds[at]] for at, spot in enumerate(history.spots)}
    tokens = {token.card for token in history.tokens if token.laid is None and token.seat is not None}
    hands = [[card for card in hand if card not in tokens] for hand in history.shown]
    for spot in history.spots:
        if spot.owner >= 0 and lies[id(spot)].laid is None:
            hands[spot.owner].append(lies[id(spot)].card)
    stock = [lies[id(spot)].card if isinstance(spot, Spot) else spot for spot in history.stock]
    return imagine(game.bound, view, hands, stock)


def _first_world(history: History, rng: random.Random) -> list[int] | None:
    """Some world that agrees with what was seen: of every spot the number of its token.

    Tokens look for a spot one after another; one that finds none makes others move (augmenting paths).
    """
    order = list(range(len(history.spots)))
    rng.shuffle(order)
    lies: list[int] = [-1] * len(history.spots)

    def find(number: int, tried: set[int]) -> bool:
        token = history.tokens[number]
        for at in order:
            if at not in tried and _may_lie(token, history.spots[at]):
                tried.add(at)
                if lies[at] < 0 or find(lies[at], tried):
                    lies[at] = number
                    return True
        return False

    # Those with few possible spots first, so that seldom anybody has to move.
    strict = sorted(range(len(history.tokens)), key=lambda number: history.tokens[number].seat is None)
    return lies if all(find(number, set()) for number in strict) else None


def _may_lie(token: Token, spot: Spot) -> bool:
    if token.spot is not None:
        return token.spot is spot
    if token.shuffle not in (ANY, spot.shuffle):
        return False
    if token.seat is not None:
        return spot.owner == token.seat and spot.acquired < token.before
    return True


def _possible(history: History) -> NDArray[np.float64]:
    energy = np.zeros((len(history.spots), len(history.tokens)))
    for row, spot in enumerate(history.spots):
        for column, token in enumerate(history.tokens):
            if not _may_lie(token, spot):
                energy[row, column] = IMPOSSIBLE
    return energy


def _estimated(history: History, unlikely: NDArray[np.float64]) -> NDArray[np.float64]:
    """The energy of cards that lie hidden now, by somebody's estimate."""
    cards = [int(token.card) for token in history.tokens]
    rows = [
        unlikely[spot.owner] if spot.owner >= 0 else np.zeros(unlikely.shape[1]) for spot in history.spots
    ]
    return np.array([row[cards] for row in rows]).reshape(len(rows), len(cards))
