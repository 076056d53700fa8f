"""What a training run is set to; a run keeps it, so that it can be repeated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from faraon.engines.errors import GameError
from faraon.lang.errors import did_you_mean

COSTS = (0.001, 0.003, 0.006, 0.012)
"""What every move costs everybody, by style, with two players; with more (2 / players)² of it. Without it
self-play ends in hoarding."""

LIMITS = {
    "seed": (0, 2**31 - 1),
    "decisions": (1, 10**15),
    "batch": (8, 2**20),
    "moves": (1, 1024),
    "parts": (1, 2**20),
    "hidden": (8, 8192),
    "depth": (1, 32),
    "rate": (1e-9, 1.0),
    "entropy": (1e-9, 1.0),
    "clip": (1e-3, 10.0),
    "trace": (0.0, 1.0),
    "average": (0.0, 0.999999),
    "past": (0.0, 1.0),
    "greedy": (0.0, 1.0),
    "memory": (1, 1000),
    "remember": (1, 10**9),
    "belief": (0, 10**15),
    "longest": (1, 10_000),
    "style": (0, len(COSTS) - 1),
}
"""What can be set: rate and entropy fall by a factor, and so never from or to nothing."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The recipe; ``docs/how-to/train-an-agent.md`` says what was tried."""

    seed: int = 1
    decisions: int = 2_000_000_000
    """How many are played in all; rate and entropy fall with what is done."""
    batch: int = 16384
    """So many games at once,"""
    moves: int = 32
    """and so many moves in each before the network learns from them,"""
    parts: int = 16
    """in so many parts."""
    hidden: int = 512
    depth: int = 2
    rate: tuple[float, float] = (5e-4, 2e-5)
    """How far a step goes, at first and at last;"""
    entropy: tuple[float, float] = (0.03, 0.003)
    """and how much variety is worth."""
    clip: float = 0.2
    trace: float = 0.95
    """How much later values count for an advantage."""
    average: float = 0.995
    """What is kept is an average over the last steps, of which this much stays each time."""
    past: float = 0.1
    """The share of games against networks of the past,"""
    greedy: float = 0.1
    """and of those against the greedy player: in both one seat learns."""
    memory: int = 6
    """How many networks of the past are kept,"""
    remember: int = 150
    """one more after so many steps."""
    belief: int = 300_000_000
    """So many positions teach the belief, when the policy is done."""
    longest: int = 120
    """After so many moves of each player a game is cut, and everybody has lost."""
    style: int | None = None
    """The style of all games; usually each has one of its own, so that the network learns them all."""

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            for one in value if isinstance(value, tuple) else (value,):
                if one is not None and not least <= one <= most:
                    raise GameError("bad-request", f"{name} is {least} to {most}, not {one}")
        if self.past + self.greedy > 1:
            raise GameError("bad-request", "past and greedy are shares, together at most 1")
        if self.batch * self.moves % self.parts:
            message = f"{self.batch} games of {self.moves} moves do not make {self.parts} equal parts"
            raise GameError("bad-request", message)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def having(self, pairs: Mapping[str, Any]) -> Settings:
        """With some of them set; a pair of numbers is written ``0.03/0.003``."""
        usual = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in pairs.items():
            if name not in usual:
                raise GameError(
                    "bad-request", f"training has no setting '{name}': {did_you_mean(name, usual)}"
                )
            try:
                usual[name] = _read(usual[name], value)
            except ValueError:
                wanted = _kind(usual[name])
                raise GameError("bad-request", f"'{name}' is {wanted}, not {str(value)!r}") from None
        return type(self)(**usual)


def _read(usual: object, value: object) -> object:
    if isinstance(usual, tuple):
        first, last = map(float, str(value).split("/"))
        return first, last
    return float(str(value)) if isinstance(usual, float) else int(str(value))


def _kind(usual: object) -> str:
    if isinstance(usual, tuple):
        return "two numbers, at first and at last, such as 0.03/0.003"
    return "a number" if isinstance(usual, float) else "a whole number"


@dataclass(frozen=True, slots=True)
class Groups:
    """Of how many rows of a batch everybody learns, or one seat does against somebody else."""

    own: int
    past: int
    greedy: int

    @property
    def rows(self) -> int:
        return self.own + self.past + self.greedy


@dataclass(frozen=True, slots=True)
class Pace:
    """How a run is watched, which changes nothing of it."""

    minutes: float | None = None
    """Stop after so long, to go on later."""
    watch: float = 60.0
    """Every so many seconds it is evaluated, told and kept."""
    deals: int | None = None
    """On so many deals; usually as many as the device plays in a few seconds."""

    def __post_init__(self) -> None:
        least = {"minutes": 0, "watch": 0, "deals": 1}
        for name, lowest in least.items():
            value = getattr(self, name)
            if value is not None and not value >= lowest:
                raise GameError("bad-request", f"{name} is {lowest} or more, not {value}")
