"""Random games hold together to the end, and the compiled rules do what the rules say step by step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from faraon.cards import CARDS, Card, Suit, Value, pack
from faraon.engines.errors import GameError, IllegalMove
from faraon.engines.explain.stepper import Stepper
from faraon.game.log import Event
from faraon.game.move import WORDS, Move
from faraon.game.position import Out, Position
from faraon.lang import ir
from faraon.lang.covering import uncovered
from faraon.lang.library import read_book, shipped
from faraon.play.game import Game, load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.scale import scaled

pytestmark = pytest.mark.soak

BATCHES = range(4)
TABLES = scaled(16, 120) // len(BATCHES)
"""How many tables with random options a batch sits down at."""


@lru_cache(maxsize=1024)
def random_table(rulebook: str, number: int) -> Game:
    """A rulebook with random options, and as many packs as its players need."""
    rng = random.Random(f"{rulebook} {number}")
    book = uncovered(read_book(rulebook))  # covered games have tests of their own
    least, most = book.players
    while True:
        options = {one.name: rng.choice(one.values) for one in book.options if rng.random() < 0.3}
        players = rng.choice([seats for seats in (2, 2, 3, 4, 5, 7, 10) if least <= seats <= most])
        try:
            game = load(rulebook, players, **options)
            game.packs()
        except GameError:
            continue
        return game


def random_lay(state: State, rng: random.Random) -> Move:
    """Some move as one might try it: often one's own cards of one value, often not."""
    if rng.random() < 0.2:
        return Move(word=rng.choice(WORDS))
    cards = rng.choice((state.position.hands[state.turn], CARDS))
    if rng.random() < 0.6:
        value = rng.choice(cards).val if cards else Value.VII
        cards = tuple(card for card in cards if card.val == value)
    if rng.random() < 0.1:
        cards = (Card.h7,)
    group = tuple(rng.sample(cards, min(len(cards), rng.choice((1, 1, 1, 2, 3, 4))))) or (Card.h7,)
    suit = rng.choice(list(Suit)) if rng.random() < (0.8 if group[-1].val == Value.over else 0.1) else None
    seat = rng.randint(0, state.game.players) if suit is None and rng.random() < 0.2 else None
    return Move(group, suit, seat)


# ------------------------------------------------------------------------------------------- whole games


def assert_whole(state: State, cards: Counter[Card]) -> None:
    """All cards are there, hands are sorted, and who holds none has finished."""
    position = state.position
    assert (
        Counter([*position.pile, *position.stock]) + Counter(card for hand in position.hands for card in hand)
        == cards
    )
    assert position.pile
    assert all(hand == tuple(sorted(hand)) for hand in position.hands)
    assert [out == Out.playing for out in position.out] == [bool(hand) for hand in position.hands]
    assert sorted(position.places) == [seat for seat, hand in enumerate(position.hands) if not hand]


def assert_listed(state: State, rng: random.Random, most: int) -> None:
    """Every listed move is a move; some of them, tried out, are accepted."""
    moves = state.moves()
    assert len(set(moves)) == len(moves)
    assert all(Move.parse(str(move)) == move for move in moves)
    for move in rng.sample(moves, min(most, len(moves))):
        verdict = state.judge(move)
        assert verdict
        assert verdict.rule in {rule.name for rule in state.game.book.rules}
        after = state.play(str(move))
        assert after == state.play(move)
        assert after.position.moves_made == state.position.moves_made + 1


def assert_refused(state: State, rng: random.Random, tries: int) -> None:
    """Moves that are not listed are refused, and nothing happens."""
    listed = set(state.moves())
    before, log = state.to_json(), state.log
    for _ in range(tries):
        move = random_lay(state, rng)
        if move in listed:
            continue
        assert not state.judge(move)
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert caught.value.verdict.reasons
        assert str(caught.value) == state.judge(str(move)).text("en")
    assert (state.to_json(), state.log) == (before, log)


def play_to_the_end(state: State, rng: random.Random, keen: bool) -> State:
    """A random game with everything checked on the way; keen players lay whenever they can."""
    cards = Counter(pack(state.game.packs()))
    while not state.over:
        assert_whole(state, cards)
        moves = state.moves()
        assert moves
        if rng.random() < 0.2:
            assert_listed(state, rng, most=3)
            assert_refused(state, rng, tries=3)
        lays = [move for move in moves if move.cards]
        state = state.play(rng.choice(lays if keen and lays else moves))
    assert_whole(state, cards)
    assert state.moves() == ()
    assert_refused(state, rng, tries=5)
    return state


def assert_decided(state: State) -> None:
    """Everybody but the loser has finished, unless the game was too long."""
    if state.loser is None:
        assert state.position.moves_made == state.game.options["move_limit"]
    else:
        assert sorted([*state.places, state.loser]) == list(range(state.game.players))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("keen", [False, True], ids=["any move", "keen"])
def test_random_games_end(players: int, keen: bool) -> None:
    rng = random.Random(f"ends {players} {keen}")
    game = load("classic", players)
    lost: Counter[int | None] = Counter()
    for _ in range(scaled(12, 400)):
        state = play_to_the_end(game.deal(rng.getrandbits(64), first=rng.randrange(players)), rng, keen)
        assert_decided(state)
        lost[state.loser] += 1
    assert len(lost) > 1
    assert lost[None] <= lost.total() / 10


@pytest.mark.parametrize("players", [6, 7, 8, 9, 10])
def test_random_games_with_two_packs_end(players: int) -> None:
    rng = random.Random(f"packs {players}")
    game = load("classic", players)
    assert game.packs() == 2
    for _ in range(scaled(3, 200)):
        assert_decided(play_to_the_end(game.deal(rng.getrandbits(64)), rng, keen=rng.random() < 0.7))


@pytest.mark.parametrize("batch", BATCHES)
def test_random_games_with_random_options_end(batch: int) -> None:
    """Invalid lays, where they are punished, are tried elsewhere; here they would be no refusal."""
    rng = random.Random(f"options {batch}")
    for number in range(TABLES):
        game = random_table("classic", number * len(BATCHES) + batch)
        options = {**game.options, "pajchel": "refuse", "move_limit": 500}
        state = load("classic", game.players, **options).deal(rng.getrandbits(64))
        play_to_the_end(state, rng, keen=rng.random() < 0.8)


def test_a_punished_lay_loses_no_card_either() -> None:
    rng = random.Random("fouls")
    fouls = 0
    for number in range(scaled(12, 500)):
        game = load("classic", 2 + number % 5, pajchel="penalty", recycle=rng.choice(("turn", "shuffle")))
        state, cards = game.deal(rng.getrandbits(64)), Counter(pack(game.packs()))
        while not state.over and len(state.log) < 150:
            move = random_lay(state, rng) if rng.random() < 0.3 else rng.choice(state.moves())
            listed = move in state.moves()
            assert bool(state.judge(move)) == listed
            try:
                state = state.play(move)
            except IllegalMove:
                assert not listed
                continue
            assert state.log[-1].foul != listed
            fouls += not listed
            assert_whole(state, cards)
    assert fouls


# ------------------------------------------------------------------------- compiled, and walked step by step


def kinds(game: Game, move: Move) -> Iterator[tuple[int, ir.Implication]]:
    """The rules that speak about this kind of move."""
    for number, rule in enumerate(game.bound.rules):
        if move.word:
            if not rule.lays and rule.word == move.word:
                yield number, rule
        elif rule.lays and rule.returns == (move.seat is not None):
            yield number, rule


def walked_rule(state: State, move: Move) -> int:
    """The rule that allows a move, found by walking through the conditions; -1 if there is none."""
    game, hand = state.game, Counter(state.position.hands[state.turn])
    if state.over:
        return -1
    if move.cards:
        if not Counter(move.cards) <= hand or len({card.val for card in move.cards}) > 1:
            return -1
        if move.seat is not None and (move.seat >= game.players or move.suit is not None):
            return -1
        if move.seat is None and game.bound.asks_for_suit(move.cards) != (move.suit is not None):
            return -1
    walk = Stepper(game.bound, state.position, move, game.engine.possible)
    return next((number for number, rule in kinds(game, move) if walk.value(rule.guard)), -1)


def finish(walk: Stepper, end: ir.Implication | None) -> Position:
    """The table after a walk as a position."""
    walk.board.vars = tuple(int(walk.values[one.var("state")]) for one in walk.bound.book.state)
    loser = ir.NOBODY
    for effect in end.effects if end is not None else ():
        if isinstance(effect, ir.Assign):
            loser = walk.value(effect.value)
    return walk.board.position(end is not None, None if loser < 0 else loser)


def walked(state: State, move: Move, rule: ir.Implication) -> tuple[Position, list[Event]]:
    """What a move by a rule does, effect after effect."""
    bound = state.game.bound
    walk = Stepper(bound, state.position, move, state.game.engine.possible)
    last = walk.run(rule)[-1].implication
    return finish(walk, last if any(last is end for end in bound.ends) else None), walk.board.events


def assert_walked_alike(state: State, rng: random.Random) -> set[str]:
    """Legality and effects of listed moves and of others; the names of the rules that were walked."""
    engine, bound = state.game.engine, state.game.bound
    moves, used = state.moves(), set[str]()
    others = [random_lay(state, rng) for _ in range(6)]
    for move in (*rng.sample(moves, min(8, len(moves))), *others):
        number = engine.rule_of(state.position, move)
        assert number == walked_rule(state, move), move
        assert (number >= 0) == (move in moves)
        if number >= 0:
            rule = bound.rules[number]
        elif (foul := engine.foul_of(state.position, move)) >= 0:
            rule = bound.fouls[foul - len(bound.rules)]
        else:
            continue
        result = walked(state, move if number >= 0 else Move(), rule)
        position, events = engine.play(state.position, move)
        assert result == (position, events if number >= 0 else events[1:]), move
        used.add(rule.name)
    return used


@pytest.mark.parametrize("rulebook", shipped())
@pytest.mark.parametrize("batch", BATCHES)
def test_compiled_rules_do_what_the_walk_does(rulebook: str, batch: int) -> None:
    rng = random.Random(f"walk {rulebook} {batch}")
    for number in range(TABLES):
        game = random_table(rulebook, number * len(BATCHES) + batch)
        for _ in range(scaled(12, 200)):
            state = random_position(game, rng)
            for _ in range(rng.choice((1, 1, 4))):
                assert_walked_alike(state, rng)
                if not state.over:
                    state = state.play(rng.choice(state.moves()))


def test_every_rule_and_foul_of_classic_is_walked() -> None:
    rng = random.Random("every rule")
    book = uncovered(read_book("classic"))
    missing = {one.name for one in (*book.rules, *book.fouls)}
    games = [load("classic", players, pajchel="penalty", play_drawn="on") for players in (2, 3)]
    for _ in range(scaled(3_000, 30_000)):
        missing -= assert_walked_alike(random_position(rng.choice(games), rng), rng)
        if not missing:
            break
    assert not missing


@pytest.mark.parametrize("rulebook", shipped())
def test_compiled_start_cards_and_ends_are_those_of_the_walk(rulebook: str) -> None:
    rng = random.Random(f"start {rulebook}")
    for number in range(scaled(24, 120)):
        game = random_table(rulebook, number)
        for _ in range(scaled(10, 100)):
            position = random_position(game, rng).position
            walk = Stepper(game.bound, position, Move(), game.engine.possible)
            if position.stock:  # a deal leaves some
                for start in game.bound.starts:
                    if walk.value(start.guard):
                        walk.fire(start)
                assert game.engine.begin(position) == (finish(walk, None), walk.board.events)
            before = replace(position, over=False, loser=None)
            walk = Stepper(game.bound, before, Move(), game.engine.possible)
            end = next((one for one in game.bound.ends if walk.value(one.guard)), None)
            assert game.engine.settle(before) == finish(walk, end) == position
