"""What environments of a table agree on; the numbers themselves are :mod:`faraon.play.numbers`."""

from __future__ import annotations

from collections.abc import Sequence

from faraon.play.game import Game
from faraon.play.numbers import (
    ACTION_FEATURES,
    action_features,
    need_rules,
    observation_spec,
    rules_hash,
)

__all__ = ["ACTION_FEATURES", "action_features", "need_rules", "not_legal", "observation_spec", "rules_hash"]

MOST_NAMED = 12
"""An error lists so many legal actions."""


def not_legal(game: Game, action: int, legal: Sequence[int], turn: int) -> str:
    """What is said of an action that is not legal."""

    def named(number: int) -> str:
        known = game.actions.within(number, game.players)
        return f"{number} ({game.actions.move(number, turn, game.players)})" if known else f"{number}"

    more = len(legal) - MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f"action {named(action)} is not legal; legal are {', '.join(map(named, legal[:MOST_NAMED]))}{rest}"
