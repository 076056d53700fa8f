"""What the moves of a game tell about hidden cards, as a network for beliefs reads it.

Of every other seat and every unseen card: how much of the seat's hidden hand it has drawn since it said a
word although the card would have fitted, and since it laid a group that the card could have joined. Then the
latest moves, one by one. What *fitted* is asked from the rulebook, by playing the game again
(:meth:`Belief.past`).
"""

from __future__ import annotations

from collections import deque

from faraon.bots.belief.worlds import Alternatives
from faraon.engines.actions import LAY, WORD
from faraon.engines.extras import extra
from faraon.game.log import SeenEntry
from faraon.game.view import View
from faraon.play.game import Game
from faraon.play.numbers import observation_spec

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

NEVER = 15
"""So many cards drawn since, or no such moment."""

MOMENTS = 8
"""So many of the latest moves are read."""

MOST_DRAWN = 4
"""More cards than that drawn in one move are read like so many."""

CARDS = np.arange(32)


def width_of(seats: int, features: int) -> int:
    """How much is read of the past, where an action has so many features."""
    return 64 * (seats - 1) + MOMENTS * (features + seats + 1)


class Evidence:
    """Writes what networks for tables of up to so many seats read of the past."""

    def __init__(self, game: Game, seats: int, features: NDArray[np.float32]) -> None:
        """With the features of all actions."""
        self.players, self.seats, self.features = game.players, seats, features
        self.kinds = [row.kind for row in game.actions.rows]
        self.width = width_of(seats, features.shape[1])
        self.unseen = next(field for field in observation_spec(game) if field.name == "unseen")

    def __call__(
        self, view: View, seen: NDArray[np.float32], past: Alternatives | None
    ) -> NDArray[np.float32]:
        """Beside an observation of the same view; without a past nothing has ever happened."""
        declined = np.full((self.players, 32), NEVER)
        left = declined.copy()
        moments = np.zeros((MOMENTS, self.features.shape[1] + self.seats + 1), np.float32)
        if past is not None:
            self._follow(view, past, declined, left, moments)
        unseen = seen[self.unseen.start : self.unseen.end]
        hidden = self._hidden(view)
        parts = [self._shares(since, hidden, unseen, view.seat) for since in (declined, left)]
        return np.concatenate([*parts, moments.ravel()])

    def _follow(
        self,
        view: View,
        past: Alternatives,
        declined: NDArray[np.int64],
        left: NDArray[np.int64],
        moments: NDArray[np.float32],
    ) -> None:
        moves, known = iter(past), _known_stock(view)
        made = view.moves_made
        for entry in view.log:
            action = -1
            if entry.move is not None:
                action, fits, more = next(moves)
                if self.kinds[action] == WORD:
                    declined[entry.seat][fits >> CARDS & 1 == 1] = 0
                elif self.kinds[action] == LAY:
                    left[entry.seat][more >> CARDS & 1 == 1] = 0
            drawn = self._draws(entry, known, declined, left)
            if action >= 0:
                made -= 1  # the latest one is the first row
                if made < MOMENTS:
                    self._tell(moments[made], action, (entry.seat - view.seat) % self.players, drawn)

    def _draws(
        self, entry: SeenEntry, known: deque[bool], declined: NDArray[np.int64], left: NDArray[np.int64]
    ) -> int:
        """Follows cards from the stock into hands; gives how many there were."""
        drawn = 0
        for event in entry.events:
            if event.kind == "draw":
                drawn += event.count
                hidden = sum(not known.popleft() for _ in range(event.count))
                for since in (declined[event.seat], left[event.seat]):
                    np.minimum(since + hidden, NEVER, out=since)
            elif event.kind == "turn":
                known.extend([True] * event.count)
        return drawn

    def _tell(self, row: NDArray[np.float32], action: int, seat: int, drawn: int) -> None:
        features = self.features.shape[1]
        row[:features] = self.features[action]
        row[features + seat] = 1
        row[-1] = min(drawn / MOST_DRAWN, 1)

    def _hidden(self, view: View) -> list[int]:
        """Of every hand how many cards not everybody has seen."""
        seen = seen_by_all(view)
        shown = [
            sum(seen >> card & 1 for card in view.known.hands.get(seat, ())) for seat in range(self.players)
        ]
        return [size - known for size, known in zip(view.sizes, shown, strict=True)]

    def _shares(
        self, since: NDArray[np.int64], hidden: list[int], unseen: NDArray[np.float32], seat: int
    ) -> NDArray[np.float32]:
        rows = np.zeros((self.seats - 1, 32), np.float32)
        for step in range(1, self.players):
            other = (seat + step) % self.players
            count = hidden[other]
            share = np.minimum(since[other], count) / max(count, 1)
            rows[step - 1] = np.where(since[other] == NEVER, 1.0, share) * unseen
        return rows.ravel()


def seen_by_all(view: View) -> int:
    """The cards that everybody has seen, as a set: they lie or lay in the pile, or were shown."""
    cards = {*view.pile}
    for entry in view.log:
        if entry.move is not None:
            cards.update(entry.move.cards)
        for event in entry.events:
            if event.kind in ("show", "turn"):
                cards.update(event.cards or ())
    if len(view.log) == 0:  # a given position: what is known without a log, everybody knows
        cards.update(card for hand in view.known.hands.values() for card in hand)
        cards.update(card for card in view.known.stock if card is not None)
    return sum(1 << card for card in cards if card is not None)


def _known_stock(view: View) -> deque[bool]:
    """Of every card of the first stock whether everybody knows it."""
    size = shown = 0
    turned = False
    for entry in view.log:
        for event in entry.events:
            if event.kind == "show":
                shown = event.count
            turned = turned or event.kind == "turn"
            size += event.count if event.kind == "draw" and not turned else 0
    size += 0 if turned else view.stock_size
    return deque([False] * (size - shown) + [True] * shown)
