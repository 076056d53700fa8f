"""A moment of a game: the object that users play with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, SupportsIndex

from faraon.cards import Card
from faraon.engines.actions import RETURN, ActionTable
from faraon.engines.errors import GameError, IllegalMove, NoRuleError
from faraon.game.facts import Fact, Reason
from faraon.game.knowledge import Known, Memory
from faraon.game.log import Entry
from faraon.game.move import BadMoveError, Move, not_a_move_sk
from faraon.game.picture import MOVE_FORMS, Picture
from faraon.game.position import Position
from faraon.game.situation import Situation
from faraon.game.verdict import Verdict
from faraon.game.view import SeenClaim, View
from faraon.limits import whole_number
from faraon.play import codec, history
from faraon.play.given import GivenOrder, Order
from faraon.words import counted

if TYPE_CHECKING:
    from faraon.play.game import Game


@dataclass(frozen=True, slots=True)
class State:
    """A moment of a game: a thin handle of rulebook, engine, position and log. Immutable.

    Two states are equal if game and position are; how the game came there does not count.
    """

    game: Game
    position: Position
    origin: Position = field(compare=False, repr=False)
    """The first position of the game."""
    log: tuple[Entry, ...] = field(default=(), compare=False, repr=False)
    """The deal (if cards were shown) and every move since, with the cards that they moved."""
    deck: tuple[Card, ...] | None = field(default=None, compare=False, repr=False)
    """The deck as it was dealt; ``None`` after a given position, which may lack cards."""
    before: Position | None = field(default=None, compare=False, repr=False)
    """The position before the last move, if this state came about by one."""
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

    def legal_actions(self) -> list[int]:
        """The numbers of all legal moves in :attr:`Game.actions`, in the order of :meth:`moves`.

        >>> from faraon import load
        >>> state = load("classic").deal(seed=3)
        >>> state.legal_actions()[-1], state.moves()[-1]
        (710, Move('draw'))
        """
        actions, turn, players = self._actions(), self.turn, self.game.players
        return [actions.number(move, turn, players) for move in self.moves()]

    def returns(self) -> list[float]:
        """What the game was worth to every seat, 0 in all: one number a seat, as in OpenSpiel.

        The loser has -1 and the others share 1; where the first one out wins, the winner has 1 and the others
        share -1. While the game goes on, and after a drawn one, everybody has 0.
        """
        return history.returns(self)

    def judge(self, move: Move | str | SupportsIndex) -> Verdict:
        """Whether a move is legal, and why; nothing changes."""
        return self.game.judge(self.position, self._read_move(move))

    def play(self, move: Move | str | SupportsIndex, order: Order | None = None) -> State:
        """The state after a move, its text or its number; :class:`IllegalMove` if no rule allows it.

        Where the pile is shuffled in this move, ``order`` may give the new order of the stock, next card
        first, or a function that makes it out of the turned pile; it replaces the position's chance.

        >>> from faraon import load
        >>> state = load("classic").deal(seed=3)
        >>> state.play(710) == state.play("draw")
        True
        """
        move = self._read_move(move)
        given = None if order is None else GivenOrder(order)
        try:
            position, events = self.game.engine.play(self.position, move, given)
        except NoRuleError:
            raise IllegalMove(self.game.judge(self.position, move)) from None
        if given is not None:
            given.finish()
        log = (*self.log, Entry(self.turn, move, tuple(events), given is not None and given.used))
        state = State(self.game, position, self.origin, log, self.deck, self.position)
        state._memories.update(self._memories)
        return state

    def facts(self) -> tuple[Fact, ...]:
        """What the last move changed, or what the start card put in force: for everybody to know.

        >>> from faraon import load
        >>> [(fact.kind, fact.seat, fact.new) for fact in load("classic").deal(seed=3).play("draw").facts()]
        [('draw', 0, 1), ('turn', 1, 1)]
        """
        return history.facts_of(self)

    def why_over(self) -> tuple[Reason, ...]:
        """How the game ended, and why, in the rulebook's words; empty while it goes on."""
        return history.why_over(self)

    @property
    def shuffles(self) -> tuple[tuple[Card, ...], ...]:
        """Every order that the stock was given when the pile was shuffled; nobody may see them."""
        events = chain.from_iterable(entry.events for entry in self.log)
        return tuple(cards for kind, _, cards in events if kind == "shuffle")

    @property
    def situation(self) -> Situation:
        """What counts at the moment, read where the rulebook says."""
        return self.game.situation(self.position, self.log)

    def known(self, seat: SupportsIndex) -> Known:
        """What that seat knows of the other hands and of the stock; seat -1 is a spectator."""
        return self._memory(seat).known()

    def view(self, seat: SupportsIndex) -> View:
        """What that seat may know; seat -1 is a spectator."""
        memory, position = self._memory(seat), self.position
        seat = memory.seat
        mine, claim = seat == position.turn, position.claim
        return View(
            seat=seat,
            hand=position.hands[seat] if seat >= 0 else (),
            sizes=tuple(map(len, position.hands)),
            pile=position.seen_by(seat),
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
            covered=position.covered,
            claim=None if claim is None else SeenClaim(claim.seat, len(claim.cards)),
        )

    def _memory(self, seat: SupportsIndex) -> Memory:
        """The seat's memory up to now: that of an earlier state, and what happened since."""
        mine = whole_number(seat)
        if mine is None or not -1 <= mine < self.game.players:
            raise GameError("bad-seat", f"seats are 0 to {self.game.players - 1}, not {seat!r}")
        memory = self._memories.get(mine) or Memory(mine, self.origin, self.deck)
        self._memories[mine] = memory = memory.after(self.log)
        return memory

    def to_json(self) -> dict[str, Any]:
        """The position in the format of the referee protocol."""
        return codec.write(self.game.bound, self.position)

    # ------------------------------------------------------------------------------------------------ drawing
    def __repr__(self) -> str:
        return f"<State {self._title()}>"

    def __str__(self) -> str:
        """The table drawn as text."""
        return self.picture().text()

    def _title(self) -> str:
        moves = counted(self.position.moves_made, MOVE_FORMS)
        return f"{self.game.name}, {self.game.players} players, {moves}"

    def _repr_html_(self) -> str:
        """The table drawn with the deck, in a notebook."""
        from faraon.game.picture_html import html

        return html(self.picture())

    def picture(self) -> Picture:
        """What a spectator sees, and all hands."""
        seen, drawn = Picture.of(self.view(-1)), history.drawn(self)
        return replace(seen, title=self._title(), hands=self.position.hands, drawn=drawn)

    # --------------------------------------------------------------------------------------------- as a value
    def __reduce__(self) -> tuple[type[State], tuple[Any, ...]]:
        return State, (self.game, self.position, self.origin, self.log, self.deck, self.before)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    # ------------------------------------------------------------------------------------------------ numbers
    def _read_move(self, move: Move | str | SupportsIndex) -> Move:
        if isinstance(move, Move):
            return move
        if isinstance(move, str):
            try:
                return Move.parse(move)
            except BadMoveError as error:
                raise GameError("bad-move", str(error), not_a_move_sk(move)) from None
        number = None if isinstance(move, Card) else whole_number(move)
        if number is None:
            raise GameError("bad-move", f"a move is a text or a number, not {move!r}")
        return self._move_of(number)

    def _move_of(self, number: int) -> Move:
        actions, players = self._actions(), self.game.players
        if not 0 <= number < len(actions):
            raise GameError("bad-move", f"moves have the numbers 0 to {len(actions) - 1}, not {number}")
        row = actions.rows[number]
        if row.kind == RETURN and row.choice >= players:
            message = f"move {number} returns a player {row.choice} seats on, at a table of {players}"
            raise GameError("bad-move", message)
        return actions.move(number, self.turn, players)

    def _actions(self) -> ActionTable:
        """The numbers of moves; where cards have twins, groups have no numbers."""
        actions, position = self.game.actions, self.position
        cards = [*position.stock, *position.pile, *chain.from_iterable(position.hands)]
        if len(set(cards)) != len(cards):
            message = "moves are numbered for one pack, here are several: write them as text"
            raise GameError("bad-position", message)
        return actions
