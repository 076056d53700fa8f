"""Views as JSON, both ways, as the referee writes them. What comes in is checked to the last key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from faraon.cards import Card
from faraon.engines.rules import Bound
from faraon.game.knowledge import Known
from faraon.game.log import SeenEntry, SeenEvent
from faraon.game.move import Move
from faraon.game.position import Out
from faraon.game.situation import Situation
from faraon.game.view import SeenClaim, View
from faraon.lang.errors import did_you_mean
from faraon.limits import LARGEST_GROUP, MOST_CARDS, MOST_MOVES, MOST_PLAYERS, whole_number
from faraon.play import codec

FIXED = (
    *("seat", "hand", "sizes", "pile", "stock_size", "turn", "out", "over", "loser", "places", "moves_made"),
    *("known", "log", "moves"),
)
"""The keys of every view; all others are the rulebook's own variables."""
COVERED = ("covered", "claim")
"""Those of a table where groups are laid covered (§17)."""
KINDS = ("draw", "turn", "shuffle", "show", "foul", "cover", "true", "lie")
OUT_NAMES = (Out.returnable.name, Out.safe.name)
MOST_ENTRIES = 200_000
MOST_EVENTS = 100
MOST_CHOICES = 20_000


# ------------------------------------------------------------------------------------------------- writing


def write_view(bound: Bound, view: View) -> dict[str, Any]:
    """The view as an object of the protocol."""
    known = view.known
    return {
        "seat": view.seat,
        "hand": _names(view.hand),
        "sizes": list(view.sizes),
        "pile": [None if card is None else card.name for card in view.pile],
        "stock_size": view.stock_size,
        "turn": view.turn,
        **codec.write_variables(bound, view.vars),
        "out": codec.write_out(view.out),
        "over": view.over,
        "loser": view.loser,
        "places": list(view.places),
        "moves_made": view.moves_made,
        "known": {
            "hands": {str(seat): _names(cards) for seat, cards in known.hands.items()},
            "stock": [None if card is None else card.name for card in known.stock],
        },
        "log": [_write_entry(entry) for entry in view.log],
        "moves": [str(move) for move in view.moves],
        **(_write_covered(view) if bound.covered else {}),
    }


def _write_covered(view: View) -> dict[str, Any]:
    claim = None if view.claim is None else {"seat": view.claim.seat, "n": view.claim.size}
    return {"covered": [[place, seat] for place, seat in view.covered], "claim": claim}


def _names(cards: Sequence[Card]) -> list[str]:
    return [card.name for card in cards]


def _write_entry(entry: SeenEntry) -> dict[str, Any]:
    move = None if entry.move is None else str(entry.move)
    return {"seat": entry.seat, "move": move, "events": [_write_event(event) for event in entry.events]}


def _write_event(event: SeenEvent) -> dict[str, Any]:
    whose = {"seat": event.seat} if event.seat >= 0 else {}
    shown = {} if event.cards is None else {"cards": _names(event.cards)}
    return {"kind": event.kind, **whose, "count": event.count, **shown}


# ------------------------------------------------------------------------------------------------- reading


def read_view(bound: Bound, data: object, situate: Callable[[View], Situation]) -> View:
    """The view that :func:`write_view` wrote; :class:`ValueError` says what is wrong with it.

    The situation is not written: it follows from the rest.
    """
    if not isinstance(data, Mapping):
        raise ValueError("a view is an object")
    for key in (*FIXED, *(COVERED if bound.covered else ())):
        if key not in data:
            raise ValueError(f"'{key}' is missing")
    each = _list(data["sizes"], "sizes", MOST_PLAYERS)
    sizes = tuple(_number(size, "sizes", 0, MOST_CARDS) for size in each)
    if len(sizes) != bound.players:
        raise ValueError(f"'sizes' needs a number for each of the {bound.players} seats")
    seats = len(sizes)
    hand = _cards(data["hand"], "hand")
    seat = _number(data["seat"], "seat", -1, seats - 1)
    if len(hand) != (sizes[seat] if seat >= 0 else 0):
        raise ValueError(f"'hand' has {len(hand)} cards, 'sizes' says something else")
    turn = _number(data["turn"], "turn", 0, seats - 1)
    moves = tuple(_move(text, "moves", seats) for text in _list(data["moves"], "moves", MOST_CHOICES))
    _from_hand(moves, hand, seat == turn)
    places = _covered(data["covered"], seats) if bound.covered else ()
    pile = _pile(data["pile"], places, seat)
    top = pile[-1] if pile else None
    if top is None:
        raise ValueError("'pile' is never empty, and its top card never covered")
    stock_size = _number(data["stock_size"], "stock_size", 0, MOST_CARDS)
    view = View(
        seat=seat,
        hand=hand,
        sizes=sizes,
        pile=pile,
        stock_size=stock_size,
        turn=turn,
        vars=_variables(bound, data, (top,), hand if seat == turn else None),
        out=_out(data["out"], seats),
        over=_bool(data["over"], "over"),
        loser=None if data["loser"] is None else _number(data["loser"], "loser", 0, seats - 1),
        places=tuple(_number(one, "places", 0, seats - 1) for one in _list(data["places"], "places", seats)),
        moves_made=_number(data["moves_made"], "moves_made", 0, MOST_MOVES),
        situation=Situation(),
        known=_known(data["known"], seat, sizes, stock_size),
        log=tuple(_entry(entry, seats) for entry in _list(data["log"], "log", MOST_ENTRIES)),
        moves=moves,
        covered=places,
        claim=_claim(data["claim"], seats) if bound.covered else None,
    )
    return view._replace(situation=situate(view))


def _from_hand(moves: tuple[Move, ...], hand: tuple[Card, ...], on_turn: bool) -> None:
    if moves and not on_turn:
        raise ValueError("'moves' are only for the seat on turn")
    held = Counter(hand)
    for move in moves:
        if Counter(move.cards) - held:
            raise ValueError(f"'moves' has '{move}', which is not in the hand")


# --------------------------------------------------------------------------------------------------- pieces


def _list(value: object, where: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"'{where}' must be a list")
    if len(value) > most:
        raise ValueError(f"'{where}' has more than {most} entries")
    return value


def _object(
    value: object, where: str, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"'{where}' must be an object")
    for key in keys:
        if key not in value:
            raise ValueError(f"'{where}' lacks '{key}'")
    for key in value:
        if key not in keys and key not in optional:
            raise ValueError(f"'{where}' has no '{str(key)[:40]}'")
    return value


def _number(value: object, where: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise ValueError(f"'{where}' must be a number from {low} to {high}")
    return number


def _bool(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"'{where}' must be true or false")
    return value


def _card(value: object, where: str) -> Card:
    if not isinstance(value, str):
        raise ValueError(f"'{where}' must have cards such as \"b8\"")
    try:
        return Card.parse(value[:40])
    except ValueError as error:
        raise ValueError(f"'{where}': {error}") from None


def _cards(value: object, where: str) -> tuple[Card, ...]:
    return tuple(_card(one, where) for one in _list(value, where, MOST_CARDS))


def _covered(value: object, seats: int) -> tuple[tuple[int, int], ...]:
    """Places of the pile, and who laid each."""
    pairs = [_list(pair, "covered", 2) for pair in _list(value, "covered", MOST_CARDS)]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("'covered' must have pairs of a place in the pile and a seat")
    found = {
        _number(place, "covered", 0, MOST_CARDS): _number(seat, "covered", 0, seats - 1)
        for place, seat in pairs
    }
    return tuple(sorted(found.items()))


def _pile(value: object, covered: tuple[tuple[int, int], ...], viewer: int) -> tuple[Card | None, ...]:
    """The pile; exactly the cards that others laid covered are not seen."""
    hidden = {place for place, seat in covered if seat != viewer}
    written = _list(value, "pile", MOST_CARDS)
    if any((card is None) != (place in hidden) for place, card in enumerate(written)) or any(
        place >= len(written) for place in hidden
    ):
        raise ValueError("'pile' must have null for the cards that others laid covered")
    return tuple(None if card is None else _card(card, "pile") for card in written)


def _claim(value: object, seats: int) -> SeenClaim | None:
    if value is None:
        return None
    data = _object(value, "claim", ("seat", "n"))
    seat = _number(data["seat"], "claim.seat", 0, seats - 1)
    return SeenClaim(seat, _number(data["n"], "claim.n", 2, LARGEST_GROUP))


def _move(value: object, where: str, seats: int, seen: bool = False) -> Move:
    if not isinstance(value, str):
        raise ValueError(f"'{where}' must have moves as texts")
    try:
        move = Move.parse_seen(value) if seen else Move.parse(value)
    except ValueError as error:
        raise ValueError(f"'{where}': {error}") from None
    if move.seat is not None and move.seat >= seats:
        raise ValueError(f"'{where}': '{move}' names a seat that is not there")
    return move


def _variables(
    bound: Bound, data: Mapping[Any, Any], pile: tuple[Card, ...], hand: tuple[Card, ...] | None
) -> tuple[int | None, ...]:
    """The rulebook's variables; without a hand (the viewer is not on turn) the hidden ones are hidden."""
    names = [variable.each or variable.name for variable in bound.book.state]
    for key in data:
        if key not in FIXED and key not in names and not (bound.covered and key in COVERED):
            hint = did_you_mean(str(key)[:40], names) if names else "this rulebook has no variables"
            raise ValueError(f"{str(key)[:40]!r} is not a variable of {bound.book.name}: {hint}")
    for name in names:
        if name not in data:
            raise ValueError(f"'{name}' is missing")
    if hand is not None:
        return codec.read_variables(bound, data, pile, hand)
    hidden = {variable.name for variable in bound.book.state if variable.hidden}
    for name in hidden:
        if data[name] is not None:
            raise ValueError(f"'{name}' is hidden from a seat that is not on turn")
    shown = {name: value for name, value in data.items() if name not in hidden}
    values = codec.read_variables(bound, shown, pile, ())
    return tuple(
        None if variable.hidden else value for variable, value in zip(bound.book.state, values, strict=True)
    )


def _out(value: object, seats: int) -> tuple[Out, ...]:
    if not isinstance(value, Mapping):
        raise ValueError('\'out\' must be an object as {"1": "returnable"}')
    known = {str(seat) for seat in range(seats)}
    for seat, name in value.items():
        if seat not in known or name not in OUT_NAMES:
            raise ValueError(f"'out' says of a seat that it is {' or '.join(OUT_NAMES)}")
    return tuple(Out[value.get(str(seat), Out.playing.name)] for seat in range(seats))


def _known(value: object, viewer: int, sizes: tuple[int, ...], stock_size: int) -> Known:
    data = _object(value, "known", ("hands", "stock"))
    if not isinstance(data["hands"], Mapping):
        raise ValueError("'known.hands' must be an object with cards for every other seat")
    others = {str(seat): seat for seat in range(len(sizes)) if seat != viewer}
    hands: dict[int, tuple[Card, ...]] = {}
    for seat, cards in data["hands"].items():
        if seat not in others:
            raise ValueError(f"'known.hands' names {str(seat)[:40]!r}, which is not another seat")
        hands[others[seat]] = found = _cards(cards, "known.hands")
        if len(found) > sizes[others[seat]]:
            raise ValueError(f"'known.hands' has more cards of seat {seat} than it holds")
    stock = _list(data["stock"], "known.stock", MOST_CARDS)
    if len(stock) != stock_size:
        raise ValueError("'known.stock' needs a card or null for every card of the stock")
    return Known(hands, tuple(None if card is None else _card(card, "known.stock") for card in stock))


def _entry(value: object, seats: int) -> SeenEntry:
    data = _object(value, "log", ("seat", "move", "events"))
    move = None if data["move"] is None else _move(data["move"], "log", MOST_PLAYERS, seen=True)
    events = tuple(_event(event, seats) for event in _list(data["events"], "log", MOST_EVENTS))
    return SeenEntry(_number(data["seat"], "log", 0, seats - 1), move, events)


def _event(value: object, seats: int) -> SeenEvent:
    data = _object(value, "log", ("kind", "count"), ("seat", "cards"))
    if data["kind"] not in KINDS:
        raise ValueError(f"'log' has events of the kinds {', '.join(KINDS)}")
    count = _number(data["count"], "log", 0, MOST_CARDS)
    cards = _cards(data["cards"], "log") if "cards" in data else None
    if cards is not None and len(cards) != count:
        raise ValueError("'log' has an event with another number of cards than it counts")
    seat = _number(data["seat"], "log", 0, seats - 1) if "seat" in data else -1
    return SeenEvent(data["kind"], seat, count, cards)
