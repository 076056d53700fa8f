"""How far apart the levels are: ``python benchmarks/levels.py --games 1000 [--players 4] [BOT ...]``.

Every bot plays the one before it on the same deals in all seats; by default the bots behind the levels. At
larger tables both sit in equally many seats over all rotations, and what counts is who loses.

``--habits`` tells of every bot instead how it plays against ``greedy``: how long games are, how often it
draws though it could lay, how many cards it lays at once, and how long a decision takes.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

import faraon
from faraon.arena.own import play
from faraon.bots.levels import LEVELS
from faraon.bots.registry import bot_named, make_bot
from faraon.play.game import Game

LONGEST = 1000


def ladder(game: Game, bots: list[str], games: int, seed: int) -> None:
    for weak, strong in pairwise(bots):
        result = play([strong, weak], game, games, seed)
        above = next(one for one in result["bots"] if one["name"] == strong)
        wins, losses = above["wins"], above["losses"]
        line = f"{strong:24} against {weak:24} won {100 * wins['value']:.1f}"
        line += f" ({100 * wins['low']:.1f} – {100 * wins['high']:.1f})"
        if game.players > 2:
            line += f", lost {100 * losses['value']:.1f}"
            line += f" ({100 * losses['low']:.1f} – {100 * losses['high']:.1f})"
        print(line, flush=True)


def habits(game: Game, name: str, games: int, seed: int) -> str:
    bot, other = make_bot(name, game), make_bot("greedy", game)
    draws = could = laid = cards = 0
    played, slowest, took, decisions = [], 0.0, 0.0, 0
    for number in range(games):
        state, seat = game.deal(seed + number), number % game.players
        while not state.over and state.position.moves_made < LONGEST:
            view, own = state.view(state.turn), state.turn == seat
            start = time.process_time()
            move = (bot if own else other).choose(view, 4096 * number + view.moves_made)
            if own and len(view.moves) > 1:
                spent = time.process_time() - start
                slowest, took, decisions = max(slowest, spent), took + spent, decisions + 1
                if any(one.cards for one in view.moves):
                    could, draws = could + 1, draws + (move.word == "draw")
            laid, cards = laid + bool(own and move.cards), cards + len(move.cards) * own
            state = state.play(move)
        played.append(state.position.moves_made)
    return (
        f"{name:24} {sum(played) / games:6.1f} moves a game, draws by choice {100 * draws / could:.1f} %, "
        f"{cards / laid:.2f} cards a lay, {1000 * took / decisions:.2f} ms a decision, at most "
        f"{1000 * slowest:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", help="from the weakest to the strongest")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--habits", action="store_true")
    asked = parser.parse_args()
    game = faraon.load("classic", players=asked.players)
    bots = asked.bots or [bot_named(level.name, game) for level in LEVELS]
    if asked.habits:
        for name in bots:
            print(habits(game, name, asked.games, asked.seed), flush=True)
    else:
        ladder(game, bots, asked.games, asked.seed)


if __name__ == "__main__":
    main()
