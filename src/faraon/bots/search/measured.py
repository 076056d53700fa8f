"""Reasons that were measured: which event of the simulations explains that one move does better than another.

An event *explains* the part of the difference that comes from how often it happens after each of the moves,
times what it is worth (Kitagawa's decomposition). One is named only if that is at least half of the
difference, the nearest first; if none is, it shows later.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from faraon.bots.hints.reason import Pair, Reason
from faraon.bots.search.duel import Duel
from faraon.bots.search.machine import events
from faraon.engines.extras import extra
from faraon.words import counted

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

HALF = 0.5
"""So much of the difference an event must explain,"""
CLEAR = 3.0
"""and what was counted must differ by so many standard errors,"""
LEAST_SHARE, LEAST_MEAN = 0.05, 0.5
"""and by so much: a share of the simulations, or cards. Nobody plays better for a third of a card."""

NONE = 0.05
"""A smaller difference is told as none: it would be written as 0.0."""

SHARE_SPREAD, MEAN_SPREAD = 0.004, 0.015
"""What trees differ by at least, which learn differently,"""
WANDER = 0.04
"""and so much of the standard deviation of what is counted (benchmarks/coach_sentences.py)."""


@dataclass(frozen=True, slots=True)
class Measure:
    """An event and how it is told."""

    kind: str
    read: Callable[[Numbers], Numbers]
    """What every simulation says of it: 0 or 1, or a number of cards."""
    share: bool
    """Told as a share of the simulations, or as a mean."""
    more: bool
    """It is good if there is more of it after a move."""
    en: str
    sk: str
    many_en: str = ""
    many_sk: str = ""
    """With more than two players, where the sentence differs."""
    drawn: int = -1
    """Where the number of cards stands that are drawn, for those that are told in one of two ways."""


def _part(place: int, bits: int = 1) -> Callable[[Numbers], Numbers]:
    return lambda facts: facts >> place & ((1 << bits) - 1)


def _is(place: int, kind: int) -> Callable[[Numbers], Numbers]:
    return lambda facts: ((facts >> place & 3) == kind).astype(np.int64)


def _lead(facts: Numbers) -> Numbers:
    """How many cards fewer than the next player."""
    mine, theirs = _part(events.HELD, events.HELD_BITS), _part(events.THEY_HELD, events.HELD_BITS)
    lead: Numbers = theirs(facts) - mine(facts)
    return lead.clip(-9, 9)


LEVELS: tuple[tuple[Measure, ...], ...] = (
    (
        Measure(
            *("they_out", _part(events.THEY_OUT), True, False),
            "After {other} your opponent is out before you move again in {b} of the trial games, "
            "after {best} in {a}.",
            "Po {other} súper v {b} skúšobných hier skončí skôr, než budeš znova na ťahu, po {best} v {a}.",
            "After {other} somebody else is out before you move again in {b} of the trial games, "
            "after {best} in {a}.",
            "Po {other} niekto iný v {b} skúšobných hier skončí skôr, než budeš znova na ťahu, "
            "po {best} v {a}.",
        ),
        Measure(
            *("out", _part(events.OUT), True, True),
            "After {best} you are out by your next move in {a} of the trial games, after {other} in {b}.",
            "Po {best} v {a} skúšobných hier skončíš najneskôr svojím ďalším ťahom, po {other} v {b}.",
        ),
        Measure(
            *("back", _part(events.BACK), True, False),
            "After {other} you go out and are brought back in {b} of the trial games, after {best} in {a}.",
            "Po {other} v {b} skúšobných hier skončíš a vrátia ťa do hry, po {best} v {a}.",
        ),
    ),
    (
        Measure(
            *("they_stand", _is(events.REPLY, events.NEITHER), True, True),
            "After {best} your opponent stands in {a} of the trial games, after {other} in {b}.",
            "Po {best} súper stojí v {a} skúšobných hier, po {other} v {b}.",
            "After {best} the next player stands in {a} of the trial games, after {other} in {b}.",
            "Po {best} ďalší hráč stojí v {a} skúšobných hier, po {other} v {b}.",
        ),
        Measure(
            *("they_draw_one", _is(events.REPLY, events.DRAWS), True, True),
            "After {best} your opponent draws a card in {a} of the trial games, after {other} in {b}.",
            "Po {best} súper ťahá kartu v {a} skúšobných hier, po {other} v {b}.",
            "After {best} the next player draws a card in {a} of the trial games, after {other} in {b}.",
            "Po {best} ďalší hráč ťahá kartu v {a} skúšobných hier, po {other} v {b}.",
            events.REPLY_DREW,
        ),
        Measure(
            *("they_draw", _part(events.REPLY_DREW, events.DREW_BITS), False, True),
            "With their next move your opponent draws {a} cards on average after {best}, {b} after {other}.",
            "Po {best} si súper ďalším ťahom vezme v priemere {a} karty, po {other} {b}.",
            "The next player draws {a} cards on average with their move after {best}, {b} after {other}.",
            "Po {best} si ďalší hráč svojím ťahom vezme v priemere {a} karty, po {other} {b}.",
            events.REPLY_DREW,
        ),
        Measure(
            *("they_lay", _is(events.REPLY, events.LAYS), True, False),
            "After {other} your opponent lays something at once in {b} of the trial games, "
            "after {best} in {a}.",
            "Po {other} súper hneď niečo vyloží v {b} skúšobných hier, po {best} v {a}.",
            "After {other} the next player lays something at once in {b} of the trial games, "
            "after {best} in {a}.",
            "Po {other} ďalší hráč hneď niečo vyloží v {b} skúšobných hier, po {best} v {a}.",
        ),
        Measure(
            *("draw_one", _is(events.MINE, events.DRAWS), True, False),
            "After {other} you draw a card with your next move in {b} of the trial games, "
            "after {best} in {a}.",
            "Keď budeš znova na ťahu, budeš po {other} ťahať kartu v {b} skúšobných hier, po {best} v {a}.",
            drawn=events.MINE_DREW,
        ),
        Measure(
            *("draw", _part(events.MINE_DREW, events.DREW_BITS), False, False),
            "With your next move you draw {a} cards on average after {best}, {b} after {other}.",
            "Keď budeš znova na ťahu, vezmeš si po {best} v priemere {a} karty, po {other} {b}.",
            drawn=events.MINE_DREW,
        ),
        Measure(
            *("stand", _is(events.MINE, events.NEITHER), True, False),
            "After {other} you stand with your next move in {b} of the trial games, after {best} in {a}.",
            "Keď budeš znova na ťahu, budeš po {other} stáť v {b} skúšobných hier, po {best} v {a}.",
        ),
    ),
    (
        Measure(
            *("draw_soon", _part(events.DREW, events.SUM_BITS), False, False),
            "In the next {soon} moves (of {all}) you draw {a} cards on average after {best}, "
            "{b} after {other}.",
            "V ďalších {soon} ťahoch ({all_sk}) si po {best} vezmeš v priemere {a} karty, po {other} {b}.",
        ),
        Measure(
            *("they_draw_soon", _part(events.THEY_DREW, events.SUM_BITS), False, True),
            "In the next {soon} moves (of {all}) your opponent draws {a} cards on average after {best}, "
            "{b} after {other}.",
            "V ďalších {soon} ťahoch ({all_sk}) si súper po {best} vezme v priemere {a} karty, "
            "po {other} {b}.",
            "In the next {soon} moves (of {all}) the next player draws {a} cards on average after {best}, "
            "{b} after {other}.",
            "V ďalších {soon} ťahoch ({all_sk}) si ďalší hráč po {best} vezme v priemere {a} karty, "
            "po {other} {b}.",
        ),
    ),
    (
        Measure(
            *("cards", _part(events.HELD, events.HELD_BITS), False, False),
            "After another {later} moves (of {all}) you hold {a} cards on average after {best}, "
            "{b} after {other}.",
            "O {later_sk} ({all_sk}) máš po {best} v priemere {a} karty, po {other} {b}.",
        ),
        Measure(
            *("lead", _lead, False, True),
            "After another {later} moves (of {all}) you hold {lead_a} your opponent on average "
            "after {best}, {lead_b} after {other}.",
            "O {later_sk} ({all_sk}) máš po {best} v priemere {lead_a} súper, po {other} {lead_b}.",
            "After another {later} moves (of {all}) you hold {lead_a} the next player on average "
            "after {best}, {lead_b} after {other}.",
            "O {later_sk} ({all_sk}) máš po {best} v priemere {lead_a} ďalší hráč, po {other} {lead_b}.",
        ),
    ),
)
"""The nearest first."""

LATER = Reason(
    "later",
    "No single thing in the next moves explains the difference: it shows later.",
    "Nič z najbližších ťahov rozdiel samo osebe nevysvetľuje: ukáže sa až neskôr.",
)


def explained(
    mine: Numbers, other: Numbers, won: NDArray[np.float64], other_won: NDArray[np.float64]
) -> float:
    """The part of the difference in results that comes from how often each case happens.

    >>> happens, never = np.array([1, 1, 0, 0]), np.array([0, 0, 0, 0])
    >>> explained(happens, never, np.array([1.0, 1.0, 0.0, 0.0]), np.zeros(4))
    0.5
    """
    part = 0.0
    for case in np.union1d(mine, other):
        here, there = mine == case, other == case
        often, seldom = float(here.mean()), float(there.mean())
        worth = float(won[here].mean()) if often else float(other_won[there].mean())
        other_worth = float(other_won[there].mean()) if seldom else worth
        part += (often - seldom) * (worth + other_worth) / 2
    return part


def measured_reason(duel: Duel, best: int, other: int, pair: Pair) -> Reason:
    """The nearest event that explains why one candidate does better than another; or that it shows later."""
    won, other_won = duel.results[:, best], duel.results[:, other]
    difference = float(won.mean() - other_won.mean())
    for level in LEVELS:
        found: list[tuple[float, Reason]] = []
        for measure in level:
            one, two = measure.read(duel.events[:, best]), measure.read(duel.events[:, other])
            if not _told(measure, duel.events[:, [best, other]]):
                continue
            part = explained(one, two, won, other_won)
            reason = _counted(measure, duel, one, two, pair)
            if difference > 0 and part >= HALF * difference and _clear(measure, reason):
                found.append((part, reason))
        if found:
            return max(found, key=lambda pair: pair[0])[1]
    return LATER


def counted_again(kind: str, duel: Duel, best: int, other: int, pair: Pair) -> Reason:
    """The same event in another duel, whatever it explains there."""
    measure = _measure(kind)
    one, two = measure.read(duel.events[:, best]), measure.read(duel.events[:, other])
    return _counted(measure, duel, one, two, pair)


def _measure(kind: str) -> Measure:
    return next(one for level in LEVELS for one in level if one.kind == kind)


def _told(measure: Measure, facts: Numbers) -> bool:
    """Where nobody ever draws more than one card, it is told how often; otherwise how many."""
    if measure.drawn < 0:
        return True
    return bool(_part(measure.drawn, events.DREW_BITS)(facts).max() <= 1) == measure.share


def _clear(measure: Measure, reason: Reason) -> bool:
    """Whether what was counted differs the right way, and so much that it is worth saying."""
    best, other = reason.best or 0.0, reason.other or 0.0
    more = best - other if measure.more else other - best
    error = (reason.best_error**2 + reason.other_error**2) ** 0.5
    return more >= (LEAST_SHARE if measure.share else LEAST_MEAN) and more >= CLEAR * error


def _counted(measure: Measure, duel: Duel, one: Numbers, two: Numbers, pair: Pair) -> Reason:
    least = SHARE_SPREAD if measure.share else MEAN_SPREAD
    best, other = (
        duel.error_of(numbers, math.hypot(least, WANDER * float(numbers.std()))) for numbers in (one, two)
    )
    players = duel.searcher.game.players
    said = _worded(measure, float(one.mean()), float(two.mean()), pair, players)
    return replace(said, best_error=best, other_error=other)


def reason_of(kind: str, best: float, other: float, pair: Pair, players: int) -> Reason:
    """What was counted earlier, in words again."""
    return _worded(_measure(kind), best, other, pair, players)


def _worded(measure: Measure, a: float, b: float, pair: Pair, players: int) -> Reason:
    many = players > 2
    later = events.ROUNDS_HELD * players
    slots: dict[str, str | int] = {"soon": events.ROUNDS_DRAWN * players, "later": later}
    slots |= {
        "all": "all players" if many else "both players",
        "all_sk": "všetkých hráčov" if many else "oboch hráčov",
    }
    written = [_share(a), _share(b)] if measure.share else [f"{a:.1f}", f"{b:.1f}"]
    english = ((many and measure.many_en) or measure.en).format(
        a=written[0].replace(" ", ""),
        b=written[1].replace(" ", ""),
        best=pair.best_en,
        other=pair.other_en,
        lead_a=_lead_en(a, " than", " as"),
        lead_b=_lead_en(b),
        **slots,
    )
    slovak = ((many and measure.many_sk) or measure.sk).format(
        a=written[0].replace(".", ","),
        b=written[1].replace(".", ","),
        best=pair.best_sk,
        other=pair.other_sk,
        lead_a=_lead_sk(a, " ako"),
        lead_b=_lead_sk(b),
        later_sk=counted(later, ("ťah", "ťahy", "ťahov")),
        **slots,
    )
    return Reason(measure.kind, english, slovak, a, b)


def _share(share: float) -> str:
    return f"{100 * share:.0f} %"


def _lead_en(lead: float, than: str = "", alike: str = "") -> str:
    if abs(lead) < NONE:
        return f"as many cards{alike}"
    return f"{abs(lead):.1f} cards {'fewer' if lead > 0 else 'more'}{than}"


def _lead_sk(lead: float, than: str = "") -> str:
    if abs(lead) < NONE:
        return f"rovnako veľa kariet{than}"
    return f"o {abs(lead):.1f} karty {'menej' if lead > 0 else 'viac'}{than}".replace(".", ",")
