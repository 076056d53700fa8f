"""``faraon verify``: whether the deals of records were fair, and what a record alone cannot tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from faraon.cli.records import game_of, naming, read_record
from faraon.game.record import RecordError
from faraon.play.replay import Replay, replay
from faraon.server.table.fair import Label
from faraon.server.table.told_deal import ToldDeal
from faraon.server.table.verify import Verified, verify_deal


@dataclass(frozen=True, slots=True)
class Noted:
    """What a player wrote down before the deal; empty if nothing."""

    commitment: str = ""
    salt: str = ""


def verify_records(files: Sequence[Path], rulebook: str, language: str, noted: Noted) -> Iterator[str]:
    """Replays records and verifies their deals; :class:`RecordError` where something does not fit."""
    if len(files) > 1 and noted != Noted():
        raise RecordError(
            "what you noted is compared with one record", "čo máš poznačené, sa porovnáva s jedným záznamom"
        )
    played: dict[Path, Replay] = {}
    games: dict[Label, Replay] = {}
    for file in files:
        with naming(file):
            record = read_record(file)
            played[file] = replay(record, game_of(record, rulebook))
            if (told := ToldDeal.read(record)) is not None:
                games[told.label] = played[file]
    for file, one in played.items():
        with naming(file):
            found = _verified(one, games)
            _compare(found, noted)
        moves, result = len(one.record.turns), one.record.result
        if language == "sk":
            yield f"{file}: poctivé rozdanie overené, ťahov: {moves}, výsledok: {result}"
        else:
            yield f"{file}: fair deal verified, {moves} moves, result: {result}"
        for line in _details(found, language == "sk", noted):
            yield f"  {line}"


def _verified(played: Replay, games: dict[Label, Replay]) -> Verified:
    told = ToldDeal.read(played.record)
    before = games.get(told.label._replace(game=told.label.game - 1)) if told is not None else None
    found = verify_deal(played, before)
    if found is None:
        raise RecordError("it does not say how it was dealt", "záznam nehovorí, ako sa rozdávalo")
    return found


def _compare(found: Verified, noted: Noted) -> None:
    if noted.commitment and noted.commitment.strip().lower() != found.told.commitment:
        raise RecordError(
            "the commitment is not the one that you saw before the deal",
            "odtlačok nie je ten, ktorý ti server ukázal pred rozdaním",
        )
    if noted.salt and noted.salt.strip() not in found.told.salts:
        raise RecordError("your text was not used", "tvoj text sa nepoužil")


def _details(found: Verified, sk: bool, noted: Noted) -> Iterator[str]:
    old, added = found.told.label.scheme == 1, ", ".join(map(str, found.added))
    both, shuffles = found.first, found.shuffles
    if sk:
        yield f"balíček {'a začínajúce miesto sedia' if both else 'sedí'}, overených miešaní: {shuffles}"
        yield f"text pridali miesta: {added}" if added else "text nepridal nikto: rozdanie určil sám server"
    else:
        yield f"the deck {'and the first seat are' if both else 'is'} right, shuffles verified: {shuffles}"
        yield (
            f"texts were added by seats: {added}"
            if added
            else "nobody added a text: the server alone decided"
        )
    for seat in found.withheld:
        if sk:
            yield f"miesto {seat} svoj zapečatený text včas neotvorilo: ráta sa ako prázdny"
        else:
            yield f"seat {seat} did not open its sealed text in time: it counts as empty"
    if old:
        yield (
            "starý záznam: texty neboli zapečatené a nevie sa, prečo začína toto miesto"
            if sk
            else "an old record: the texts were not sealed, and it does not say why this seat starts"
        )
    elif not both:
        yield (
            "o začínajúcom rozhodla predošlá hra: pridaj aj jej záznam"
            if sk
            else "the game before decided who starts: give its record, too"
        )
    if not noted.commitment:
        asked = (
            "porovnaj odtlačok s tým, ktorý ti server ukázal pred hrou"
            if sk
            else "compare the commitment with the one that you saw before the game"
        )
        yield f"{asked}: {found.told.commitment}"
