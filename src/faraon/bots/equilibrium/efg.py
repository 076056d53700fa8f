"""A tree in Gambit's format for games in extensive form (EFG 2), which OpenSpiel reads as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from faraon.bots.equilibrium.solution import drawn_cards
from faraon.bots.equilibrium.tree import SEATED, Tree
from faraon.cards import Card
from faraon.engines.extras import extra
from faraon.game.move import Move

with extra("fast"):
    import numpy as np


def set_name(seat: int, hand: Iterable[Card], start: Card, shown: Iterable[Card], log: Iterable[str]) -> str:
    """What a seat saw, as a text: its hand, the start card and what was shown with it, every move since."""
    deal = " ".join(map(str, hand)), " ".join(map(str, (start, *shown)))
    return " | ".join((str(seat), *deal, ", ".join(log))).rstrip(" |")


def told(seat: int, move: Move, drawn: Iterable[Card]) -> str:
    """A move as a seat saw it, with the cards that it drew itself.

    >>> told(1, Move.parse("draw"), [Card.h7, Card.lU])
    '1 draw + h7 lU'
    """
    return " + ".join((f"{seat} {move}", *([" ".join(map(str, drawn))] if drawn else [])))


def efg_lines(tree: Tree) -> Iterator[str]:
    """The file line by line: the deal is the first node, then every game in turn."""
    yield f'EFG 2 R "{tree.game.name}" {{ "0" "1" }}\n'
    chance = f"{1 / tree.deals:.17g}"
    yield 'c "" 1 "" { ' + " ".join(f'"{number}" {chance}' for number in range(tree.deals)) + " } 0\n"
    names = [[_name(tree, seat, own) for own in range(len(tree.where[seat]))] for seat in range(SEATED)]
    children = [
        np.searchsorted(step.parent, np.arange(len(level.seat) + 1)).tolist()
        for level, step in zip(tree.moments, tree.steps, strict=False)
    ]
    levels = [(level.seat.tolist(), level.number.tolist(), level.worth.tolist()) for level in tree.moments]
    ends, waiting = 0, [(0, deal) for deal in range(tree.deals - 1, -1, -1)]
    while waiting:
        depth, place = waiting.pop()
        seat, number, worth = (column[place] for column in levels[depth])
        if seat < 0:
            ends += 1
            yield f't "" {ends} "" {{ {worth:g} {0 - worth:g} }}\n'
        else:
            yield f'p "" {seat + 1} {number + 1} {names[seat][number]} 0\n'
            first, last = children[depth][place : place + 2]
            waiting += [(depth + 1, child) for child in range(last - 1, first - 1, -1)]


def _name(tree: Tree, seat: int, own: int) -> str:
    """An information set: its name, and the moves."""
    actions, deck = tree.game.actions, tree.game.bound.deck
    dealt, path = tree.path(seat, own)
    log = (
        told(mover, actions.move(action, mover, SEATED), drawn_cards(code, deck))
        for mover, action, code in path
    )
    name = set_name(seat, dealt.hands[seat], dealt.top, dealt.shown(seat), log)
    moves = " ".join(f'"{actions.move(action, seat, SEATED)}"' for action in tree.legal(seat, own))
    return f'"{name}" {{ {moves} }}'
