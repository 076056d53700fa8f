"""Weights of networks in files: eight bits a number, and a scale for every row or every column.

A file tells which rules its networks know, and what made them. It is refused where it is cut or changed,
where it is of another format, and at a table with other rules.
"""

from __future__ import annotations

import hashlib
import json
import os
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.play.game import Game
from faraon.play.numbers import rules_hash

with extra("fast"):
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 2
"""What a network reads beside the observation may change, and what a file holds; then this does."""

STEPS = 127
"""The largest number of a row or a column is so many steps from 0."""

SPOILT = (
    OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, RuntimeError, MemoryError,
    OverflowError, zipfile.BadZipFile, zlib.error, tokenize.TokenError,
)  # fmt: skip
"""What reading a file of arrays may end in: one that is cut, changed, or no such file at all."""

Arrays = dict[str, NDArray[np.float32]]
"""All numbers of some networks, as ``policy/0/w`` and ``policy/0/b``: layers are numbered, heads named."""


@dataclass(frozen=True)
class Weights:
    """Networks as they were trained."""

    name: str
    seats: int
    """The most players that they know,"""
    rules: Mapping[int, str]
    """the rules hash of every number of players,"""
    made: Mapping[str, Any]
    """what made them,"""
    arrays: Arrays
    """and all their numbers."""


def save_weights(path: Path, weights: Weights) -> None:
    """Writes a file; what is read back differs by the rounding."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, numbers in weights.arrays.items():
        if numbers.ndim == 2:
            arrays[name], arrays[f"{name}/scale"] = _rounded(numbers)
        else:
            arrays[name] = numbers.astype(np.float32)
    about = {
        "format": FORMAT,
        "name": weights.name,
        "seats": weights.seats,
        "rules": {str(players): rules for players, rules in weights.rules.items()},
        "made": dict(weights.made),
    }
    _write(path, {**about, "sum": _sum(about, arrays)}, arrays)


def _rounded(numbers: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """In steps of a scale for every column or for every row, whichever is nearer: inputs that are seldom
    there have numbers of another size than the others, and so have actions. What shares a scale lies together
    in the file, where columns that are alike then take no room."""

    def along(axis: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        scale = (np.abs(numbers).max(axis, keepdims=True) / STEPS).astype(np.float32)
        steps = np.rint(numbers / np.maximum(scale, 1e-12)).astype(np.int8)
        return np.asarray(steps, order="F" if axis == 0 else "C"), scale

    def error(found: tuple[NDArray[np.int8], NDArray[np.float32]]) -> float:
        steps, scale = found
        return float(((steps * scale - numbers) ** 2).sum())

    return min(along(0), along(1), key=error)


def _write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Whoever is killed while writing it leaves the file that was there before."""
    said, new = np.frombuffer(json.dumps(about).encode(), np.uint8), path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, about=said, **arrays)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def remember(path: Path, name: str, measured: Mapping[str, Any]) -> None:
    """Adds to what is said of a file's weights, which stay as they are."""
    load_weights(path)
    about, arrays = _opened(path)
    about["made"][name] = {**about["made"].get(name, {}), **measured}
    _write(path, about, arrays)


def load_weights(path: Path) -> Weights:
    """The networks of a file; :class:`GameError` says why it is none."""
    try:
        about, arrays = _opened(path)
        format_, found = about["format"], None
        if format_ == FORMAT and about["sum"] == _sum(about, arrays):
            found = _meant(about, arrays)
    except FileNotFoundError:
        raise GameError("bad-request", f"there is no file {path}", f"súbor {path} neexistuje") from None
    except SPOILT as error:
        why = f" ({error.strerror})" if isinstance(error, OSError) and error.strerror else ""
        message = f"{path} holds no weights of networks, or not all of them{why}"
        raise GameError("bad-request", message, f"v {path} nie sú váhy sietí, alebo nie celé") from None
    if format_ != FORMAT:
        message = f"{path} has format {format_}, this version reads {FORMAT}: train or fetch it anew"
        raise GameError("bad-request", message, f"{path} má formát {format_}, táto verzia číta {FORMAT}")
    if found is None:
        message = f"{path} was changed after it was written"
        raise GameError("bad-request", message, f"{path} niekto po zapísaní zmenil")
    for name, numbers in found.arrays.items():
        if not np.isfinite(numbers).all():
            message = f"{path} holds numbers that are not finite, in '{name}'"
            raise GameError("bad-request", message, f"v {path} sú čísla, ktoré nie sú konečné, v '{name}'")
    return found


def _opened(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What is said in a file, and its arrays."""
    with path.open("rb") as file, np.load(file, allow_pickle=False) as read:
        arrays = {name: read[name] for name in read.files}
    return json.loads(arrays.pop("about").tobytes()), arrays


def _meant(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Weights:
    rules = {int(players): str(rules) for players, rules in about["rules"].items()}
    return Weights(str(about["name"]), int(about["seats"]), rules, dict(about["made"]), _read(arrays))


def _read(arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    found = {}
    for name, numbers in arrays.items():
        scale = arrays.get(f"{name}/scale")
        if not name.endswith("/scale"):
            with np.errstate(all="ignore"):  # numbers that are not finite are refused later
                plain = numbers.astype(np.float32)
                found[name] = plain if scale is None else plain * scale
    return found


def _sum(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Of the numbers and of what decides how they are used; what made them may be added to."""
    used = {name: about[name] for name in ("format", "name", "seats", "rules")}
    digest = hashlib.sha256(json.dumps(used, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype.str} {arrays[name].shape} ".encode())
        digest.update(np.ascontiguousarray(arrays[name]).tobytes())
    return digest.hexdigest()


def need_known_rules(weights: Weights, game: Game) -> None:
    """:class:`GameError` at a table whose rules the networks have not learned."""
    who, known = f"'{weights.name}'", weights.rules.get(game.players)
    if known is None:
        seats = ", ".join(map(str, sorted(weights.rules)))
        raise GameError(
            "bad-option",
            f"the network {who} learned tables of {seats} players, not of {game.players}",
            f"sieť {who} sa učila pri stoloch s počtom hráčov {seats}, nie {game.players}",
        )
    try:
        own = rules_hash(game)
    except GameError:  # the pile is shuffled, say, or there are several packs
        raise GameError(
            "bad-option",
            f"the network {who} learned other rules, and what this table shows has no numbers",
            f"sieť {who} sa učila iné pravidlá a to, čo ukazuje tento stôl, sa číslami zapísať nedá",
        ) from None
    if own != known:
        raise GameError(
            "bad-option",
            f"the network {who} learned other rules: their hash is {known}, this table has {own}",
            f"sieť {who} sa učila iné pravidlá: majú odtlačok {known}, tento stôl {own}",
        )
