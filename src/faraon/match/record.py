"""Match records: tags, then the games one after another, and who asked for the beggar's card."""

from __future__ import annotations

import re
from dataclasses import replace

from faraon.engines.errors import GameError
from faraon.engines.rules import choose
from faraon.game.options import read_pairs
from faraon.game.record import LONGEST_RECORD, Record, RecordError, bad_option
from faraon.lang.ir import Book
from faraon.lang.library import UnknownRulebookError, shipped_book
from faraon.match.match import Match
from faraon.play.replay import record_of, replay

FORMAT = "faraon match 1"

_TAG = re.compile(r'\[(?P<name>[A-Za-z]+) "(?P<value>[^"]*)"\]')
_BEGGAR = re.compile(r"beggar (?P<seat>[0-9]{1,2}) (?P<answer>yes|no)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_GAME = "=== game"


def write_match(match: Match, date: str = "") -> str:
    """The record of a match so far, with its finished games and the one that is being played."""
    options = " ".join(f"{name}={value}" for name, value in match.options.items())
    lines = [
        f'[Format "{FORMAT}"]',
        f'[Match "{match.kind}"]',
        f'[Games "{match.games}"]',
        f'[Rulebook "{match.book.name}"]',
        f'[Players "{match.players}"]',
        f'[Options "{options}"]',
    ]
    if date:
        lines.append(f'[Date "{date}"]')
    again = Match.begin(match.book, match.players, match.options, match.kind, match.games)
    states = [one.state for one in match.played] + ([match.current] if match.current is not None else [])
    for number, state in enumerate(states, 1):
        if state is None:
            raise RecordError(f"game {number}: its moves were not kept")
        lines += ["", f"{_GAME} {number}", record_of(state, date).write().rstrip("\n")]
        if state.over:
            again = again.finish(state)
            while again.asked and (again.asked[0] in match.begged or again.asked[0] in match.out):
                asks = again.asked[0] in match.begged
                lines.append(f"beggar {again.asked[0]} {'yes' if asks else 'no'}")
                again = again.beggar(again.asked[0], asks)
    return "\n".join(lines) + "\n"


def read_match(text: str, book: Book | None = None) -> Match:
    """A match from its record, every game replayed; :class:`RecordError` where something does not fit."""
    if len(text) > 50 * LONGEST_RECORD:
        raise RecordError("the record is too long")
    head, *games = re.split(rf"^{_GAME} \d+ *$", text, flags=re.MULTILINE)
    tags = {found["name"]: found["value"] for found in _TAG.finditer(head)}
    if tags.get("Format") != FORMAT:
        raise RecordError(f'this is not a match record: it begins with [Format "{FORMAT}"]')
    try:
        match = _begin(tags, book)
        for number, part in enumerate(games, 1):
            match = _game(match, part, number)
    except (GameError, UnknownRulebookError) as error:
        raise RecordError(str(error)) from None
    return match


def _begin(tags: dict[str, str], book: Book | None) -> Match:
    for name in ("Match", "Games", "Rulebook", "Players"):
        if name not in tags:
            raise RecordError(f"the tag [{name} …] is missing")
    if not (_NUMBER.fullmatch(tags["Players"]) and _NUMBER.fullmatch(tags["Games"])):
        raise RecordError("Players and Games are numbers")
    options = read_pairs(tags.get("Options", "").split(), bad_option)
    book = book or shipped_book(tags["Rulebook"])
    return Match.begin(book, int(tags["Players"]), options, tags["Match"], int(tags["Games"]))


def _game(match: Match, part: str, number: int) -> Match:
    lines = part.splitlines()
    beggars = [found for line in lines if (found := _BEGGAR.fullmatch(line.strip()))]
    record = Record.read("\n".join(line for line in lines if not _BEGGAR.fullmatch(line.strip())))
    if match.over or match.asked or match.current is not None:
        raise RecordError(f"game {number}: the match does not go on here")
    _same_rules(match, record, number)
    if record.position is not None:
        raise RecordError(f"game {number}: a game of a match begins with a deal")
    usual = (match.game.bound.hand_size,) * len(match.table)
    wanted, dealt = match.hand_sizes or usual, record.hand_sizes or usual
    if dealt != wanted:
        raise RecordError(f"game {number}: the hands have {dealt} cards, by the standings {wanted}")
    starter = match.starter
    if starter is not None and record.first != match.table.index(starter):
        raise RecordError(f"game {number}: seat {starter} starts")
    try:
        state = replay(record, match.game).last
    except RecordError as error:
        raise RecordError(f"game {number}: {error}") from None
    if not state.over:
        if beggars:
            raise RecordError(f"game {number}: nobody is asked for the beggar's card before it is over")
        return replace(match, current=state)
    match = match.finish(state)
    for found in beggars:
        match = match.beggar(int(found["seat"]), found["answer"] == "yes")
    return match


def _same_rules(match: Match, record: Record, number: int) -> None:
    """The games of a match are played by the rules of the match."""
    if record.rulebook != match.book.name:
        raise RecordError(f"game {number}: its rulebook is {record.rulebook}, not {match.book.name}")
    if record.players != len(match.table):
        raise RecordError(f"game {number}: {len(match.table)} sit at the table, not {record.players}")
    if choose(match.book, record.options) != choose(match.book, match.options):
        raise RecordError(f"game {number}: its options are not those of the match")
