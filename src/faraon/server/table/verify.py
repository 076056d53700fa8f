"""Verifies the deal of a record: deck, shuffles, first seat and lot follow from what was promised and sealed.

What only the players know, the record cannot prove: whether the commitment and the seals are those that they
were shown before the game. Their browsers have noted them, and compare; here they may be given.
"""

from __future__ import annotations

from dataclasses import dataclass

from faraon.game.chance import drawn_by_lot
from faraon.game.record import RecordError
from faraon.match.match import Played
from faraon.play.replay import Replay
from faraon.server.table.fair import FairDeal, commitment, fair_deal, fair_shuffle, seal
from faraon.server.table.told_deal import ToldDeal


@dataclass(frozen=True, slots=True)
class Verified:
    """What was verified, and what takes more than this record."""

    told: ToldDeal
    added: tuple[int, ...]
    """The seats of the table whose salts took part."""
    withheld: tuple[int, ...]
    """The seats that sealed a salt and did not open it in time."""
    shuffles: int
    first: bool
    """Whether the first seat is verified; where the last game decides, its record is needed."""


def verify_deal(played: Replay, before: Replay | None = None) -> Verified | None:
    """``None`` if the record says nothing about its deal; :class:`RecordError` where something is wrong.

    ``before`` is the game before it at the same table, where that decides who starts.
    """
    told = ToldDeal.read(played.record)
    if told is None:
        return None
    if commitment(told.secret) != told.commitment:
        raise RecordError(
            "the secret is not the one that was committed to before the deal",
            "tajomstvo nie je to, ktoré bolo sľúbené pred rozdaním",
        )
    if told.label.scheme > 1:
        _check_seats(told, played)
    cards = played.last.game.bound.deck
    packs = max(1, len(played.record.deck) // len(cards))
    dealt = fair_deal(told.secret, told.label, told.salts, packs, cards)
    if dealt.deck != played.record.deck:
        raise RecordError(
            "the deck is not the one that follows from the secret and the salts",
            "balíček nevyplýva z tajomstva a textov hráčov",
        )
    shuffles = played.last.shuffles
    if told.label.scheme == 1:
        _check_chance(played, dealt)
        added = tuple(seat for seat, salt in enumerate(told.salts) if salt)
        return Verified(told, added, (), len(shuffles), first=False)
    _check_shuffles(told, played)
    added = tuple(seat for seat, salt in enumerate(told.salts) if salt)
    withheld = tuple(seat for seat, one in enumerate(told.seals) if one and not told.salts[seat])
    return Verified(told, added, withheld, len(shuffles), _check_first(told, played, dealt, before))


def _check_chance(played: Replay, dealt: FairDeal) -> None:
    """The first scheme: one word of chance shuffles the pile, where the rulebook does."""
    record = played.record
    expected = dealt.chance if played.last.game.bound.shuffled else 0
    if record.given or record.chance != expected:
        raise RecordError(
            "the chance of the game is not the one that follows from the secret",
            "náhoda hry nevyplýva z tajomstva",
        )


def _check_seats(told: ToldDeal, played: Replay) -> None:
    """Only people add salts, and only what they had sealed."""
    seats = len(told.kinds)
    if not len(told.salts) == len(told.seals) == seats:
        raise RecordError(
            "Salts, Seals and Seats differ in length", "Salts, Seals a Seats nie sú rovnako dlhé"
        )
    rising = sorted(set(told.playing)) == list(told.playing)
    sitting = all(seat < seats and told.kinds[seat] in ("person", "bot") for seat in told.playing)
    if not rising or not sitting or len(told.playing) != played.record.players:
        raise RecordError("the players do not sit in these seats", "hráči nesedia na týchto miestach")
    for seat, (salt, sealed) in enumerate(zip(told.salts, told.seals, strict=True)):
        if (salt or sealed) and told.kinds[seat] != "person":
            raise RecordError(
                f"seat {seat} has a salt, but no person sat there",
                f"miesto {seat} pridalo text, hoci tam nesedel človek",
            )
        if salt and seal(told.label, seat, salt) != sealed:
            raise RecordError(
                f"the salt of seat {seat} is not the one that was sealed",
                f"text z miesta {seat} nie je ten, ktorý bol zapečatený",
            )


def _check_shuffles(told: ToldDeal, played: Replay) -> None:
    if played.record.chance:
        raise RecordError(
            "the pile must not be shuffled by chance", "hracia kopa sa nesmie miešať náhodou zo záznamu"
        )
    for number, order in enumerate(played.last.shuffles, 1):
        if order != fair_shuffle(told.secret, told.label, told.salts, number, order):
            raise RecordError(
                f"shuffle {number} of the pile does not follow from the secret and the salts",
                f"{number}. miešanie hracej kopy nevyplýva z tajomstva a textov hráčov",
            )


def _check_first(told: ToldDeal, played: Replay, dealt: FairDeal, before: Replay | None) -> bool:
    """Whether it is known that the right seat starts; :class:`RecordError` if another one does."""
    how = played.last.game.options.get("starter", "loser")
    if told.starter == "first":
        expected: int | None = 0
    elif told.label.game == 1 or (told.starter == "lot" and how != "random"):
        raise RecordError(
            "neither a lot nor an earlier game decides who starts here",
            "o začínajúcom tu nerozhoduje žreb ani predošlá hra",
        )
    elif before is not None:
        expected = _after(told, before, how)
        if (expected is None) != (told.starter == "lot"):
            raise RecordError("who starts was decided in another way", "o začínajúcom sa malo rozhodnúť inak")
    elif told.starter == "last":
        return False
    else:
        expected = None
    if expected is None:
        expected = drawn_by_lot(dealt.lot, len(told.playing))
    if played.record.first != expected:
        raise RecordError(
            f"seat {expected} starts, not {played.record.first}",
            f"začína miesto {expected}, nie {played.record.first}",
        )
    return True


def _after(told: ToldDeal, before: Replay, how: object) -> int | None:
    """The seat of the game that starts after the game before; ``None`` if the lot decides."""
    last = ToldDeal.read(before.record)
    if last is None or last.label != told.label._replace(game=told.label.game - 1) or not before.last.over:
        raise RecordError("this is not the game before it", "toto nie je predošlá hra")
    seat = Played.of(before.last, last.playing).next_starter(how)
    if seat is None:
        return None
    return min(range(len(told.playing)), key=lambda one: (told.playing[one] - seat) % len(told.kinds))
