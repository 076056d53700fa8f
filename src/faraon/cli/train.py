"""``faraon train`` and ``faraon exploit``: networks by self-play, and best responses to players."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from faraon.bots.equilibrium.tree import SEATED
from faraon.bots.net.mind import Mind, Networks
from faraon.bots.net.weights import Weights, load_weights
from faraon.bots.registry import WEIGHTS, bot_named, check_name, networks_of, with_weights
from faraon.cli import INTERRUPTED
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.learn.settings import Pace, Settings
from faraon.play.game import Game, load

with extra("train"):
    import jax

    from faraon.learn.matches import in_words
    from faraon.learn.networks import Params, unnamed
    from faraon.learn.training import Target, Training

SMALL = 8
"""Tables with so few cards are looked at as a whole (`faraon solve`)."""

ON_A_PROCESSOR = 4000
"""So many decisions a second a network of the usual size makes without a GPU, or positions for the belief."""

PATIENCE = 600
"""Whoever would wait for more seconds than that is told so."""

LAYER = re.compile("(policy|critic)/[0-9a-z]+/[wb]")
"""The numbers of a layer among those of a file."""

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
    start: Path | None,
    settings: Settings,
    pace: Pace,
) -> None:
    """Trains, or goes on."""
    games, seats = tables(rulebook, players, options)
    first = None if start is None else _begun(start, games)
    if first is not None:
        settings, seats = _sized(settings, first), _seats(first)
    with _interruptible(folder):
        training = Training(games, seats, settings, folder, say, pace, start=first)
        _warn_without_gpu(training)
        with training.folder.alone():
            if training.run():
                training.finish()


@contextmanager
def _interruptible(folder: Path) -> Iterator[None]:
    """Whoever presses Ctrl-C is told how to go on, and whoever wants too much what to do about it."""

    def stop(number: int, frame: FrameType | None) -> None:
        told = f"interrupted; the same command goes on from what {folder} keeps"
        print(told, file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)  # JAX may be in the middle of a step, and would crash if it were taken down

    before = signal.signal(signal.SIGINT, stop)  # an exception might be lost in one of JAX's own callbacks
    try:
        yield
    except (jax.errors.JaxRuntimeError, ValueError) as error:
        if "RESOURCE_EXHAUSTED" not in str(error):
            raise
        message = "the device has too little memory: take fewer games at once (--set batch=…) or moves"
        raise GameError("bad-request", f"{message}, or smaller networks (hidden=…)") from None
    finally:
        signal.signal(signal.SIGINT, before)


def _warn_without_gpu(training: Training) -> None:
    if training.written():
        return
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
    bot = bot_named(bot, game)
    if weights is not None:
        bot = with_weights(bot, str(weights))
    if len(game.bound.deck) <= SMALL and game.players == SEATED:
        _need_nothing_trained(game, start, settings, pace)
        _look_at_all(bot, game)
        return
    target, first = _target(bot, game)
    if folder is None:
        raise GameError("bad-request", "name the folder where the run is kept")
    if start is not None:
        first = _alike(_begun(start, [game]), first)
    settings = _responding(settings, first)
    seats = game.players if first is None else _seats(first)
    with _interruptible(folder):
        training = Training([game], seats, settings, folder, say, pace, target, first)
        _warn_without_gpu(training)
        with training.folder.alone():
            if training.run():
                found = in_words(training.best_response(), bot, game.players)
                say(f"the best response that was found {found}")
                training.finish()


def _need_nothing_trained(game: Game, start: Path | None, settings: Settings, pace: Pace) -> None:
    """:class:`GameError` for what only training would heed."""
    usual = Settings(seed=settings.seed, decisions=settings.decisions)
    if start is not None or settings != usual or pace.minutes is not None:
        message = f"{game.name} is looked at as a whole: --start, --set and --minutes are for larger tables"
        raise GameError("bad-request", message)


def _look_at_all(bot: str, game: Game) -> None:
    """What can be won against a bot at a small table, exactly."""
    from faraon.cli.solve import Asked, solve  # needs machine code, as training does not

    for line in solve(game, Asked(1e-5, 10_000, (bot,), 16), None, None):
        say(line)


RESPONDING: dict[str, Any] = {"past": 0.0, "greedy": 0.0, "belief": 0, "style": 1}
"""Of a best response all games are those against its target, in the style in which networks are measured."""

UNHEEDED = ("memory", "remember")
"""What is set for networks of the past, which it does not meet."""


def _responding(settings: Settings, first: Params | None) -> Settings:
    """Settings for a best response; :class:`GameError` for those that it would not heed."""
    usual = Settings()
    for name, value in RESPONDING.items():
        asked = getattr(settings, name)
        if asked not in (value, getattr(usual, name)):
            raise GameError("bad-request", f"a best response is trained with {name} = {value}, not {asked}")
    for name in UNHEEDED:
        if getattr(settings, name) != getattr(usual, name):
            raise GameError("bad-request", f"a best response meets no networks of the past: leave out {name}")
    if first is not None:
        settings = _sized(settings, first)
    return replace(settings, **RESPONDING)


def _sized(settings: Settings, first: Params) -> Settings:
    """With networks as large as those that a run begins with."""
    usual, policy = Settings(), first["policy"]
    sizes = {"hidden": policy["0"]["b"].shape[0], "depth": sum(name.isdigit() for name in policy)}
    for name, size in sizes.items():
        asked = getattr(settings, name)
        if asked not in (size, getattr(usual, name)):
            message = f"it begins with networks whose {name} is {size}, not {asked}"
            raise GameError("bad-request", message)
    return replace(settings, **sizes)


def _begun(start: Path, games: Sequence[Game]) -> Params:
    """The networks of a file to begin with, which must know all the tables."""
    weights = load_weights(start)
    first, *_ = [_networks(weights, game) for game in games]
    return first


def _networks(weights: Weights, game: Game) -> Params:
    """The policy and the critic of a file, which must fit the table."""
    mind = Mind(game, networks=Networks(weights))
    mind.networks.critic.need(mind.full_width, values=weights.seats)
    return unnamed({name: one for name, one in weights.arrays.items() if LAYER.fullmatch(name)})


def _seats(networks: Params) -> int:
    """For tables of how many seats they are."""
    return int(networks["critic"]["values"]["b"].shape[0])


def _alike(start: Params, target: Params | None) -> Params:
    """Networks to begin with, which must read what the target reads."""
    if target is not None and _seats(start) != _seats(target):
        message = (
            f"--start holds networks for tables of up to {_seats(start)} players, those that are played "
            f"against are for up to {_seats(target)}: both must be alike"
        )
        raise GameError("bad-request", message)
    return start


def _target(bot: str, game: Game) -> tuple[Target, Params | None]:
    """Whom the best response meets, and the networks that it begins with, where there are any."""
    if bot in ("greedy", "uniform"):
        return Target(bot), None
    if bot.split(",")[0] == "net":
        settings = dict(check_name(bot, game).settings)
        if settings.keys() <= {WEIGHTS}:
            found = _networks(networks_of(settings, game).weights, game)
            return Target("net", {"policy": found["policy"]}), found
    raise GameError("bad-request", _refusal(bot, game))


MEASURED = 2.0
"""So many seconds of a bot's decisions are enough to tell how long one takes."""

NEEDED = 100_000_000
"""So many decisions a best response needs."""


def _refusal(bot: str, game: Game) -> str:
    """Why nobody trains against a bot that is not on arrays, with the time that it would take."""
    seconds = _seconds_of(bot, game)
    return (
        f"'{bot}' does not play on arrays (net, greedy and uniform do): it takes about "
        f"{1000 * seconds:.1f} ms a decision, so a best response that needs a hundred million of them "
        f"about {lasting(seconds * NEEDED)}"
    )


def _seconds_of(bot: str, game: Game) -> float:
    """How long a decision of a bot takes, on average over a game with itself, or over part of it."""
    from faraon.arena.external import ForfeitError  # as machine code, nothing that training needs
    from faraon.arena.games import bot_for

    player, state = bot_for(bot, game, PATIENCE), game.deal(1)
    spent, decisions = 0.0, 0
    try:
        player.choose(state.view(state.turn), 0)  # whatever is compiled or begun is not counted
        while not state.over and spent < MEASURED:
            began = time.monotonic()
            move = player.choose(state.view(state.turn), decisions)
            spent, decisions = spent + time.monotonic() - began, decisions + 1
            state = state.play(move)
    except ForfeitError as error:
        raise GameError("bad-request", f"'{bot}' does not play: {error}") from None
    return spent / decisions
