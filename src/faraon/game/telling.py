"""What happened, in words: facts as sentences, and moves as the lines of a log, in English and Slovak."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from faraon.cards import Card
from faraon.game.facts import Fact, Reason
from faraon.game.log import SeenEntry
from faraon.words import LANGUAGES, card_name, counted, seat_name, suit_name

_DEEDS = {
    "en": {
        "draw": ("draws", "draw"),
        "stand": ("stands", "stand"),
        "pass": ("passes", "pass"),
        "concede": ("concedes", "concede"),
        "check": ("checks", "check"),
        "ask": ("asks for", "ask for"),
        "give_back": ("returns", "return"),
        "return": ("is back in the game", "are back in the game"),
        "out": ("is out of cards", "are out of cards"),
        "passed": ("does not move this time", "do not move this time"),
        "turn": ("is next", "are next"),
        "again": ("moves again", "move again"),
        "debt": ("owes", "owe"),
        "stop": ("is stopped", "are stopped"),
        "nothing": ("draws nothing", "draw nothing"),
        "over": ("loses", "lose"),
    },
    "sk": {
        "draw": ("ťahá", "ťaháš"),
        "stand": ("stojí", "stojíš"),
        "pass": ("vynecháva ťah", "vynechávaš ťah"),
        "concede": ("vzdáva hru", "vzdávaš hru"),
        "check": ("kontroluje", "kontroluješ"),
        "ask": ("pýta si", "pýtaš si"),
        "give_back": ("vracia do hry", "vraciaš do hry"),
        "return": ("sa vracia do hry", "vraciaš sa do hry"),
        "out": ("je bez kariet", "si bez kariet"),
        "passed": ("tentoraz na ťah nejde", "tentoraz na ťah nejdeš"),
        "turn": ("je na ťahu", "si na ťahu"),
        "again": ("ide ešte raz", "ideš ešte raz"),
        "debt": ("dlhuje", "dlhuješ"),
        "stop": ("má stáť", "máš stáť"),
        "nothing": ("neťahá nič", "neťaháš nič"),
        "over": ("prehráva", "prehrávaš"),
    },
}
"""What others do, and what you do."""

_FORMS = {
    "card": {"en": ("card", "cards"), "sk": ("karta", "karty", "kariet")},
    "take": {"en": ("card", "cards"), "sk": ("kartu", "karty", "kariet")},
}

_PLAIN = {
    "any_card": ("any card fits now", "hodí sa ktorákoľvek karta"),
    "no_debt": ("the debt is gone", "dlh je preč"),
    "no_stop": ("nobody is stopped any more", "stáť už nemusí nikto"),
    "over": ("nobody loses", "neprehráva nikto"),
    "foul": ("an invalid move: the cards go back", "neplatný ťah, karty sa vracajú do ruky"),
    "foul_card": ("an invalid move: the card goes back", "neplatný ťah, karta sa vracia do ruky"),
    "true": ("the cards are as declared", "karty sú také, aké boli ohlásené"),
    "lie": ("a lie: everything is as before", "klamstvo: všetko je ako predtým"),
    "covered": ("covered", "zakryto"),
    "on_top": ("{cards} on top", "navrchu {cards}"),
    "turn": ("the pile was turned over", "hracia kopa sa otočila"),
    "shuffle": ("the pile was turned over and shuffled", "hracia kopa sa otočila a zamiešala"),
    "show": ("shown from the bottom:", "odspodu ukázané:"),
    "deal": ("The deal", "Rozdávanie"),
    "no_more": ("and no more are left", "viac ich niet"),
    "none_left": ("no cards are left", "niet čo ťahať"),
}

PHARAOH = Card.parse("lU")

RULEBOOKS_OWN = ("again", "note", "state", "why")
"""Facts for which only the rulebook has words."""


def _plain(what: str, language: str) -> str:
    return _PLAIN[what][LANGUAGES.index(language)]


def predicate(fact: Fact, language: str, you: bool = False) -> str:
    """What happened, without who it happened to; empty if only the rulebook has words for it."""
    sk = language == "sk"
    deeds = {name: forms[you] for name, forms in _DEEDS[language].items()}
    match fact.kind:
        case "draw" if fact.new == 0:
            return f"{deeds['nothing']}: {_plain('none_left', language)}"
        case "draw":
            short = f", {_plain('no_more', language)}" if fact.new < fact.old else ""
            return f"{deeds['draw']} {counted(fact.new, _FORMS['take'][language])}{short}"
        case "out":
            place = f": {fact.new}. miesto" if sk else f": place {fact.new}"
            return deeds["out"] + (place if fact.new else "")
        case "turn":
            return deeds["again" if fact.old == fact.seat else "turn"]
        case "suit":
            suit = suit_name(fact.new, language)
            return f"platí {suit}" if sk else f"the valid suit is {suit}"
        case "debt" if fact.new and fact.seat < 0:
            cards = counted(fact.new, _FORMS["card"][language])
            return f"dlh: {cards}" if sk else f"the debt is {cards}"
        case "debt" if fact.new:
            return f"{deeds['debt']} {counted(fact.new, _FORMS['take'][language])}"
        case "stop" if fact.new and fact.seat < 0:
            return f"stop: {fact.new}"
        case "stop" if fact.new > 1:
            return f"{deeds['stop']}, " + ("zastavení spolu" if sk else "stops in all") + f": {fact.new}"
        case "stop" if fact.new:
            return deeds["stop"]
        case "debt" | "stop":
            return _plain(f"no_{fact.kind}", language)
        case "over" if fact.seat < 0:
            return "" if fact.said is not None else _plain("over", language)
        case "any_card" | "true" | "lie":
            return _plain(fact.kind, language)
        case kind if kind in RULEBOOKS_OWN:
            return ""
        case kind:
            return deeds[kind]


def phrase(fact: Fact, names: Sequence[str], language: str, me: int | None = None) -> str:
    """What happened, and to whom; ``me`` is the seat that is spoken to.

    >>> drew = Fact("draw", 1, 3, 3)
    >>> phrase(drew, ["Ema", "Eva"], "en"), phrase(drew, ["Ema", "Eva"], "sk", me=1)
    ('Eva draws 3 cards', 'ťaháš 3 karty')
    """
    you = fact.seat == me
    told = predicate(fact, language, you)
    if not told or fact.seat < 0 or fact.kind in ("true", "lie"):
        return told
    if fact.kind in ("debt", "stop") and not fact.new:
        return told
    if you:
        return told if language == "sk" else f"you {told}"
    return f"{names[fact.seat]} {told}"


def consequences(facts: Sequence[Fact], turn: int, names: Sequence[str] | None = None) -> list[Reason]:
    """Facts as sentences for the player who was on turn, each told once; seats by number without names."""
    told: list[Reason] = []
    for fact in facts:
        reason = _explained(fact, turn, names)
        if reason is not None and all(known.en != reason.en for known in told):
            told.append(reason)
    return told


def _explained(fact: Fact, turn: int, names: Sequence[str] | None) -> Reason | None:
    """The rulebook's own sentence, if it says as much."""
    if fact.kind in ("debt", "stop") and fact.said is None and not fact.new:
        return None  # the rule itself says that it is taken or served
    said, passes_on = fact.said, fact.kind == "turn" and fact.old != fact.seat
    if said is not None and fact.kind not in ("draw", "return", "any_card", "passed") and not passes_on:
        return said
    texts = []
    for language in LANGUAGES:
        called = names or [seat_name(seat, language) for seat in range(max(fact.seat, 0) + 1)]
        text = phrase(fact, called, language, turn)
        texts.append(f"{text[:1].upper()}{text[1:]}." if text else "")
    rule, paragraph = (said.rule, said.paragraph) if said is not None else (fact.kind, "")
    return Reason(rule, paragraph, *texts) if texts[0] else None


# ------------------------------------------------------------------------------------------------- the log


Piece = str | Card
"""Of a line: words, or a card that is spoken of."""


def tell(
    entry: SeenEntry,
    facts: Sequence[Fact],
    names: Sequence[str],
    language: str,
    me: int | None = None,
    pharaoh: bool = False,
) -> str:
    """One entry of a log as a line, with what it led to; ``me`` is the seat that is spoken to.

    >>> from faraon.game.log import SeenEvent
    >>> from faraon.game.move import Move
    >>> entry = SeenEntry(1, Move.parse("stand"), (SeenEvent("draw", 1, 3, None),))
    >>> tell(entry, [Fact("draw", 1, 3, 3)], ["Ema", "Eva"], "en")
    'Eva: stands – draws 3 cards'
    """
    told = pieces(entry, facts, names, language, me)
    return "".join(one if isinstance(one, str) else called(one, language, pharaoh) for one in told)


def called(card: Card, language: str, pharaoh: bool) -> str:
    """A card inside a line; where the rules know the Pharaoh, by that name."""
    if pharaoh and card == PHARAOH:
        return "the Pharaoh" if language == "en" else "Faraón"
    return card_name(card, language).removeprefix("the ")


def pieces(
    entry: SeenEntry, facts: Sequence[Fact], names: Sequence[str], language: str, me: int | None = None
) -> list[Piece]:
    """The same with its cards apart from the words, for those who draw them.

    >>> from faraon.game.move import Move
    >>> pieces(SeenEntry(0, Move.parse("l7 a7"), ()), [Fact("debt", 1, 0, 6)], ["Ema", "Eva"], "en")
    ['Ema: ', Card.l7, ', ', Card.a7, ' – Eva owes 6 cards']
    """
    clauses = [*_move(entry, facts, names, language, me), *_events(entry, language)]
    for fact in facts:
        if _worth_a_line(fact, facts, entry):
            known = entry.move is not None and fact.seat == entry.seat
            text = predicate(fact, language, fact.seat == me) if known else phrase(fact, names, language, me)
            if text:
                clauses.append([text, *_drawn(fact, entry)])
            elif fact.said is not None:
                clauses.append([_clipped(fact, language)])
    return _joined(clauses)


def _joined(clauses: Sequence[Sequence[Piece]]) -> list[Piece]:
    """One after another, words that meet as one piece."""
    line: list[Piece] = []
    for number, clause in enumerate(clauses):
        for piece in (*([" – "] if number else []), *clause):
            if isinstance(piece, str) and line and isinstance(line[-1], str):
                line[-1] += piece
            else:
                line.append(piece)
    return line


def _move(
    entry: SeenEntry, facts: Sequence[Fact], names: Sequence[str], language: str, me: int | None
) -> Iterator[list[Piece]]:
    deeds, you = _DEEDS[language], entry.seat == me
    if entry.move is None:
        yield [_plain("deal", language)]
    elif entry.move.word == "draw" and any(fact.kind == "draw" for fact in facts):
        draw = next(fact for fact in facts if fact.kind == "draw")
        yield [f"{names[entry.seat]}: {predicate(draw, language, you)}", *_drawn(draw, entry)]
    elif entry.move.word:
        yield [f"{names[entry.seat]}: {deeds[entry.move.word][you]}"]
    else:
        line: list[Piece] = [f"{names[entry.seat]}: ", *_laid(entry, language)]
        if entry.move.suit is not None:
            line.append(f", {deeds['ask'][you]} {suit_name(entry.move.suit, language, accusative=True)}")
        if entry.move.seat is not None:
            line.append(f", {_returned(entry.move.seat, names, deeds['give_back'][you], language, me)}")
        yield line


def _returned(seat: int, names: Sequence[str], returns: str, language: str, me: int | None) -> str:
    """Who is returned; a name is not inflected, so in Slovak it stands behind a colon."""
    if seat == me:
        return f"{returns} {'teba' if language == 'sk' else 'you'}"
    return f"{returns}{':' if language == 'sk' else ''} {names[seat]}"


def _laid(entry: SeenEntry, language: str) -> list[Piece]:
    """The cards of a move; of a covered group as much as is seen of it."""
    assert entry.move is not None  # noqa: S101 - the deal lays nothing
    cards, hidden = _cards(entry.move.cards), entry.move.hidden
    if hidden:
        many = counted(hidden + 1, _FORMS["card"][language])
        before, after = _plain("on_top", language).split("{cards}")
        return [f"{many} {_plain('covered', language)}, {before}", *cards, after]
    if any(event.kind == "cover" for event in entry.events):
        return [*cards, f" ({_plain('covered', language)})"]
    return cards


def _events(entry: SeenEntry, language: str) -> Iterator[list[Piece]]:
    """What happened to cards besides being drawn."""
    for event in entry.events:
        if event.kind == "cover":
            continue
        if event.kind in ("true", "lie"):
            found, _, then = _plain(event.kind, language).partition(":")
            yield [f"{found} (", *_cards(event.cards or ()), ")" + (f":{then}" if then else "")]
        elif event.kind == "show":
            yield [f"{_plain('show', language)} ", *_cards(event.cards or ())]
        elif event.kind == "foul" and event.count == 1:
            yield [_plain("foul_card", language)]
        elif event.kind != "draw":
            yield [_plain(event.kind, language)]


def _worth_a_line(fact: Fact, facts: Sequence[Fact], entry: SeenEntry) -> bool:
    """Whether the log tells a fact; what the move itself says is not repeated."""
    match fact.kind:
        case "draw":
            return entry.move is None or entry.move.word != "draw" or fact.seat != entry.seat
        case "debt":
            return fact.new > 0 or not any(other.kind == "draw" or _says_it(other, fact) for other in facts)
        case "stop":
            return fact.new > 0
        case "suit":
            return entry.move is None
        case kind:
            return kind not in ("turn", "return", "state", "true", "lie")


def _says_it(other: Fact, fact: Fact) -> bool:
    """Whether another fact is told in the very words of this one: a debt that waits elsewhere is not gone."""
    return other.kind in RULEBOOKS_OWN and other.said is not None and other.said == fact.said


def _drawn(fact: Fact, entry: SeenEntry) -> list[Piece]:
    """The cards that were drawn, as far as they were seen."""
    seen = [event.cards for event in entry.events if event.kind == "draw" and event.seat == fact.seat]
    if fact.kind != "draw" or not seen or None in seen:
        return []
    return [" (", *_cards([card for cards in seen for card in cards or ()]), ")"]


def _clipped(fact: Fact, language: str) -> str:
    """The rulebook's sentence inside a line."""
    assert fact.said is not None  # noqa: S101 - it was asked for
    text = (fact.said.sk if language == "sk" else fact.said.en).removesuffix(".")
    return text[:1].lower() + text[1:]


def _cards(cards: Sequence[Card]) -> list[Piece]:
    """Cards one after another, bottom to top."""
    return [piece for card in cards for piece in (", ", card)][1:]
