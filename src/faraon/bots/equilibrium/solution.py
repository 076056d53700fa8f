"""A solved table as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from faraon.bots.equilibrium.cfr import Equilibrium
from faraon.bots.equilibrium.tree import SEATED, Tree
from faraon.cards import Card

DIGITS = 6
"""Of a probability."""


def solution(tree: Tree, found: Equilibrium) -> dict[str, Any]:
    """All that was found out: the size of the tree, the value, and what to play."""
    game, quality = tree.game, found.quality
    return {
        "rulebook": game.name,
        "hash": game.hash,
        "options": dict(game.options),
        "deals": tree.deals,
        "decisions": tree.decisions,
        "information_sets": tree.sets,
        "iterations": found.iterations,
        "exploitability": quality.exploitability,
        "value": quality.value,
        "bounds": list(quality.bounds),
        "strategy": list(_strategy(tree, found)),
    }


def write(result: dict[str, Any]) -> str:
    """As JSON, an information set a line."""
    parts = []
    for key, value in result.items():
        lines = [json.dumps(one, ensure_ascii=False) for one in value] if isinstance(value, list) else []
        text = "[\n" + ",\n".join(lines) + "\n]" if lines else json.dumps(value, ensure_ascii=False)
        parts.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _strategy(tree: Tree, found: Equilibrium) -> Iterator[dict[str, Any]]:
    """What to play at every information set that has a choice and that the strategy itself may come to."""
    actions = tree.game.actions
    for seat, sequences in enumerate(tree.seats):
        strategy = sequences.strategy(found.reaches[seat])
        for level in sequences.levels:
            for own in range(level.sets.start, level.sets.stop):
                first, width = sequences.first[own], sequences.width[own]
                if width == 1 or found.reaches[seat][level.parent[own - level.sets.start]] <= 0:
                    continue
                shares = strategy[first : first + width]
                yield {
                    **_seen(tree, seat, own),
                    "play": {
                        str(actions.move(action, seat, SEATED)): round(float(share), DIGITS)
                        for action, share in zip(tree.legal(seat, own), shares, strict=True)
                        if share > 0
                    },
                }


def _seen(tree: Tree, seat: int, own: int) -> dict[str, Any]:
    """An information set: what the seat saw of the deal, and of every move since."""
    actions, deck = tree.game.actions, tree.game.bound.deck
    dealt, path = tree.path(seat, own)
    return {
        "seat": seat,
        "hand": _texts(dealt.hands[seat]),
        "start": str(dealt.top),
        "shown": _texts(dealt.shown(seat)),
        "log": [
            {
                "seat": mover,
                "move": str(actions.move(action, mover, SEATED)),
                "drawn": _texts(drawn_cards(code, deck)),
            }
            for mover, action, code in path
        ],
    }


def drawn_cards(code: int, deck: tuple[Card, ...]) -> list[Card]:
    """The cards that the machine tells by a one and four bits each.

    >>> from faraon import load
    >>> [str(card) for card in drawn_cards(0b1_0101_0000, load("mini-6").bound.deck)]
    ['lU', 'h7']
    """
    found = []
    while code > 1:
        found.append(deck[code & 15])
        code >>= 4
    return found[::-1]


def _texts(cards: list[Card] | tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
