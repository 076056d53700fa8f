"""What a record tells about its deal, as tags: everything that is needed to verify it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import get_args

from faraon.game.record import Record, RecordError
from faraon.server.table.fair import Label, Starter

_OLD = ("Commitment", "Secret", "Label", "Salts")
"""All tags of the first scheme."""
_NEW = ("Seals", "Seats", "Playing", "Starter")
_FORMS = {
    "Commitment": r"[0-9a-f]{64}",
    "Secret": r"[0-9a-f]{64}",
    "Salts": r"[0-9A-Za-z_-]{0,64}",
    "Seals": r"(?:[0-9a-f]{64})?",
    "Seats": "person|bot|open|closed",
    "Playing": r"[0-9]{1,2}",
    "Starter": "|".join(get_args(Starter)),
}
"""What a tag holds, or each part of one that is a list."""


@dataclass(frozen=True, slots=True)
class ToldDeal:
    """A deal in the words of a record; lists are by seat of the table."""

    label: Label
    commitment: str
    secret: str
    salts: tuple[str, ...]
    seals: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    playing: tuple[int, ...] = ()
    """The seats of the table by seat of the game."""
    starter: str = ""
    """A :data:`Starter`; the first scheme does not tell it."""

    @property
    def people(self) -> list[int]:
        return [seat for seat, kind in enumerate(self.kinds) if kind == "person"]

    def tags(self) -> dict[str, str]:
        old = (self.commitment, self.secret, str(self.label), ",".join(self.salts))
        new = (",".join(self.seals), ",".join(self.kinds), ",".join(map(str, self.playing)), self.starter)
        tags = dict(zip(_OLD, old, strict=True))
        return tags if self.label.scheme == 1 else tags | dict(zip(_NEW, new, strict=True))

    @classmethod
    def read(cls, record: Record) -> ToldDeal | None:
        """``None`` if the record says nothing about its deal; :class:`RecordError` if it is badly told."""
        tags = record.tags
        if not any(tag in tags for tag in (*_OLD, *_NEW)):
            return None
        try:
            label = Label.parse(tags.get("Label", ""))
        except ValueError:
            raise _wrong("Label") from None
        for tag in _OLD if label.scheme == 1 else (*_OLD, *_NEW):
            if tag not in tags:
                raise RecordError(
                    f"the deal cannot be verified without the tag [{tag} …]",
                    f"bez značky [{tag} …] sa rozdanie nedá overiť",
                )
        committed, secret = _parts(tags, "Commitment")[0], _parts(tags, "Secret")[0]
        told = cls(label, committed, secret, _parts(tags, "Salts"))
        if label.scheme == 1:
            return told
        return replace(
            told,
            seals=_parts(tags, "Seals"),
            kinds=_parts(tags, "Seats"),
            playing=tuple(map(int, _parts(tags, "Playing"))),
            starter=_parts(tags, "Starter")[0],
        )


def _parts(tags: dict[str, str], tag: str) -> tuple[str, ...]:
    """The parts of a tag, each of its form; those that are no list have one."""
    parts = tuple(tags[tag].split(",")) if tag in ("Salts", *_NEW[:3]) else (tags[tag],)
    if not all(re.fullmatch(_FORMS[tag], part) for part in parts):
        raise _wrong(tag)
    return parts


def _wrong(tag: str) -> RecordError:
    return RecordError(
        f"the tag [{tag} …] does not hold what it must", f"v značke [{tag} …] nie je to, čo v nej má byť"
    )
