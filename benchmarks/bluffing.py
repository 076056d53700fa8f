"""What bots do where groups are laid covered (§17): how often they lie, are caught, and check rightly.

    python benchmarks/bluffing.py [bluffer,lies=10 bluffer,lies=0] [--games 400] [--players 2]

The bots sit in every order on the same deals. Lies are counted among covered lays, checks by what they find;
*lost* is the share of games that a bot lost, half of them between equals of two.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import cycle, islice

from faraon.bots import Bot, make_bot
from faraon.play.game import Game, load

USUAL = ["bluffer,lies=10", "bluffer,lies=0"]
COUNTED = ("covered", "lies", "caught", "right", "wrong", "lost")


def play(game: Game, bots: list[Bot], seed: int, counted: dict[str, Counter[str]]) -> None:
    """One game; everything that happens is counted for the bot that did it."""
    state = game.deal(seed)
    while not state.over:
        bot = bots[state.turn]
        view, claim = state.view(state.turn), state.position.claim
        move = bot.choose(view, seed * 10_007 + view.moves_made)
        mine = counted[bot.name]
        mine["covered"] += len(move.cards) > 1
        mine["lies"] += game.engine.lies(state.position, move)
        state = state.play(move)
        if move.word == "check" and claim is not None:
            lie = any(kind == "lie" for kind, _, _ in state.log[-1].events)
            mine["right" if lie else "wrong"] += 1
            counted[bots[claim.seat].name]["caught"] += lie
    if state.loser is not None:
        counted[bots[state.loser].name]["lost"] += 1


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("bots", nargs="*", default=USUAL)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--players", type=int, default=2)
    given = asked.parse_args()
    game = load("classic", given.players, camouflage="on")
    made = [make_bot(name, game) for name in given.bots]
    seated = list(islice(cycle(made), given.players))
    counted: dict[str, Counter[str]] = {bot.name: Counter() for bot in made}
    for number in range(given.games):
        turned = number % given.players
        play(game, seated[turned:] + seated[:turned], number // given.players, counted)
    print(f"{given.games} games of {given.players} players")
    print(f"{'bot':28}" + "".join(f"{one:>9}" for one in COUNTED))
    for name, found in counted.items():
        print(f"{name:28}" + "".join(f"{found[one]:>9}" for one in COUNTED))


if __name__ == "__main__":
    main()
