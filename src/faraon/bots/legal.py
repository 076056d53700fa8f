"""What a player may do, seen from a view: its moves and, where groups are laid covered, lies (§17)."""

from __future__ import annotations

from dataclasses import replace

from faraon.engines.imagine import imagine
from faraon.game.move import Move
from faraon.game.position import Claim, Position
from faraon.game.view import View
from faraon.play.game import Game


def may_play(game: Game, view: View, move: Move) -> bool:
    """Whether the player on turn may make this move."""
    if move in view.moves:
        return True
    covered = game.bound.covered and len(move.cards) > 1
    return covered and game.engine.rule_of(imagined_table(game, view), move) >= 0


def imagined_table(game: Game, view: View) -> Position:
    """The position as far as a claim depends on it: what others hold or laid covered does not count."""
    hands = [[view.top] * size for size in view.sizes]
    covered = [view.top] * sum(card is None for card in view.pile)
    position = imagine(game.bound, view, hands, [view.top] * view.stock_size, covered=covered)
    if view.claim is None:
        return position
    return replace(position, claim=Claim(view.claim.seat, (), position))
