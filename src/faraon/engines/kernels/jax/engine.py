"""A table's JAX kernel with positions and moves in and out."""

from __future__ import annotations

import copyreg
import hashlib
import sys
from functools import lru_cache
from types import ModuleType
from typing import Any

from faraon.engines.actions import RETURN, action_table
from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import check_table, read_state, variables_of, write_state
from faraon.engines.kernels.jax.module import jax_plan, jax_source
from faraon.engines.kernels.kept import SEEN
from faraon.engines.kernels.layout import (
    CHANCE,
    MOVES,
    PLACES,
    QUEUE,
    SEATS,
    SIZES,
    STATE_WORDS,
    VARIABLES,
)
from faraon.engines.kernels.observation import observation_fields
from faraon.engines.rules import Bound, bind
from faraon.game.position import Position
from faraon.lang import ir

with extra("jax"):
    import jax
    import numpy as np
    from numpy.typing import NDArray

Words = NDArray[np.int32]

QUICKLY = {"xla_disable_hlo_passes": "fusion", "xla_backend_optimization_level": 0}
"""For single positions: compiled in a third of the time, and fast enough."""


@lru_cache(maxsize=32)
def jax_module(text: str) -> ModuleType:
    """A generated module; the same text is run once."""
    module = ModuleType(f"faraon_jax_{hashlib.sha256(text.encode()).hexdigest()[:16]}")
    sys.modules[module.__name__] = module
    # Generated from checked rules: names are prefixed, and constants are numbers only.
    exec(compile(text, "<jax kernel>", "exec"), module.__dict__)  # noqa: S102
    return module


Options = tuple[tuple[str, ir.Scalar], ...]


@lru_cache(maxsize=32)
def _kernel(book: ir.Book, players: int, options: Options, memory: bool) -> ModuleType:
    return JaxEngine(bind(book, players, dict(options)), memory).kernel


def restored(book: ir.Book, players: int, options: Options, memory: bool, fields: tuple[Any, ...]) -> Any:
    """A state from another process, which makes the kernel of its table once."""
    return _kernel(book, players, options, memory).State(*fields)


class JaxEngine:
    """One table on arrays; the functions of :attr:`kernel` are pure, for ``jit`` and ``vmap``."""

    name = "jax"

    def __init__(self, bound: Bound, memory: bool = False) -> None:
        """With memory a state has a word more: the cards that everybody has seen, for observations.
        :class:`GameError` for a table where this is not all there is to remember."""
        check_table(bound)
        self.bound = bound
        self.actions = action_table(bound.book)
        self.fields = observation_fields(bound, memory)
        self.kernel: ModuleType = jax_module(jax_source(jax_plan(bound), self.fields))
        table = bound.book, bound.players, tuple(bound.options.items()), memory
        # The class of its states is generated: no other process could find it by its name.
        copyreg.pickle(self.kernel.State, lambda state: (restored, (*table, tuple(state))))
        self._saved = jax.jit(self.kernel.saved, compiler_options=QUICKLY)
        self._mask = jax.jit(self.kernel.legal_mask, compiler_options=QUICKLY)
        self._play = jax.jit(self.kernel.play, compiler_options=QUICKLY)

    # ---------------------------------------------------------------------------------------------- states
    def states(self, words: Words) -> Any:
        """States of the kernel from rows of 32 words, as the Numba kernel has them, or of 34, if they are
        kept with what everybody has seen; otherwise this is the pile."""
        return jax.vmap(self.kernel.saved)(self._fields(words))

    def _fields(self, words: Words) -> dict[str, Any]:
        """The numbers of states, an array of rows for each; the kernel stores them in its own widths."""
        players = self.bound.players
        many = words.astype(np.int64) & 0xFFFFFFFF
        queue = many[:, QUEUE:SIZES, None] >> (8 * np.arange(4)) & 255
        queue = queue.reshape(len(words), 32)
        size = many[:, SIZES] >> 8
        places = np.arange(32)[None] < size[:, None]
        tickets = np.zeros((len(words), 32), np.int64)
        rows, at = np.nonzero(places)
        tickets[rows, queue[rows, at]] = at
        seen = np.zeros((len(words), 32), bool)
        seen[rows, queue[rows, at]] = True
        in_hands = np.bitwise_or.reduce(many[:, :players], 1)
        queued = (seen * (1 << np.arange(32))).sum(1)
        in_pile = np.arange(32)[None] >= (many[:, SIZES] & 255)[:, None]
        lying = np.where(places & in_pile, 1 << queue, 0).sum(1)
        seats = many[:, SEATS]
        fields = {
            "hands": tuple(many[:, seat].astype(np.uint32) for seat in range(players)),
            "tickets": tuple(
                (tickets[:, 4 * value : 4 * value + 4] << (8 * np.arange(4))).sum(1).astype(np.uint32)
                for value in range(8)
            ),
            "missing": (~(in_hands | queued) & 0xFFFFFFFF).astype(np.uint32),
            "head": np.zeros(len(words), np.int8),
            "size": size,
            "stock": many[:, SIZES] & 255,
            "top": queue[np.arange(len(words)), size - 1],
            "turn": seats & 255,
            "act": seats >> 8 & 255,
            "back": seats >> 16 & 255,
            "over": (seats >> 24 & 1) != 0,
            "loser": (seats >> 25) - 1,
            "places": words[:, PLACES],
            "moves_made": words[:, MOVES],
            "chance": many[:, CHANCE].astype(np.uint32),
            "luck": np.zeros(len(words), np.uint32),
            "drawn": np.zeros(len(words), bool),
            "seen": (many[:, SEEN] if words.shape[1] > SEEN else lying).astype(np.uint32),
        }
        for slot, (_, variable) in enumerate(variables_of(self.bound)):
            lane = words[:, VARIABLES + slot]
            fields[f"state_{variable.name}"] = lane != 0 if variable.type == "bool" else lane
        return fields

    def words(self, states: Any) -> Words:
        """Rows of 32 words from states of the kernel; the queue is in order, and 0 behind its end."""
        host = jax.tree.map(np.asarray, states)
        count = len(host.head)
        found = np.zeros((count, STATE_WORDS), np.int64)
        for seat, hand in enumerate(host.hands):
            found[:, seat] = hand
        taken = np.bitwise_or.reduce([*host.hands, host.missing])
        tickets = np.stack([word >> 8 * suit & 127 for word in host.tickets for suit in range(4)], 1)
        ahead = (tickets.astype(np.int64) - host.head[:, None]) & 127
        rows, cards = np.nonzero((taken[:, None] >> np.arange(32, dtype=np.uint32) & 1) == 0)
        queue = np.zeros((count, 32), np.int64)
        queue[rows, ahead[rows, cards]] = cards
        found[:, QUEUE:SIZES] = (queue.reshape(count, 8, 4) << 8 * np.arange(4)).sum(2)
        found[:, SIZES] = host.stock | host.size.astype(np.int64) << 8
        seats = host.turn | host.act.astype(np.int64) << 8 | host.back.astype(np.int64) << 16
        found[:, SEATS] = seats | host.over.astype(np.int64) << 24 | (host.loser.astype(np.int64) + 1) << 25
        found[:, PLACES], found[:, MOVES] = host.places, host.moves_made
        if self.bound.shuffled:
            found[:, CHANCE] = host.chance
        for slot, (_, variable) in enumerate(variables_of(self.bound)):
            found[:, VARIABLES + slot] = getattr(host, f"state_{variable.name}")
        return found.astype(np.uint32).view(np.int32)

    def position_of(self, words: Words) -> Position:
        """The position in a row of 32 words."""
        return read_state(self.bound, words)

    def state(self, position: Position) -> Any:
        """A position as a state of the kernel."""
        words = np.zeros((1, STATE_WORDS), np.int32)
        write_state(self.bound, position, words[0])
        return self._saved(jax.tree.map(lambda lane: lane[0], self._fields(words)))

    # ----------------------------------------------------------------------------------------------- moves
    def legal(self, position: Position) -> list[int]:
        """The legal actions in the order of legal moves, in which returns go by seats."""
        if position.over:
            return []
        found = [int(number) for number in np.flatnonzero(np.asarray(self._mask(self.state(position))))]
        rows, players = self.actions.rows, self.bound.players

        def order(number: int) -> tuple[int, ...]:
            row = rows[number]
            if row.kind == RETURN:
                return row.kind, row.value, row.tuple, (position.turn + row.choice) % players
            return row.kind, number

        return sorted(found, key=order)

    def play(self, position: Position, action: int) -> Position:
        after = self._play(self.state(position), action)
        return self.position_of(self.words(jax.tree.map(lambda lane: np.asarray(lane)[None], after))[0])
