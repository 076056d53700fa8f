"""What the settings do: measured deals in, numbers with intervals and differences out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from faraon.arena import stats
from faraon.engines.extras import extra
from faraon.lab.variants import Variant, Variants
from faraon.lang.ir import Book
from faraon.play.cover import live
from faraon.play.game import Game

with extra("fast"):
    import numpy as np

Deals = Sequence[Mapping[str, Any]]

MEASURES: dict[str, Callable[[stats.Values], stats.Interval]] = {
    "moves": stats.rate,
    "starter": stats.share,
    "comeback": stats.share,
    "drawn": stats.share,
    "gain": stats.mean,
}
"""Every number of a variant, and how its interval is found."""

QUANTILES = (10, 50, 90)


def summary(identity: Mapping[str, Any], found: Variants, book: Book, done: Deals) -> dict[str, Any]:
    """The result of the laboratory, whatever the order in which the deals were finished."""
    by_variant: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for one in sorted(done, key=lambda one: (one["variant"], one["deal"])):
        by_variant[one["variant"]].append(one)
    base = by_variant[0]
    names = _implications(book, identity["players"], found)
    options = []
    for option in book.options:
        own = [number for number, one in enumerate(found.playable) if one.option == option.name]
        skipped = [(one.value, why) for one, why in found.skipped if one.option == option.name]
        if own or skipped:
            options.append(
                {
                    "name": option.name,
                    "title": "".join(map(str, option.texts.en)),
                    "default": option.default,
                    "values": [_variant(found.playable[k], by_variant[k], base, names) for k in own],
                    "skipped": [{"value": value, "why": why} for value, why in skipped],
                }
            )
    fired = {name: stats.rate(_fired(base, name)).to_json() for name in names}
    return {
        "faraon": "lab",
        "run": dict(identity),
        "fair": round(1 / identity["players"], stats.DIGITS),
        "baseline": _measures(base),
        "fired": [
            {"name": name, "paragraphs": list(paragraphs), **fired[name]}
            for name, paragraphs in names.items()
        ],
        "options": options,
    }


def _implications(book: Book, players: int, found: Variants) -> dict[str, tuple[str, ...]]:
    """Everything that can fire in some variant, with its paragraphs."""
    names: dict[str, tuple[str, ...]] = {}
    for variant in found.playable:
        for kind, group in live(Game(book, players, variant.options).bound).items():
            for one in group:
                names.setdefault(f"{kind} {one.name}", tuple(one.paragraphs))
    return names


def _column(deals: Deals, name: str) -> stats.Values:
    return np.array([float(one[name]) for one in deals if name in one])


def _fired(deals: Deals, name: str) -> stats.Values:
    return np.array([float(one["fired"].get(name, 0)) for one in deals])


def _measures(deals: Deals) -> dict[str, Any]:
    moves = _column(deals, "moves")
    return {
        **{name: interval(_column(deals, name)).to_json() for name, interval in MEASURES.items()},
        **{f"moves_p{q}": stats.quantile(moves, q / 100).to_json() for q in QUANTILES},
    }


def _difference(mine: stats.Values, base: stats.Values) -> dict[str, Any]:
    """Deal by deal; marked where the interval excludes zero."""
    found = stats.mean(mine - base)
    return {**found.to_json(), "marked": found.excludes_zero}


def _variant(variant: Variant, deals: Deals, base: Deals, names: Mapping[str, Any]) -> dict[str, Any]:
    if [one["print"] for one in deals] == [one["print"] for one in base]:
        return {"value": variant.value, "same": True}
    fired = []
    for name in names:
        mine = _fired(deals, name)
        difference = _difference(mine, _fired(base, name))
        if difference["marked"]:
            fired.append({"name": name, **stats.rate(mine).to_json(), "difference": difference})
    return {
        "value": variant.value,
        "same": False,
        "deals": len(deals),
        "deals_changed": sum(one["print"] != other["print"] for one, other in zip(deals, base, strict=True)),
        **_measures(deals),
        "differences": {name: _difference(_column(deals, name), _column(base, name)) for name in MEASURES},
        "fired": fired,
    }
