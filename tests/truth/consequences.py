"""What every sentence about a move claims, as a predicate over the two positions around it.

Each is written from the sentence's words; what the engine meant is not looked at.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from faraon.cards import Card, Suit, Value
from faraon.game.facts import Fact
from faraon.game.move import Move
from faraon.game.position import Out
from faraon.game.telling import consequences
from faraon.game.verdict import Verdict
from faraon.play.game import Game
from faraon.play.state import State
from faraon.testing.positions import random_position
from faraon.words import seat_name, suit_name, value_name
from tests.truth.predicates import NAMES, PHARAOH, RED_SEVEN, Case


@dataclass(frozen=True)
class Turn:
    """A legal move, with the states before and after it."""

    before: State
    move: Move
    after: State

    @cached_property
    def was(self) -> Case:
        return Case(self.before, self.move)

    @cached_property
    def now(self) -> Case:
        return Case(self.after, self.move)

    @property
    def who(self) -> int:
        return self.before.turn

    @property
    def goes_on(self) -> bool:
        return not self.after.over and self.after.turn == self.who

    @property
    def covered(self) -> bool:
        """The cards were laid covered: what is said of them is said of the declared ones (§17)."""
        return self.was.option("camouflage") == "on" and len(self.move.cards) > 1

    def laid(self, *values: Value) -> bool:
        declared = self.move.cards[-1:] if self.covered else self.move.cards
        return bool(self.move.cards) and all(card.val in values for card in declared)

    @cached_property
    def checks_a_lie(self) -> bool:
        """Laid openly, the covered cards would not have been among the legal moves."""
        claim = self.before.position.claim
        if claim is None or self.move.word != "check":
            return False
        honest = self.before.game.engine.legal(claim.before)
        return all(move.cards != claim.cards or move.seat is not None for move in honest)

    def drew(self, seat: int) -> int:
        """How many cards came into a hand."""
        claim = self.before.position.claim
        if claim is not None and self.checks_a_lie:
            return len(self.after.position.hands[seat]) - len(claim.before.hands[seat])
        laid = len(self.move.cards) if seat == self.who else 0
        return len(self.after.position.hands[seat]) - len(self.before.position.hands[seat]) + laid

    def debt(self, case: Case) -> int:
        """Cards that are owed by anybody; in the documents one card is no debt."""
        value = case.values.get(NAMES[case.family].get("debt", ""), 0)
        return value if case.family not in ("formal", "draft") or value > 1 else 0

    def stops(self, case: Case) -> int:
        return case.values.get(NAMES[case.family].get("stop", ""), 0)

    @property
    def way(self) -> int:
        """Clockwise, or the other way round, where rules turn the play."""
        return -1 if self.now.values.get("reversed") else 1

    @property
    def last(self) -> int | None:
        """The only seat that still holds cards, if there is one."""
        holders = [seat for seat, hand in enumerate(self.after.position.hands) if hand]
        return holders[0] if len(holders) == 1 else None

    def finished(self, seat: int) -> bool:
        return bool(self.before.position.hands[seat]) and not self.after.position.hands[seat]


Claim = Callable[[Turn, tuple[str, ...]], bool]

CLAIMS: list[tuple[re.Pattern[str], Claim]] = []


def says(pattern: str) -> Callable[[Claim], Claim]:
    def known(claim: Claim) -> Claim:
        CLAIMS.append((re.compile(pattern), claim))
        return claim

    return known


def truth(turn: Turn, sentence: str) -> bool | None:
    """Whether an English sentence is true; ``None`` if nobody knows what it claims."""
    for pattern, claim in CLAIMS:
        if match := pattern.fullmatch(sentence):
            return claim(turn, match.groups())
    return None


N = r"(\d+) cards?"
WHO = r"(You|The player in seat \d+)"


def seat(turn: Turn, said: str) -> int:
    if said == "You":
        return turn.who
    return next(k for k in range(turn.before.game.players) if seat_name(k, "en").lower() == said.lower())


# --------------------------------------------------------------------------------- the rule that allows it


@says(r"Lay cards that fit\.")
def _lay(turn: Turn, _: tuple[str, ...]) -> bool:
    case, top = turn.was, turn.move.cards[-1]
    bottoms = list(turn.move.cards[:1])
    if turn.covered:  # some card of that value could lie at the bottom
        bottoms = [card for card in case.deck if card.val == top.val]
    return any(_fits(case, card) for card in bottoms) and not case.stopped and not case.waiting


def _fits(case: Case, card: Card) -> bool:
    pharaoh = case.option("pharaoh") == "on" and PHARAOH in (card, case.top)
    return card.suit == case.suit or card.val in (case.top.val, Value.over) or pharaoh


@says(r"Follow the suit\.")
def _suit(turn: Turn, _: tuple[str, ...]) -> bool:
    # The draft writes the cards of a group the other way round.
    bottom = turn.move.cards[0]
    return bottom.suit == turn.was.suit


@says(r"Follow the value\.")
def _value(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(turn.was.value)


@says(r"An over goes onto anything\.")
def _over(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.over)


@says(r"Anything goes onto the Pharaoh\.")
def _onto_pharaoh(turn: Turn, _: tuple[str, ...]) -> bool:
    if turn.was.family == "formal":  # by what counts, which an over may have changed
        return (turn.was.suit, turn.was.value) == (Suit.leaves, Value.under)
    return turn.was.top == PHARAOH


@says(r"The Pharaoh goes onto anything but an ace in force\.")
@says(r"The Pharaoh kills sevens and goes onto anything but an ace in force\.")
def _pharaoh_goes(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.move.cards[0] == PHARAOH and not turn.was.stopped


@says(r"Answer sevens with sevens\.")
def _answer_sevens(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.VII) and turn.was.waiting > 0


@says(r"Kill the sevens with the Pharaoh\.")
def _kill(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.move.cards[0] == PHARAOH and turn.was.waiting > 0 and turn.debt(turn.now) == 0


@says(r"Answer an ace with an ace\.")
def _answer_ace(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.ace) and turn.was.stopped


@says(r"Return a finished player with the red seven\.")
def _return(turn: Turn, _: tuple[str, ...]) -> bool:
    back = turn.move.seat
    return turn.move.cards == (RED_SEVEN,) and back is not None and not turn.before.position.hands[back]


@says(r"Stand: the ace stops you\.")
@says(r"Stand: the aces stop you\.")
def _stand(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.was.stopped and turn.move.word == "stand"


@says(r"Take the cards that you owe\.")
def _take(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.was.waiting > 0 and not turn.was.stopped and turn.move.word == "draw"


@says(r"Draw a card\.")
def _draw_one(turn: Turn, _: tuple[str, ...]) -> bool:
    return not turn.was.waiting and turn.drew(turn.who) == 1


@says(r"Draw from the stock\.")
def _draw(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.move.word == "draw"


@says(r"Pass\.")
def _pass(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.move.word == "pass" and turn.before.position.hands == turn.after.position.hands


@says(r"Concede the game\.")
def _concede(turn: Turn, _: tuple[str, ...]) -> bool:
    alone = turn.was.active == 1 or "check" in turn.was.legal  # the first one out has won
    return turn.move.word == "concede" and turn.after.over and alone


@says(r"Check the covered cards: if they are as declared, it costs you three cards\.")
def _check(turn: Turn, _: tuple[str, ...]) -> bool:
    """Nobody has moved since but their owner; it costs what there is."""
    claim = turn.before.position.claim
    if claim is None or claim.seat == turn.who:
        return False
    return turn.checks_a_lie or turn.drew(turn.who) == min(3, turn.was.drawable)


@says(r"If the next player checks, you take the cards back: three cards for a lie(.*)\.")
def _lie_costs(turn: Turn, said: tuple[str, ...]) -> bool:
    """The next player does check, unless the layer has another move or the game is over."""
    if turn.after.over or turn.after.turn == turn.who:
        return True
    found, who = turn.after.play("check"), turn.who
    mine = turn.before.position.hands[who]
    owed = turn.was.values["owed"] if said[0] else 0
    served = "ace" not in said[0] or turn.stops(Case(found, turn.move)) == turn.stops(turn.was) - 1
    more = len(found.position.hands[who]) - len(mine)
    return (
        not Counter(mine) - Counter(found.position.hands[who])
        and more == min(3 + owed, turn.was.drawable)
        and served
    )


@says(r"The cards are as declared\.")
def _as_declared(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.before.position.claim is not None and not turn.checks_a_lie


@says(r"A lie: everything is as before\.")
def _was_a_lie(turn: Turn, _: tuple[str, ...]) -> bool:
    claim = turn.before.position.claim
    return claim is not None and turn.checks_a_lie and turn.after.top == claim.before.pile[-1]


@says(r"The valid suit is (\w+)\.")
def _valid_suit(turn: Turn, said: tuple[str, ...]) -> bool:
    """The top card's own, or another one than before, because a lie was undone."""
    known = turn.now.suit != turn.was.suit if turn.checks_a_lie else turn.now.suit == turn.after.top.suit
    return known and said[0] == suit_name(turn.now.suit, "en")


@says(r"The cards were as declared, and the last one was an ace: that ends the game\.")
def _true_aces(turn: Turn, _: tuple[str, ...]) -> bool:
    honest = turn.move.word == "check" and not turn.checks_a_lie
    return honest and turn.after.over and turn.before.top.val == Value.ace


@says(r"The last chance was not used\.")
def _no_chance_used(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.move.word == "concede" and turn.after.over


# ---------------------------------------------------------------------------------------------- cards, seats


@says(rf"{WHO} draws? {N}(, and no more are left)?\.")
def _drew(turn: Turn, said: tuple[str, ...]) -> bool:
    who, cards = seat(turn, said[0]), int(said[1])
    empty = not turn.after.position.stock and len(turn.after.position.pile) == 1
    return turn.drew(who) == cards > 0 and (not said[2] or empty)


@says(rf"{WHO} draws? nothing: no cards are left\.")
def _drew_nothing(turn: Turn, said: tuple[str, ...]) -> bool:
    who, position = seat(turn, said[0]), turn.after.position
    return turn.drew(who) == 0 and not position.stock and len(position.pile) == 1


@says(rf"{WHO} (?:is|are) back in the game\.")
def _back(turn: Turn, said: tuple[str, ...]) -> bool:
    who = seat(turn, said[0])
    return turn.before.position.out[who] != Out.playing == turn.after.position.out[who]


@says(rf"{WHO} (?:is|are) out of cards(?:: place (\d+))?\.")
def _out_again(turn: Turn, said: tuple[str, ...]) -> bool:
    """Whoever was returned in an extra move that was undone with a lie."""
    who, places = seat(turn, said[0]), turn.after.places
    placed = str(places.index(who) + 1) if who in places else None
    return turn.finished(who) and not turn.after.position.hands[who] and said[1] == placed


@says(r"The last card is gone: the player has finished\.")
def _gone(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.finished(turn.who) and turn.who in turn.after.places


@says(rf"{WHO} do(?:es)? not move this time\.")
def _passed(turn: Turn, said: tuple[str, ...]) -> bool:
    """Whoever was returned, or is skipped, sits between the two who move, and holds cards."""
    who, seats = seat(turn, said[0]), turn.before.game.players
    ahead = [(turn.who + turn.way * step) % seats for step in range(1, seats + 1)]
    passed = ahead[: ahead.index(turn.after.turn)]
    skips = {"mau": (Value.VIII,), "crazy": (Value.over, Value.ace)}.get(turn.was.family, ())
    why = who == turn.move.seat or turn.laid(*skips)
    return why and who in passed and bool(turn.after.position.hands[who])


@says(rf"{WHO} (?:is|are) next\.")
def _on_turn(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.after.turn == seat(turn, said[0]) != turn.who and not turn.after.over


@says(r"You move again\.")
def _again(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.goes_on


# ---------------------------------------------------------------------------------------------- what counts


@says(r"An over: the valid suit is (\w+)\.")
def _asked(turn: Turn, said: tuple[str, ...]) -> bool:
    asked = turn.move.suit
    return turn.laid(Value.over) and asked == turn.now.suit and said[0] == suit_name(turn.now.suit, "en")


@says(r"The top card counts: the valid suit is (\w+)\.")
def _counts(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.now.suit == turn.after.top.suit and said[0] == suit_name(turn.now.suit, "en")


@says(r"The valid value is (\w+)\.")
def _valid_value(turn: Turn, said: tuple[str, ...]) -> bool:
    return said[0] == value_name(turn.now.value, "en") and turn.now.value == turn.after.top.val


@says(r"Any card fits now\.")
def _any_card(turn: Turn, _: tuple[str, ...]) -> bool:
    """Whatever the next player may come to hold, it could be laid alone."""
    if {"check", "concede"} == turn.now.legal:
        return turn.after.top == PHARAOH  # the first one out has won, unless that was a lie
    return all(turn.now.offers([card]) for card in turn.now.deck)


@says(rf"Sevens: the debt grows to {N}\.")
def _sevens(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.laid(Value.VII) and turn.debt(turn.now) == int(said[0]) > turn.debt(turn.was)


@says(rf"Sevens: whoever moves next draws {N}\.")
@says(rf"Sevens: the next player draws {N}\.")
def _sevens_of_documents(turn: Turn, said: tuple[str, ...]) -> bool:
    """Whoever moves next: by drawing they take so many."""
    drawn = "draw" in turn.now.legal or turn.now.stopped
    return turn.laid(Value.VII) and turn.debt(turn.now) == int(said[0]) and drawn


@says(r"The Pharaoh kills sevens\.")
def _kills(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.debt(turn.was) > 0 == turn.debt(turn.now) and turn.move.cards[0] == PHARAOH


@says(r"Nobody owes cards\.")
def _nobody_owes(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.debt(turn.was) > 0 == turn.debt(turn.now)


@says(r"Players stopped: (\d+)\.")
def _stops(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.laid(Value.ace) and turn.stops(turn.now) == int(said[0]) > 0


@says(r"Stops left: (\d+)\.")
def _stops_left(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.stops(turn.now) == int(said[0])


@says(rf"The extra move is over: the next player owes {N}\.")
def _due(turn: Turn, said: tuple[str, ...]) -> bool:
    waited = turn.was.values["due"] > 0 == turn.now.values["due"]
    return waited and not turn.goes_on and turn.now.values["cnt"] == int(said[0])


@says(r"The sevens do not hit their owner\.")
def _not_their_owner(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.goes_on and turn.debt(turn.now) == 0 < turn.now.values["due"]


@says(rf"{WHO} owes? {N}\.")
def _owes(turn: Turn, said: tuple[str, ...]) -> bool:
    """The one on turn cannot draw less."""
    owes = turn.now.waiting if not turn.now.stopped else turn.debt(turn.now)
    return turn.after.turn == seat(turn, said[0]) and owes == int(said[1]) > 0


@says(rf"{WHO} (?:is|are) stopped(?:, stops in all: (\d+))?\.")
def _is_stopped(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.after.turn == seat(turn, said[0]) and turn.stops(turn.now) == int(said[1] or 1)


@says(rf"The debt is {N}\.")
def _waits(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.debt(turn.now) == int(said[0]) > 0


@says(r"Moves made: (\d+)\.")
def _moves(turn: Turn, said: tuple[str, ...]) -> bool:
    return turn.now.values["mc"] == int(said[0])


@says(r"A free ace: the same player goes on\.")
def _free_ace(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.ace) and turn.goes_on


@says(r"A burned four: the same player moves again\.")
def _burned(turn: Turn, _: tuple[str, ...]) -> bool:
    return len(turn.move.cards) == 4 and turn.goes_on


@says(r"The drawn card may be laid at once if it fits\.")
def _drawn_card(turn: Turn, _: tuple[str, ...]) -> bool:
    lays = {move.cards for move in turn.after.moves() if move.cards}
    return turn.goes_on and "pass" in turn.now.legal and lays <= {(turn.now.drawn,)}


@says(r"The ace was declined: more aces may be laid freely\.")
def _declined(turn: Turn, _: tuple[str, ...]) -> bool:
    """Two players are left, and the one on turn could lay an ace and would go on."""
    if turn.move.word != "stand" or turn.now.active != 2 or turn.now.stopped:
        return False
    position = turn.after.position
    hands = list(position.hands)
    hands[position.turn] = tuple(sorted((*hands[position.turn], Card.hA, Card.bA)))
    engine, onto = (
        turn.after.game.engine,
        replace(position, hands=tuple(hands), pile=(*position.pile, Card.lA)),
    )
    after, _events = engine.play(onto, Move((Card.hA,)))
    return after.turn == position.turn


# ------------------------------------------------------------------------------------------------- the end


@says(r"The last player with cards loses\.")
def _loses(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.after.over and turn.last == turn.after.loser is not None


@says(r"The last card was an ace: that ends the game at once\.")
def _last_ace(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.laid(Value.ace) and turn.finished(turn.who) and turn.last is not None


@says(r"The red seven was a last card: only the returned player holds cards now\.")
def _last_seven(turn: Turn, _: tuple[str, ...]) -> bool:
    back = turn.move.seat is not None and turn.last == turn.move.seat
    return back and turn.finished(turn.who) and turn.move.cards == (RED_SEVEN,)


@says(r"The last chance to return somebody was not used\.")
def _unused(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.was.active == 1 and turn.last == turn.who and turn.move.seat is None


@says(r"At this table nobody is returned\.")
def _no_returns(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.was.option("red_seven_return") == "off"


@says(r"Nobody can be returned any more: the turn has passed the seats of all who finished\.")
def _nobody_left(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.after.over and Out.returnable not in turn.after.position.out


@says(r"Without the red seven, nobody can be returned\.")
def _no_red_seven(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.last is not None and RED_SEVEN not in turn.after.position.hands[turn.last]


@says(r"A stopped player cannot return anybody\.")
def _stopped_for_good(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.last is not None and turn.stops(turn.now) > 0


@says(r"The first one out wins\.")
def _first_out(turn: Turn, _: tuple[str, ...]) -> bool:
    first_out = turn.was.option("play_on") == "first_out" or turn.was.family in ("mau", "crazy")
    return turn.after.over and first_out and turn.after.loser is None


@says(r"The turn has passed the winner's seat, and nobody returned them\.")
def _came_back(turn: Turn, _: tuple[str, ...]) -> bool:
    return turn.after.over and Out.safe in turn.after.position.out


@says(r"After (\d+) moves? the game is drawn\.")
def _too_long(turn: Turn, said: tuple[str, ...]) -> bool:
    limit = int(said[0])
    return turn.after.over and turn.after.loser is None and turn.after.position.moves_made >= limit


# ------------------------------------------------------------------------------------------------ what is so

SHOWN: dict[str, Callable[[Turn], bool]] = {
    "debt": lambda turn: turn.debt(turn.was) != turn.debt(turn.now),
    "stop": lambda turn: turn.stops(turn.was) != turn.stops(turn.now),
    "out": lambda turn: turn.finished(turn.who),
    "return": lambda turn: turn.move.seat is not None,
    "draw": lambda turn: any(turn.drew(k) for k in range(turn.before.game.players)),
}
"""What must be told if it happened."""


def missing(turn: Turn, facts: tuple[Fact, ...]) -> Iterator[str]:
    """What happened and is not among the facts, or the other way round."""
    kinds = {fact.kind for fact in facts}
    for kind, happened in SHOWN.items():
        if turn.after.over and kind in ("debt", "stop"):
            continue
        if happened(turn) and kind not in kinds:
            yield f"not told: {kind}"
    if turn.after.over != ("over" in kinds) or turn.after.over == ("turn" in kinds):
        yield "the end or the turn is not told"


def moves(game: Game, rng: random.Random) -> Iterator[tuple[Turn, Verdict]]:
    """Every kind of legal move in a random position, and in some that follow it."""
    state = random_position(game, rng)
    for _ in range(4):
        legal = state.moves()
        if not legal:
            return
        tried = [*rng.sample(legal, min(3, len(legal))), *lies(state, rng)]
        for move in tried:
            turn, verdict = Turn(state, move, state.play(move)), state.judge(move)
            if move.word == "check":  # what it finds is told only afterwards
                facts = turn.after.facts()
                reasons = (*verdict.reasons, *consequences(facts, state.turn))
                verdict = replace(verdict, facts=facts, reasons=reasons)
            yield turn, verdict
        state = state.play(rng.choice(tried[-2:] if game.bound.covered else legal))


def lies(state: State, rng: random.Random) -> list[Move]:
    """A covered lay that is not what it declares, where that is possible."""
    hand = state.position.hands[state.turn]
    if not state.game.bound.covered or len(hand) < 2:
        return []
    for _ in range(5):
        cards = tuple(rng.sample(hand, rng.randint(2, min(4, len(hand)))))
        suit = rng.choice(list(Suit)) if cards[-1].val == Value.over else None
        if state.judge(Move(cards, suit)).lie:
            return [Move(cards, suit)]
    return []
