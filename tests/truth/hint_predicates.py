"""What every reason of a hint claims, as a predicate over the real state, hidden cards included.

Each is written from the sentence's words, in both languages, and not from the condition that produced it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from faraon.cards import Card, Value
from faraon.game.position import Out
from tests.truth.predicates import NAMES, PHARAOH, RED_SEVEN, Case


@dataclass(frozen=True)
class Hint(Case):
    """An advised move in its position."""

    @property
    def me(self) -> int:
        return self.state.turn

    @cached_property
    def after(self) -> Hint:
        """The same move, when it has been made: only its position is looked at."""
        return Hint(self.state.play(self.move), self.move)

    @cached_property
    def rest(self) -> list[Card]:
        """What stays in the hand."""
        return list((Counter(self.hand) - Counter(self.move.cards)).elements())

    @property
    def debt(self) -> int:
        """The cards that are owed, by whomever; in the documents one card is no debt."""
        debt = self.values.get(NAMES[self.family].get("debt", ""), 0)
        return debt if self.family not in ("formal", "draft") or debt > 1 else 0

    @property
    def facing(self) -> bool:
        """There is something to answer."""
        return self.stopped or self.waiting > 0

    @cached_property
    def cards_that_go(self) -> list[tuple[Card, ...]]:
        """What can be laid, group by group."""
        return [move.cards for move in self.state.moves() if move.cards]

    @property
    def grown(self) -> int:
        """How many cards the hand has gained."""
        return len(self.after.state.position.hands[self.me]) - len(self.rest)

    @property
    def passed_on(self) -> bool:
        """Somebody else is on turn then."""
        return not self.after.state.over and self.after.me != self.me

    @property
    def others(self) -> int:
        """How many others hold cards."""
        return sum(1 for seat, hand in enumerate(self.state.position.hands) if hand and seat != self.me)

    def calls(self, name: str) -> bool:
        """Whether the one who comes next may be called so."""
        at_two = self.state.game.players == 2
        return self.passed_on and ("opponent" in name.lower()) == at_two

    def won(self, seat: int) -> bool:
        """Whether the game is over and this seat has won it."""
        state = self.state
        if not state.over:
            return False
        if state.loser is not None:
            return state.loser != seat
        limit = self.option("move_limit")
        drawn = isinstance(limit, int) and state.position.moves_made >= limit
        first_out = self.option("play_on") == "first_out" or self.family in ("mau", "crazy")
        return first_out and not drawn and state.places[:1] == (seat,)

    def fits(self, card: Card) -> bool:
        """Whether a card goes onto the pile, where nobody owes and nobody stands."""
        follows = card.suit == self.suit or card.val == self.value
        if self.family == "mau" and card.val == Value.under:
            return self.value != Value.under
        if self.family in ("mau", "crazy"):
            return follows or card.val == self.asking
        pharaoh = self.family != "classic" or self.option("pharaoh") == "on"
        if follows or (card.val == Value.over and self.family != "draft"):
            return True
        return pharaoh and PHARAOH in (card, self.top)

    def keeps(self, card: Card) -> bool:
        """A card that could be laid now stays in the hand, and nothing has to be answered."""
        goes = any(card in cards for cards in self.cards_that_go)
        return goes and card not in self.move.cards and not self.facing


Predicate = Callable[[Hint, tuple[str, ...]], bool]
"""Whether a reason is true, with what stands in its places."""

REASONS: list[tuple[re.Pattern[str], re.Pattern[str], Predicate]] = []


def says(en: str, sk: str) -> Callable[[Predicate], Predicate]:
    """A sentence in both languages, its places as groups."""

    def known(predicate: Predicate) -> Predicate:
        REASONS.append((re.compile(en), re.compile(sk), predicate))
        return predicate

    return known


def problem(hint: Hint, en: str, sk: str) -> str | None:
    """What is wrong with a reason; nothing is right where no reason is given."""
    if not en and not sk:
        return None
    for in_english, in_slovak, predicate in REASONS:
        if match := in_english.fullmatch(en):
            if not in_slovak.fullmatch(sk) or re.findall(r"\d+", en) != re.findall(r"\d+", sk):
                return f"the two languages differ: {en} | {sk}"
            return None if predicate(hint, match.groups()) else f"false: {en}"
    return f"nobody knows what this claims: {en}"


N = r"(\d+) cards?"
K = r"\d+ (?:kartu|karty|kariet)"
WHO, KTO, KOHO = (
    "([Yy]our opponent|[Tt]he next player)",
    "([Ss]úper|[Ďď]alší hráč)",
    "(súpera|ďalšieho hráča)",
)


# ------------------------------------------------------------------------------------------ the end is near


@says(r"That wins the game\.", r"Tým vyhráš\.")
def _wins(hint: Hint, _: tuple[str, ...]) -> bool:
    return hint.after.won(hint.me)


@says(r"It is your last chance: otherwise you lose\.", r"Je to tvoja posledná šanca: inak prehráš\.")
def _last_chance(hint: Hint, _: tuple[str, ...]) -> bool:
    ways = {str(move): Hint(hint.state, move).after for move in hint.state.moves()}
    lost = [after.state.over and not after.won(hint.me) for way, after in ways.items() if "^" not in way]
    return hint.others == 0 and hint.move.seat is not None and lost == [True] * len(lost) != []


def _finished(hint: Hint) -> bool:
    position = hint.after.state.position
    return not position.hands[hint.me] and position.out[hint.me] != Out.playing


@says(r"It is your last card: you finish\.", r"Je to tvoja posledná karta: skončíš\.")
def _last_card(hint: Hint, _: tuple[str, ...]) -> bool:
    return len(hint.move.cards) == len(hint.hand) == 1 and _finished(hint)


@says(r"These are your last cards: you finish\.", r"Sú to tvoje posledné karty: skončíš\.")
def _last_cards(hint: Hint, _: tuple[str, ...]) -> bool:
    return len(hint.move.cards) == len(hint.hand) > 1 and _finished(hint)


@says(rf"The returned player will hold {N}\.", r"Vrátený hráč bude mať \d+ (?:kartu|karty|kariet)\.")
def _brings_back(hint: Hint, said: tuple[str, ...]) -> bool:
    seat = hint.move.seat
    if seat is None or hint.state.position.hands[seat]:
        return False
    position = hint.after.state.position
    return position.out[seat] == Out.playing and len(position.hands[seat]) == int(said[0]) > 0


# --------------------------------------------------------------------------------------- debts and stops


@says(rf"You answer, and {WHO} will owe {N}\.", rf"Prebiješ to a {KTO} bude dlhovať {K}\.")
def _answers_debt(hint: Hint, said: tuple[str, ...]) -> bool:
    owed = hint.after.debt == int(said[1]) > 0
    return hint.facing and hint.calls(said[0]) and owed and hint.grown == 0


@says(rf"You wipe out a debt of {N}\.", r"Zrušíš dlh \d+ (?:karty|kariet)\.")
def _wipes_out(hint: Hint, said: tuple[str, ...]) -> bool:
    return hint.waiting == int(said[0]) > 0 == hint.after.debt and hint.grown == 0


@says(rf"You answer and stop {WHO}\.", rf"Prebiješ to a zastavíš {KOHO}\.")
def _answers_stop(hint: Hint, said: tuple[str, ...]) -> bool:
    return hint.facing and hint.calls(said[0]) and hint.after.stopped


@says(rf"{WHO} will owe {N}\.", rf"{KTO} bude dlhovať {K}\.")
def _will_owe(hint: Hint, said: tuple[str, ...]) -> bool:
    return hint.calls(said[0]) and hint.after.debt == int(said[1]) > hint.debt


@says(rf"You stop {WHO}\.", rf"Zastavíš {KOHO}\.")
def _stops(hint: Hint, said: tuple[str, ...]) -> bool:
    return hint.calls(said[0]) and hint.after.stopped and not hint.stopped


@says(rf"You cannot answer: you take {N}\.", rf"Prebiť to nemôžeš: berieš {K}\.")
def _takes(hint: Hint, said: tuple[str, ...]) -> bool:
    return hint.facing and not hint.cards_that_go and hint.grown == int(said[0]) > 0


@says(r"You cannot answer\.", r"Prebiť to nemôžeš\.")
def _no_answer(hint: Hint, _: tuple[str, ...]) -> bool:
    return hint.facing and not hint.cards_that_go and hint.grown == 0


# ------------------------------------------------------------------------------------------ one's own hand


@says(rf"You lay {N} and move again\.", rf"Vyložíš {K} a ideš ešte raz\.")
def _moves_again(hint: Hint, said: tuple[str, ...]) -> bool:
    after, mine = hint.after, hint.after.me == hint.me and not hint.after.state.over
    return mine and len(hint.move.cards) == int(said[0]) and not after.stopped and not after.waiting


@says(
    rf"You will hold {N} of that suit, more than of any other\.",
    r"Z tejto farby ti ostane najviac: \d+ (?:karta|karty|kariet)\.",
)
def _asks_for_the_longest(hint: Hint, said: tuple[str, ...]) -> bool:
    held = Counter(card.suit for card in hint.rest)
    suit = hint.move.suit
    if suit is None or suit != hint.after.suit:
        return False
    fewer = all(count < held[suit] for other, count in held.items() if other != suit)
    return held[suit] == int(said[0]) > 0 and fewer


@says(
    rf"You will hold {N} of that suit\.", r"Z tejto farby ti (?:ostane|ostanú) \d+ (?:karta|karty|kariet)\."
)
def _asks_for_some(hint: Hint, said: tuple[str, ...]) -> bool:
    held = [card for card in hint.rest if card.suit == hint.move.suit]
    return hint.move.suit == hint.after.suit and len(held) == int(said[0]) > 0


@says(rf"You get rid of {N} at once\.", r"Zbavíš sa naraz \d+ kariet\.")
def _several(hint: Hint, said: tuple[str, ...]) -> bool:
    return len(hint.move.cards) == int(said[0]) > 1 and hint.grown == 0


@says(r"It is the only card you can lay\.", r"Inú kartu nemôžeš vyložiť\.")
def _only_card(hint: Hint, _: tuple[str, ...]) -> bool:
    (card,) = hint.move.cards
    return all(cards == (card,) for cards in hint.cards_that_go) and hint.hand.count(card) == 1


@says(r"It is your only move\.", r"Iný ťah nemáš\.")
def _only_move(hint: Hint, _: tuple[str, ...]) -> bool:
    return hint.state.moves() == (hint.move,)


@says(r"You cannot lay anything\.", r"Nemáš čo vyložiť\.")
def _nothing_goes(hint: Hint, _: tuple[str, ...]) -> bool:
    return not hint.cards_that_go and not hint.facing


@says(r"You can neither lay nor draw\.", r"Nemôžeš vyložiť ani ťahať\.")
def _stuck(hint: Hint, _: tuple[str, ...]) -> bool:
    return not hint.cards_that_go and hint.drawable == 0 and "draw" not in hint.legal


@says(r"All your other cards fit on it\.", r"Hodia sa na to všetky tvoje ostatné karty\.")
def _all_fit(hint: Hint, _: tuple[str, ...]) -> bool:
    return len(hint.rest) > 1 and all(map(hint.after.fits, hint.rest))


@says(r"You hold (\d+) more (?:card that fits|cards that fit) on it\.", rf"Máš na to ešte {K}\.")
def _more_fit(hint: Hint, said: tuple[str, ...]) -> bool:
    return sum(map(hint.after.fits, hint.rest)) == int(said[0]) > 0


# ------------------------------------------------------------------------------------- what is better kept


@says(r"Keep the Pharaoh: it can wipe out a debt\.", r"Faraóna si nechaj: vie zrušiť dlh\.")
def _keep_the_pharaoh(hint: Hint, _: tuple[str, ...]) -> bool:
    rules = {rule.name for rule in hint.state.game.book.rules}  # a house may have dropped his
    kills = hint.option("pharaoh") == "on" and "pharaoh_kills" in rules
    return hint.keeps(PHARAOH) and (hint.family != "classic" or kills)


@says(
    r"Keep the red seven: it can bring a player back\.",
    r"Červenú sedmu si nechaj: vie vrátiť hráča, ktorý skončil\.",
)
def _keep_the_red_seven(hint: Hint, _: tuple[str, ...]) -> bool:
    return hint.keeps(RED_SEVEN) and hint.option("red_seven_return") == "on"


@says(r"Keep the ace: as your last card it wins\.", r"Eso si nechaj: ako posledná karta vyhráva\.")
def _keep_the_ace(hint: Hint, _: tuple[str, ...]) -> bool:
    aces = [card for card in hint.hand if card.val == Value.ace]
    first = not hint.state.places or hint.option("play_on") == "loser" or hint.state.game.players == 2
    return len(aces) == 1 == hint.others and hint.keeps(aces[0]) and hint.family == "classic" and first


# ----------------------------------------------------------------------------------- what the others hold


def _known(hint: Hint) -> tuple[list[Card], list[Card]]:
    """What is known of the next hand, and what is in it."""
    seat = hint.after.me
    return [*hint.state.known(hint.me).hands[seat]], [*hint.state.position.hands[seat]]


@says(
    rf"You know {WHO}'s last card: they cannot lay it\.",
    rf"Poznáš poslednú kartu {KOHO}: nemôže ju vyložiť\.",
)
def _knows_the_card(hint: Hint, said: tuple[str, ...]) -> bool:
    known, held = _known(hint)
    return hint.calls(said[0]) and known == held and len(held) == 1 and not hint.after.cards_that_go


@says(
    rf"You know all of {WHO}'s cards: they cannot lay any of them\.",
    rf"Poznáš všetky karty {KOHO}: žiadnu nemôže vyložiť\.",
)
def _knows_all(hint: Hint, said: tuple[str, ...]) -> bool:
    known, held = _known(hint)
    return hint.calls(said[0]) and sorted(known) == sorted(held) and not hint.after.cards_that_go


@says(rf"You know (\d+) of {WHO}'s cards: none fits\.", rf"Z kariet {KOHO} poznáš \d+: žiadna sa nehodí\.")
def _knows_some(hint: Hint, said: tuple[str, ...]) -> bool:
    known, held = _known(hint)
    sure = not Counter(known) - Counter(held) and len(known) == int(said[0]) > 1
    return hint.calls(said[1]) and sure and not any(map(hint.after.fits, known))
