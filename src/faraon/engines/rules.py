"""A rulebook bound to options and a number of players: the options become constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from faraon.cards import CARDS, Card
from faraon.engines.errors import GameError
from faraon.lang import ir
from faraon.lang.covering import NOTHING_COVERED, covering_options
from faraon.lang.deck import pack_choices, packs_for
from faraon.lang.errors import did_you_mean
from faraon.limits import whole_number


@dataclass(frozen=True)
class Statements:
    """What a rulebook says, with what is known of a table put in."""

    starts: tuple[ir.Implication, ...]
    rules: tuple[ir.Implication, ...]
    fouls: tuple[ir.Implication, ...]
    mechanics: tuple[ir.Implication, ...]
    ends: tuple[ir.Implication, ...]
    forbids: tuple[ir.Forbid, ...]
    chosen_when: ir.Expr
    values: Mapping[ir.Var, ir.Expr]
    """What is known, and replaces these variables in every expression."""


def statements(book: ir.Book, values: Mapping[ir.Var, ir.Expr]) -> Statements:
    """The statements of a rulebook in which these variables are known."""

    def fold(expr: ir.Expr) -> ir.Expr:
        return ir.substitute(expr, values)

    def fold_all(implications: tuple[ir.Implication, ...]) -> tuple[ir.Implication, ...]:
        return tuple(implication.changed(fold) for implication in implications)

    return Statements(
        starts=fold_all(book.starts),
        rules=fold_all(book.rules),
        fouls=fold_all(book.fouls),
        mechanics=fold_all(book.mechanics),
        ends=fold_all(book.ends),
        forbids=tuple(replace(forbid, condition=fold(forbid.condition)) for forbid in book.forbids),
        chosen_when=fold(book.chosen_when),
        values=values,
    )


@dataclass(frozen=True)
class Bound(Statements):
    """One table's rules: the options are known."""

    book: ir.Book
    """As it was written, with all options open."""
    players: int
    options: Mapping[str, ir.Scalar]
    shuffled: bool
    """The pile is shuffled when it is turned."""
    covered: bool
    """Groups are laid covered, and can be checked (§17)."""
    returning: bool
    """Some rule returns finished players."""
    hand_size: int
    shows: tuple[ir.Shown, ...]
    """What people must see at a glance."""

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards of one pack, in their order."""
        return tuple(CARDS[card] for card in self.book.deck)

    @cached_property
    def variables(self) -> tuple[tuple[ir.Var, ir.Var], ...]:
        """The variables of the state, now and before the move."""
        return tuple((variable.var("state"), variable.var("old")) for variable in self.book.state)

    @cached_property
    def folded(self) -> dict[ir.Expr, ir.Expr]:
        """What was folded before."""
        return {}

    def fold(self, expr: ir.Expr) -> ir.Expr:
        """An expression with this table's options."""
        if expr not in self.folded:
            self.folded[expr] = ir.substitute(expr, self.values)
        return self.folded[expr]

    def asks_for_suit(self, cards: Sequence[int]) -> bool:
        """Whether the player names a suit with these cards; of mixed cards the top one decides."""
        last = ir.Const("card", int(cards[-1]))
        group = ir.Const("group", sum(1 << card for card in set(cards)))
        values = {ir.LAID: ir.Const("int", len(cards)), ir.BOTTOM: last, ir.LAST: last, ir.GROUP: group}
        return ir.substitute(self.chosen_when, values) == ir.TRUE


def choose(book: ir.Book, options: Mapping[str, object]) -> dict[str, ir.Scalar]:
    """The settings of all options: the given ones, and the defaults of the others."""
    known = {option.name: option for option in book.options}
    chosen = {option.name: option.default for option in book.options}
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            hint = did_you_mean(str(name), known) if known else "this rulebook has no options"
            rada = did_you_mean(str(name), known, "sk") if known else "tieto pravidlá žiadne nemajú"
            raise GameError(
                "bad-option",
                f"there is no option '{name}': {hint}",
                f"domáce pravidlo '{name}' neexistuje: {rada}",
            )
        chosen[name] = _setting(option, value)
    return chosen


def _setting(option: ir.Option, value: object) -> ir.Scalar:
    number = whole_number(value)
    chosen = value if number is None else number
    if isinstance(chosen, str | int) and not isinstance(chosen, bool) and chosen in option.values:
        return chosen
    low, high = option.range or (1, 0)
    if number is not None and low <= number <= high:
        return number
    if option.range is not None:
        raise GameError(
            "bad-option",
            f"{option.name} is a number from {option.range[0]} to {option.range[1]}, not {value!r}",
            f"{option.name} je číslo od {option.range[0]} do {option.range[1]}, nie {value!r}",
        )
    known = [*map(str, option.values)]
    if isinstance(value, str) and value in known:
        raise GameError(
            "bad-option",
            f"{option.name} is the number {value}, not the text {value!r}",
            f"{option.name} je číslo {value}, nie text {value!r}",
        )
    raise GameError(
        "bad-option",
        f"{option.name} has no setting {value!r}: {did_you_mean(str(value), known)}",
        f"domáce pravidlo {option.name} nemožno nastaviť na {value!r}: "
        + did_you_mean(str(value), known, "sk"),
    )


def check_players(book: ir.Book, players: object) -> int:
    """The number of players; :class:`GameError` for one that the rulebook does not allow."""
    number, (least, most) = whole_number(players), book.players
    if number is None or not least <= number <= most:
        if least == most:
            raise GameError(
                "bad-players",
                f"{book.name} is played by {least} players, not {players!r}",
                f"počet hráčov podľa pravidiel {book.name} je {least}, nie {players!r}",
            )
        raise GameError(
            "bad-players",
            f"{book.name} is played by {least} to {most} players, not {players!r}",
            f"podľa pravidiel {book.name} hrá {least} až {most} hráčov, nie {players!r}",
        )
    return number


def bind(book: ir.Book, players: int, options: Mapping[str, object]) -> Bound:
    """The rules of one table; :class:`GameError` for options or players that the rulebook does not allow."""
    check_players(book, players)
    chosen = choose(book, options)
    values: dict[ir.Var, ir.Expr] = {
        option.var: ir.Const(option.type, chosen[option.name]) for option in book.options
    }
    values[ir.PLAYERS] = ir.Const("int", players)
    covered = ir.substitute(book.covered, values) == ir.TRUE
    if not covered:
        values |= NOTHING_COVERED

    def fold(expr: ir.Expr) -> ir.Expr:
        return ir.substitute(expr, values)

    for forbid in book.forbids:
        of_options = all(var.kind == "option" for var in ir.variables(forbid.condition))
        if of_options and fold(forbid.condition) == ir.TRUE:
            en, sk = ("".join(map(str, said)) for said in (forbid.texts.en, forbid.texts.sk))
            raise GameError("bad-option", f"{forbid.name}: {en}", sk)
    hand = fold(book.hand)
    if not isinstance(hand, ir.Const) or not isinstance(hand.value, int) or hand.value < 1:
        raise GameError(
            "too-few-cards",
            f"{players} players cannot be dealt a card each",
            f"toľkým hráčom ({players}) sa nedá rozdať ani po jednej karte",
        )
    said = statements(book, values)
    return Bound(
        **vars(said),
        book=book,
        players=players,
        options=chosen,
        shuffled=fold(book.shuffled) == ir.TRUE,
        covered=covered,
        returning=any(rule.returns and rule.guard != ir.FALSE for rule in said.rules),
        hand_size=hand.value,
        shows=tuple(replace(shown, expr=fold(shown.expr)) for shown in book.shows),
    )


def need_open_cards(bound: Bound) -> None:
    """:class:`GameError` where groups are laid covered: what is before a claim only Python keeps."""
    if not bound.covered:
        return
    names = ", ".join(
        f"{option.name} = {bound.options[option.name]}" for option in covering_options(bound.book)
    )
    raise GameError(
        "bad-option",
        f"with {names} cards are laid covered: only the Python engine plays that, and moves have no numbers",
        f"pri {names} sa vykladá zakryto: preložený kód to nehrá a ťahy nemajú čísla",
    )


def packs_offered(bound: Bound) -> tuple[int, ...]:
    """The numbers of packs that the rulebook and its options leave open."""
    return pack_choices(bound.fold(bound.book.packs))


def packs_needed(bound: Bound, dealt: int) -> int:
    """How many packs the deal takes, by the rulebook's own word and its ``forbid`` statements."""
    packs, problem = packs_for(packs_offered(bound), bound.forbids, len(bound.deck), dealt)
    if packs:
        return packs
    en, sk = "There are not enough cards.", "Nie je dosť kariet."
    if problem is not None:
        en, sk = ("".join(map(str, said)) for said in (problem.texts.en, problem.texts.sk))
    raise GameError(
        "too-few-cards",
        f"{en} ({bound.players} players, {dealt} cards to deal)",
        f"{sk} (hráčov: {bound.players}, kariet na rozdanie: {dealt})" if sk else "",
    )
