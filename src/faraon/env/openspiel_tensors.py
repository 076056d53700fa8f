"""What a player sees, as numbers: fields of one array, each of which is private or public."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from faraon.cards import CARDS
from faraon.engines.actions import RETURN, TUPLES, WORD, ActionTable
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.arrays import write_state
from faraon.engines.kernels.kept import KEPT_WORDS, SEEN
from faraon.engines.kernels.layout import STATE_WORDS
from faraon.engines.kernels.observation import need_memory
from faraon.env.chance import ChanceGame, Made, Moment
from faraon.env.spec import observation_spec
from faraon.play.fast import native_engine
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

Row = NDArray[np.float32]
Fields = Mapping[str, Row]
Writer = Callable[[Moment, int, Fields], None]
"""Writes what a player sees into fields that are all zeros; it may not have all of them."""

PACK = len(CARDS)


@dataclass(frozen=True)
class Part:
    """One field."""

    name: str
    shape: tuple[int, ...]
    private: bool = False


class Tensor:
    """Fields in one array."""

    def __init__(self, parts: Sequence[Part], write: Writer) -> None:
        self.parts, self._write = parts, write
        sizes = [int(np.prod(part.shape)) for part in parts]
        self.numbers: Row = np.zeros(sum(sizes), np.float32)
        self.fields: Fields = {
            part.name: self.numbers[end - size : end].reshape(part.shape)
            for part, size, end in zip(parts, sizes, np.cumsum(sizes), strict=True)
        }

    def only(self, private: bool, public: bool) -> Tensor:
        """The fields that somebody may see who sees only private, or only public things."""
        return Tensor([part for part in self.parts if (private if part.private else public)], self._write)

    def write(self, moment: Moment, player: int) -> None:
        self.numbers.fill(0)
        self._write(moment, player, self.fields)


def has_memory(game: Game) -> bool:
    """Whether observations of a table tell what perfect memory knows."""
    try:
        need_memory(game.bound)
    except GameError:
        return False
    return True


# ---------------------------------------------------------------------------------------------------- history


def history_tensor(table: ChanceGame, most: int) -> Tensor:
    """All that a player saw: the deal, and the latest moves with the cards that the player drew.

    A move is who made it, the value and the ordered suits of its cards, the suit that is asked for, the
    returned player counted from the one who moves, or its word. Drawn cards count for less the later they
    came.
    """
    players, words = table.game.players, len(table.actions.words)
    widths = players, 8, len(TUPLES), 4, players, words
    starts = [sum(widths[:number]) for number in range(len(widths))]

    def write(moment: Moment, player: int, fields: Fields) -> None:
        dealt = table.size * players
        log = moment.log[-most:] if most else ()
        if "player" in fields:
            fields["player"][player] = 1
            fields["start"][[*moment.dealt[dealt:]]] = 1
            fields["shown"][[*moment.bottom]] = 1
            for made, row in zip(log, fields["moves"], strict=False):
                row[_places(table.actions, made, starts)] = 1
        if "hand" in fields:
            fields["hand"][[*moment.dealt[:dealt][player::players]]] = 1
            for made, row in zip(log, fields["drawn"], strict=False):
                for order, card in enumerate(made.drawn_by(player)):
                    row[card] = 1 - order / PACK

    parts = [
        Part("player", (players,)),
        Part("hand", (PACK,), private=True),
        Part("start", (PACK,)),
        Part("shown", (PACK,)),
        Part("moves", (most, sum(widths))),
        Part("drawn", (most, PACK), private=True),
    ]
    return Tensor(parts, write)


def _places(actions: ActionTable, made: Made, starts: Sequence[int]) -> list[int]:
    """Where a move has its ones."""
    action = actions.rows[made.action]
    seat, value, suits, asked, returned, word = starts
    found = [seat + made.seat]
    if action.kind == WORD:
        return [*found, word + action.choice]
    found += [value + action.value, suits + action.tuple]
    if action.kind == RETURN:
        return [*found, returned + action.choice]
    return [*found, asked + action.choice] if action.choice >= 0 else found


# ------------------------------------------------------------------------------------------------ observation

PRIVATE = ("hand", "unseen", "known_", "stock_known")
"""What depends on the player's own hand."""


def observation_tensor(table: ChanceGame) -> Tensor:
    """The observation that all environments have, and who sees it: other seats are counted from theirs."""
    game, memory = table.game, has_memory(table.game)
    fields_of_all = observation_spec(game, memory)
    hidden = {variable.name for variable in game.book.state if variable.hidden}
    engine = native_engine(game)
    code = engine.stepping(memory)
    words, row = np.zeros(KEPT_WORDS, np.int32), np.zeros(fields_of_all[-1].end, np.float32)

    def write(moment: Moment, player: int, fields: Fields) -> None:
        if "player" in fields:
            fields["player"][player] = 1
        if moment.position is None:
            if "hand" in fields:
                fields["hand"][[*moment.dealt[: table.size * game.players][player :: game.players]]] = 1
            return
        write_state(game.bound, moment.position, words[:STATE_WORDS])
        words[SEEN : SEEN + 1] = np.array([moment.seen], np.uint32).view(np.int32)
        code.look(words, engine.table, player, row)
        for field in fields_of_all:
            if field.name in fields:
                fields[field.name][:] = row[field.start : field.end]

    parts = [
        Part(field.name, (field.width,), field.name.startswith(PRIVATE) or field.name in hidden)
        for field in fields_of_all
    ]
    return Tensor([Part("player", (game.players,)), *parts], write)
