"""How the search grows its tree."""

from __future__ import annotations

import pytest

from faraon.bots.belief.trust import Trust
from faraon.bots.search.machine.columns import FIRST, NEXT, VISITS
from faraon.bots.search.searcher import Searcher, Tree
from faraon.bots.search.style import Style
from faraon.play.game import load


@pytest.mark.parametrize("patience", [0, 8, 50])
def test_moves_are_weighed_only_where_a_position_was_played_out_often_enough(patience: int) -> None:
    game = load("classic", 2)
    searcher = Searcher(game, Style(patience=patience), Trust())
    view = game.deal(3).view(0)
    tree = Tree(searcher, searcher.belief.worlds(view, 1), 1)
    tree.grow(1000)
    parents = [number for number in range(1, tree.used) if tree.nodes[number, FIRST] >= 0]
    assert parents
    for number in parents:
        # The visits from before its moves were weighed, and one for each that was.
        assert tree.nodes[number, VISITS] > patience
        below, child = 0, int(tree.nodes[number, FIRST])
        while child >= 0:
            below += int(tree.nodes[child, VISITS])
            child = int(tree.nodes[child, NEXT])
        assert below == tree.nodes[number, VISITS] - max(1, patience)
