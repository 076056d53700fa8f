"""The parts of a rulebook of which one may ask whether they ever happen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Something of a rulebook that may or may not ever happen."""

    kind: str
    """``rule``, ``foul``, ``mechanic``, ``start``, ``end``, ``branch``, ``range`` or ``sentence``."""
    name: str
    """Of the implication; of a branch the conditional expression, of a range the variable."""
    detail: str = ""
    """Of a branch ``yes`` or ``no``; of a range where it is left, and by what."""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}" + (f" ({self.detail})" if self.detail else "")


def range_part(name: str, owner: str, text: str, low: int, high: int) -> tuple[Part, Part]:
    """That a variable would fall below its range, and that it would rise above it."""
    return (
        Part("range", name, f"{owner}: {text} < {low}"),
        Part("range", name, f"{owner}: {text} > {high}"),
    )
