"""Game records on the command line."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from faraon.game.log import SeenEntry
from faraon.game.record import Record, RecordError
from faraon.game.telling import tell
from faraon.lang.library import read_book
from faraon.play.documents import document_tuple
from faraon.play.game import Game
from faraon.play.replay import record_of, replay
from faraon.play.state import State
from faraon.words import seat_name, why_sk


def save_record(state: State, file: Path) -> None:
    """Writes a game's record."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    try:
        file.write_text(record_of(state, today).write(), encoding="utf-8")
    except OSError as error:
        raise RecordError(
            f"cannot write {file}: {error.strerror}", f"{file} sa nedá zapísať: {why_sk(error)}"
        ) from None


def read_record(file: Path) -> Record:
    try:
        return Record.read(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise RecordError(f"{file} is not UTF-8 text", f"{file} nie je text v UTF-8") from None
    except OSError as error:
        raise RecordError(
            f"cannot read {file}: {error.strerror}", f"{file} sa nedá prečítať: {why_sk(error)}"
        ) from None


def tell_record(file: Path, rulebook: str, quiet: bool, as_tuple: bool, language: str) -> Iterator[str]:
    """A record replayed and told; everything is open in it, as the game is over."""
    with naming(file):
        record = read_record(file)
        played = replay(record, game_of(record, rulebook))
    sk = language == "sk"
    names = [seat_name(seat, language) for seat in range(record.players)]
    if not quiet:
        for state in played.states:
            if state.log:
                entry = state.log[-1]
                told = tell(SeenEntry.of(entry.seat, entry), state.facts(), names, language)
                yield f"{len(state.log) - 1:>4}  {told}"
            if as_tuple:
                yield f"      {document_tuple(state)}"
    if played.changed:
        yield (
            "Pravidlá sa odvtedy zmenili; záznam platí aj podľa dnešných."
            if sk
            else "The rulebook has changed since; the record is valid by today's, too."
        )
    turns = len(record.turns)
    yield (
        f"{file}: v poriadku, ťahov: {turns}, výsledok: {record.result}"
        if sk
        else f"{file}: verified, {turns} moves, result: {record.result}"
    )


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """An error of a record says which file it is about."""
    try:
        yield
    except RecordError as error:
        told = (str(error), error.sk)
        raise RecordError(*(one if str(file) in one else f"{file}: {one}" for one in told)) from None


def game_of(record: Record, rulebook: str) -> Game | None:
    """The game by a rulebook that was asked for, a name or a path; or else the record says which."""
    return Game(read_book(rulebook), record.players, record.options) if rulebook else None
