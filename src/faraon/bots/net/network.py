"""Networks forward, in NumPy: one row at a decision, and many side by side for a search.

One row is multiplied without BLAS, which would start a thread on every core for it: a server with many tables
has better things to do. Many rows are worth it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from faraon.bots.net.weights import Arrays
from faraon.engines.errors import GameError
from faraon.engines.extras import extra

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

Row = NDArray[np.float32]
"""One row, or rows."""

ROOT, CUBE = 0.7978845608, 0.0356774081
"""The root of 2/pi, and 0.044715 times that."""


class Layer:
    """``x @ w + b``."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        self.w = np.ascontiguousarray(arrays[f"{name}/w"], np.float32)
        self.b = np.ascontiguousarray(arrays[f"{name}/b"], np.float32)

    @cached_property
    def turned(self) -> NDArray[np.float32]:
        """A row for every output, so that a few of them can be taken."""
        return np.ascontiguousarray(self.w.T)

    def one(self, x: Row) -> Row:
        """Of one row."""
        found: Row = np.einsum("ji,i->j", self.turned, x)
        found += self.b
        return found

    def sparse(self, x: Row) -> Row:
        """Of one row that is mostly zeros."""
        there = x.nonzero()[0]
        found: Row = np.einsum("i,ij->j", x[there], self.w[there])
        found += self.b
        return found

    def some(self, x: Row, outputs: NDArray[np.intp]) -> Row:
        """Some outputs of one row or of many."""
        w = self.turned[outputs]
        found: Row = np.einsum("ji,i->j", w, x) if x.ndim == 1 else x @ w.T
        found += self.b[outputs]
        return found

    def many(self, x: Row) -> Row:
        """Of many rows."""
        found: Row = x @ self.w
        found += self.b
        return found

    def alike(self, x: Row) -> Row:
        """Of many rows that are zero in the same places, mostly."""
        there = np.flatnonzero((x != 0).any(0))
        found: Row = x[:, there] @ self.w[there]
        found += self.b
        return found


class Network:
    """A trunk of layers, and heads on top of it."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        """The network of that name among the arrays of a file; one without layers if there is none."""
        self.name, depth = name, 0
        self.trunk: list[Layer] = []
        of_it = [key.split("/") for key in arrays if key.startswith(f"{name}/")]
        parts = {key[1] for key in of_it if key[-1] == "w"} & {key[1] for key in of_it if key[-1] == "b"}
        while f"{depth}" in parts:
            self.trunk.append(Layer(arrays, f"{name}/{depth}"))
            depth += 1
        self.heads = {part: Layer(arrays, f"{name}/{part}") for part in parts if not part.isdigit()}

    def need(self, inputs: int, **outputs: int) -> None:
        """:class:`GameError` for a network that does not read so many numbers, or answers with others."""
        layers = [layer.w.shape for layer in self.trunk]
        wide = layers[-1][-1] if layers else 0
        wanted = {head: (wide, many) for head, many in outputs.items()}
        found = {head: layer.w.shape for head, layer in self.heads.items()}
        fits = bool(layers) and layers[0][0] == inputs and found == wanted
        fits = fits and all(before[-1] == after[0] for before, after in pairwise(layers))
        every = [*self.trunk, *self.heads.values()]
        if not fits or any(layer.b.shape != layer.w.shape[1:] for layer in every):
            raise GameError(
                "bad-request",
                f"these weights have no network '{self.name}' for what this version shows and asks",
                f"v týchto váhach nie je sieť '{self.name}' pre to, čo táto verzia ukazuje a na čo sa pýta",
            )

    def features(self, x: Row) -> Row:
        """What the heads read."""
        for depth, layer in enumerate(self.trunk):
            if x.ndim > 1:
                y = layer.many(x) if depth else layer.alike(x)
            else:
                y = layer.one(x) if depth else layer.sparse(x)
            _bend(y)
            if y.shape == x.shape:
                y += x
            x = y
        return x

    def head(self, name: str, features: Row) -> Row:
        layer = self.heads[name]
        return layer.many(features) if features.ndim > 1 else layer.one(features)


ROWS = 64
"""So many rows are bent at once: what was multiplied last is still near then."""


def _bend(x: Row) -> None:
    """GELU by its tanh, in place."""
    if x.ndim == 1:
        _bend_some(x, np.empty_like(x))
        return
    spare = np.empty((min(ROWS, len(x)), x.shape[1]), np.float32)
    for start in range(0, len(x), ROWS):
        part = x[start : start + ROWS]
        _bend_some(part, spare[: len(part)])


def _bend_some(x: Row, spare: Row) -> None:
    np.multiply(x, x, out=spare)
    spare *= np.float32(CUBE)
    spare += np.float32(ROOT)
    spare *= x
    np.tanh(spare, out=spare)
    spare += np.float32(1)
    x *= np.float32(0.5)
    x *= spare
