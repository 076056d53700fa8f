"""Facts that speak for one move and against another.

They need no counting: the engine says whether they are so, whatever the others hold. What speaks for neither,
or for the other one, is not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from faraon.bots.hints.prospect import Prospect
from faraon.bots.hints.reason import Pair, Reason
from faraon.cards import Card, Value
from faraon.game.move import Move
from faraon.game.view import View
from faraon.play.game import Game
from faraon.words import counted

MOST_CARDS, MOST_MOVES, AMONG_MORE = 5, 4, 2
"""How the rest of a hand can go is looked for up to here; against more than one opponent up to fewer moves:
too much changes in between."""
MOST_LEFT = 7
"""With so many cards it is looked for whether the rest could go as soon after the other move."""


def facts_for(game: Game, view: View, best: Move, other: Move, pair: Pair) -> list[Reason]:
    """What is true after the better move, and not after the other one."""
    if game.bound.covered:
        return []  # nothing is sure there: a move may be checked
    mine, theirs = Prospect(game, view, best), Prospect(game, view, other)
    return [found for fact in FACTS for found in fact(mine, theirs, pair)]


def _wins(mine: Prospect, theirs: Prospect, pair: Pair) -> Iterator[Reason]:
    if mine.wins and not theirs.wins:
        yield Reason("wins", "It wins the game.", "Tým vyhráš.")
    elif theirs.loses and not mine.loses:
        yield Reason(
            "loses", f"After {pair.other_en} the game is lost.", f"Po {pair.other_sk} je hra prehratá."
        )


def _goes_out(mine: Prospect, theirs: Prospect, pair: Pair) -> Iterator[Reason]:
    """The last cards are laid, though that does not end the game for certain."""
    if mine.rest or not theirs.rest or mine.wins:
        return
    en, sk = ("card", "poslednú kartu") if len(mine.move.cards) == 1 else ("cards", "posledné karty")
    yield Reason("goes_out", f"It lays your last {en}.", f"Vyložíš {sk}.")


def _keeps(mine: Prospect, theirs: Prospect, pair: Pair) -> Iterator[Reason]:
    """A card that is better kept stays in the hand."""
    spent = set(theirs.move.cards) - set(mine.move.cards)
    if Card.lU in spent and mine.wipes_out_debts(Card.lU):
        yield Reason(
            "keeps_pharaoh",
            "It keeps the Pharaoh, which can wipe out a debt.",
            "Necháš si faraóna, ktorý vie zrušiť dlh.",
        )
    if Card.h7 in spent and theirs.move.seat is None and mine.returns_players(Card.h7):
        two = mine.game.players == 2
        en = "your opponent back when they are out" if two else "back a player who is out"
        sk = "súpera, keď skončí" if two else "hráča, ktorý skončil"
        yield Reason(
            "keeps_red_seven",
            f"It keeps the red seven, which can bring {en}.",
            f"Necháš si červenú sedmu, ktorá vie vrátiť {sk}.",
        )
    aces = [card for card in spent if card.val == Value.ace]
    left = [card for card in theirs.rest if card.val == Value.ace]
    alone = mine.opponents == 1 and mine.game.bound.returning  # else any last card wins
    if alone and not left and any(mine.wins_as_the_last(card) for card in aces):
        yield Reason(
            "keeps_ace",
            "It keeps an ace, which wins as the last card.",
            "Necháš si eso, ktoré ako posledná karta vyhráva.",
        )


def _no_answer(mine: Prospect, theirs: Prospect, pair: Pair) -> Iterator[Reason]:
    if mine.move.cards and _unanswerable(mine) and not _unanswerable(theirs):
        two = mine.game.players == 2
        who_en, who_sk = ("your opponent", "súper") if two else ("the next player", "ďalší hráč")
        known = mine.hands_are_known  # whatever else they might hold says nothing then
        yield Reason(
            "no_answer",
            f"After {pair.best_en} {who_en} cannot lay anything{'' if known else ', whatever they hold'}.",
            f"Po {pair.best_sk} {who_sk} nemôže nič vyložiť{'' if known else ', nech má čokoľvek'}.",
        )


def _unanswerable(look: Prospect) -> bool:
    if look.follower is None:
        return False
    return bool(look.sure(lambda state: not any(move.cards for move in state.moves())))


def _plan(mine: Prospect, theirs: Prospect, pair: Pair) -> Iterator[Reason]:
    if not 0 < len(mine.rest) <= MOST_CARDS or mine.taken != 0 or theirs.taken != 0:
        return  # what will be drawn is not known
    left = len(theirs.rest)
    most = MOST_MOVES if mine.opponents == 1 else AMONG_MORE
    soon = mine.moves_to_go_out(most) if 0 < left <= MOST_LEFT else None
    if soon is None:
        return
    late = theirs.moves_to_go_out(left if left <= MOST_CARDS else soon)
    if late is not None and late <= soon:
        return
    moves, after = counted(soon, ("more move", "more moves")), f"after {pair.other_en}"
    enough = "stačil 1 ďalší ťah" if soon == 1 else f"stačili {soon} ďalšie ťahy"  # never more than four
    if late is not None:
        more_en, more_sk = f"it would take {late}", f"by ich bolo treba {late}"
    elif left <= MOST_CARDS:  # every move takes a card: no number of them is enough
        more_en, more_sk = "something would be left", "by niečo ostalo"
    else:
        more_en, more_sk = "it would take longer", "by to trvalo dlhšie"
    yield Reason(
        "plan",
        f"If nobody changed anything, the rest of your hand could go in {moves}; {after} {more_en}.",
        f"Keby sa nič nezmenilo, na zvyšok kariet by {enough}; po {pair.other_sk} {more_sk}.",
    )


FACTS: tuple[Callable[[Prospect, Prospect, Pair], Iterator[Reason]], ...] = (
    _wins,
    _goes_out,
    _keeps,
    _no_answer,
    _plan,
)
