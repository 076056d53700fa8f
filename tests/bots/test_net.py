"""Bots that play by networks: what they read, what they are refused, and how they choose."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace

import numpy as np
import pytest

from faraon.bots.api import Budget
from faraon.bots.belief.worlds import Belief
from faraon.bots.net.belief import Guess
from faraon.bots.net.bot import Net
from faraon.bots.net.deep import Deep, Depth
from faraon.bots.net.evidence import MOMENTS, NEVER, Evidence, seen_by_all
from faraon.bots.net.futures import Futures
from faraon.bots.net.mind import TOO_LONG, Mind, Networks
from faraon.bots.net.network import Network
from faraon.bots.net.sight import Sight
from faraon.bots.net.weights import Weights
from faraon.bots.registry import make_bot
from faraon.bots.search.searcher import Searcher
from faraon.bots.search.style import Style
from faraon.cards import CARDS
from faraon.engines.errors import GameError
from faraon.engines.kernels.kept import KEPT_WORDS, SEEN
from faraon.env.table import Table
from faraon.lang.library import read_book
from faraon.play.game import Game, load
from faraon.play.numbers import action_features
from faraon.play.state import State
from tests.bots.networks import made_up
from tests.bots.tables import SETS
from tests.conformance.tables import one_pack
from tests.scale import scaled

REMEMBERING = {"recycle": "turn", "pajchel": "refuse"}
BOOKS = ("prsi", "family", "mini-6", "mini-8")
SHUFFLING = ("mau", "crazy")


def remembering(name: str) -> Game:
    """A table that a rulebook's networks can learn: nothing is shuffled there, or shown."""
    names = {option.name for option in read_book(name).options}
    options = {option: setting for option, setting in REMEMBERING.items() if option in names}
    return load(name, 2 if name.startswith("mini") else 3, **options)


def compare(game: Game, games: int, seed: int) -> int:
    """Random games at one table, seen by every seat; gives how many rows were the same."""
    table, sight, rng, count = Table(game), Sight(game), random.Random(seed), 0
    for _ in range(games):
        own, first = rng.randrange(2**64), rng.randrange(game.players)
        table.reset(own, first)
        state = game.deal(own, first=first)
        while not state.over:
            seat = rng.randrange(game.players)
            assert np.array_equal(sight(state.view(seat)), table.observe(seat))
            count += 1
            action = rng.choice(table.legal)
            table.step(action)
            state = state.play(action)
    return count


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_view_is_seen_as_machine_code_sees_the_game(players: int) -> None:
    assert compare(load("classic", players), scaled(2, 300), players) > 50


@pytest.mark.soak
@pytest.mark.parametrize("number", range(0, len(SETS), scaled(20, 1)))
def test_under_every_option(number: int) -> None:
    game = one_pack("classic", 2 + number % 4, {**SETS[number], **REMEMBERING})
    assert compare(game, scaled(1, 30), number) > 10


@pytest.mark.soak
@pytest.mark.parametrize("name", BOOKS[: scaled(1, len(BOOKS))])
def test_under_other_rulebooks(name: str) -> None:
    assert compare(remembering(name), scaled(1, 30), 1) > 10


@pytest.mark.parametrize("name", SHUFFLING)
def test_nothing_is_remembered_where_the_pile_is_always_shuffled(name: str) -> None:
    with pytest.raises(GameError, match=f"with {name} the pile is shuffled"):
        Sight(load(name, 3))


# ------------------------------------------------------------------------------------------------- evidence
def could_lay(state: State, laid: tuple[int, ...]) -> tuple[set[int], set[int]]:
    """With every card in hand: which the player on turn could lay alone, and which with those they lay."""
    position, alone, along = state.position, set(), set()
    hands = [*position.hands]
    hands[state.turn] = CARDS
    for move in state.game.engine.legal(replace(position, hands=tuple(hands))):
        if move.seat is None and move.cards:
            cards = {int(card) for card in move.cards}
            alone |= cards if len(cards) == 1 else set()
            more = cards - set(laid)
            along |= more if laid and cards > set(laid) and len(more) == 1 else set()
    return alone, along


class Told:
    """What a game tells everybody but its cards, followed from the truth, for networks of so many seats."""

    def __init__(self, state: State, seats: int) -> None:
        self.state, self.seats = state, seats
        players = state.game.players
        self.seen = {int(state.position.pile[-1])}
        for _, _, cards in (event for entry in state.log for event in entry.events):
            self.seen.update(map(int, cards))
        self.declined = [[NEVER] * 32 for _ in range(players)]
        self.left = [[NEVER] * 32 for _ in range(players)]
        self.moments: deque[tuple[int, int, int]] = deque(maxlen=MOMENTS)

    def play(self, action: int) -> None:
        before, game = self.state, self.state.game
        move = game.actions.move(action, before.turn, game.players)
        laid = tuple(map(int, move.cards)) if move.seat is None else ()
        alone, along = could_lay(before, laid)
        self.seen.update(map(int, move.cards))
        for card in alone if move.word else ():
            self.declined[before.turn][card] = 0
        for card in along:
            self.left[before.turn][card] = 0
        self.state = before.play(action)
        drawn = 0
        for kind, seat, cards in self.state.log[-1].events:
            if kind == "draw":
                drawn += len(cards)
                for since in (self.declined[seat], self.left[seat]):
                    for card in range(32):
                        hidden = sum(int(one) not in self.seen for one in cards)
                        since[card] = min(since[card] + hidden, NEVER)
        self.moments.appendleft((action, before.turn, drawn))

    def row(self, seat: int) -> list[float]:
        """What is expected of :class:`Evidence` for a seat."""
        players, hands, features = (
            self.state.game.players,
            self.state.position.hands,
            action_features(self.state.game),
        )
        view, row = self.state.view(seat), []
        known = {
            *view.hand,
            *view.pile,
            *view.known.stock,
            *(card for cards in view.known.hands.values() for card in cards),
        }
        for since in (self.declined, self.left):
            for step in range(1, self.seats):
                other = (seat + step) % players
                hidden = sum(int(card) not in self.seen for card in hands[other])
                for card in CARDS:
                    e = since[other][card]
                    share = 1.0 if e == NEVER else min(e, hidden) / max(hidden, 1)
                    row.append(share if step < players and card not in known else 0.0)
        for action, mover, drawn in self.moments:
            place = [float((mover - seat) % players == one) for one in range(self.seats)]
            row += [*features[action].tolist(), *place, min(drawn / 4, 1.0)]
        width = features.shape[1] + self.seats + 1
        return row + [0.0] * (width * (MOMENTS - len(self.moments)))


@pytest.mark.parametrize("players", [2, 4])
def test_the_evidence_is_what_was_declined_and_left_out(players: int) -> None:
    """Against the truth, followed by the interpreter."""
    game, rng, told_something = load("classic", players), random.Random(players), 0
    seats = 2 if players == 2 else 5
    base, evidence, sight = (
        Searcher(game, Style(), None),
        Evidence(game, seats, action_features(game)),
        Sight(game),
    )
    belief: Belief = base.belief
    for _ in range(scaled(2, 200)):
        state = game.deal(rng.getrandbits(64), first=rng.randrange(players))
        told = Told(state, seats)
        while not told.state.over and told.state.position.moves_made < scaled(60, 200):
            view = told.state.view(told.state.turn)
            seen = sum(1 << card for card in told.seen)
            assert seen_by_all(view) == seen
            past = belief.past(view, 1)
            assert past is not None or not view.log
            found = evidence(view, sight(view), past)
            expected = np.array(told.row(view.seat), np.float32)
            assert np.array_equal(found, expected), np.flatnonzero(found != expected)
            told_something += bool((found[: 32 * (seats - 1)] % 1).any())
            words = [at for at in told.state.legal_actions() if game.actions.rows[at].kind == 2]
            told.play(rng.choice(words if words and rng.random() < 0.4 else told.state.legal_actions()))
    assert told_something > 20


# ------------------------------------------------------------------------------------------------- networks
def plain(network: str, weights: Weights, head: str, row: np.ndarray) -> np.ndarray:
    """A network forward, as its description says it."""
    arrays, x, depth = weights.arrays, row.astype(np.float64), 0
    while f"{network}/{depth}/w" in arrays:
        y = x @ arrays[f"{network}/{depth}/w"] + arrays[f"{network}/{depth}/b"]
        y = 0.5 * y * (1 + np.tanh(np.sqrt(2 / np.pi) * (y + 0.044715 * y**3)))
        x, depth = (x + y if x.shape == y.shape else y), depth + 1
    return np.asarray(x @ arrays[f"{network}/{head}/w"] + arrays[f"{network}/{head}/b"])


def test_one_row_and_many_are_what_the_weights_say() -> None:
    networks = made_up(load("classic", 2), width=48)
    network: Network = networks.policy
    rows = np.random.default_rng(1).integers(0, 2, (200, len(network.trunk[0].w))).astype(np.float32)
    rows[:, ::3] = 0
    expected = np.array([plain("policy", networks.weights, "moves", row) for row in rows])
    many = network.head("moves", network.features(rows))
    one = np.array([network.head("moves", network.features(row)) for row in rows])
    some = np.array([network.heads["moves"].some(network.features(row), np.array([7, 3])) for row in rows])
    assert np.allclose(many, expected, atol=1e-4)
    assert np.allclose(one, expected, atol=1e-4)
    assert np.allclose(some, expected[:, [7, 3]], atol=1e-4)


def in_the_middle(game: Game, rng: random.Random) -> State:
    """A game by chance, before a decision."""
    while True:
        state = game.deal(rng.getrandbits(64), first=rng.randrange(game.players))
        for _ in range(rng.randrange(60 * game.players)):
            if not state.over:
                state = state.play(rng.choice(state.legal_actions()))
        if not state.over and len(state.moves()) > 1:
            return state


def words_of(state: State, futures: Futures, game: Game) -> np.ndarray:
    """A state of machine code, with what everybody has seen."""
    words = np.zeros(KEPT_WORDS, np.int32)
    words[:32] = game.llvm().state(state.position)
    words[SEEN] = np.array([seen_by_all(state.view(state.turn))], np.uint32).view(np.int32)[0]
    return words


def with_all_cards(mind: Mind, state: State, seats: int) -> np.ndarray:
    """What a critic reads of the truth."""
    seat, players = state.turn, state.game.players
    hands, stock = np.zeros((seats - 1, 32), np.float32), np.zeros(32, np.float32)
    for step in range(1, players):
        hands[step - 1, [int(card) for card in state.position.hands[(seat + step) % players]]] = 1
    for place, card in enumerate(state.position.stock):
        stock[card] = (32 - place) / 32
    own = [mind.senses_of(state.view(seat)), mind.style]
    return np.concatenate([*own, hands.ravel(), stock, np.zeros(seats + 2, np.float32)])


@pytest.mark.parametrize("players", [2, 4])
def test_a_move_is_worth_what_the_game_returns_or_what_the_critic_says(players: int) -> None:
    game, rng, over = load("classic", players), random.Random(players), 0
    networks = made_up(game, width=32)
    seats = networks.weights.seats
    mind = Mind(game, networks=networks)
    futures = Futures(mind, 713)
    for number in range(scaled(30, 2_000)):
        state = in_the_middle(game, rng)
        while number % 30 == 0 and not any(state.play(action).over for action in state.legal_actions()):
            state = in_the_middle(game, rng)
        words = words_of(state, futures, game)
        actions = np.array(state.legal_actions(), np.int32)
        seat = rng.randrange(players)
        found = futures.worth(np.tile(words, (len(actions), 1)), actions, seat, 1, np.random.default_rng(1))
        for action, value in zip(actions.tolist(), found.tolist(), strict=True):
            after = state.play(action)
            over += after.over
            if after.over:
                expected = after.returns()[seat]
            else:
                row = with_all_cards(mind, after, seats)
                values = plain("critic", networks.weights, "values", row)
                expected = min(1.0, max(-1.0, values[(seat - after.turn) % players]))
            assert value == pytest.approx(expected, abs=1e-3)
    assert over


def test_a_move_that_wins_at_once_is_found() -> None:
    """By networks that know nothing: what the game returns is worth more than what a critic says."""
    game, rng, found = load("classic", 2), random.Random(5), 0
    depth = Depth(candidates=99, unlikely=-np.inf, faith=0.0)
    deep = Deep(game, Budget(simulations=200), depth=depth, networks=made_up(game, width=32))
    while found < scaled(3, 100):
        state = in_the_middle(game, rng)
        wins = [move for move in state.moves() if state.play(move).loser == 1 - state.turn]
        if wins:
            assert deep.choose(state.view(state.turn), 1) in wins
            found += 1


def test_a_search_tries_what_the_policy_likes_as_often_as_it_may() -> None:
    game, rng = load("classic", 3), random.Random(6)
    deep = Deep(game, Budget(simulations=120), networks=made_up(game, width=32))
    for _ in range(scaled(3, 30)):
        state = in_the_middle(game, rng)
        view = state.view(state.turn)
        tried = deep.tried(view, 1)
        spent = sum(one.simulations for one in tried)
        assert 120 <= spent < 120 + 2 * len(tried)
        liked = max(tried, key=lambda one: one.likely)
        assert liked.move == view.moves[int(deep.mind.chances(view).argmax())]
        assert [one.move for one in tried] == [one.move for one in deep.tried(view, 1)]
        few = deep.tried(view, 1, Budget(milliseconds=1))  # in any case in a few worlds
        assert min(one.simulations for one in few) >= 8
        advice = deep.advise(view, 1)
        assert advice.move == tried[0].move
        assert f"from {tried[0].simulations} trial games" in advice.en
        assert f"z {tried[0].simulations} skúšobných hier" in advice.sk


def test_advice_counts_what_comes_of_a_move_in_trial_games() -> None:
    game = load("classic", players=2)
    deep, state, counted = Deep(game, Budget(simulations=100)), game.deal(0), 0
    while not state.over and not counted:
        advice = deep.advise(state.view(state.turn), seed=1)
        counted += "after this move, " in advice.en and "po tomto ťahu" in advice.sk
        assert (advice.en == "") == (advice.sk == "")
        state = state.play(advice.move)
    assert counted


@pytest.mark.parametrize("name", ["net", "deep:40"])
def test_where_cards_are_missing_no_network_is_asked(name: str) -> None:
    """As in a lesson: with a seven in hand, a debt is answered."""
    game = load("classic", players=2)
    lesson = {"hands": [["a7", "b9", "hX"], ["lK", "aX", "h9"]], "pile": ["bX", "b7"], "turn": 0, "owed": 3}
    state = game.position({**lesson, "stock": ["a9", "l8", "hK", "aU", "bU", "lX", "a8", "b8", "l9", "h8"]})
    bot = make_bot(name, game)
    assert isinstance(bot, Net | Deep)
    assert str(bot.choose(state.view(0), 1)) == str(bot.advise(state.view(0), 1).move) == "a7"


@pytest.mark.parametrize(("name", "deal"), [("net", 0), ("net", 1), ("net", 4), ("net,style=hasty", 5)])
def test_who_hoards_in_a_circle_finds_out_of_it(name: str, deal: int) -> None:
    """By their best moves alone the last two in these games would draw and lay an over for ever."""
    game = load("classic", 3)
    bot = make_bot(name, game)
    for changing in (0, 1):
        state = game.deal(deal, first=deal % 3)
        while not state.over:
            view = state.view(state.turn)
            state = state.play(bot.choose(view, 4096 * deal + changing * view.moves_made))
        assert state.loser is not None


@pytest.mark.parametrize("name", ["net", "deep:20"])
def test_a_game_that_is_too_long_is_played_by_luck(name: str) -> None:
    """As the policy likes each move, and the same for the same view and seed."""
    game, rng = load("classic", 3), random.Random(2)
    bot = make_bot(name, game)
    assert isinstance(bot, Net | Deep)
    state = in_the_middle(game, rng)
    early = game.position({**state.to_json(), "moves_made": TOO_LONG * 3})
    late = game.position({**state.to_json(), "moves_made": TOO_LONG * 3 + 1})
    view = late.view(late.turn)
    assert len({bot.choose(early.view(early.turn), seed) for seed in range(3)}) == 1
    made = [bot.choose(view, seed) for seed in range(300)]
    if isinstance(bot, Deep):  # people do not go in circles: a hint is the best move
        assert bot.advise(view, 1).move == bot.tried(view, 1)[0].move
    for move, chance in zip(view.moves, np.exp(bot.mind.chances(view)).tolist(), strict=True):
        assert made.count(move) / 300 == pytest.approx(chance, abs=0.12)


@pytest.mark.parametrize("name", ["classic", *BOOKS])
def test_a_pack_is_whole_with_the_cards_of_its_own_table(name: str) -> None:
    """Also one of six cards: networks play there, and nobody in their place."""
    game, rng = remembering(name), random.Random(3)
    networks = made_up(game, width=16)
    net, deep = Net(game, networks=networks), Deep(game, Budget(simulations=20), networks=networks)
    for seed in range(scaled(3, 50)):
        state = game.deal(seed)
        while not state.over and state.position.moves_made < 30:
            view = state.view(state.turn)
            if len(view.moves) > 1:
                assert net.choose(view, seed) == view.moves[int(net.mind.chances(view).argmax())]
                assert deep.choose(view, seed) == deep.tried(view, seed)[0].move
            state = state.play(rng.choice(state.legal_actions()))


def sure_of(game: Game, card: int) -> Networks:
    """Networks that take it for certain that the next seat holds a card."""
    networks = made_up(game, width=16)
    arrays = networks.weights.arrays
    arrays["belief/cards/w"][:] = 0
    arrays["belief/cards/b"][:] = 0
    arrays["belief/cards/b"][card] = 12
    return networks


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_are_weighed_by_what_a_network_believes(players: int) -> None:
    game, rng, judged = load("classic", players), random.Random(players), 0
    base = Searcher(game, Style(), None)
    while judged < scaled(5, 200):
        state = in_the_middle(game, rng)
        view, card = state.view(state.turn), rng.randrange(32)
        mind = Mind(game, networks=sure_of(game, card))
        other = (view.seat + 1) % players
        if not mind.sight(view)[96 + card] or len(view.known.hands[other]) == view.sizes[other]:
            continue  # it is no hidden card, or it cannot be there
        belief = Belief(game, base.engine, base.machine, base.tactics, Guess(mind))
        hands = belief.dream(belief.worlds(view, 1), 2, 400)[100:, other]
        assert (hands >> card & 1).mean() > 0.99
        known = sum(1 << one for one in view.known.hands[other])
        assert {int(hand).bit_count() for hand in hands | known} == {view.sizes[other]}
        judged += 1
