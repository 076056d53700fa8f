"""What every sentence of a refusal claims, as a predicate over the plain position.

Each is written from the sentence's words, and not from the condition that produced it. An offer ("answer with
an ace, or stand") is true if the move would be legal with such a card in hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from faraon.cards import CARDS, Card, Suit, Value
from faraon.game.move import Move
from faraon.game.position import Out
from faraon.play.state import State
from faraon.words import card_name, seat_name, suit_name, value_name

NAMES = {
    "formal": {"debt": "cnt", "stop": "ace", "suit": "suit"},
    "draft": {"debt": "T", "stop": "A", "suit": "F"},
    "classic": {"debt": "owed", "stop": "ace", "suit": "suit"},
    "mau": {"debt": "owed", "suit": "suit"},
    "crazy": {"suit": "suit"},
}
"""What the state's variables are called in a family of rulebooks."""

PHARAOH, RED_SEVEN = Card.lU, Card.h7


@dataclass(frozen=True)
class Case:
    """A refused move in its position."""

    state: State
    move: Move

    @cached_property
    def family(self) -> str:
        first = self.state.game.name.partition("-")[0]
        return first if first in NAMES else "classic"

    @cached_property
    def values(self) -> dict[str, int]:
        """The rulebook's variables by name."""
        names = [one.name for one in self.state.game.book.state]
        return dict(zip(names, self.state.position.vars, strict=True))

    def option(self, name: str) -> object:
        return self.state.game.options.get(name)

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.state.position.hands[self.state.turn]

    @property
    def top(self) -> Card:
        return self.state.top

    @property
    def bottom(self) -> Card | None:
        """The lowest card of the move."""
        return self.move.cards[0] if self.move.cards else None

    @property
    def active(self) -> int:
        return sum(1 for hand in self.state.position.hands if hand)

    @property
    def drawable(self) -> int:
        return len(self.state.position.stock) + len(self.state.position.pile) - 1

    @property
    def stopped(self) -> bool:
        return self.values.get(NAMES[self.family].get("stop", ""), 0) > 0

    @property
    def waiting(self) -> int:
        """The cards that the player on turn must take now; in the documents one card is no debt."""
        debt = self.values.get(NAMES[self.family].get("debt", ""), 0)
        if self.family in ("formal", "draft"):
            return debt if debt > 1 else 0
        if self.family != "classic":
            return debt
        return 0 if self.values["burn"] and not self.stopped else debt  # in an extra move sevens wait

    @property
    def suit(self) -> Suit:
        return Suit(self.values[NAMES[self.family]["suit"]])

    @property
    def value(self) -> Value:
        """The value that counts."""
        return Value(self.values["val"]) if self.family == "formal" else self.top.val

    @property
    def deck(self) -> list[Card]:
        return [CARDS[number] for number in self.state.game.book.deck]

    @property
    def drawn(self) -> Card | None:
        number = self.values.get("drawn", -1)
        return None if number < 0 else CARDS[number]

    @property
    def asking(self) -> Value:
        """The value of the cards that ask for a suit."""
        return {"mau": Value.under, "crazy": Value.VIII}.get(self.family, Value.over)

    @cached_property
    def legal(self) -> frozenset[str]:
        return frozenset(map(str, self.state.moves()))

    @property
    def can_lay(self) -> bool:
        return any(move.cards and move.seat is None for move in self.state.moves())

    def only(self, *words: str) -> bool:
        return self.legal == {*words}

    def offers(self, cards: Iterable[Card]) -> bool:
        """Whether one of these cards could be laid alone, if the player held it besides the others."""
        return any(self._could_lay(card) for card in cards)

    def _could_lay(self, card: Card) -> bool:
        position = self.state.position
        hands = list(position.hands)
        hands[position.turn] = tuple(sorted((*hands[position.turn], card)))
        engine = self.state.game.engine
        suit = card.suit if engine.bound.asks_for_suit((card,)) else None
        return engine.rule_of(replace(position, hands=tuple(hands)), Move((card,), suit)) >= 0


def of_value(*values: Value) -> list[Card]:
    return [card for card in CARDS if card.val in values]


ACES, SEVENS, OVERS = of_value(Value.ace), of_value(Value.VII), of_value(Value.over)

Predicate = Callable[[Case, tuple[str, ...]], bool]
"""Whether a sentence is true, with what stands in its places."""

SENTENCES: list[tuple[re.Pattern[str], Predicate]] = []


def says(pattern: str) -> Callable[[Predicate], Predicate]:
    """The English sentence, its places as groups; several may share one predicate."""

    def known(predicate: Predicate) -> Predicate:
        SENTENCES.append((re.compile(pattern), predicate))
        return predicate

    return known


def truth(case: Case, sentence: str) -> bool | None:
    """Whether an English sentence is true; ``None`` if nobody knows what it claims."""
    for pattern, predicate in SENTENCES:
        if match := pattern.fullmatch(sentence):
            return predicate(case, match.groups())
    return None


def named(name: str, card: Card) -> bool:
    """Whether this is the name of the card, wherever it stands in a sentence."""
    return name.lower() == card_name(card, "en").lower()


N = r"(\d+) cards?"

# ---------------------------------------------------------------------------------------- before any rule


@says(r"The game is over\.")
def _over(case: Case, _: tuple[str, ...]) -> bool:
    return case.state.over


@says(r"You do not hold (.+)\.")
def _not_held(case: Case, said: tuple[str, ...]) -> bool:
    return not any(named(said[0], card) for card in case.hand)


@says(r"You hold (.+) only (once|twice|three times)\.")
def _held_less_often(case: Case, said: tuple[str, ...]) -> bool:
    held = sum(named(said[0], card) for card in case.hand)
    times = {"once": 1, "twice": 2, "three times": 3}[said[1]]
    return held == times < sum(named(said[0], card) for card in case.move.cards)


@says(r"At most four cards are laid at once\.")
def _five(case: Case, _: tuple[str, ...]) -> bool:
    return len(case.move.cards) > 4


@says(r"Cards laid together must have one value\.")
def _mixed(case: Case, _: tuple[str, ...]) -> bool:
    return len({card.val for card in case.move.cards}) > 1


@says(r"There is no seat (\d+)\.")
def _no_seat(case: Case, said: tuple[str, ...]) -> bool:
    return case.move.seat == int(said[0]) >= case.state.game.players


@says(r"(.+) asks for a suit: add it after the card, as in (..)=h\.")
def _asks(case: Case, said: tuple[str, ...]) -> bool:
    last = case.move.cards[-1]
    asks = last.val == case.asking and case.move.suit is None
    return named(said[0], last) and said[1] == str(last) and asks


@says(r"(.+) does not ask for a suit\.")
def _asks_not(case: Case, said: tuple[str, ...]) -> bool:
    last = case.move.cards[-1]
    return named(said[0], last) and last.val != case.asking and case.move.suit is not None


@says(r"These rules have no '(\w+)'\.")
def _unknown(case: Case, said: tuple[str, ...]) -> bool:
    rules = case.state.game.book.rules
    return said[0] == case.move.word and not any(not rule.lays and rule.word == said[0] for rule in rules)


@says(r"These rules return nobody\.")
def _unknown_return(case: Case, _: tuple[str, ...]) -> bool:
    return case.move.seat is not None and not any(rule.returns for rule in case.state.game.book.rules)


# ------------------------------------------------------------------------------------------ the situation


@says(r"Only you still hold cards: return somebody with the red seven, or concede\.")
def _alone(case: Case, _: tuple[str, ...]) -> bool:
    return case.active == 1 and "concede" in case.legal and any("^" in move for move in case.legal)


@says(r"Only you still hold cards: check the covered ones, return somebody with the red seven, or concede\.")
def _alone_or_check(case: Case, _: tuple[str, ...]) -> bool:
    return case.active == 1 and {"check", "concede"} < case.legal and any("^" in move for move in case.legal)


@says(r"Only you still hold cards: check the covered ones, or concede\.")
def _check_or_concede(case: Case, _: tuple[str, ...]) -> bool:
    return case.active == 1 and case.legal == {"check", "concede"}


@says(r"The first one out has won unless you find a lie: check the cards, or concede\.")
def _first_has_won(case: Case, _: tuple[str, ...]) -> bool:
    after = case.state.play("concede")
    return case.active > 1 and case.legal == {"check", "concede"} and after.over and after.loser is None


@says(r"The last card was an ace: nobody can be returned\. Check the cards, or concede\.")
def _ended_by_ace(case: Case, _: tuple[str, ...]) -> bool:
    return case.top.val == Value.ace and case.legal == {"check", "concede"}


@says(r"At this table every card is laid open: there is nothing to check\.")
def _open(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("camouflage") in ("off", None) and case.move.word == "check"


@says(r"There is nothing to check: only the next player may check covered cards, before anything else\.")
def _nothing_to_check(case: Case, _: tuple[str, ...]) -> bool:
    """The last move was not a covered one of another player, nor an extra move after one."""
    claim = case.state.position.claim
    return case.move.word == "check" and (claim is None or claim.seat == case.state.turn)


@says(r"No (two|three|four) cards of one value with (.+) on top can be laid now\.")
def _no_such_group(case: Case, said: tuple[str, ...]) -> bool:
    """Not even with all cards of that value in the hand."""
    top, size = case.move.cards[-1], len(case.move.cards)
    position, turn, packs = case.state.position, case.state.turn, case.state.game.packs()
    hands = list(position.hands)
    others = [card for card in hands[turn] if card.val != top.val]
    hands[turn] = tuple(sorted([*others, *[card for card in case.deck if card.val == top.val] * packs]))
    listed = case.state.game.engine.legal(replace(position, hands=tuple(hands)))
    found = any(len(move.cards) == size and move.cards[-1] == top for move in listed)
    return {"two": 2, "three": 3, "four": 4}[said[0]] == size and named(said[1], top) and not found


@says(r"Only the Pharaoh laid alone kills sevens: in a covered group he has no power\.")
def _pharaoh_alone_kills(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("camouflage") == "on" and case.waiting > 0 and case.offers([PHARAOH])


@says(r"An opponent still holds cards\.")
def _not_alone(case: Case, _: tuple[str, ...]) -> bool:
    return any(hand for seat, hand in enumerate(case.state.position.hands) if seat != case.state.turn)


@says(rf"An ace stops you and sevens are waiting: you can only stand and take {N}\.")
@says(rf"Sevens wait together with the ace: you can only stand and take {N}\.")
def _ace_and_sevens(case: Case, said: tuple[str, ...]) -> bool:
    return case.stopped and case.waiting == int(said[0]) > 0 and case.only("stand") and not case.offers(CARDS)


@says(rf"An ace stops you and sevens are waiting: check the covered cards, or stand and take {N}\.")
def _check_or_take(case: Case, said: tuple[str, ...]) -> bool:
    waiting = case.stopped and case.waiting == int(said[0]) > 0
    return waiting and case.only("stand", "check") and not case.offers(CARDS)


@says(r"An ace stops you: check the covered cards, or stand\.")
def _check_or_stand(case: Case, _: tuple[str, ...]) -> bool:
    return case.stopped and not case.waiting and case.only("stand", "check") and not case.offers(CARDS)


@says(r"An ace stops you\.")
def _stopped(case: Case, _: tuple[str, ...]) -> bool:
    return case.stopped


@says(r"An ace stops you: you can only stand\.")
def _only_stand(case: Case, _: tuple[str, ...]) -> bool:
    return case.stopped and not case.waiting and case.only("stand") and not case.offers(CARDS)


@says(r"An ace stops you: answer with an ace, or stand\.")
@says(r"Aces stop you: answer with an ace, or stand\.")
def _ace_or_stand(case: Case, _: tuple[str, ...]) -> bool:
    return case.stopped and "stand" in case.legal and case.offers(ACES)


@says(rf"An ace stops you: answer with an ace, or draw {N}\.")
def _ace_or_draw(case: Case, said: tuple[str, ...]) -> bool:
    cards = case.values[NAMES[case.family]["debt"]]
    return case.stopped and "draw" in case.legal and cards == int(said[0]) > 0 and case.offers(ACES)


@says(r"No ace stops you\.")
def _not_stopped(case: Case, _: tuple[str, ...]) -> bool:
    return not case.stopped


def _sevens_wait(case: Case, cards: str) -> bool:
    return not case.stopped and case.waiting == int(cards) > 0 and "draw" in case.legal


@says(rf"Sevens are waiting: draw {N}\.")
def _draw(case: Case, said: tuple[str, ...]) -> bool:
    return _sevens_wait(case, said[0]) and not case.offers(CARDS)


@says(rf"Sevens are waiting: lay the Pharaoh, or draw {N}\.")
def _pharaoh_or_draw(case: Case, said: tuple[str, ...]) -> bool:
    return _sevens_wait(case, said[0]) and case.offers([PHARAOH]) and not case.offers(SEVENS)


@says(rf"Sevens are waiting: answer with a seven, or draw {N}\.")
def _seven_or_draw(case: Case, said: tuple[str, ...]) -> bool:
    return _sevens_wait(case, said[0]) and case.offers(SEVENS) and not case.offers([PHARAOH])


@says(rf"Sevens are waiting: answer with a seven or the Pharaoh, or draw {N}\.")
def _seven_pharaoh_or_draw(case: Case, said: tuple[str, ...]) -> bool:
    return _sevens_wait(case, said[0]) and case.offers(SEVENS) and case.offers([PHARAOH])


@says(r"You owe no cards\.")
def _no_debt(case: Case, _: tuple[str, ...]) -> bool:
    return case.waiting == 0


# ---------------------------------------------------------------------------------------- which cards go


@says(
    r"(.+) does not fit: follow the suit \((\w+)\) or the value \((\w+)\)"
    r"(?:, or lay (an over|the Pharaoh|an over or the Pharaoh))?\."
)
def _does_not_fit(case: Case, said: tuple[str, ...]) -> bool:
    card, name, suit, value = case.bottom, *said[:3]
    if card is None or case.stopped or case.waiting or case.drawn is not None:
        return False
    right = (
        named(name, card) and suit == suit_name(case.suit, "en") and value == value_name(case.top.val, "en")
    )
    alien = card.suit != case.suit and card.val not in (case.top.val, Value.over) and not case.offers([card])
    overs = [over for over in OVERS if over in case.deck]
    pharaoh = case.option("pharaoh") == "on" and PHARAOH in case.deck
    offered = case.offers(one for one in case.deck if one.suit == case.suit) and (
        case.offers(one for one in case.deck if one.val == case.top.val)
    )
    also = said[3] or ""
    return (
        right
        and alien
        and offered
        and ("over" in also) == (bool(overs) and case.offers(overs))
        and ("Pharaoh" in also) == (pharaoh and case.offers([PHARAOH]))
    )


@says(r"(.+) does not fit\.")
def _drawn_does_not_fit(case: Case, said: tuple[str, ...]) -> bool:
    card = case.bottom
    alien = card is not None and card.suit != case.suit and card.val not in (case.top.val, case.asking)
    return card is not None and named(said[0], card) and alien and case.drawn is not None


@says(r"(.+) does not fit: in a covered group the Pharaoh has no power\.")
def _pharaoh_in_a_group(case: Case, said: tuple[str, ...]) -> bool:
    alien = PHARAOH.suit != case.suit and case.top.val != Value.under
    return alien and named(said[0], PHARAOH) and case.bottom == PHARAOH and len(case.move.cards) > 1


@says(r"At this table the Pharaoh has no power\.")
def _no_pharaoh(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("pharaoh") == "off"


@says(r"Only the Pharaoh( at the bottom of the group)? kills sevens\.")
def _pharaoh_kills(case: Case, said: tuple[str, ...]) -> bool:
    right = case.waiting > 0 and case.bottom != PHARAOH and case.offers([PHARAOH])
    return right and bool(said[0]) == (len(case.move.cards) > 1)


@says(rf"At this table a seven is not answered with a seven(?:: draw {N})?\.")
def _sevens_fall(case: Case, said: tuple[str, ...]) -> bool:
    """Told to draw, one can do nothing else."""
    alone = said[0] is None or (_sevens_wait(case, said[0]) and not case.offers(CARDS))
    return alone and case.waiting > 0 and case.option("seven_answer") == "off"


@says(r"At this table an ace is not answered: stand\.")
def _aces_fall(case: Case, _: tuple[str, ...]) -> bool:
    return case.stopped and case.option("ace_answer") == "off" and "stand" in case.legal


@says(r"At this table one card is laid at a time\.")
def _one_card(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("groups") == "off" and len(case.move.cards) > 1


@says(r"At this table aces are laid one at a time\.")
def _one_by_one(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("groups") == "except_aces" and len(case.move.cards) > 1 and case.bottom in ACES


@says(r"With two players left, lay one ace and see whether your opponent answers it\.")
def _ask(case: Case, _: tuple[str, ...]) -> bool:
    return _one_ace_of_two(case, ()) and case.option("ace_answer") == "on"


@says(r"With two players left, aces are laid one at a time\.")
def _one_ace_of_two(case: Case, _: tuple[str, ...]) -> bool:
    asked = case.option("ace_two") == "ask" and not case.values["free"]
    return asked and case.active == 2 and len(case.move.cards) > 1 and case.move.cards[-1] in ACES


@says(r"An over as the last card keeps its own suit here: ask for (\w+)\.")
def _own_suit(case: Case, said: tuple[str, ...]) -> bool:
    last = case.move.cards[-1]
    kept = case.option("finish_over") == "own" and last.val == Value.over
    every = len(case.move.cards) == len(case.hand)
    return kept and every and said[0] == suit_name(last.suit, "en") and case.move.suit != last.suit


# ---------------------------------------------------------------------------------------- drawing, passing


@says(r"You have just drawn: lay that card \((.+)\) alone if it fits, or pass\.")
def _just_drawn(case: Case, said: tuple[str, ...]) -> bool:
    card = case.drawn
    right = card is not None and named(said[0], card) and card in case.hand
    return right and "pass" in case.legal and case.move.cards != (card,)


@says(r"You have already drawn: lay that card if it fits, or pass\.")
def _already_drawn(case: Case, _: tuple[str, ...]) -> bool:
    return case.drawn is not None and case.drawn in case.hand and "pass" in case.legal


@says(r"There are no cards left to draw\.")
def _nothing_to_draw(case: Case, _: tuple[str, ...]) -> bool:
    return case.drawable == 0


@says(r"At this table you must lay if you can\.")
@says(r"You cannot pass: at this table you must lay if you can\.")
def _must_lay(case: Case, _: tuple[str, ...]) -> bool:
    must = case.can_lay and not {"draw", "pass"} & case.legal
    return case.option("voluntary_draw") == "off" and must


@says(r"You cannot pass: lay a card, or draw( one)?\.")
def _lay_or_draw(case: Case, _: tuple[str, ...]) -> bool:
    return "pass" not in case.legal and "draw" in case.legal and case.can_lay


@says(r"You cannot pass: draw( a card)?\.")
def _draw_one(case: Case, _: tuple[str, ...]) -> bool:
    return "pass" not in case.legal and "draw" in case.legal and not case.can_lay and not case.waiting


@says(r"You cannot pass: there is nothing to draw, but you can lay\.")
def _can_lay(case: Case, _: tuple[str, ...]) -> bool:
    return "pass" not in case.legal and case.drawable == 0 and case.can_lay


# ----------------------------------------------------------------------------------------------- returning


@says(r"At this table nobody is returned\.")
def _nobody_returns(case: Case, _: tuple[str, ...]) -> bool:
    return case.option("red_seven_return") == "off"


@says(r"Only the red seven, laid alone, returns a player\.")
def _red_seven(case: Case, _: tuple[str, ...]) -> bool:
    return case.move.cards != (RED_SEVEN,) and case.option("red_seven_return") == "on"


@says(r"You cannot return yourself\.")
def _yourself(case: Case, _: tuple[str, ...]) -> bool:
    return case.move.seat == case.state.turn


@says(r"(.+) still holds cards; only a finished player can be returned\.")
def _still_plays(case: Case, said: tuple[str, ...]) -> bool:
    seat = _seat(case, said[0])
    return seat is not None and bool(case.state.position.hands[seat])


@says(r"(.+) can no longer be returned: the turn has passed their seat\.")
def _passed(case: Case, said: tuple[str, ...]) -> bool:
    seat, position = _seat(case, said[0]), case.state.position
    safe = seat is not None and not position.hands[seat] and position.out[seat] == Out.safe
    return safe and case.option("red_seven_return") == "on"


def _seat(case: Case, name: str) -> int | None:
    """The seat that the move returns, if it is called so."""
    seat = case.move.seat
    return seat if seat is not None and name.lower() == seat_name(seat, "en").lower() else None


# ----------------------------------------------------------------------------------------- the documents


@says(r"(.+) does not follow the suit \((\w+)\)\.")
def _other_suit(case: Case, said: tuple[str, ...]) -> bool:
    card = case.bottom
    right = card is not None and named(said[0], card) and said[1] == suit_name(case.suit, "en")
    return right and card.suit != case.suit  # type: ignore[union-attr] # it is a card


@says(r"(.+) does not follow the value \((\w+)\)\.")
def _other_value(case: Case, said: tuple[str, ...]) -> bool:
    card = case.bottom
    right = card is not None and named(said[0], card) and said[1] == value_name(case.value, "en")
    return right and card.val != case.value  # type: ignore[union-attr] # it is a card


@says(r"It is not an over, which goes onto anything\.")
def _no_over(case: Case, _: tuple[str, ...]) -> bool:
    return all(card.val != Value.over for card in case.move.cards) and case.offers(OVERS)


@says(r"The Pharaoh does not lie on top\.")
def _no_pharaoh_below(case: Case, _: tuple[str, ...]) -> bool:
    return case.top != PHARAOH


@says(r"The Pharaoh is not at the bottom of the group\.")
def _pharaoh_goes(case: Case, _: tuple[str, ...]) -> bool:
    return case.bottom is not None and case.bottom != PHARAOH


@says(r"Only unders are laid with the Pharaoh\.")
def _only_unders(case: Case, _: tuple[str, ...]) -> bool:
    return any(card.val != Value.under for card in case.move.cards)
