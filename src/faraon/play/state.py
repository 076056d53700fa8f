"""A moment of a game: what a player of the game holds in his hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from faraon.cards import Card
from faraon.engines.errors import GameError, IllegalMove, NoRuleError
from faraon.game.knowledge import Known, Memory
from faraon.game.log import Entry
from faraon.game.move import BadMoveError, Move
from faraon.game.position import Position
from faraon.game.situation import Situation
from faraon.game.verdict import Verdict
from faraon.game.view import View
from faraon.play import codec

if TYPE_CHECKING:
    from faraon.play.game import Game


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game: a thin handle of rulebook, engine, position and log. Immutable."""

    game: Game
    position: Position
    origin: Position = field(compare=False, repr=False)
    """The first position of the game."""
    log: tuple[Entry, ...] = field(default=(), compare=False, repr=False)
    """The deal (if cards were shown) and every move since, with the cards that they moved."""
    deck: tuple[Card, ...] | None = field(default=None, compare=False, repr=False)
    """The deck as it was dealt; ``None`` after a given position, which may lack cards."""
    _memories: dict[int, Memory] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What seats remember, as far as anybody asked: so that nobody follows the whole log at every move."""

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def loser(self) -> int | None:
        return self.position.loser

    @property
    def places(self) -> tuple[int, ...]:
        """The seats in the order in which they finished."""
        return self.position.places

    @property
    def turn(self) -> int:
        return self.position.turn

    @property
    def top(self) -> Card:
        return self.position.pile[-1]

    def moves(self) -> tuple[Move, ...]:
        """All legal moves of the player on turn."""
        return tuple(self.game.engine.legal(self.position))

    def judge(self, move: Move | str) -> Verdict:
        """Whether a move is legal, and why; nothing changes."""
        return self.game.judge(self.position, _read_move(move))

    def play(self, move: Move | str) -> State:
        """The state after a move; :class:`IllegalMove` if no rule allows it."""
        move = _read_move(move)
        try:
            position, events = self.game.engine.play(self.position, move)
        except NoRuleError:
            raise IllegalMove(self.game.judge(self.position, move)) from None
        log = (*self.log, Entry(self.turn, move, tuple(events)))
        state = State(self.game, position, self.origin, log, self.deck)
        state._memories.update(self._memories)
        return state

    @property
    def situation(self) -> Situation:
        """What counts at the moment, read where the rulebook says."""
        return self.game.situation(self.position, self.log)

    def known(self, seat: int) -> Known:
        """What that seat knows of the other hands and of the stock; seat -1 is a spectator."""
        return self._memory(seat).known()

    def view(self, seat: int) -> View:
        """What that seat may know; seat -1 is a spectator."""
        memory, position = self._memory(seat), self.position
        mine = seat == position.turn
        return View(
            seat=seat,
            hand=position.hands[seat] if seat >= 0 else (),
            sizes=tuple(map(len, position.hands)),
            pile=position.pile,
            stock_size=len(position.stock),
            turn=position.turn,
            vars=position.vars if mine else self.game.hide(position.vars),
            out=position.out,
            over=position.over,
            loser=position.loser,
            places=position.places,
            moves_made=position.moves_made,
            situation=self.situation,
            known=memory.known(),
            log=memory.seen,
            moves=self.moves() if mine else (),
        )

    def _memory(self, seat: int) -> Memory:
        """The seat's memory up to now: that of an earlier state, and what happened since."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < self.game.players:
            raise GameError("bad-seat", f"seats are 0 to {self.game.players - 1}, not {seat!r}")
        memory = self._memories.get(seat) or Memory(seat, self.origin, self.deck)
        self._memories[seat] = memory = memory.after(self.log)
        return memory

    def to_json(self) -> dict[str, Any]:
        """The position in the format of the referee protocol."""
        return codec.write(self.game.bound, self.position)


def _read_move(move: Move | str) -> Move:
    if isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise GameError("bad-move", f"a move is a text, not {move!r}")
    try:
        return Move.parse(move)
    except BadMoveError as error:
        raise GameError("bad-move", str(error)) from None
