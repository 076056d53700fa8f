"""The cards that a rulebook plays with: which they are, and whether they are enough to deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from faraon.cards import CARDS, Suit, Value
from faraon.lang import ir, nodes
from faraon.lang.errors import Diagnostic, Report, Span, did_you_mean
from faraon.limits import MOST_PACKS

WHOLE = tuple(map(int, CARDS))

KINDS: dict[str, type[Suit] | type[Value]] = {"suits": Suit, "values": Value}
"""What a deck may say: of each kind all, unless some are named."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one pack, and the files whose names are held against them."""

    cards: tuple[int, ...] = WHOLE
    files: frozenset[str] = frozenset()
    """What is included was written for other decks: there a card that nobody has does no harm."""

    def has(self, kind: str, number: ir.Scalar) -> bool:
        """Whether a suit, a value or a card is in it."""
        return number in {"suit": self.suits, "value": self.values}.get(kind, self.cards)

    @property
    def suits(self) -> tuple[int, ...]:
        return tuple(sorted({card & 3 for card in self.cards}))

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(sorted({card >> 2 for card in self.cards}))

    def __str__(self) -> str:
        suits, values = (Suit(suit).name for suit in self.suits), (Value(value).name for value in self.values)
        return f"{', '.join(suits)}, each with {', '.join(values)}"


def read_deck(node: nodes.Deck | None, file: str, report: Report) -> Deck:
    """What a rulebook says of its deck; the whole pack, if it says nothing."""
    if node is None:
        return Deck()
    found: dict[str, set[int]] = {}
    for kind, names in node.kinds:
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS)
            report(Diagnostic("E201", node.span, f"a deck has no '{kind}'", hint))
        elif kind in found:
            report(Diagnostic("E205", node.span, f"'deck' says '{kind}' twice"))
        else:
            found[kind] = set(_numbers(KINDS[kind], kind, names, report))
    suits, values = (found.get(kind) or set(map(int, members)) for kind, members in KINDS.items())
    cards = tuple(card for card in WHOLE if card & 3 in suits and card >> 2 in values)
    return Deck(cards, frozenset((file, node.span.file)))


def _numbers(
    members: type[Suit] | type[Value], kind: str, names: Sequence[nodes.Name], report: Report
) -> Iterable[int]:
    known = members.__members__
    for place, name in enumerate(names):
        if name.text not in known:
            hint = did_you_mean(name.text, known)
            report(Diagnostic("E201", name.span, f"'{name.text}' is not one of the {kind}", hint))
            continue
        if any(name.text == other.text for other in names[:place]):
            report(Diagnostic("E205", name.span, f"'{name.text}' is in the deck already"))
        yield int(known[name.text])


# ----------------------------------------------------------------------------------------- asking for suits


def only_its_suits(
    rules: tuple[ir.Implication, ...], chosen_when: ir.Expr, deck: Deck, span: Span
) -> tuple[ir.Implication, ...]:
    """The rules, none of which lets a player ask for a suit that nobody has."""
    if len(deck.suits) == len(Suit) or not _some_card_asks(chosen_when, deck):
        return rules
    there = (ir.op("==", "bool", ir.ASKED, ir.Const("suit", suit)) for suit in deck.suits)
    expr = ir.op("or", "bool", ir.negate(chosen_when), *there)
    asked = ir.Slot(ir.ASKED)
    texts = ir.Texts(
        en=("There are no ", asked, " in this deck."), sk=("V týchto kartách nie je ", asked, ".")
    )
    said = (ir.Sentence(ir.TRUE, texts, span),)

    def asking(rule: ir.Implication) -> ir.Implication:
        if not rule.lays or rule.returns:
            return rule
        clause = ir.Clause(expr, "suit_in_deck", rule.paragraphs, said, False, False, span)
        return replace(
            rule, clauses=(*rule.clauses, clause), guard=ir.op("and", "bool", rule.guard, clause.expr)
        )

    return tuple(map(asking, rules))


def _some_card_asks(chosen_when: ir.Expr, deck: Deck) -> bool:
    """Whether a group of the deck's cards may ask for a suit."""
    groups = (
        {ir.BOTTOM: ir.Const("card", bottom), ir.LAST: ir.Const("card", last)}
        for bottom in deck.cards
        for last in deck.cards
        if bottom >> 2 == last >> 2
    )
    return any(ir.substitute(chosen_when, cards) != ir.FALSE for cards in groups)


# -------------------------------------------------------------------------------------------------- dealing


def pack_choices(packs: ir.Expr) -> tuple[int, ...]:
    """The numbers of packs that the rulebook and its options leave open."""
    assert isinstance(packs, ir.Const)  # noqa: S101 - the checker admits options and numbers only
    return tuple(range(1, MOST_PACKS + 1)) if packs.value == "auto" else (int(packs.value),)


def packs_for(
    choices: Iterable[int], forbids: Iterable[ir.Forbid], cards: int, dealt: int
) -> tuple[int, ir.Forbid | None]:
    """The fewest packs of so many cards that are enough for a deal and a start card, or 0 and what refuses
    it."""
    problem, dealing = None, [forbid for forbid in forbids if not forbid.of_state]
    for packs in choices:
        left = cards * packs - dealt
        values = {ir.PACKS: ir.Const("int", packs), ir.LEFT: ir.Const("int", left)}
        refused = (one for one in dealing if ir.substitute(one.condition, values) == ir.TRUE)
        problem = next(refused, None)
        if problem is None and left >= 1:
            return packs, None
    return 0, problem


def check_deal(book: ir.Book, span: Span, report: Report) -> None:
    """Reports a deck from which not even the fewest players can be dealt their cards, as the options are."""
    players = book.players[0]
    values: dict[ir.Var, ir.Expr] = {one.var: ir.Const(one.type, one.default) for one in book.options}
    values[ir.PLAYERS] = ir.Const("int", players)
    hand = ir.substitute(book.hand, values)
    if not isinstance(hand, ir.Const) or not isinstance(hand.value, int):
        return
    forbids = [replace(one, condition=ir.substitute(one.condition, values)) for one in book.forbids]
    choices = pack_choices(ir.substitute(book.packs, values))
    packs, problem = packs_for(choices, forbids, len(book.deck), players * hand.value)
    if packs:
        return
    cards = f"the deck has {len(book.deck)} cards"
    if problem is None:
        need = players * hand.value + 1
        message = f"{cards}: {players} players with {hand.value} each and a start card need {need}"
        report(Diagnostic("E217", span, message, "name more suits or values, or deal fewer cards"))
    else:
        message = f"{cards}: '{problem.name}' forbids dealing {hand.value} each to {players} players"
        hint = f"name more suits or values, deal fewer cards, or 'override forbid {problem.name}'"
        report(Diagnostic("E217", span, message, hint))
