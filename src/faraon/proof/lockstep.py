"""Two tables side by side: the same cards and the same moves, until they part. No solver is needed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from faraon.cards import Card
from faraon.engines.errors import GameError
from faraon.game.move import Move
from faraon.game.position import Position
from faraon.lang import ir
from faraon.play import codec
from faraon.play.game import Game
from faraon.proof.answers import Clock
from faraon.proof.explicit import Alike, deals, successors
from faraon.testing.positions import random_position

MOST_PAIRS = 150_000


@dataclass(frozen=True)
class Parting:
    """Where two tables part."""

    begin: Position
    """The first position, as the first table has it,"""
    moves: tuple[Move, ...]
    """the moves that both allow and that do the same,"""
    move: Move
    """and the one that does not."""
    what: str
    """``allowed`` by one of them only, or what is different after it: ``hands``, ``turn``, ``over`` …"""
    here: tuple[Position, Position]
    """The last position, at both tables."""
    given: bool = False
    """The first position was not dealt but given."""

    @property
    def size(self) -> tuple[int, int]:
        """How much there is to look at: moves, then cards in hands."""
        return len(self.moves), sum(self.begin.sizes)


class Pair:
    """Two tables with the same seats."""

    def __init__(self, first: Game, second: Game) -> None:
        if first.players != second.players:
            raise GameError(
                "bad-players", "both tables need the same players", "obe hry musia mať rovnaký počet hráčov"
            )
        if set(first.bound.deck) != set(second.bound.deck):
            raise GameError(
                "bad-deck",
                "the two rulebooks play with different cards",
                "tieto pravidlá sa hrajú s rôznymi kartami",
            )
        self.games = first, second
        self.same_state = [_declared(v) for v in first.book.state] == [
            _declared(v) for v in second.book.state
        ]
        """The same variables, so that a position of one is a position of the other."""
        self.same_forbids = self.same_state and [
            one.condition for one in first.bound.forbids if one.of_state
        ] == [one.condition for one in second.bound.forbids if one.of_state]

    # ------------------------------------------------------------------------------------------- one position
    def moves(self, here: tuple[Position, Position]) -> list[Move]:
        """Every move that one of them allows, and invalid lays where one of them punishes those."""
        found = dict.fromkeys(
            move
            for game, position in zip(self.games, here, strict=True)
            for move in game.engine.legal(position)
        )
        if any(foul.guard != ir.FALSE for game in self.games for foul in game.bound.fouls):
            found |= dict.fromkeys(Move((card,)) for card in here[0].hands[here[0].turn])
        return list(found)

    def parts_by(
        self, here: tuple[Position, Position], move: Move, every_order: bool = False
    ) -> str | list[tuple[Position, Position]]:
        """What parts the tables after a move, or the positions that it leads both to.

        A shuffled pile is shuffled by the position's own chance, or in every order that there is.
        """
        allowed = [
            self._allows(game, position, move) for game, position in zip(self.games, here, strict=True)
        ]
        if allowed[0] != allowed[1]:
            return "allowed" if "legal" in allowed else "punished"
        if not allowed[0]:
            return []
        after = [
            successors(game, position, move) if every_order else [game.engine.play(position, move)[0]]
            for game, position in zip(self.games, here, strict=True)
        ]
        if len(after[0]) != len(after[1]):
            return "stock"
        pairs = list(zip(*after, strict=True))
        for one, other in pairs:
            what = self.differs(one, other)
            if what:
                return what
        return pairs

    @staticmethod
    def _allows(game: Game, position: Position, move: Move) -> str:
        """Whether a move is legal, only punished, or refused."""
        if game.engine.rule_of(position, move) >= 0:
            return "legal"
        return "foul" if game.engine.foul_of(position, move) >= 0 else ""

    def differs(self, one: Position, other: Position) -> str:
        """What everybody can see to be different."""
        for name in ("hands", "pile", "stock", "over", "loser"):
            if getattr(one, name) != getattr(other, name):
                return name
        if tuple(map(bool, one.out)) != tuple(map(bool, other.out)):
            return "out"
        return "turn" if not one.over and one.turn != other.turn else ""

    def first_part(self, here: tuple[Position, Position]) -> tuple[Move, str] | None:
        """A move by which they part at once."""
        if here[0].over:
            return None
        for move in self.moves(here):
            what = self.parts_by(here, move)
            if isinstance(what, str):
                return move, what
        return None

    # ----------------------------------------------------------------------------------- every game of a pack
    def dealt(
        self, hands: Sequence[Sequence[Card]], stock: Sequence[Card], top: Card
    ) -> tuple[tuple[Position, Position], Parting | None]:
        """The first position at both tables, and whether other cards of the stock are shown there."""
        (first, shown), (second, other) = (game.begin(hands, stock, top, 0) for game in self.games)
        here = first, second
        return here, None if shown == other else Parting(first, (), Move(), "shown", here)

    def every_game(
        self, cards: Sequence[Card], hand: int, clock: Clock, ignored: tuple[str, ...] = ()
    ) -> tuple[Parting | None, int, bool]:
        """The shortest game of a pack that parts them, how many pairs were looked at, and whether all.

        Where they part by an ignored word, nothing is told, and nobody says it.
        """
        first, second = (Alike(game) for game in self.games)
        shown: Parting | None = None  # told if nothing else parts them
        known: dict[tuple[Position, Position], int] = {}
        pairs: list[tuple[tuple[Position, Position], int, Move | None]] = []

        def add(here: tuple[Position, Position], before: int, move: Move | None) -> None:
            key = first(here[0]), second(here[1])
            if key not in known:
                known[key] = len(pairs)
                # without counters, so that what is equal goes on equally
                pairs.append(((replace(here[0], moves_made=0), replace(here[1], moves_made=0)), before, move))

        for hands, stock, top in deals(cards, self.games[0].players, hand):
            here, parting = self.dealt(hands, stock, top)
            shown = shown or parting
            add(here, -1, None)
        at = 0
        while at < len(pairs) and len(pairs) < MOST_PAIRS and (at % 64 or clock.left > 0):
            here, _, _ = pairs[at]
            for move in self.moves(here) if not here[0].over else ():
                what = self.parts_by(here, move, every_order=True)
                if isinstance(what, str) and move.word in ignored:
                    continue
                if isinstance(what, str):
                    return _told(pairs, at, move, what), at, False
                for after in what:
                    add(after, at, move)
            at += 1
        return shown, at, at == len(pairs)

    # ------------------------------------------------------------------------------------------- random games
    def random_games(self, games: int, seed: int, clock: Clock) -> tuple[Parting | None, int]:
        """The shortest of the games in which they part, and how many were played."""
        best: Parting | None = None
        for number in range(games):
            if clock.left <= 0:
                return best, number
            rng = random.Random(f"{seed} {number}")  # noqa: S311 - games, not secrets
            longest = LONGEST if best is None else len(best.moves)
            found = self._random_game(rng, longest)
            if found is not None and (best is None or found.size < best.size):
                best = found
                if not best.moves:
                    break
        return best, games

    def _random_game(self, rng: random.Random, longest: int) -> Parting | None:
        game = self.games[0]
        deck = [*game.bound.deck]
        rng.shuffle(deck)
        if rng.random() < 0.3:
            value = rng.choice(deck).val
            deck.sort(key=lambda card: card.val != value)
        hand = min(one.bound.hand_size for one in self.games)
        hands = [deck[seat * hand : (seat + 1) * hand] for seat in range(game.players)]
        rest = deck[game.players * hand :]
        rng.shuffle(rest)
        _lay_pair(rest, rng)
        here, parting = self.dealt(hands, rest[1:], rest[0])
        if parting is not None:
            return parting
        begin, moves = here[0], []  # type: Position, list[Move]
        for _ in range(longest):
            if here[0].over:
                return None
            part = self.first_part(here)
            if part is not None:
                return Parting(begin, tuple(moves), *part, here)
            legal = game.engine.legal(here[0])
            if not legal:
                return None
            move = rng.choice(legal)
            moves.append(move)
            after = self.parts_by(here, move)
            assert not isinstance(after, str)  # noqa: S101 - no move parts them here
            here = rng.choice(after)
        return None

    # --------------------------------------------------------------------------------------- random positions
    def random_positions(self, tries: int, seed: int, clock: Clock) -> tuple[Parting | None, int]:
        """A random position and move by which they part, shrunk; and how many were tried."""
        rng = random.Random(seed)  # noqa: S311 - positions, not secrets
        for number in range(tries if self.same_state else 0):
            if clock.left <= 0:
                return None, number
            state = random_position(self.games[0], rng)
            found = self.at(state.to_json())
            if found is not None:
                return self.shrunk(found), number + 1
        return None, tries if self.same_state else 0

    def at(self, data: dict[str, Any]) -> Parting | None:
        """Whether the tables part in a given position; the variables count, too."""
        try:
            here = tuple(game.position(_without_chance(game, data)).position for game in self.games)
        except GameError:
            return None
        one, other = here
        if self._inside(one, other):
            return Parting(one, (), Move(), self._inside(one, other), (one, other), given=True)
        if one.over:
            return None
        for move in self.moves((one, other)):
            what = self.parts_by((one, other), move)
            if not isinstance(what, str):
                what = next((inside for pair in what if (inside := self._inside(*pair))), "")
            if what:
                return Parting(one, (), move, what, (one, other), given=True)
        return None

    def _inside(self, one: Position, other: Position) -> str:
        """What is different, variables included."""
        seen = self.differs(one, other)
        if seen or one.over:
            return seen
        if one.out != other.out:
            return "out"
        names = [variable.name for variable in self.games[0].book.state]
        changed = (name for name, a, b in zip(names, one.vars, other.vars, strict=True) if a != b)
        return next(changed, "")

    def shrunk(self, found: Parting) -> Parting:
        """The same with as few cards and as little else as possible."""
        game = self.games[0]
        better = True
        while better:
            better = False
            for data in _smaller(game, codec.write(game.bound, found.begin)):
                less = self.at(data)
                if less is not None and less.what == found.what:
                    found, better = less, True
                    break
        return found


LONGEST = 120
"""How many moves of a random game are looked at."""


def _lay_pair(rest: list[Card], rng: random.Random) -> None:
    """Often the start card and the bottom card of the stock have one value: then start cards are in force."""
    values = sorted({card.val for card in rest if sum(other.val == card.val for other in rest) > 1})
    if values and rng.random() < 0.4:
        value = rng.choice(values)
        pair = [card for card in rest if card.val == value][:2]
        rest[:] = [pair[0], *(card for card in rest if card not in pair), pair[1]]


def _declared(variable: ir.Variable) -> tuple[object, ...]:
    return variable.name, variable.type, variable.range, variable.hidden, variable.each


def _without_chance(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    return data if game.bound.shuffled else {key: value for key, value in data.items() if key != "chance"}


def _told(pairs: list[Any], at: int, move: Move, what: str) -> Parting:
    here, moves = pairs[at][0], []
    while pairs[at][1] >= 0:
        moves.append(pairs[at][2])
        at = pairs[at][1]
    return Parting(pairs[at][0][0], tuple(reversed(moves)), move, what, here)


def _smaller(game: Game, data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Positions with something less."""
    for seat, hand in enumerate(data["hands"]):
        for card in hand if len(hand) > 1 else ():
            hands = [[one for one in other if one != card] if at == seat else other
                     for at, other in enumerate(data["hands"])]  # fmt: skip
            yield {**data, "hands": hands}
    if data["stock"]:
        yield {**data, "stock": []}
        yield {**data, "stock": data["stock"][1:]}
    if len(data["pile"]) > 1:
        yield {**data, "pile": data["pile"][-1:]}
        yield {**data, "pile": data["pile"][1:]}
    for name in ("moves_made", "chance"):
        if data.get(name):
            yield {**data, name: 0}
    for variable in game.book.state:
        name = variable.each or variable.name
        if name in data:
            rest = {key: value for key, value in data.items() if key != name}
            at_rest = (
                codec.write(game.bound, codec.read(game.bound, {**rest})) if _readable(game, rest) else data
            )
            if at_rest.get(name) != data[name]:
                yield {**data, name: at_rest[name]}


def _readable(game: Game, data: dict[str, Any]) -> bool:
    try:
        codec.read(game.bound, data)
    except GameError:
        return False
    return True
