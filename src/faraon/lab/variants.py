"""The tables to compare: one with all defaults, and one for every other value of every option."""

from __future__ import annotations

from dataclasses import dataclass

from faraon.arena.games import check_bot
from faraon.engines.errors import GameError
from faraon.lang.errors import did_you_mean
from faraon.lang.ir import Book, Scalar
from faraon.play.game import Game


@dataclass(frozen=True)
class Variant:
    """A table that differs from the baseline in one option; the baseline itself differs in none."""

    option: str = ""
    value: Scalar = ""

    @property
    def options(self) -> dict[str, Scalar]:
        return {self.option: self.value} if self.option else {}


@dataclass(frozen=True)
class Variants:
    """What can be compared, and what cannot."""

    playable: tuple[Variant, ...]
    """The baseline first."""
    skipped: tuple[tuple[Variant, str], ...]
    """With the reason."""


def variants(book: Book, players: int, only: list[str], bots: tuple[str, ...] = ()) -> Variants:
    """The variants of a rulebook, or of some of its options, at which these bots can play."""
    known = {option.name: option for option in book.options}
    for name in only:
        if name not in known:
            hint = did_you_mean(name, known) if known else "this rulebook has no options"
            raise GameError("bad-option", f"there is no option '{name}': {hint}")
    _check_table(Game(book, players, {}), bots)  # without a baseline there is nothing to compare with
    playable, skipped = [Variant()], []
    for option in book.options:
        if only and option.name not in only:
            continue
        for value in option.values:
            if value == option.default:
                continue
            variant = Variant(option.name, value)
            try:
                _check_table(Game(book, players, variant.options), bots)
                playable.append(variant)
            except GameError as error:
                skipped.append((variant, str(error)))
    return Variants(tuple(playable), tuple(skipped))


def _check_table(game: Game, bots: tuple[str, ...]) -> None:
    """:class:`GameError` if it cannot be dealt, or if one of the bots cannot play there."""
    game.packs()
    for name in bots:
        check_bot(name, game)
