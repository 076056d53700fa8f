"""Game records (``.fgn``): tags, the deck, then a line a turn. Plain data; the engine replays it.

::

    [Format "faraon 1"]
    [Rulebook "classic"]
    [Hash "24c6abc1c750f689…"]
    [Options "ace_two=free"]
    [Players "2"]
    [First "0"]
    [Date "2026-11-15"]
    [Result "loser 1"]

    deck h7 l8 …
    1. 0 b8 h8
    2. 1 draw
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from faraon.cards import Card, parse_cards, write_cards
from faraon.game.move import BadMoveError, Move, not_a_move_sk
from faraon.game.options import read_pairs

FORMAT = "faraon 1"
LONGEST_RECORD = 2_000_000
UNFINISHED = "unfinished"
DRAWN = "drawn"
GIVEN = "given"

_TAG = re.compile(r'\[(?P<name>[A-Za-z][A-Za-z0-9]*) "(?P<value>[^"]*)"\]')
_TURN = re.compile(
    r"(?P<number>[0-9]{1,7})\. (?P<seat>[0-9]{1,2}) (?P<move>[^;]*)(?:; shuffled (?P<order>.*))?"
)
_NEEDED = ("Format", "Rulebook", "Hash", "Players", "Result")
_KNOWN = (*_NEEDED, "Options", "First", "HandSizes", "Chance", "Date")


class RecordError(ValueError):
    """A text that is not a record, or one that does not replay; the message names the line."""

    def __init__(self, message: str, sk: str = "") -> None:
        super().__init__(message)
        self.sk = sk
        """The message in Slovak, where players may meet it."""


@dataclass(frozen=True)
class Turn:
    """One line: who moved, how, and the order of the stock if it was shuffled."""

    seat: int
    move: Move
    shuffled: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Record:
    """A game as it is written down."""

    rulebook: str
    hash: str
    """The rulebook's fingerprint when the game was played."""
    players: int
    options: dict[str, str | int]
    result: str
    """``loser 2``, ``drawn``, ``winner 0`` (nobody lost, the first one out won) or ``unfinished``."""
    deck: tuple[Card, ...] = ()
    position: dict[str, Any] | None = None
    """The first position, where the game did not begin with a deal."""
    first: int = 0
    hand_sizes: tuple[int, ...] | None = None
    chance: int = 0
    given: bool = False
    """The shuffled pile was given its orders, which the turns hold; chance had no part in it."""
    date: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    """Any other tags, such as the players' names."""
    turns: tuple[Turn, ...] = ()

    # ---------------------------------------------------------------------------------------------- writing
    def write(self) -> str:
        """The record as text."""
        return "\n".join((*self._tags(), "", *self._start(), *self._lines())) + "\n"

    def _tags(self) -> Iterator[str]:
        yield _tag("Format", FORMAT)
        yield _tag("Rulebook", self.rulebook)
        yield _tag("Hash", self.hash)
        yield _tag("Options", " ".join(f"{name}={value}" for name, value in self.options.items()))
        yield _tag("Players", self.players)
        yield _tag("First", self.first)
        if self.hand_sizes is not None:
            yield _tag("HandSizes", " ".join(map(str, self.hand_sizes)))
        if self.given or self.chance:
            yield _tag("Chance", GIVEN if self.given else self.chance)
        if self.date:
            yield _tag("Date", self.date)
        for name, value in self.tags.items():
            yield _tag(name, value)
        yield _tag("Result", self.result)

    def _start(self) -> Iterator[str]:
        if self.position is not None:
            yield "position " + json.dumps(self.position)
        for at in range(0, len(self.deck), 16):
            yield "deck " + write_cards(self.deck[at : at + 16])

    def _lines(self) -> Iterator[str]:
        for number, turn in enumerate(self.turns, 1):
            order = f" ; shuffled {write_cards(turn.shuffled)}" if turn.shuffled else ""
            yield f"{number}. {turn.seat} {turn.move}{order}"

    # ---------------------------------------------------------------------------------------------- reading
    @classmethod
    def read(cls, text: str) -> Record:
        """A record from its text; :class:`RecordError` names the line that is wrong."""
        if len(text) > LONGEST_RECORD:
            raise RecordError("the record is too long", "záznam je pridlhý")
        tags: dict[str, str] = {}
        deck: list[Card] = []
        turns: list[Turn] = []
        position: dict[str, Any] | None = None
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            line = line.strip()
            if line.startswith("["):
                _read_tag(line, number, tags)
            elif line.startswith("deck "):
                deck += _cards(line[5:], number)
            elif line.startswith("position "):
                position = _position(line[9:], number)
            elif line:
                turns.append(_turn(line, number, len(turns) + 1))
        for name in _NEEDED:
            if name not in tags:
                raise RecordError(f"the tag [{name} …] is missing", f"chýba značka [{name} …]")
        if tags["Format"] != FORMAT:
            raise RecordError(
                f"the format is {tags['Format']!r}, this program reads {FORMAT!r}",
                f"formát je {tags['Format']!r}, tento program číta {FORMAT!r}",
            )
        if bool(deck) == (position is not None):
            raise RecordError(
                "a record begins with a deck or with a position",
                "záznam sa začína balíčkom (deck) alebo situáciou (position)",
            )
        sizes, given = tags.get("HandSizes"), tags.get("Chance") == GIVEN
        return cls(
            rulebook=tags["Rulebook"],
            hash=tags["Hash"],
            players=_number(tags, "Players"),
            options=read_pairs(tags.get("Options", "").split(), bad_option),
            result=tags["Result"],
            deck=tuple(deck),
            position=position,
            first=_number(tags, "First"),
            hand_sizes=tuple(_int(size, "HandSizes") for size in sizes.split()) if sizes else None,
            chance=0 if given else _number(tags, "Chance"),
            given=given,
            date=tags.get("Date", ""),
            tags={name: value for name, value in tags.items() if name not in _KNOWN},
            turns=tuple(turns),
        )


def _tag(name: str, value: object) -> str:
    return f'[{name} "{str(value).replace(chr(34), chr(39))}"]'


def _read_tag(line: str, number: int, tags: dict[str, str]) -> None:
    match = _TAG.fullmatch(line)
    if match is None:
        raise RecordError(
            f'line {number}: a tag is written [Name "value"]',
            f'riadok {number}: značka sa píše [Názov "hodnota"]',
        )
    if match["name"] in tags:
        name = match["name"]
        raise RecordError(
            f"line {number}: duplicate tag [{name} …]", f"riadok {number}: značka [{name} …] je tu druhý raz"
        )
    tags[match["name"]] = match["value"]


def _cards(text: str, number: int) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise RecordError(f"line {number}: {error}", f"riadok {number}: toto nie sú karty") from None


def _position(text: str, number: int) -> dict[str, Any]:
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        position = None
    if not isinstance(position, dict):
        raise RecordError(
            f"line {number}: the position is not a JSON object",
            f"riadok {number}: situácia nie je objekt JSON",
        )
    return position


def _turn(line: str, number: int, expected: int) -> Turn:
    match = _TURN.fullmatch(line)
    if match is None:
        raise RecordError(
            f"line {number}: a turn is written '{expected}. SEAT MOVE', this is {line[:40]!r}",
            f"riadok {number}: ťah sa píše '{expected}. MIESTO ŤAH', toto je {line[:40]!r}",
        )
    if int(match["number"]) != expected:
        raise RecordError(
            f"line {number}: turn {expected} is expected, this is {match['number']}",
            f"riadok {number}: má tu byť {expected}. ťah, toto je {match['number']}.",
        )
    written = match["move"].strip()
    try:
        move = Move.parse(written)
    except BadMoveError as error:
        raise RecordError(f"line {number}: {error}", f"riadok {number}: {not_a_move_sk(written)}") from None
    order = _cards(match["order"], number) if match["order"] else ()
    return Turn(_int(match["seat"], f"line {number}"), move, order)


def _int(text: str, where: str) -> int:
    if not text.isdecimal() or len(text) > 10:
        raise RecordError(f"{where}: {text[:20]!r} is not a number", f"{where}: {text[:20]!r} nie je číslo")
    return int(text)


def _number(tags: dict[str, str], name: str) -> int:
    return _int(tags.get(name, "0"), name)


def bad_option(pair: str) -> RecordError:
    return RecordError(
        f"Options: {pair!r} is not of the form NAME=VALUE", f"Options: {pair!r} nemá tvar NÁZOV=HODNOTA"
    )
