"""Where two rulebooks, or two settings of one, part: played first, then asked of the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.lang import ir
from faraon.play.game import Game
from faraon.proof.answers import Clock, OutOfTimeError, Standing, Tell, Text
from faraon.proof.explicit import SMALL, longest
from faraon.proof.lockstep import Pair, Parting
from faraon.proof.table import open_table
from faraon.proof.words import number

GAMES, POSITIONS = 300, 400
"""Random games and positions that are tried."""


@dataclass(frozen=True)
class Side:
    """A rulebook with settings."""

    book: ir.Book
    settings: Mapping[str, object] = field(default_factory=dict)

    def game(self, players: int) -> Game:
        return Game(self.book, players, {**longest(self.book), **self.settings})

    def __str__(self) -> str:
        return " ".join([self.book.name, *(f"{name}={value}" for name, value in self.settings.items())])


@dataclass
class Outcome:
    """What was found of two tables."""

    standing: Standing
    text: Text
    pair: Pair
    game: Parting | None = None
    """The shortest game that parts them, of those that were looked at,"""
    position: Parting | None = None
    """and the smallest position."""


def diff(
    sides: tuple[Side, Side], players: int, seconds: float, tell: Tell, cards: tuple[Card, ...] = ()
) -> Outcome:
    """Where two tables part, or how surely they do not."""
    clock = Clock(seconds)
    for side in sides:
        open_table(side.book, players, side.settings)  # it says what it cannot look at
    pair = Pair(*(side.game(players) for side in sides))
    if pair.games[0] == pair.games[1]:
        text = Text("the same rules with the same settings", "tie isté pravidlá s tými istými nastaveniami")
        return Outcome(Standing.proven, text, pair)
    deck = pair.games[0].bound.deck
    pack = cards or tuple(card for card in SMALL if card in deck) if len(deck) > 8 else deck
    hand = max(1, min(2, (len(pack) - 2) // players))
    tell(Text("every game of a small pack", "každá hra s malým balíčkom"))
    game, pairs, whole = pair.every_game(pack, hand, Clock(min(clock.left, seconds / 3)))
    tell(Text("random games", "náhodné hry"))
    found, games = (
        (None, 0) if game is not None else pair.random_games(GAMES, 1, Clock(min(clock.left, seconds / 3)))
    )
    game = game or found
    tell(Text("random positions", "náhodné situácie"))
    position, positions = pair.random_positions(POSITIONS, 1, Clock(min(clock.left, seconds / 3)))
    if game is not None or position is not None:
        return Outcome(Standing.refuted, Text("they part", "rozchádzajú sa"), pair, game, position)
    looked = Text(
        f"equal in {number(pairs, 'en')} pairs of positions of a small pack{'' if whole else ' (not all)'}, "
        f"{games} random games and {positions} random positions",
        f"rovnaké v {number(pairs, 'sk')} dvojiciach situácií malého balíčka"
        f"{'' if whole else ' (nie vo všetkých)'}, "
        f"v náhodných hrách ({games}) a v náhodných situáciách ({positions})",
    )
    return _ask_solver(sides, players, clock, pair, looked, tell)


def _ask_solver(
    sides: tuple[Side, Side], players: int, clock: Clock, pair: Pair, looked: Text, tell: Tell
) -> Outcome:
    """What playing did not part, the solver is asked about."""
    first, second = sides
    if dict(first.settings) != dict(second.settings):
        # one rulebook with different settings has different constants, which are folded in on both sides
        tables = [open_table(side.book, players, dict(side.game(players).options)) for side in sides]
    else:
        tables = [open_table(side.book, players, side.settings) for side in sides]
    tell(Text("asking the solver", "pýta sa riešiteľ"))
    try:
        from faraon.proof.difference import Comparison, comparable, proving_of
    except GameError as error:
        return Outcome(Standing.bounded, Text(f"{looked.en} ({error})", f"{looked.sk} ({error.sk})"), pair)
    if not comparable(*tables):
        text = Text(
            f"{looked.en}; the solver cannot compare them: state, options or deal differ",
            f"{looked.sk}; riešiteľ ich porovnať nevie: líšia sa stav, domáce pravidlá alebo rozdanie",
        )
        return Outcome(Standing.bounded, text, pair)
    try:
        found = Comparison(proving_of(tables[0], first.book, clock), tables[1]).compare()
    except OutOfTimeError:
        text = Text(f"{looked.en}; the solver ran out of time", f"{looked.sk}; riešiteľovi vypršal čas")
        return Outcome(Standing.bounded, text, pair)
    if found.shown is None and not found.deal:
        text = Text(
            f"equal in every game of {players} players with one pack and open groups, proven",
            f"rovnaké v každej hre s jedným balíčkom a odkrytými skupinami (hráčov: {players}), dokázané",
        )
        return Outcome(Standing.proven, text, pair)
    if found.shown is not None:
        settings = dict(found.shown.settings)
        games = [Game(side.book, players, {**settings, **side.settings}) for side in sides]
        parted = Pair(*games)
        position = parted.at(dict(found.shown.position)) if parted.same_state else None
        if position is not None:
            where = Text("they part in a position", "rozchádzajú sa v situácii")
            return Outcome(Standing.refuted, where, parted, None, parted.shrunk(position))
    text = Text(
        f"{looked.en}; the solver has found no proof that they are equal",
        f"{looked.sk}; riešiteľ nenašiel dôkaz, že sú rovnaké",
    )
    return Outcome(Standing.open, text, pair)
