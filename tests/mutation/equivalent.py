"""Mutants that no position of a game can tell from the true rulebook, and why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.referee import SetUp
from tests.rules import test_s08_asking as s08
from tests.rules import test_s13_red_seven as s13
from tests.rules import test_s17_camouflage as s17

_ONE_VALUE = "the cards of a group have one value, so it does not matter which of them is asked for it"
_FIRST_MATCH = "the rule `take` stands before it, has the same word, and applies whenever somebody owes"
_OVER = "who is alone and stopped, or alone without a move, cannot return anybody: the game is over"
_FOULS = "the fouls before it apply first in that case"
_ALONE = "who is alone lays no group, so there is no lie"
_STOPPED = "who is stopped and owes cannot lay, so there is no lie"

ELSEWHERE: dict[str, Callable[[SetUp], None]] = {
    "let ended_by_ace: 'active == 1' negated": partial(
        s17.test_s17_after_last_aces_nobody_is_returned, free=True
    ),
    "rule check: without 'not open_groups'": s17.test_s17_without_camouflage_there_is_nothing_to_check,
    "mechanic declined: without 'active == 2'": (s08.test_s08_with_three_players_a_declined_ace_frees_nobody),
    "mechanic last_card: without 'returning'": (
        s13.test_s13_a_return_with_the_last_card_ends_the_game_whatever_he_draws
    ),
    "let no_return: without 'checked'": s17.test_s17_only_a_check_lets_last_aces_end_the_game_afterwards,
}
"""Mutants so rare in random positions, or so much alike but for what is said, that a test of their own tells
them.
"""

EQUIVALENT: dict[str, str] = {
    "let fits: Cn[0] as Cn[-1] (2)": _ONE_VALUE,
    "let fits: Cn[0] as Cn[-1] (3)": _ONE_VALUE,
    "rule answer_aces: without 'not alone'": _OVER,
    "rule stand: without 'not alone'": _OVER,
    "rule pass: without 'not alone'": _OVER,
    "rule draw: without 'not owing'": _FIRST_MATCH,
    "foul while_stopped: without 'not alone'": _FOULS,
    "foul while_owing: without 'not alone'": _FOULS,
    "foul while_owing: without 'not stopped'": _FOULS,
    "foul invalid_move: without 'not alone'": _FOULS,
    "foul invalid_move: without 'not stopped'": _FOULS,
    "foul invalid_move: without 'not owing | free'": _FOULS,
    "foul lie_while_stopped: without 'not alone'": _ALONE,
    "foul lie_while_stopped: without effect 1": "two aces cannot be claimed where it matters who declined",
    "foul lie_while_stopped: without effect 3": _STOPPED,
    "foul lie_while_owing: without 'not alone'": _ALONE,
    "foul lie_while_owing: without 'not stopped'": _FOULS,
    "foul lie: without 'not alone'": _ALONE,
    "foul lie: without 'not stopped'": _FOULS,
    "foul lie: without 'not owing | free'": _FOULS,
    "mechanic finished: without 'Cn != empty'": "who lays nothing still holds cards",
    "mechanic last_card: without 'active == 1'": "the note `ended` is read only where one player is left",
    "mechanic last_card: without 'hand == 0'": "who is alone with cards lays no ace and makes nobody alone",
}
