"""``faraon train`` and ``faraon exploit``: networks by self-play, and best responses to players."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from faraon.arena import play as arena_play
from faraon.bots.net.weights import load_weights, need_known_rules
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.play.game import Game, load

with extra("train"):
    import jax

    from faraon.learn.networks import Params, unnamed
    from faraon.learn.settings import Settings
    from faraon.learn.training import Pace, Target, Training

PATIENT = 10_000_000
"""Without a GPU whoever wants more decisions than that is told that it takes long."""


def say(line: str) -> None:
    print(line, flush=True)


def tables(rulebook: str, players: tuple[int, int], options: Mapping[str, Any]) -> tuple[list[Game], int]:
    """The tables that are trained at together, and for how many seats."""
    low, high = players
    if not 2 <= low <= high <= 5:
        raise GameError("bad-players", f"networks learn tables of 2 to 5 players, not of {low}-{high}")
    return [load(rulebook, many, **options) for many in range(low, high + 1)], high


def train(
    folder: Path,
    rulebook: str,
    players: tuple[int, int],
    options: Mapping[str, Any],
    settings: Settings,
    pace: Pace,
) -> int:
    """Trains, or goes on; the exit code."""
    games, seats = tables(rulebook, players, options)
    _warn_without_gpu(settings)
    training = Training(games, seats, settings, folder, say, pace)
    if not training.run():
        return 0
    say(f"weights: {training.write(None)}")
    if settings.belief:
        say(f"weights with a belief: {training.write(training.teach())}")
    return 0


def _warn_without_gpu(settings: Settings) -> None:
    if jax.default_backend() == "gpu" or settings.decisions <= PATIENT:
        return
    print(
        "no GPU: a processor makes some thousands of decisions a second, which the first lines will tell; "
        f"{settings.decisions / 1e6:.0f} million take it about {settings.decisions / 4000 / 86400:.0f} days",
        file=sys.stderr,
    )


def exploit(
    bot: str,
    folder: Path,
    game: Game,
    weights: Path | None,
    start: Path | None,
    settings: Settings,
    pace: Pace,
) -> int:
    """Trains a best response and tells what it wins."""
    target = _target(bot, game, weights)
    begun = _players(start, game) if start else (target.network if bot == "net" else None)
    seats = game.players if start is None and bot != "net" else _seats(start or weights, game)
    training = Training([game], seats, _responding(settings), folder, say, pace, target, begun)
    if training.run():
        score = training.best_response()
        say(f"the best response that was found wins {score} against {bot}")
        training.write(None)
    return 0


def _responding(settings: Settings) -> Settings:
    return replace(settings, past=0.0, greedy=0.0, belief=0, style=1)


def _seats(path: Path | None, game: Game) -> int:
    if path is None:
        raise GameError("bad-request", "name the weights of the network with --weights")
    return load_weights(path).seats


def _players(path: Path, game: Game) -> Params:
    """The policy and the critic of a file."""
    weights = load_weights(path)
    need_known_rules(weights, game)
    found = unnamed(weights.arrays)
    return {"policy": found["policy"], "critic": found["critic"]}


def _target(bot: str, game: Game, weights: Path | None) -> Target:
    if bot in ("greedy", "uniform"):
        return Target(bot)
    if bot == "net":
        if weights is None:
            raise GameError("bad-request", "name the weights of the network with --weights")
        return Target(bot, _players(weights, game))
    raise GameError("bad-request", _refusal(bot, game))


def _refusal(bot: str, game: Game) -> str:
    """Why nobody trains against a bot that is not on arrays, with the time that it would take."""
    began, games = time.process_time(), 2 * game.players
    result = arena_play([bot, "greedy"], game, games=games)
    seconds = (time.process_time() - began) / max(1.0, result["length"]["value"] * result["games"] / 2)
    days = seconds * 1e8 / 86400
    return (
        f"'{bot}' does not play on arrays (net, greedy and uniform do): it takes about {1000 * seconds:.1f} ms "
        f"a decision, so a best response that needs a hundred million of them about {days:,.0f} days"
    )
