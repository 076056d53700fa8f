"""The sentences of a hint. Each is told only where it is true: under this table's rules, for this hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from faraon.bots.api import Advice
from faraon.bots.hints.prospect import Prospect
from faraon.cards import Card, Value
from faraon.game.move import Move
from faraon.game.position import Out
from faraon.game.view import View
from faraon.play.game import Game
from faraon.words import counted

Said = tuple[str, str] | None
"""A sentence in English and in Slovak; ``None`` if it is not true here."""

CARDS_EN = ("card", "cards")
CARDS_SK = ("kartu", "karty", "kariet")


def reason_for(game: Game, view: View, move: Move) -> Advice:
    """A move of the player on turn, with the first reason that is true; without one if none is.

    Where groups are laid covered (§17), nothing is sure after a move: it may be checked.
    """
    if game.bound.covered:
        return Advice(move)
    look = Prospect(game, view, move)
    for reason in REASONS:
        if said := reason(look):
            return Advice(move, *said)
    return Advice(move)


def _cards(number: int) -> tuple[str, str]:
    return counted(number, CARDS_EN), counted(number, CARDS_SK)


class _Follower:
    """What the next player is called."""

    def __init__(self, look: Prospect) -> None:
        two = look.game.players == 2
        self.en = "your opponent" if two else "the next player"
        self.sk = "súper" if two else "ďalší hráč"
        self.sk_genitive = "súpera" if two else "ďalšieho hráča"


# ------------------------------------------------------------------------------------------ the end is near


def wins(look: Prospect) -> Said:
    return ("That wins the game.", "Tým vyhráš.") if look.wins else None


def last_chance(look: Prospect) -> Said:
    concede = Move(word="concede")
    if look.move.seat is None or look.opponents or concede not in look.view.moves:
        return None
    if not Prospect(look.game, look.view, concede).loses:
        return None
    return "It is your last chance: otherwise you lose.", "Je to tvoja posledná šanca: inak prehráš."


def finishes(look: Prospect) -> Said:
    if look.rest or not look.sure(lambda state: state.position.out[look.seat] != Out.playing):
        return None
    if len(look.move.cards) == 1:
        return "It is your last card: you finish.", "Je to tvoja posledná karta: skončíš."
    return "These are your last cards: you finish.", "Sú to tvoje posledné karty: skončíš."


def brings_back(look: Prospect) -> Said:
    seat = look.move.seat
    if seat is None or look.view.sizes[seat]:
        return None
    number = look.sure(lambda state: len(state.position.hands[seat]))
    if not number:
        return None
    return (
        f"The returned player will hold {counted(number, CARDS_EN)}.",
        f"Vrátený hráč bude mať {counted(number, CARDS_SK)}.",
    )


# --------------------------------------------------------------------------------------- debts and stops


def answers_debt(look: Prospect) -> Said:
    if not (look.move.cards and look.owing and look.debt and look.follower is not None) or look.taken != 0:
        return None
    who, (en, sk) = _Follower(look), _cards(look.debt)
    return f"You answer, and {who.en} will owe {en}.", f"Prebiješ to a {who.sk} bude dlhovať {sk}."


def wipes_out_debt(look: Prospect) -> Said:
    gone = look.sure(lambda state: not state.situation.debt)
    if not (look.move.cards and look.owing and gone) or look.taken != 0:
        return None
    debt = counted(look.owing, ("karty", "kariet"))
    return f"You wipe out a debt of {counted(look.owing, CARDS_EN)}.", f"Zrušíš dlh {debt}."


def answers_stop(look: Prospect) -> Said:
    if not (look.move.cards and look.view.situation.stop and look.stop and look.follower is not None):
        return None
    who = _Follower(look)
    return f"You answer and stop {who.en}.", f"Prebiješ to a zastavíš {who.sk_genitive}."


def makes_debt(look: Prospect) -> Said:
    if look.follower is None or look.debt <= look.view.situation.debt:
        return None
    who, (en, sk) = _Follower(look), _cards(look.debt)
    return f"{_begin(who.en)} will owe {en}.", f"{_begin(who.sk)} bude dlhovať {sk}."


def stops(look: Prospect) -> Said:
    if look.follower is None or look.view.situation.stop or not look.stop:
        return None
    who = _Follower(look)
    return f"You stop {who.en}.", f"Zastavíš {who.sk_genitive}."


def cannot_answer(look: Prospect) -> Said:
    if look.groups or not look.facing or look.taken is None:
        return None
    if not look.taken:
        return "You cannot answer.", "Prebiť to nemôžeš."
    en, sk = _cards(look.taken)
    return f"You cannot answer: you take {en}.", f"Prebiť to nemôžeš: berieš {sk}."


# ------------------------------------------------------------------------------------------ one's own hand


def moves_again(look: Prospect) -> Said:
    if not look.move.cards or not look.goes_on:
        return None
    en, sk = _cards(len(look.move.cards))
    return f"You lay {en} and move again.", f"Vyložíš {sk} a ideš ešte raz."


def asks_for_own_suit(look: Prospect) -> Said:
    suit = look.move.suit
    if suit is None or look.sure(lambda state: state.situation.suit) != suit:
        return None
    held = Counter(card.suit for card in look.rest)
    number = held.pop(suit, 0)
    if not number:
        return None
    en, sk = counted(number, CARDS_EN), counted(number, ("karta", "karty", "kariet"))
    if held and number > max(held.values()):
        more = f"You will hold {en} of that suit, more than of any other."
        return more, f"Z tejto farby ti ostane najviac: {sk}."
    stay = "ostanú" if 2 <= number <= 4 else "ostane"
    return f"You will hold {en} of that suit.", f"Z tejto farby ti {stay} {sk}."


def several(look: Prospect) -> Said:
    number = len(look.move.cards)
    if number < 2 or look.taken != 0:
        return None
    return f"You get rid of {number} cards at once.", f"Zbavíš sa naraz {number} kariet."


def only_card(look: Prospect) -> Said:
    cards = look.move.cards
    if len(cards) != 1 or set(look.groups) != {cards} or look.view.hand.count(cards[0]) > 1:
        return None
    return "It is the only card you can lay.", "Inú kartu nemôžeš vyložiť."


def only_move(look: Prospect) -> Said:
    return ("It is your only move.", "Iný ťah nemáš.") if look.view.moves == (look.move,) else None


def cannot_lay(look: Prospect) -> Said:
    if look.groups or look.facing:
        return None
    if look.move.word == "draw":
        return "You cannot lay anything.", "Nemáš čo vyložiť."
    drawable = look.view.stock_size + len(look.view.pile) - 1
    if look.move.word == "pass" and not drawable and Move(word="draw") not in look.view.moves:
        return "You can neither lay nor draw.", "Nemôžeš vyložiť ani ťahať."
    return None


def more_cards_fit(look: Prospect) -> Said:
    if not look.move.cards or not look.rest:
        return None
    number = sum(look.fits(card, look.seat) for card in look.rest)
    if 2 * number < len(look.rest):
        return None
    if number == len(look.rest) > 1:
        return "All your other cards fit on it.", "Hodia sa na to všetky tvoje ostatné karty."
    fit = "fits" if number == 1 else "fit"
    more = counted(number, ("more card", "more cards"))
    return f"You hold {more} that {fit} on it.", f"Máš na to ešte {counted(number, CARDS_SK)}."


# ------------------------------------------------------------------------------------- what is better kept


def _kept(look: Prospect, card: Card) -> bool:
    """A card that could be laid now stays in the hand, and nothing has to be answered."""
    return card not in look.move.cards and not look.facing and any(card in cards for cards in look.groups)


def keeps_the_pharaoh(look: Prospect) -> Said:
    if not _kept(look, Card.lU) or not look.wipes_out_debts(Card.lU):
        return None
    return "Keep the Pharaoh: it can wipe out a debt.", "Faraóna si nechaj: vie zrušiť dlh."


def keeps_the_red_seven(look: Prospect) -> Said:
    if not _kept(look, Card.h7) or not look.returns_players(Card.h7):
        return None
    en = "Keep the red seven: it can bring a player back."
    return en, "Červenú sedmu si nechaj: vie vrátiť hráča, ktorý skončil."


def keeps_the_ace(look: Prospect) -> Said:
    """Where nobody is ever brought back, any last card wins."""
    aces = [card for card in look.view.hand if card.val == Value.ace]
    if len(aces) != 1 or look.opponents != 1 or not look.game.bound.returning:
        return None
    if not _kept(look, aces[0]) or not look.wins_as_the_last(aces[0]):
        return None
    return "Keep the ace: as your last card it wins.", "Eso si nechaj: ako posledná karta vyhráva."


# ----------------------------------------------------------------------------------- what the others hold


def nothing_known_fits(look: Prospect) -> Said:
    if look.follower is None or not look.move.cards:
        return None
    seat, who = look.follower, _Follower(look)
    known, size = look.view.known.hands.get(seat, ()), look.view.sizes[seat]
    if not known:
        return None
    if len(known) == size:
        if not look.sure(lambda state: not any(move.cards for move in state.moves())):
            return None
        if size == 1:
            en = f"You know {who.en}'s last card: they cannot lay it."
            return en, f"Poznáš poslednú kartu {who.sk_genitive}: nemôže ju vyložiť."
        en = f"You know all of {who.en}'s cards: they cannot lay any of them."
        return en, f"Poznáš všetky karty {who.sk_genitive}: žiadnu nemôže vyložiť."
    if len(known) < 2 or not look.calm or any(look.fits(card, seat) for card in known):
        return None
    en = f"You know {len(known)} of {who.en}'s cards: none fits."
    return en, f"Z kariet {who.sk_genitive} poznáš {len(known)}: žiadna sa nehodí."


def _begin(text: str) -> str:
    return text[0].upper() + text[1:]


REASONS: tuple[Callable[[Prospect], Said], ...] = (
    wins,
    last_chance,
    finishes,
    brings_back,
    answers_debt,
    wipes_out_debt,
    answers_stop,
    cannot_answer,
    moves_again,
    makes_debt,
    stops,
    asks_for_own_suit,
    several,
    nothing_known_fits,
    cannot_lay,
    only_card,
    only_move,
    keeps_the_pharaoh,
    keeps_the_red_seven,
    keeps_the_ace,
    more_cards_fit,
)
"""The most important first."""
