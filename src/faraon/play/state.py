"""A moment of a game: what a player of the game holds in his hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from faraon.cards import Card
from faraon.engines.errors import GameError, IllegalMove, NoRuleError
from faraon.game.knowledge import remember
from faraon.game.log import Entry
from faraon.game.move import BadMoveError, Move
from faraon.game.position import Position
from faraon.game.verdict import Verdict
from faraon.game.view import SeenEntry, View
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
        return State(self.game, position, self.origin, log, self.deck)

    def view(self, seat: int) -> View:
        """What that seat may know; seat -1 is a spectator."""
        position = self.position
        if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < self.game.players:
            raise GameError("bad-seat", f"seats are 0 to {self.game.players - 1}, not {seat!r}")
        mine = seat == position.turn
        variables, out = (
            codec.write_variables(self.game.bound, position, hidden=mine),
            codec.write_out(position),
        )
        return View(
            seat=seat,
            hand=position.hands[seat] if seat >= 0 else (),
            sizes=tuple(map(len, position.hands)),
            pile=position.pile,
            stock_size=len(position.stock),
            turn=position.turn,
            variables=variables,
            out=out,
            over=position.over,
            loser=position.loser,
            places=position.places,
            moves_made=position.moves_made,
            known=remember(seat, self.origin, self.log, self.deck),
            log=tuple(SeenEntry.of(seat, entry) for entry in self.log),
            moves=self.moves() if mine else (),
        )

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
