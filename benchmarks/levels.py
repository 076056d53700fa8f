"""How far apart the levels are: ``python benchmarks/levels.py --games 1000 [--players 4] [BOT ...]``.

Every bot plays the one before it on the same deals in all seats; by default the bots behind the levels. At
larger tables both sit in equally many seats over all rotations, and what counts is who loses.

``--alone BOT OTHER``: one of the first among players who are all the second.

``--habits`` tells of every bot instead how it plays against ``greedy``: how long games are, how often it
draws though it could lay, how many cards it lays at once, and how long a decision takes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import faraon
from faraon.arena.games import Seated, bot_for, deal_in
from faraon.arena.own import play
from faraon.arena.run import Run
from faraon.arena.schedule import schedule
from faraon.arena.summary import summary
from faraon.bots.levels import LEVELS
from faraon.bots.registry import bot_named, make_bot
from faraon.cli.arena import share
from faraon.play.game import Game

LONGEST = 1000
SECONDS = 30.0
"""A program has so long for a move; none plays here."""


def ladder(game: Game, bots: list[str], games: int, seed: int) -> None:
    for weak, strong in pairwise(bots):
        print(against(play([strong, weak], game, games, seed), strong, weak), flush=True)


def alone(game: Game, bot: str, others: str, games: int, seed: int) -> None:
    run = Run.of(game, [bot, others], games, seed, SECONDS)
    table = Seated(game, tuple(bot_for(name, game, SECONDS) for name in (bot, others)))
    deals = (deal for deal in schedule(2, game.players, run.deals) if deal.table.count(0) == 1)
    print(against(summary(run.identity(), [deal_in(table, deal, seed) for deal in deals]), bot, others))


def against(result: Mapping[str, Any], bot: str, other: str) -> str:
    found = next(one for one in result["bots"] if one["name"] == bot)
    line = f"{bot:24} against {other:24} {result['games']} games: won {share(found['wins'])}"
    return line + (f", lost {share(found['losses'])}" if result["run"]["players"] > 2 else "")


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
    parser.add_argument("--alone", action="store_true")
    asked = parser.parse_args()
    game = faraon.load("classic", players=asked.players)
    bots = [bot_named(name, game) for name in asked.bots or [level.name for level in LEVELS]]
    if asked.habits:
        for name in bots:
            print(habits(game, name, asked.games, asked.seed), flush=True)
    elif asked.alone:
        if len(bots) != 2:
            parser.error("--alone takes two bots: one, and who all the others are")
        alone(game, bots[0], bots[1], asked.games, asked.seed)
    else:
        ladder(game, bots, asked.games, asked.seed)


if __name__ == "__main__":
    main()
