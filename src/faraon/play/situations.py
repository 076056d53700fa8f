"""From what a rulebook shows to what people see at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from faraon.cards import Card, Suit
from faraon.engines.explain.statements import fill, in_language
from faraon.engines.explain.stepper import show_value
from faraon.engines.rules import Bound
from faraon.game.log import Entry, SeenEntry, standing
from faraon.game.situation import Note, Situation
from faraon.lang import ir

MOST_KEPT = 10_000


class Situations:
    """The situations of one table. The same few come back all the time, so each is made once."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self._suit = next((k for k, shown in enumerate(bound.shows) if shown.role == "suit"), None)
        self._made: dict[tuple[tuple[int, ...], bool, bool], Situation] = {}

    def __call__(
        self, values: tuple[int, ...], top: Card, alone: bool, log: Sequence[Entry | SeenEntry]
    ) -> Situation:
        """``values`` are those of :attr:`Bound.shows`, in its order; ``alone`` is who has the last chance."""
        key = values, self._suit is not None and (values[self._suit] != top & 3 or _asked(log)), alone
        made = self._made.get(key)
        if made is None:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            made = self._made[key] = self._make(*key)
        return made

    def _make(self, values: tuple[int, ...], declared: bool, alone: bool) -> Situation:
        seen: dict[str, Any] = {"declared": declared}
        notes: list[Note] = []
        for shown, value in zip(self.bound.shows, values, strict=True):
            if shown.role == "suit":
                seen["suit"] = Suit(value)
            elif value > shown.rest:
                match shown.role:
                    case "debt" | "stop":
                        seen[shown.role] = int(value)
                    case "any_card":
                        seen["any_card"] = True
                    case "again":
                        seen["again"] = _note(self.bound, shown, value)
                    case _:
                        notes.append(_note(self.bound, shown, value))
        if not alone and ("again" not in seen or "stop" in seen):
            seen["owed"] = seen.get("debt", 0)
        return Situation(**seen, notes=tuple(notes))


def _asked(log: Sequence[Entry | SeenEntry]) -> bool:
    """Whether a suit was asked for with the card on top."""
    for entry in standing(log):
        if entry.move is not None and entry.move.cards and not entry.foul:
            return entry.move.suit is not None
    return False


def _note(bound: Bound, shown: ir.Shown, value: int) -> Note:
    return Note(shown.role, int(value), *(_text(bound, shown, value, language) for language in ("en", "sk")))


def _text(bound: Bound, shown: ir.Shown, value: int, language: str) -> str:
    """What people are told: the long text if there is one, with the value in its place."""
    texts = shown.texts
    long = ir.Texts(texts.en_long, texts.sk_long)
    template, spoken = in_language(long or texts, language)
    return "".join(
        part if isinstance(part, str) else show_value(part, int(value), spoken)
        for part in fill(bound, template, spoken)
    )
