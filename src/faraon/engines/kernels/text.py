"""Lines of generated source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from faraon.lang import ir


class Text:
    """Collects lines and knows how deep they stand."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0

    def add(self, *lines: str) -> None:
        self.lines.extend("    " * self.depth + line if line else "" for line in lines)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """What stands below a line that ends with a colon."""
        self.add(head)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.add("pass")
        self.depth -= 1

    def __str__(self) -> str:
        return "\n".join(self.lines) + "\n"


def cited(one: ir.Implication) -> str:
    """An implication's name and paragraphs, as a comment."""
    return f"  # {' '.join((one.kind, one.name, *one.paragraphs))}"


def names_in(texts: Iterable[str], known: Iterable[str]) -> list[str]:
    """Those of the known names that the texts use."""
    used = set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))
    return [name for name in known if name in used]
