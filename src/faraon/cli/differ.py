"""The words of ``faraon rules diff``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from faraon.cards import write_cards
from faraon.cli.arguments import read_options
from faraon.cli.prove import Progress, known_book
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.lang.library import shipped, source
from faraon.play import codec
from faraon.play.game import Game
from faraon.proof.answers import Standing
from faraon.proof.diff import Outcome, Side, diff
from faraon.proof.lockstep import Parting
from faraon.proof.positions import plain_position
from faraon.proof.words import STANDINGS

INCLUDED = re.compile(r"^include\s+([a-z][a-z0-9-]*)\s*$", re.MULTILINE)

WHAT = {
    "allowed": ("only one of them allows it", "dovoľuje ho iba jedna"),
    "punished": ("one of them refuses it, the other punishes it", "jedna ho odmietne, druhá potrestá"),
    "hands": ("the hands differ afterwards", "potom sa líšia ruky"),
    "pile": ("the pile differs afterwards", "potom sa líši hracia kopa"),
    "stock": ("the stock differs afterwards", "potom sa líši talón"),
    "over": ("it ends the game by one of them only", "hru končí iba podľa jednej"),
    "loser": ("somebody else loses", "prehráva niekto iný"),
    "out": ("who has finished differs afterwards", "potom sa líši, kto skončil"),
    "shown": ("other cards of the stock are shown at the start", "na začiatku sa ukážu iné karty talónu"),
    "turn": ("somebody else is on turn afterwards", "potom je na ťahu niekto iný"),
}
"""What parts two tables, in both languages; anything else is a variable of the rulebooks."""


def read_side(text: str) -> Side:
    """A rulebook with settings: ``classic ace_two=free``."""
    name, *settings = text.split()
    return Side(known_book(name), read_options(settings))


def base_of(text: str) -> str:
    """The rulebook that another one is built on."""
    _, written = source(text.split()[0])
    found = [name for name in INCLUDED.findall(written) if name in shipped()]
    if not found:
        raise GameError(
            "bad-request",
            f"{text} includes no shipped rulebook: name the other one, too",
            f"{text} nestavia na žiadnych dodaných pravidlách: napíš aj druhé",
        )
    return str(found[0])


def sides_of(first: str, second: str) -> tuple[Side, Side]:
    """Both sides; without a second one, the rulebook that the first is built on."""
    for text in (first, second or first):
        if not text.strip():
            raise GameError("unknown-rulebook", "a rulebook has a name", "pravidlá majú názov")
    return read_side(first), read_side(second or base_of(first))


def compared(sides: tuple[Side, Side], players: int, seconds: float, language: str) -> Outcome:
    """What was found, with progress shown meanwhile."""
    progress = Progress(language)
    least = players or max(side.book.players[0] for side in sides)
    try:
        return diff(sides, least, seconds, progress)
    finally:
        progress.clear()


def tell_outcome(sides: Sequence[Side], outcome: Outcome, language: str) -> Iterator[str]:
    """What was found, to read."""
    names = " | ".join(map(str, sides))
    if outcome.standing is not Standing.refuted:
        yield f"{names}: {STANDINGS[outcome.standing][language]}: {outcome.text[language]}"
        return
    yield f"{names}: {outcome.text[language]}"
    titles = {
        "en": ("the shortest game", "the smallest position"),
        "sk": ("najkratšia hra", "najmenšia situácia"),
    }[language]
    for title, found in zip(titles, (outcome.game, outcome.position), strict=True):
        if found is not None:
            yield f"\n{title}"
            yield from parting_lines(sides, outcome.pair.games, found, language)


def parting_lines(
    sides: Sequence[Side], games: Sequence[Game], found: Parting, language: str
) -> Iterator[str]:
    """A game or a position, the move, and what both say of it."""
    begin = found.begin
    if found.given:
        data = plain_position(games[0].book, codec.write(games[0].bound, begin))
        yield f"  {json.dumps(data, ensure_ascii=False)}"
    else:
        hands = " · ".join(write_cards(hand) for hand in begin.hands)
        pile, stock = ("pile", "stock") if language == "en" else ("hracia kopa", "talón")
        yield f"  {hands}   {pile} {write_cards(begin.pile)}   {stock} {write_cards(begin.stock)}"
    if found.moves:
        yield f"  {', '.join(map(str, found.moves))}"
    before = f"{found.move}: " if found.move != Move() else ""
    yield f"  {before}{what_of(found.what, language)}"
    for side, game, position in zip(sides, games, found.here, strict=True):
        yield f"    {side}: {said_of(game, position, found.move, language)}"


def what_of(what: str, language: str) -> str:
    """What parts them."""
    en, sk = WHAT.get(what, (f"'{what}' differs afterwards", f"potom sa líši '{what}'"))
    return sk if language == "sk" else en


def said_of(game: Game, position: Position, move: Move, language: str) -> str:
    """What a table says of a move: why it is refused, or what it does."""
    if move == Move():
        return json.dumps(plain_position(game.book, codec.write(game.bound, position)), ensure_ascii=False)
    verdict = game.judge(position, move)
    told = " ".join(reason.text(language) for reason in verdict.reasons)
    if verdict.foul is not None:
        return f"! {told} {verdict.foul.text(language)}"
    return f"{'✓' if verdict else '✗'} {told}"


def as_json(sides: Sequence[Side], outcome: Outcome) -> str:
    """What was found, for other programs."""
    data: dict[str, Any] = {
        "sides": [{"rulebook": side.book.name, "hash": side.book.hash, "settings": dict(side.settings)}
                  for side in sides],
        "players": outcome.pair.games[0].players,
        "standing": str(outcome.standing),
        "en": outcome.text.en,
        "sk": outcome.text.sk,
    }  # fmt: skip
    for name, found in (("game", outcome.game), ("position", outcome.position)):
        if found is not None:
            games = outcome.pair.games
            data[name] = {
                "begin": codec.write(games[0].bound, found.begin),
                "given": found.given,
                "moves": [str(move) for move in found.moves],
                "move": None if found.move == Move() else str(found.move),
                "what": found.what,
                "said": [
                    {language: said_of(game, position, found.move, language) for language in ("en", "sk")}
                    for game, position in zip(games, found.here, strict=True)
                ],
            }
    return json.dumps(data, ensure_ascii=False, indent=2)


def exit_code(outcome: Outcome) -> int:
    """0 if they are equal as far as is said, 1 if they part, 3 if that stays open."""
    return {Standing.refuted: 1, Standing.open: 3}.get(outcome.standing, 0)
