"""What a player sees, as numbers: fields of one array, each of which is private or public."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from faraon.cards import CARDS
from faraon.engines.actions import RETURN, TUPLES, WORD
from faraon.engines.extras import extra
from faraon.env.chance import ChanceGame, Made, Moment
from faraon.game.position import Out

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

Row = NDArray[np.float32]
Writer = Callable[[Moment, int, Row], None]
"""Writes a field, which is all zeros, for a player."""

PACK = len(CARDS)


@dataclass(frozen=True)
class Part:
    """One field."""

    name: str
    shape: tuple[int, ...]
    private: bool
    write: Writer


class Tensor:
    """Fields in one array."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        sizes = [int(np.prod(part.shape)) for part in parts]
        self.numbers: Row = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.fields = {
            part.name: self.numbers[end - size : end].reshape(part.shape)
            for part, size, end in zip(parts, sizes, ends, strict=True)
        }

    def only(self, private: bool, public: bool) -> Tensor:
        """The fields that somebody may see who sees only private, or only public things."""
        return Tensor([part for part in self.parts if (private if part.private else public)])

    def write(self, moment: Moment, player: int) -> None:
        self.numbers.fill(0)
        for part in self.parts:
            part.write(moment, player, self.fields[part.name])


def _player(moment: Moment, player: int, row: Row) -> None:
    row[player] = 1


def history_tensor(table: ChanceGame, most: int) -> Tensor:
    """All that a player saw: the deal, and the latest moves with the cards that the player drew.

    A move is who made it, the value and the ordered suits of its cards, the suit that is asked for, the
    returned player counted from the one who moves, or its word. Drawn cards count for less the later they
    came.
    """
    players, actions = table.game.players, table.actions
    head = players, 8, len(TUPLES), 4, players, len(actions.words)

    def hand(moment: Moment, player: int, row: Row) -> None:
        for card in moment.dealt[: table.size * players][player::players]:
            row[card] = 1

    def start(moment: Moment, player: int, row: Row) -> None:
        for card in moment.dealt[table.size * players :]:
            row[card] = 1

    def shown(moment: Moment, player: int, row: Row) -> None:
        for card in moment.bottom:
            row[card] = 1

    def moves(moment: Moment, player: int, rows: Row) -> None:
        for made, row in zip(moment.log[-most:], rows, strict=False):
            row[_places(made)] = 1

    def drawn(moment: Moment, player: int, rows: Row) -> None:
        for made, row in zip(moment.log[-most:], rows, strict=False):
            for order, card in enumerate(made.drawn_by(player)):
                row[card] = 1 - order / PACK

    def _places(made: Made) -> list[int]:
        action = actions.rows[made.action]
        starts = np.cumsum((0, *head)).tolist()
        found = [starts[0] + made.seat]
        if action.kind == WORD:
            return [*found, starts[5] + action.choice]
        found += [starts[1] + action.value, starts[2] + action.tuple]
        if action.kind == RETURN:
            return [*found, starts[4] + action.choice]
        return [*found, starts[3] + action.choice] if action.choice >= 0 else found

    return Tensor(
        [
            Part("player", (players,), False, _player),
            Part("hand", (PACK,), True, hand),
            Part("start", (PACK,), False, start),
            Part("shown", (PACK,), False, shown),
            Part("moves", (most, sum(head)), False, moves),
            Part("drawn", (most, PACK), True, drawn),
        ]
    )


def observation_tensor(table: ChanceGame) -> Tensor:
    """What a player sees now, other seats counted from the player's own."""
    game = table.game
    players, variables = game.players, game.book.state
    scale = np.array([max(1, *map(abs, variable.range)) for variable in variables], np.float32)

    def hand(moment: Moment, player: int, row: Row) -> None:
        if moment.position is not None:
            row[list(moment.position.hands[player])] = 1

    def top(moment: Moment, player: int, row: Row) -> None:
        if moment.position is not None:
            row[moment.position.pile[-1]] = 1

    def pile(moment: Moment, player: int, row: Row) -> None:
        if moment.position is not None:
            row[list(moment.position.pile)] = 1

    def seats(moment: Moment, player: int, rows: Row) -> None:
        position = moment.position
        if position is None:
            return
        for behind in range(players):
            seat = (player + behind) % players
            out = position.out[seat]
            rows[behind] = (
                len(position.hands[seat]) / PACK,
                out == Out.playing,
                out == Out.returnable,
                seat == position.turn,
            )

    def stock(moment: Moment, player: int, row: Row) -> None:
        if moment.position is not None:
            row[0] = len(moment.position.stock) / PACK

    def values(moment: Moment, player: int, row: Row) -> None:
        if moment.position is None:
            return
        shown = game.hide(moment.position.vars)
        row[:] = [0 if value is None else value for value in shown] / scale

    def own(moment: Moment, player: int, row: Row) -> None:
        position = moment.position
        if position is not None and player == position.turn:
            row[:] = ([position.vars[place] for place in hidden] / scale[hidden]) if hidden else ()

    hidden = [place for place, variable in enumerate(variables) if variable.hidden]
    return Tensor(
        [
            Part("player", (players,), False, _player),
            Part("hand", (PACK,), True, hand),
            Part("own", (len(hidden),), True, own),
            Part("top", (PACK,), False, top),
            Part("pile", (PACK,), False, pile),
            Part("seats", (players, 4), False, seats),
            Part("stock", (1,), False, stock),
            Part("variables", (len(variables),), False, values),
        ]
    )
