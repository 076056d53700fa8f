"""A game: a rulebook bound to options and players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, SupportsIndex

from faraon.cards import Card
from faraon.engines.actions import MOST_SEATS, ActionTable, action_table
from faraon.engines.errors import GameError
from faraon.engines.explain.verdicts import judge
from faraon.engines.python.engine import PythonEngine
from faraon.engines.rules import bind, check_players, choose, need_open_cards, packs_needed
from faraon.game.chance import MOST_CHANCE, MOST_SEED, shuffle_by_seed
from faraon.game.log import Entry, Event, SeenEntry
from faraon.game.move import Move
from faraon.game.position import Out, Position
from faraon.game.situation import Situation
from faraon.game.verdict import Verdict
from faraon.game.view import View
from faraon.lang import ir
from faraon.lang.library import UnknownRulebookError, read_book
from faraon.limits import MOST_CARDS, whole_number
from faraon.play import codec
from faraon.play.situations import Situations
from faraon.play.state import State
from faraon.play.view_codec import read_view, write_view

if TYPE_CHECKING:
    from faraon.engines.kernels.jax.engine import JaxEngine
    from faraon.engines.kernels.native import NativeEngine
    from faraon.engines.kernels.numba.engine import NumbaEngine


@lru_cache(maxsize=64)
def _compiled(book: ir.Book, players: int, options: tuple[tuple[str, ir.Scalar], ...]) -> PythonEngine:
    """The engine of one table; tables with the same rules share it."""
    return PythonEngine(bind(book, players, dict(options)))


class Game:
    """A rulebook bound to options and a number of players. Immutable.

    >>> game = load("classic", players=3)
    >>> game.name, game.players, game.options["ace_two"]
    ('classic', 3, 'ask')

    Two games are equal if nothing that happens in them can differ: rules, players and options are the same.
    The rulebook's name and its texts do not count.

    >>> game == load("classic", players=3, ace_two="ask"), game == load("classic", players=2)
    (True, False)
    """

    def __init__(self, book: ir.Book, players: SupportsIndex, options: Mapping[str, object]) -> None:
        seats, chosen = check_players(book, players), choose(book, options)
        self.book = book
        self.engine = _compiled(book, seats, tuple(chosen.items()))
        self.bound = self.engine.bound
        self._situations = Situations(self.bound)
        self._hidden = [number for number, variable in enumerate(book.state) if variable.hidden]
        self._identity = (self.hash, seats, *chosen.items())
        self._hash = hash(self._identity)

    @property
    def name(self) -> str:
        return self.book.name

    @property
    def hash(self) -> str:
        """The hash by which records know the rules of this table."""
        return self.book.covered_hash if self.bound.covered else self.book.hash

    @property
    def players(self) -> int:
        return self.bound.players

    @property
    def options(self) -> Mapping[str, ir.Scalar]:
        return self.bound.options

    def __repr__(self) -> str:
        return f"<Game {self.name}, {self.players} players>"

    # --------------------------------------------------------------------------------------------- as a value
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.engine is other.engine or self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Game], tuple[ir.Book, int, dict[str, ir.Scalar]]]:
        """Between processes the rulebook's texts travel; what was compiled is compiled again, once."""
        return Game, (self.book, self.players, dict(self.options))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    # ------------------------------------------------------------------------------------------------ numbers
    @cached_property
    def actions(self) -> ActionTable:
        """All moves of the rulebook, numbered; :class:`GameError` for a table whose moves have no numbers.

        >>> game = load("classic")
        >>> len(game.actions), game.actions.move(710, turn=0, players=2)
        (713, Move('draw'))
        """
        need_open_cards(self.bound)
        if self.players > MOST_SEATS:
            message = f"moves are numbered for {MOST_SEATS} players, not {self.players}: write them as text"
            raise GameError("bad-players", message)
        if (packs := self.packs()) > 1:
            message = f"moves are numbered for one pack, this table needs {packs}: write them as text"
            raise GameError("bad-players", message)
        return action_table(self.book)

    def llvm(self, specialised: bool = False) -> NativeEngine:
        """The table in machine code; ``specialised`` folds the options in, at the cost of a compilation."""
        from faraon.play.fast import native_engine

        return native_engine(self, specialised)

    def numba(self, specialised: bool = False) -> NumbaEngine:
        """The same by Numba: its functions can be called from compiled functions of your own."""
        from faraon.play.fast import numba_engine

        return numba_engine(self, specialised)

    def jax(self) -> JaxEngine:
        """The table on arrays, for ``jit`` and ``vmap``."""
        from faraon.play.fast import jax_engine

        return jax_engine(self)

    # ---------------------------------------------------------------------------------------------- dealing
    def packs(self, hand_sizes: Sequence[SupportsIndex] | None = None) -> int:
        """How many packs this table needs."""
        return packs_needed(self.bound, sum(self._hand_sizes(hand_sizes)))

    def _hand_sizes(self, given: Sequence[SupportsIndex] | None) -> list[int]:
        if given is None:
            return [self.bound.hand_size] * self.players
        if not isinstance(given, Sequence):
            raise GameError(
                "bad-request",
                f"'hand_sizes' is a list of numbers, not {given!r}",
                f"'hand_sizes' je zoznam čísel, nie {given!r}",
            )
        if len(given) != self.players:
            raise GameError(
                "bad-request",
                f"'hand_sizes' needs {self.players} numbers, it has {len(given)}",
                f"'hand_sizes' má mať {self.players} čísel, má ich {len(given)}",
            )
        right = f"a hand has 1 to {MOST_CARDS} cards", f"na ruke je 1 až {MOST_CARDS} kariet"
        return [_within(size, 1, MOST_CARDS, right) for size in given]

    def deal(
        self,
        seed: SupportsIndex | None = None,
        *,
        deck: Iterable[Card | str] | None = None,
        first: SupportsIndex = 0,
        hand_sizes: Sequence[SupportsIndex] | None = None,
        chance: SupportsIndex = 0,
    ) -> State:
        """A new game from a seed, or from a deck in dealing order.

        ``first`` is the seat that starts; ``chance`` goes with a deck where the rulebook shuffles the pile.
        """
        if (seed is None) == (deck is None):
            raise GameError(
                "bad-request",
                "a deal needs either a seed or a deck",
                "na rozdanie treba buď číslo (seed), alebo balíček (deck)",
            )
        last = self.players - 1
        seats = f"seats are 0 to {last}", f"miesta sú 0 až {last}"
        starter = _within(first, 0, last, seats, "bad-seat")
        sizes = self._hand_sizes(hand_sizes)
        cards = [*self.bound.deck] * packs_needed(self.bound, sum(sizes))
        right = (
            f"chance is a number from 0 to {MOST_CHANCE}",
            f"náhoda (chance) je číslo od 0 do {MOST_CHANCE}",
        )
        luck = _within(chance, 0, MOST_CHANCE, right)
        if deck is not None:
            order = _checked_deck(deck, cards)
        else:
            right = (
                f"a seed is a number from 0 to {MOST_SEED}",
                f"číslo rozdania (seed) je od 0 do {MOST_SEED}",
            )
            number = _within(seed, 0, MOST_SEED, right)
            order, luck = shuffle_by_seed(cards, number)
        return self._dealt(order, sizes, starter, luck)

    def _dealt(self, deck: list[Card], sizes: list[int], first: int, chance: int) -> State:
        """Card by card, clockwise from the seat that starts; whoever has enough is skipped (§2, §20)."""
        hands: list[list[Card]] = [[] for _ in sizes]
        at = 0
        for round_ in range(max(sizes)):
            for step in range(self.players):
                seat = (first + step) % self.players
                if round_ < sizes[seat]:
                    hands[seat].append(deck[at])
                    at += 1
        position, events = self.begin(hands, deck[at + 1 :], deck[at], first, chance)
        log = (Entry(first, None, tuple(events)),) if events else ()
        return State(self, position, position, log, tuple(deck))

    def begin(
        self, hands: Sequence[Sequence[Card]], stock: Sequence[Card], top: Card, first: int, chance: int = 0
    ) -> tuple[Position, list[Event]]:
        """The first position with these cards dealt and the start card in force, and what was shown."""
        position = Position(
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            stock=tuple(stock),
            pile=(top,),
            turn=first,
            out=(Out.playing,) * self.players,
            vars=(),
            chance=chance if self.bound.shuffled else 0,
        )
        return self.engine.begin(self.as_dealt(position))

    def as_dealt(self, position: Position) -> Position:
        """A first position as it was before its start card was looked at."""
        start = {ir.TOP: ir.Const("card", int(position.pile[-1]))}
        initial = [ir.substitute(self.bound.fold(one.initial), start) for one in self.book.state]
        values = (int(value.value) if isinstance(value, ir.Const) else 0 for value in initial)
        return replace(position, vars=tuple(values))

    def situation(self, seen: Position | View, log: Sequence[Entry | SeenEntry]) -> Situation:
        """What counts in a position, or in a view of it."""
        stock_size = seen.stock_size if isinstance(seen, View) else len(seen.stock)
        alone = seen.out.count(Out.playing) == 1
        top = seen.top if isinstance(seen, View) else seen.pile[-1]
        return self._situations(self.engine.shown(seen, stock_size), top, alone, log)

    def hide(self, values: tuple[int, ...]) -> tuple[int | None, ...]:
        """The rulebook's variables for a seat that is not on turn."""
        shown: list[int | None] = [*values]
        for number in self._hidden:
            shown[number] = None
        return tuple(shown)

    def write_view(self, view: View) -> dict[str, Any]:
        """A view of this game in the format of the referee protocol."""
        return write_view(self.bound, view)

    def read_view(self, data: object) -> View:
        """The view that :meth:`write_view` wrote; :class:`GameError` says what is wrong with it."""
        try:
            return read_view(self.bound, data, lambda view: self.situation(view, view.log))
        except ValueError as error:
            raise GameError("bad-position", f"the view: {error}") from None

    def judge(self, position: Position, move: Move) -> Verdict:
        """Whether a move is legal in a position, and why."""
        return judge(self.engine, position, move)

    def position(self, data: Mapping[str, Any]) -> State:
        """A state from a position in JSON, as the referee's ``set``."""
        if not isinstance(data, Mapping):
            raise GameError(
                "bad-position", f"a position is an object with hands, pile, stock and turn: {data!r}"
            )
        position = codec.read(self.bound, data)
        if position.claim is not None and not self.engine.could_claim(position.claim):
            raise GameError(
                "bad-position",
                "'claim': no rule allowed that claim in 'before'",
                "'claim': takto sa v 'before' ohlásiť nedalo",
            )
        position = self.engine.settle(position)
        return State(self, position, position)


def _within(value: object, least: int, most: int, right: tuple[str, str], code: str = "bad-request") -> int:
    """A number that was given; :class:`GameError` says what would be ``right``, in both languages."""
    number = whole_number(value)
    if number is None or not least <= number <= most:
        raise GameError(code, f"{right[0]}, not {value!r}", f"{right[1]}, nie {value!r}")
    return number


def _checked_deck(deck: Iterable[Card | str], wanted: list[Card]) -> list[Card]:
    try:
        order = [card if isinstance(card, Card) else Card.parse(card) for card in deck]
    except (ValueError, TypeError) as error:
        raise GameError("bad-deck", f"the deck: {error}", "balíček: toto nie sú karty") from None
    have, need = Counter(order), Counter(wanted)
    extra, missing = have - need, need - have
    if extra or missing:
        parts = [f"{label} {', '.join(map(str, sorted(cards)))}" for label, cards in
                 (("missing", missing), ("too many", extra)) if cards]  # fmt: skip
        raise GameError(
            "bad-deck",
            f"the deck must be {len(wanted)} cards: {'; '.join(parts)}",
            f"toto nie je úplný balíček ({len(wanted)} kariet)",
        )
    return order


def load(rulebook: str = "classic", players: SupportsIndex = 2, **options: object) -> Game:
    """A rulebook by name or path, bound to options.

    >>> load("classic", players=2, ace_two="free").options["ace_two"]
    'free'
    """
    try:
        book = read_book(rulebook)
    except UnknownRulebookError as error:
        raise GameError("unknown-rulebook", str(error), error.sk) from None
    return Game(book, players, options)
