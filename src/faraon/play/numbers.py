"""A table in numbers, as networks and environments have it: observations, actions, and their version."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from faraon.engines.actions import LAY, MOST_SEATS, RETURN, TUPLES, Action
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.engines.kernels.observation import Field, observation_fields
from faraon.lang.fingerprint import canonical
from faraon.play.game import Game

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray


def observation_spec(game: Game, memory: bool = True) -> tuple[Field, ...]:
    """The fields of an observation, in order; :func:`observation_fields` says what they hold.

    >>> from faraon import load
    >>> fields = observation_spec(load("classic", players=2))
    >>> fields[4], fields[-1].end
    (Field(name='known_1', start=128, width=32, scale=1), 245)
    """
    if not isinstance(game, Game):
        raise GameError("bad-request", f"a table is made of a game, as faraon.load gives it, not of {game!r}")
    return observation_fields(game.bound, memory)


def _fields(*parts: tuple[str, int]) -> tuple[Field, ...]:
    starts = [sum(width for _, width in parts[:at]) for at in range(len(parts))]
    return tuple(Field(name, start, width) for start, (name, width) in zip(starts, parts, strict=True))


ACTION_FEATURES = _fields(
    ("kind", 3),
    ("value", 8),
    ("suits", 4),
    ("bottom", 4),
    ("top", 4),
    ("size", 4),
    ("asked", 4),
    ("returned", MOST_SEATS - 1),
)
"""What an action is, for networks that score actions: its kind (lay, return a player, word), the value,
suits, bottom suit, top suit and number of its cards, the suit that is asked for, and how many seats on the
returned player sits. The rulebook's words follow."""


def action_features(game: Game) -> NDArray[np.float32]:
    """A row of zeros and ones for every action; actions that mean the same have the same features in every
    rulebook, but for its words.

    >>> from faraon import load
    >>> action_features(load("classic")).shape
    (713, 40)
    """
    actions, start = game.actions, {field.name: field.start for field in ACTION_FEATURES}
    words = ACTION_FEATURES[-1].end
    features = np.zeros((len(actions), words + len(actions.words)), np.float32)
    for number, row in enumerate(actions.rows):
        features[number, start["kind"] + row.kind] = 1
        if row.kind in (LAY, RETURN):
            for name, place in _cards(row):
                features[number, start[name] + place] = 1
        else:
            features[number, words + row.choice] = 1
    return features


def _cards(row: Action) -> list[tuple[str, int]]:
    suits = TUPLES[row.tuple]
    found = [("value", row.value), ("bottom", suits[0]), ("top", suits[-1]), ("size", len(suits) - 1)]
    found += [("suits", suit) for suit in suits]
    if row.kind == RETURN:
        return [*found, ("returned", row.choice - 1)]
    return [*found, ("asked", row.choice)] if row.choice >= 0 else found


@lru_cache(maxsize=64)
def rules_hash(game: Game, memory: bool = True) -> str:
    """The version of a table's environment: whatever decides what its numbers mean.

    These are the rules with the table's options, its players and cards, the numbers of actions and the
    observation; no text counts, so a mended sentence changes nothing.
    """
    bound = game.bound
    rules = (bound.starts, bound.rules, bound.fouls, bound.mechanics, bound.ends, bound.chosen_when)
    state = tuple(
        (variable.name, variable.type, variable.range, variable.hidden, bound.fold(variable.initial))
        for variable in game.book.state
    )
    numbers = (bound.players, bound.hand_size, bound.shuffled, tuple(map(int, bound.deck)))
    fields = tuple((one.name, one.start, one.width, one.scale) for one in observation_spec(game, memory))
    actions = tuple(map(tuple, game.actions.rows)), game.actions.words
    said = canonical((rules, state, numbers, actions, fields))
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def need_rules(own: str, theirs: str) -> None:
    """:class:`GameError` for what was kept under other rules, or in other numbers."""
    if own != theirs:
        message = f"what is restored has the rules hash {theirs}, this one has {own}"
        raise GameError("bad-request", message)
