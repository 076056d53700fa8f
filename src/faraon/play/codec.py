"""Positions as JSON, both ways. What comes in is checked to the last key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faraon.cards import Card, Suit, Value, write_cards
from faraon.engines.errors import GameError
from faraon.engines.rules import Bound, packs_needed, packs_offered
from faraon.game.position import Claim, Out, Position
from faraon.lang import ir
from faraon.lang.errors import did_you_mean
from faraon.limits import LARGEST_GROUP, MOST_CARDS, MOST_MOVES, whole_number

KEYS = ("hands", "pile", "stock", "turn", "out", "over", "loser", "places", "moves_made")


def write(bound: Bound, position: Position) -> dict[str, Any]:
    """A position in the format of the referee protocol."""
    chance = {"chance": position.chance} if bound.shuffled else {}
    return {
        "hands": [[card.name for card in hand] for hand in position.hands],
        "pile": [card.name for card in position.pile],
        "stock": [card.name for card in position.stock],
        "turn": position.turn,
        **write_variables(bound, position.vars),
        "out": write_out(position.out),
        "over": position.over,
        "loser": position.loser,
        "places": list(position.places),
        "moves_made": position.moves_made,
        **chance,
        **(_write_covered(bound, position) if bound.covered else {}),
    }


def _write_covered(bound: Bound, position: Position) -> dict[str, Any]:
    """Which cards of the pile are covered, and the claim that can still be checked (§17)."""
    claim, written = position.claim, None
    if claim is not None:
        # The cards lie in the pile, unless it was turned since.
        lost = {} if _claimed_cards(position.pile, claim.before, len(claim.cards)) == claim.cards else {
            "cards": [card.name for card in claim.cards]
        }  # fmt: skip
        before = write(bound, claim.before)
        written = {"seat": claim.seat, "n": len(claim.cards), **lost, "before": before}
    return {"covered": [[place, seat] for place, seat in position.covered], "claim": written}


def _claimed_cards(pile: tuple[Card, ...], before: Position, size: int) -> tuple[Card, ...] | None:
    """The cards that were laid on the pile as it was before; ``None`` if it is not there any more."""
    lying = len(before.pile)
    if pile[:lying] != before.pile or len(pile) < lying + size:
        return None
    return pile[lying : lying + size]


def write_variables(bound: Bound, values: Sequence[int | None]) -> dict[str, Any]:
    """The rulebook's own variables; ``None`` is one that is hidden."""
    written: dict[str, Any] = {}
    for variable, value in zip(bound.book.state, values, strict=True):
        shown = None if value is None else _write_value(variable, value)
        if not variable.each:
            written[variable.name] = shown
        elif len(own := written.setdefault(variable.each, [])) < bound.players:
            own.append(shown)
    return written


def write_out(out: Sequence[int]) -> dict[str, str]:
    """The finished seats."""
    return {str(seat): Out(state).name for seat, state in enumerate(out) if state}


def _write_value(variable: ir.Variable, value: int) -> int | bool | str | None:
    match variable.type:
        case "bool":
            return bool(value)
        case "suit":
            return Suit(value).letter
        case "value":
            return Value(value).letter
        case "card":
            return None if value < 0 else Card(value).name
        case "seat":
            return None if value < 0 else value
        case _:
            return value


# ------------------------------------------------------------------------------------------------- reading


def bad(message: str, sk: str) -> GameError:
    return GameError("bad-position", message, sk)


def read(bound: Bound, data: Mapping[str, Any]) -> Position:
    """A position from the format of the referee protocol; :class:`GameError` names what is wrong."""
    _known_keys(bound, data)
    hands = tuple(tuple(sorted(_cards(hand, f"hands[{k}]"))) for k, hand in enumerate(_list(data, "hands")))
    if len(hands) != bound.players:
        raise bad(
            f"there are {len(hands)} hands for {bound.players} players",
            f"rúk je {len(hands)}, hráčov {bound.players}",
        )
    pile, stock = (tuple(_cards(_list(data, key), key)) for key in ("pile", "stock"))
    if not pile:
        raise bad("'pile' needs at least one card", "'pile' musí mať aspoň jednu kartu")
    _within_packs(bound, [*pile, *stock, *(card for hand in hands for card in hand)])
    over = _bool(data.get("over", False), "over")
    out = _out(data.get("out", {}), hands)
    if not bound.returning:
        out = [Out.safe if one == Out.returnable else one for one in out]
    turn = _seat(data["turn"], "turn", bound.players)
    if out[turn] != Out.playing and not over:
        raise bad(
            f"'turn' is seat {turn}, which holds no cards", f"'turn' je miesto {turn}, ktoré nemá karty"
        )
    loser = data.get("loser")
    position = Position(
        hands=hands,
        stock=stock,
        pile=pile,
        turn=turn,
        out=tuple(out),
        vars=read_variables(bound, data, pile, hands[turn]),
        places=_places(data.get("places", []), out),
        moves_made=_number(data.get("moves_made", 0), "moves_made", 0, MOST_MOVES),
        over=over,
        loser=None if loser is None else _seat(loser, "loser", bound.players),
        chance=_number(data.get("chance", 0), "chance", 0, 2**32 - 1),
        covered=_covered(data.get("covered", []), pile, bound.players),
    )
    if data.get("claim") is not None:
        position = replace(position, claim=_claim(bound, data["claim"], position))
    if loser is not None and not over:
        raise bad(
            "'loser' is named, but the game is not over", "'loser' je uvedený, no hra sa ešte neskončila"
        )
    _not_forbidden(bound, position)
    return position


def _known_keys(bound: Bound, data: Mapping[str, Any]) -> None:
    known = [*KEYS, *dict.fromkeys(variable.each or variable.name for variable in bound.book.state)]
    if bound.shuffled:
        known.append("chance")
    if bound.covered:
        known += ["covered", "claim"]
    for key in data:
        if key not in known:
            raise bad(
                f"{bound.book.name} has no '{key}' in a position: {did_you_mean(str(key), known)}",
                f"pravidlá {bound.book.name} nemajú v situácii '{key}': "
                + did_you_mean(str(key), known, "sk"),
            )
    for key in ("hands", "pile", "stock", "turn"):
        if key not in data:
            raise bad(f"'{key}' is missing", f"chýba '{key}'")


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data[key]
    if not isinstance(value, list):
        raise bad(f"'{key}' must be a list", f"'{key}' musí byť zoznam")
    return value


def _cards(value: Any, where: str) -> Iterable[Card]:
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise bad(f"'{where}' must be a list of cards", f"'{where}' musí byť zoznam kariet")
    for written in value:
        try:
            yield Card.parse(written)
        except (ValueError, TypeError) as error:
            raise bad(f"'{where}': {error}", f"'{where}': {str(written)[:40]!r} nie je karta") from None


def _within_packs(bound: Bound, cards: list[Card]) -> None:
    try:
        packs = packs_needed(bound, bound.players * bound.hand_size)
    except GameError:
        packs = 1
    # A deal of more cards than usual may have taken more packs.
    most = len(bound.deck)
    packs = next(
        (more for more in packs_offered(bound) if more >= packs and len(cards) <= most * more), packs
    )
    for card, count in Counter(cards).items():
        if card not in bound.deck:
            held = write_cards(bound.deck)
            raise bad(
                f"{card} is not in the deck of {bound.book.name}: {held}",
                f"{card} nie je v balíčku pravidiel {bound.book.name}: {held}",
            )
        if count > packs:
            raise bad(
                f"{card} is there {count} times, with {packs} pack{'s' * (packs > 1)} at most {packs}",
                f"{card} je tu {count}-krát, ale počet balíčkov je {packs}",
            )


def _number(value: Any, where: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise bad(
            f"'{where}' must be a number from {low} to {high}", f"'{where}' musí byť číslo od {low} do {high}"
        )
    return number


def _seat(value: Any, where: str, players: int) -> int:
    seat = whole_number(value)
    if seat is None or not 0 <= seat < players:
        raise bad(
            f"'{where}' must be a seat from 0 to {players - 1}",
            f"'{where}' musí byť miesto od 0 do {players - 1}",
        )
    return seat


def _bool(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise bad(f"'{where}' must be true or false", f"'{where}' musí byť true alebo false")
    return value


def _out(value: Any, hands: tuple[tuple[Card, ...], ...]) -> list[int]:
    if not isinstance(value, dict):
        example = '{"1": "returnable"}'
        raise bad(f"'out' must be an object as {example}", f"'out' musí byť objekt ako {example}")
    out: list[int] = [Out.playing if hand else Out.safe for hand in hands]
    names = {"in": Out.playing, "returnable": Out.returnable, "safe": Out.safe}
    seats = {str(seat): seat for seat in range(len(hands))}
    for key, name in value.items():
        if str(key) not in seats:
            raise bad(
                f"'out' names the seat {key!r}, seats are 0 to {len(hands) - 1}",
                f"'out' uvádza miesto {key!r}, miesta sú 0 až {len(hands) - 1}",
            )
        if not isinstance(name, str) or name not in names:
            raise bad(
                f"'out' of seat {key} must be in, returnable or safe",
                f"'out' miesta {key} musí byť in, returnable alebo safe",
            )
        seat = seats[str(key)]
        if bool(hands[seat]) != (names[name] == Out.playing):
            en, sk = ("holds cards", "má karty") if hands[seat] else ("holds no cards", "nemá karty")
            raise bad(
                f"seat {seat} {en}, but 'out' says {name}", f"miesto {seat} {sk}, no 'out' hovorí {name}"
            )
        out[seat] = names[name]
    if Out.playing not in out:
        raise bad("nobody holds cards", "nikto nemá karty")
    return out


def _places(value: Any, out: list[int]) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise bad("'places' must be a list of seats", "'places' musí byť zoznam miest")
    places = tuple(_seat(seat, "places", len(out)) for seat in value)
    if len(set(places)) != len(places) or any(out[seat] == Out.playing for seat in places):
        raise bad(
            "'places' lists the seats that have finished, each once",
            "'places' uvádza miesta, ktoré už skončili, každé raz",
        )
    return places


def _covered(value: Any, pile: tuple[Card, ...], players: int) -> tuple[tuple[int, int], ...]:
    """Places of the pile below its top card, and who laid each."""
    pairs: list[Any] = value if isinstance(value, list) else [None]
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise bad(
            "'covered' must be a list of pairs [place in the pile, seat]",
            "'covered' musí byť zoznam dvojíc [miesto v hracej kope, hráč]",
        )
    found = {
        _number(place, "covered", 0, len(pile) - 2): _seat(seat, "covered", players) for place, seat in pairs
    }
    if len(found) != len(pairs):
        raise bad("'covered' names a place twice", "'covered' uvádza niektoré miesto dvakrát")
    return tuple(sorted(found.items()))


def _claim(bound: Bound, value: Any, position: Position) -> Claim:
    """The covered group that can still be checked."""
    keys = ("seat", "n", "before")
    if not isinstance(value, Mapping) or any(key not in value for key in keys):
        raise bad("'claim' needs 'seat', 'n' and 'before'", "'claim' potrebuje 'seat', 'n' a 'before'")
    for key in value:
        if key not in (*keys, "cards"):
            hint = did_you_mean(str(key), [*keys, "cards"])
            raise bad(f"'claim' has no '{key}': {hint}", f"'claim' nemá '{key}'")
    if not isinstance(value["before"], Mapping):
        raise bad("'claim.before' must be a position", "'claim.before' musí byť situácia")
    if value["before"].get("claim") is not None:
        raise bad("'claim.before' has no claim of its own", "'claim.before' nemá vlastný 'claim'")
    seat = _seat(value["seat"], "claim.seat", bound.players)
    size = _number(value["n"], "claim.n", 2, LARGEST_GROUP)
    before = read(bound, value["before"])
    cards = (
        tuple(_cards(value["cards"], "claim.cards"))
        if "cards" in value
        else _claimed_cards(position.pile, before, size)
    )
    if cards is None or len(cards) != size:
        raise bad(
            f"'claim': the {size} covered cards do not lie on the pile of 'before'",
            f"'claim': zakryté karty ({size}) neležia na hracej kope z 'before'",
        )
    if before.turn != seat or before.over or position.over or Counter(cards) - Counter(before.hands[seat]):
        raise bad(
            f"'claim': seat {seat} could not lay these cards in 'before'",
            f"'claim': hráč na mieste {seat} nemohol v 'before' tieto karty vyložiť",
        )
    if Counter(_all_cards(before)) != Counter(_all_cards(position)):
        raise bad("'claim.before' has other cards", "'claim.before' má iné karty")
    return Claim(seat, cards, before)


def _all_cards(position: Position) -> list[Card]:
    return [*position.pile, *position.stock, *(card for hand in position.hands for card in hand)]


def read_variables(
    bound: Bound, data: Mapping[str, Any], pile: tuple[Card, ...], hand: tuple[Card, ...]
) -> tuple[int, ...]:
    """The rulebook's variables; of a list one a seat, where seats beyond the table keep their first value."""
    given = dict(data)
    for each in {variable.each for variable in bound.book.state} & data.keys():
        own = _list(data, each)
        if len(own) != bound.players:
            raise bad(
                f"'{each}' needs a value for each of the {bound.players} players",
                f"'{each}' potrebuje hodnotu pre každého z hráčov ({bound.players})",
            )
        names = [variable.name for variable in bound.book.state if variable.each == each]
        given.update(zip(names, own, strict=False))
    return tuple(_variable(bound, one, given, pile, hand) for one in bound.book.state)


def _variable(
    bound: Bound,
    variable: ir.Variable,
    data: Mapping[str, Any],
    pile: tuple[Card, ...],
    hand: tuple[Card, ...],
) -> int:
    name = variable.name
    if name not in data:
        values = {ir.TOP: ir.Const("card", int(pile[-1]))}
        initial = ir.substitute(bound.fold(variable.initial), values)
        assert isinstance(initial, ir.Const)  # noqa: S101 - first values read only the top card and options
        return int(initial.value)
    value = data[name]
    match variable.type:
        case "bool":
            return int(_bool(value, name))
        case "suit" | "value":
            kind = Suit if variable.type == "suit" else Value
            try:
                return int(kind.parse(value))
            except (ValueError, TypeError):
                letters = " ".join(one.letter for one in kind)
                raise bad(
                    f"'{name}' must be one of {letters}", f"'{name}' musí byť jedno z {letters}"
                ) from None
        case "card":
            if value is None:
                return ir.NOBODY
            card = next(iter(_cards([value], name)))
            if variable.hidden and card not in hand:
                raise bad(
                    f"'{name}' is {card}, which the player on turn does not hold",
                    f"'{name}' je {card}, túto kartu však hráč na ťahu nemá",
                )
            return int(card)
        case "seat":
            return ir.NOBODY if value is None else _seat(value, name, bound.players)
        case _:
            return _number(value, name, *variable.range)


def _not_forbidden(bound: Bound, position: Position) -> None:
    values: dict[ir.Var, ir.Expr] = {
        variable.var("state"): ir.Const(variable.type, bool(value) if variable.type == "bool" else value)
        for variable, value in zip(bound.book.state, position.vars, strict=True)
    }
    for forbid in bound.forbids:
        if forbid.of_state and ir.substitute(forbid.condition, values) == ir.TRUE:
            en, sk = ("".join(map(str, said)) for said in (forbid.texts.en, forbid.texts.sk))
            raise bad(f"{forbid.name}: {en}", sk)
