"""Games that are played to see what happens: whatever a game shows needs no proof."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from faraon.engines.errors import GameError
from faraon.engines.explain.stepper import Stepper
from faraon.engines.explain.verdicts import told_clauses
from faraon.engines.rules import Bound
from faraon.game.move import WORDS, Move
from faraon.game.position import Position
from faraon.lang import ir
from faraon.lang.covering import uncovered
from faraon.lang.errors import Span
from faraon.lang.print_ir import print_expr
from faraon.play.cover import keen_move
from faraon.play.game import Game
from faraon.proof.answers import Clock
from faraon.proof.explicit import longest
from faraon.proof.parts import Part, range_part
from faraon.proof.table import Table
from faraon.testing.options import pairwise
from faraon.testing.positions import random_position


@dataclass
class Played:
    """What games have shown."""

    games: int = 0
    moves: int = 0
    parts: dict[Part, tuple[Game, Position, Move]] = field(default_factory=dict)
    """What happened, and where: in the position with the fewest cards in hands."""
    rules: Counter[str] = field(default_factory=Counter)
    """How often each rule allowed a move."""
    sentences: set[Span] = field(default_factory=set)
    """Which sentences were told of refused moves."""
    positions: list[tuple[Game, Position]] = field(default_factory=list)
    """Some of the positions, from all over the games."""


class Watched(Stepper):
    """A walk by the rules as they are written: it sees the branches that options decide, too."""

    def __init__(self, open_rules: OpenRules, game: Game, position: Position, move: Move) -> None:
        self.open_rules = open_rules
        self.seen_parts: set[Part] = set()
        super().__init__(open_rules.bound(game.bound), position, move, game.engine.possible, self._branch)
        self.values |= open_rules.settings(game.options)

    def _branch(self, expr: ir.Op, holds: bool) -> None:
        self.seen_parts.add(Part("branch", self.open_rules.texts[expr], "yes" if holds else "no"))

    def fire(self, implication: ir.Implication) -> None:
        self.seen_parts.add(Part(implication.kind, implication.name))
        self.firing = implication
        super().fire(implication)

    def value(self, expr: ir.Expr) -> int:
        for effect in self.open_rules.kept.get(expr, ()):
            if effect in self.firing.effects:
                self._check_range(effect)
        return super().value(expr)

    def _check_range(self, effect: ir.Assign) -> None:
        """Notes a variable that is about to leave its range."""
        assert effect.meant is not None  # noqa: S101 - only such effects are asked about
        low, high = self.open_rules.ranges[effect.target.name]
        value = super().value(effect.meant)
        if not low <= value <= high:
            text = self.open_rules.meant[effect.meant]
            self.seen_parts.add(
                range_part(effect.target.name, self.firing.name, text, low, high)[value > high]
            )


class OpenRules:
    """A table's rules with open options as numbers, for walks."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.codes = {
            option.type: {value: code for code, value in enumerate(option.values)}
            for option in table.book.options
            if option.type != "int"
        }
        self.texts: dict[ir.Expr, str] = {}
        """The conditional expressions as they were written,"""
        self.meant: dict[ir.Expr, str] = {}
        """and the values that can leave their ranges."""
        self.kept: dict[ir.Expr, list[ir.Assign]] = {}
        """The assignments of such values, by what is assigned."""
        self.ranges = {one.name: one.range for one in (*table.book.state, *table.book.notes)}
        self.rules, self.fouls, self.mechanics, self.ends, self.starts = (
            tuple(one.changed(self._coded) for one in group)
            for group in (table.rules, table.fouls, table.mechanics, table.ends, table.starts)
        )
        for one, written in zip(
            (*self.rules, *self.fouls, *self.mechanics, *self.starts),
            (*table.rules, *table.fouls, *table.mechanics, *table.starts),
            strict=True,
        ):
            for effect, as_written in zip(one.effects, written.effects, strict=True):
                self._note_range(effect, as_written)
        self.by_name = {(one.kind, one.name): one for one in (*self.rules, *self.fouls)}

    def _note_range(self, effect: ir.Effect, written: ir.Effect) -> None:
        match effect, written:
            case ir.Assign(_, value, ir.Op() as meant), ir.Assign(_, _, ir.Op() as as_written):
                assert isinstance(effect, ir.Assign)  # noqa: S101 - it was matched
                self.meant[meant] = print_expr(as_written)
                self.kept.setdefault(value, []).append(effect)

    def _coded(self, expr: ir.Expr) -> ir.Expr:
        if isinstance(expr, ir.Const) and expr.type in self.codes:
            return ir.Const("int", self.codes[expr.type][expr.value])
        if not isinstance(expr, ir.Op) or expr.name == "possible":
            return expr
        found = ir.Op(expr.name, expr.type, tuple(map(self._coded, expr.args)))
        if expr.name == "if":
            self.texts[found] = print_expr(expr)
        return found

    def bound(self, bound: Bound) -> Bound:
        """The table of a game with these rules."""
        return replace(
            bound,
            rules=self.rules,
            fouls=self.fouls,
            mechanics=self.mechanics,
            ends=self.ends,
            starts=self.starts,
        )

    def settings(self, chosen: Mapping[str, ir.Scalar]) -> dict[ir.Var, int]:
        """The options of a game as numbers."""
        found = {}
        for option in self.table.options:
            value = chosen[option.name]
            found[option.var] = self.codes[option.type][value] if option.type in self.codes else int(value)
        return found


def tables_to_play(table: Table, book: ir.Book) -> Iterator[Game]:
    """The table by its defaults, then with settings such that all pairs of them occur."""
    wanted: list[dict[str, ir.Scalar]] = [{}, *pairwise(uncovered(book), at_least=1)]
    offered = {option.name: option for option in table.options}
    for settings in wanted:
        chosen = {
            name: value if value in offered[name].values else offered[name].default
            for name, value in settings.items()
            if name in offered
        }
        try:
            game = Game(book, table.players, {**chosen, **table.settings})
            if game.packs() == 1:
                yield game
        except GameError:  # the rulebook forbids the combination
            continue


def play(table: Table, book: ir.Book, games: int, clock: Clock, played: Played, seed: int = 1) -> None:
    """Plays games at all kinds of settings and notes what happens."""
    open_rules = OpenRules(table)
    tables = list(tables_to_play(table, book))
    limits = [name for name in longest(book) if name not in table.settings]
    for number in range(games if tables else 0):
        if clock.left <= 0:
            return
        rng = random.Random(f"{seed} {number} {table.players}")  # noqa: S311 - games, not secrets
        game = tables[number % len(tables)]
        if limits and rng.random() < SHORT:
            game = Game(book, table.players, {**game.options, **dict.fromkeys(limits, rng.randint(1, 9))})
        _play_one(game, open_rules, rng, played)
        for _ in range(JUDGED):
            _refusals(game, random_position(game, rng).position, rng, played)


JUDGED = 20
"""Random positions in which moves are judged, for each game."""

SHORT = 0.1
"""How many games may not be long."""


def _deal(game: Game, rng: random.Random) -> Position:
    """A deal, in which cards of one value often lie together: four of them in a hand are rare otherwise."""
    deck = [*game.bound.deck]
    rng.shuffle(deck)
    if rng.random() < TOGETHER:
        values = sorted({card.val for card in deck}, key=lambda _: rng.random())[:2]
        deck.sort(key=lambda card: values.index(card.val) if card.val in values else len(values))
        hand = game.bound.hand_size * game.players
        # card by card round the table: those of a value go to one seat
        dealt = [deck[seat * game.bound.hand_size + round_] for round_ in range(game.bound.hand_size)
                 for seat in range(game.players)]  # fmt: skip
        rest = deck[hand:]
        rng.shuffle(rest)
        deck = dealt + rest
    return game.deal(deck=deck, chance=rng.getrandbits(32)).position


TOGETHER = 0.3
"""How often cards of one value are dealt to one player."""


def _play_one(game: Game, open_rules: OpenRules, rng: random.Random, played: Played) -> None:
    position = _deal(game, rng)
    begun = Watched(open_rules, game, game.as_dealt(position), Move())
    begun.begin()
    _note(begun, game, position, Move(), played)
    played.games += 1
    while not position.over and position.moves_made < LONGEST:
        if rng.random() < KEPT:
            played.positions.append((game, position))
        moves = game.engine.legal(position)
        if not moves:
            return
        _refusals(game, position, rng, played)
        move = _foul(game, position, rng) or _move(game, position, moves, rng, played)
        rule = game.engine.course(position, move).rule
        one = (*game.bound.rules, *game.bound.fouls)[rule]
        walk = Watched(open_rules, game, position, move if one.kind == "rule" else Move())
        walk.run(open_rules.by_name[one.kind, one.name])
        _note(walk, game, position, move, played)
        position, _ = game.engine.play(position, move)
        played.moves += 1


LONGEST = 150
"""How many moves of a game are looked at."""

KEPT = 0.3
"""How many of the positions are kept."""


def _note(walk: Watched, game: Game, position: Position, move: Move, played: Played) -> None:
    for part in walk.seen_parts:
        before = played.parts.get(part)
        if before is None or sum(position.sizes) < sum(before[1].sizes):
            played.parts[part] = game, position, move


def _move(game: Game, position: Position, moves: list[Move], rng: random.Random, played: Played) -> Move:
    """Often a move by the rule that was used least, or the largest group; otherwise any."""
    wish = rng.random()
    if wish < LARGEST:
        return max(moves, key=lambda move: (len(move.cards), rng.random()))
    if wish < LARGEST + RAREST:
        by_rule = {game.bound.rules[game.engine.rule_of(position, move)].name: move for move in moves}
        rule = min(by_rule, key=lambda name: played.rules[name])
        played.rules[rule] += 1
        return by_rule[rule]
    return keen_move(moves, rng)


LARGEST, RAREST = 0.2, 0.3
"""How often the largest group is laid, and how often the rarest rule is used."""


def _foul(game: Game, position: Position, rng: random.Random) -> Move | None:
    """Now and then an invalid lay, where it is punished."""
    if rng.random() > 0.1:
        return None
    move = Move((rng.choice(position.hands[position.turn]),))
    wrong = game.engine.rule_of(position, move) < 0 and game.engine.foul_of(position, move) >= 0
    return move if wrong else None


def _refusals(game: Game, position: Position, rng: random.Random, played: Played) -> None:
    """What is said of some moves that are refused."""
    if position.over:
        return
    card = rng.choice(position.hands[position.turn])
    group = tuple(other for other in position.hands[position.turn] if other >> 2 == card >> 2)
    tried = [Move((card,)), Move(group), Move(tuple(reversed(group))), Move((card,), card.suit)]
    tried += [Move((card,), None, rng.randrange(game.players)), *(Move(word=word) for word in WORDS)]
    for move in tried:
        if game.engine.rule_of(position, move) < 0:
            for _, _, sentence in told_clauses(game.bound, position, move, game.engine.possible):
                if sentence is not None:
                    played.sentences.add(sentence.span)
