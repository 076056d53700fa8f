"""Lines of generated source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import resources

from faraon.lang import ir

WIDTH = 118
SIGNS = (" & ", " | ", " and ", " or ")


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
        return "\n".join(wrapped for line in self.lines for wrapped in wrap(line)) + "\n"


def wrap(line: str, width: int = WIDTH) -> list[str]:
    """A long line as several, broken where its outermost brackets join things.

    >>> wrap("    x = spread((a_long_name == 1) & (another_name == 2))", 40)
    ['    x = spread(', '        (a_long_name == 1)', '        & (another_name == 2)', '    )']
    """
    if len(line) <= width or line.lstrip().startswith("#"):
        return [line]
    opening, parts = _brackets(line)
    if opening < 0:
        return [line]
    closing = _matching(line, opening)
    indent = line[: len(line) - len(line.lstrip())]
    inside = [wrapped for part in parts for wrapped in wrap(f"{indent}    {part}", width)]
    return [line[: opening + 1], *inside, *wrap(indent + line[closing:], width)]


def _brackets(line: str) -> tuple[int, list[str]]:
    """Where the first brackets open that hold more than one thing, and what they hold; else -1."""
    opening = line.find("(")
    while opening >= 0:
        parts = _parts(line[opening + 1 : _matching(line, opening)])
        if len(parts) > 1:
            return opening, parts
        opening = line.find("(", opening + 1)
    return -1, []


def _matching(line: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(line)):
        depth += (line[at] == "(") - (line[at] == ")")
        if depth == 0:
            return at
    raise ValueError(line)


def _parts(text: str) -> list[str]:
    """What stands between the outermost signs of a text; commas stay behind, other signs go before."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and text[at : at + 2] == ", ":
            parts.append(text[start : at + 1])
            start = at + 2
        elif depth == 0 and text.startswith(SIGNS, at) and at > start:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def cited(implication: ir.Implication) -> str:
    """An implication's name and paragraphs, as a comment."""
    return f"  # {' '.join((implication.kind, implication.name, *implication.paragraphs))}"


def joined(*modules: str, kernel: str = "") -> str:
    """Modules of this project as one text; what one imports from another stands above it.

    ``faraon_kernel`` stands for the kernel with this name, or for the text itself.
    """
    paths = (module.rpartition(".") for module in modules)
    files = (resources.files(package).joinpath(f"{name}.py") for package, _, name in paths)
    text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
    if kernel:
        text = text.replace("from faraon_kernel import", f"from {kernel} import")
    return re.sub(
        r"^from (faraon_kernel|faraon\.[\w.]+) import (\([^)]*\)|.*)\n", "", text, flags=re.MULTILINE
    )


def names_in(texts: Iterable[str], known: Iterable[str]) -> list[str]:
    """Those of the known names that the texts use."""
    used = set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))
    return [name for name in known if name in used]
