"""States that come from elsewhere: machine code believes whatever stands in them, so they are checked."""

from __future__ import annotations

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.kept import KEPT_WORDS, RESULT, SEEN
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.engines.kernels.native import NativeEngine
from faraon.game.position import Position
from faraon.play import codec

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

Words = NDArray[np.int32]


def checked_state(engine: NativeEngine, words: Words) -> Words:
    """The same game, written anew; :class:`GameError` for words that are none."""
    found = np.zeros(KEPT_WORDS, np.int32)
    try:
        position = engine.position(words)
        again = codec.read(engine.bound, codec.write(engine.bound, position))
        found[:STATE_WORDS] = engine.state(position)
    except (ValueError, IndexError, OverflowError) as error:
        raise _bad(str(error)) from None
    if again != position:
        raise _bad("the position contradicts itself")
    cards = [*position.stock, *position.pile, *(card for hand in position.hands for card in hand)]
    if sorted(cards) != sorted(engine.bound.deck):
        raise _bad("cards are missing")
    seen, lying = int(words[SEEN]) & 0xFFFFFFFF, sum(1 << card for card in position.pile)
    if lying & ~seen or seen & ~sum(1 << card for card in cards):
        raise _bad("the cards that everybody has seen are others")
    if int(words[RESULT]) not in _results(position):
        raise _bad("somebody else has won or lost")
    found[SEEN], found[RESULT] = words[SEEN], words[RESULT]
    return found


def _results(position: Position) -> set[int]:
    """How the game may have ended, as a state tells it."""
    if not position.over:
        return {0}
    if position.loser is not None:
        return {position.loser + 1}
    return {0, *((seat + 1) << 3 for seat in position.places[:1])}


def _bad(message: str) -> GameError:
    return GameError("bad-position", f"these bytes are not a game: {message}")
