"""``faraon train`` and ``faraon exploit``: networks by self-play, and best responses to players."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from faraon.arena import play as arena_play
from faraon.bots.equilibrium.tree import SEATED
from faraon.bots.net.mind import networks_for
from faraon.bots.net.weights import Weights, load_weights, need_known_rules
from faraon.bots.registry import bot_named
from faraon.cli.arena import INTERRUPTED
from faraon.cli.solve import Asked, solve
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.learn.settings import Pace, Settings
from faraon.play.game import Game, load

with extra("train"):
    import jax

    from faraon.learn.networks import Params, unnamed
    from faraon.learn.training import Target, Training

SMALL = 8
"""Tables with so few cards are looked at as a whole (`faraon solve`)."""

ON_A_PROCESSOR = 4000
"""So many decisions a second a network of the usual size makes without a GPU, or positions for the belief."""

PATIENCE = 600
"""Whoever would wait for more seconds than that is told so."""

UNITS = (("days", 86400), ("hours", 3600), ("minutes", 60))


def say(line: str) -> None:
    print(line, flush=True)


def tables(rulebook: str, players: tuple[int, int], options: Mapping[str, Any]) -> tuple[list[Game], int]:
    """The tables that are trained at together, and for how many seats."""
    low, high = players
    if not 2 <= low <= high <= 5:
        asked = f"{low}" if low == high else f"{low}-{high}"
        raise GameError("bad-players", f"networks learn tables of 2 to 5 players, not of {asked}")
    return [load(rulebook, many, **options) for many in range(low, high + 1)], high


def train(
    folder: Path,
    rulebook: str,
    players: tuple[int, int],
    options: Mapping[str, Any],
    settings: Settings,
    pace: Pace,
) -> None:
    """Trains, or goes on."""
    games, seats = tables(rulebook, players, options)
    training = Training(games, seats, settings, folder, say, pace)
    _warn_without_gpu(training)
    with _interruptible(folder):
        if training.run():
            training.finish()


@contextmanager
def _interruptible(folder: Path) -> Iterator[None]:
    """Whoever presses Ctrl-C is told how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        told = f"interrupted; the same command goes on from what {folder} keeps"
        print(told, file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)  # JAX may be in the middle of a step, and would crash if it were taken down


def _warn_without_gpu(training: Training) -> None:
    belief = training.settings.belief
    many = training.left + belief
    if jax.default_backend() == "gpu" or many / ON_A_PROCESSOR <= PATIENCE:
        return
    too = f" and {belief / 1e6:,.0f} million for the belief" * (belief > 0)
    print(
        "no GPU: a processor makes some thousands of decisions a second, which the first lines will tell; "
        f"{training.left / 1e6:,.0f} million{too} take it about {lasting(many / ON_A_PROCESSOR)}",
        file=sys.stderr,
    )


def lasting(seconds: float) -> str:
    """So long, in the largest unit of which there are at least two.

    >>> lasting(100), lasting(5400), lasting(8000), lasting(500_000)
    ('2 minutes', '90 minutes', '2 hours', '6 days')
    """
    unit, size = next((one for one in UNITS if seconds >= 2 * one[1]), UNITS[-1])
    return f"{seconds / size:,.0f} {unit}"


def exploit(
    bot: str,
    folder: Path | None,
    game: Game,
    weights: Path | None,
    start: Path | None,
    settings: Settings,
    pace: Pace,
) -> None:
    """Trains a best response and tells what it wins; a table small enough is looked at as a whole."""
    if len(game.bound.deck) <= SMALL and game.players == SEATED:
        for line in solve(game, Asked(1e-5, 10_000, (bot,), 16), None, None):
            say(line)
        return
    bot = bot_named(bot, game)
    target, first = _target(bot, game, weights)
    if folder is None:
        raise GameError("bad-request", "name the folder where the run is kept")
    if start is not None:
        first = _begun(_networks(load_weights(start), game), first)
    settings = _responding(settings, first)
    seats = game.players if first is None else _seats(first)
    begun = None if first is None else {"policy": first["policy"], "critic": first["critic"]}
    training = Training([game], seats, settings, folder, say, pace, target, begun)
    _warn_without_gpu(training)
    with _interruptible(folder):
        if training.run():
            say(f"the best response that was found wins {training.best_response()} against {bot}")
            training.finish()


RESPONDING: dict[str, Any] = {"past": 0.0, "greedy": 0.0, "belief": 0, "style": 1}
"""Of a best response all games are those against its target, in the style in which networks are measured."""


def _responding(settings: Settings, first: Params | None) -> Settings:
    """Settings for a best response; :class:`GameError` for those that it would not heed."""
    usual = Settings()
    for name, value in RESPONDING.items():
        asked = getattr(settings, name)
        if asked not in (value, getattr(usual, name)):
            raise GameError("bad-request", f"a best response is trained with {name} = {value}, not {asked}")
    if first is not None:
        hidden = int(first["policy"]["0"]["b"].shape[0])
        if settings.hidden not in (hidden, usual.hidden):
            message = f"it begins with networks of another hidden size: {hidden}, not {settings.hidden}"
            raise GameError("bad-request", message)
    return replace(settings, **RESPONDING)


def _networks(weights: Weights, game: Game) -> Params:
    """All networks of a file."""
    need_known_rules(weights, game)
    return unnamed(weights.arrays)


def _seats(networks: Params) -> int:
    """For tables of how many seats they are."""
    return int(networks["critic"]["values"]["b"].shape[0])


def _begun(start: Params, target: Params | None) -> Params:
    """Networks to begin with, which must read what the target reads."""
    if target is not None and _seats(start) != _seats(target):
        message = (
            f"--start holds networks for tables of up to {_seats(start)} players, those that are played "
            f"against are for up to {_seats(target)}: both must be alike"
        )
        raise GameError("bad-request", message)
    return start


def _target(bot: str, game: Game, weights: Path | None) -> tuple[Target, Params | None]:
    """Whom the best response meets, and the networks that it begins with, where there are any."""
    if bot != "net" and weights is not None:
        raise GameError("bad-request", f"--weights are those of net, and {bot} has none")
    if bot in ("greedy", "uniform"):
        return Target(bot), None
    if bot == "net":
        found = _networks(networks_for(game).weights if weights is None else load_weights(weights), game)
        return Target(bot, {"policy": found["policy"]}), found
    raise GameError("bad-request", _refusal(bot, game))


def _refusal(bot: str, game: Game) -> str:
    """Why nobody trains against a bot that is not on arrays, with the time that it would take."""
    began, games = time.process_time(), 2 * game.players
    result = arena_play([bot, "uniform"], game, games=games)
    seconds = (time.process_time() - began) / max(1.0, result["length"]["value"] * result["games"] / 2)
    days = seconds * 1e8 / 86400
    return (
        f"'{bot}' does not play on arrays (net, greedy and uniform do): it takes about "
        f"{1000 * seconds:.1f} ms a decision, so a best response that needs a hundred million of them "
        f"about {days:,.0f} days"
    )
