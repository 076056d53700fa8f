"""No bot sees what its seat may not see, and every bot plays by the rules of its table."""

from __future__ import annotations

import random

import pytest

from faraon.bots import check_name, make_bot
from faraon.engines.errors import GameError
from faraon.game.log import Entry
from faraon.play.game import load
from faraon.play.state import State
from faraon.testing.positions import random_position
from tests.bots.tables import SETS, permuted, table
from tests.scale import scaled

NETWORKS = ["net", "net,choice=sampled", "net,style=hasty", "net,slips=30"]
"""They know the rules of the paragraphs alone, without a house's options."""
WITHOUT_SEARCH = ["uniform", "greedy", "greedy,slips=40", *NETWORKS]
DEEP = ["deep:40", "ismcts:40,belief=net"]
SEARCH = ["flat:40", "ismcts:40", "ismcts:40,belief=off", "ismcts:40,threads=2", *DEEP]


@pytest.mark.soak
@pytest.mark.parametrize("name", [*WITHOUT_SEARCH, *SEARCH])
def test_permuting_hidden_cards_never_changes_the_choice(name: str) -> None:
    rng = random.Random("honest")
    for _ in range(scaled(30 if name in DEEP else 120, 20_000 if name in WITHOUT_SEARCH else 3_000)):
        game = load("classic", rng.choice((2, 3, 4)))
        state = random_position(game, rng)
        other = permuted(game, state, rng)
        if state.over or other.over:  # a last chance depends on the cards, and the game may be over at once
            continue
        seed, bot = rng.getrandbits(32), make_bot(name, game)
        assert bot.choose(state.view(state.turn), seed) == bot.choose(other.view(other.turn), seed)


def with_other_hidden_cards(state: State, rng: random.Random) -> State | None:
    """The same game as its player on turn saw it, with other cards in the places that the player never saw.

    The deck is dealt anew with the hidden cards exchanged, and the same moves are played: a different truth
    behind the same log. ``None`` if these cards do not allow the same game.
    """
    assert state.deck is not None
    me, game = state.turn, state.game
    deck = list(state.deck)
    mine = set(state.origin.hands[me]) | {state.origin.pile[0]}
    for entry in state.log:
        mine.update(entry.move.cards if entry.move is not None else ())
        for kind, seat, cards in entry.events:
            if (kind, seat) == ("draw", me) or kind in ("show", "turn", "foul"):
                mine.update(cards)
    free = [at for at, card in enumerate(deck) if card not in mine]
    hidden = [deck[at] for at in free]
    rng.shuffle(hidden)
    for at, card in zip(free, hidden, strict=True):
        deck[at] = card
    first = state.log[0].seat if state.log else state.turn
    other = game.deal(deck=deck, first=first, chance=state.origin.chance)
    for entry in state.log:
        if entry.move is not None:
            if entry.move not in other.moves():
                return None
            other = other.play(entry.move)
    return other if seen(other, me) == seen(state, me) else None


def seen(state: State, seat: int) -> object:
    view = state.view(seat)
    return view.log, view.hand, view.pile, view.sizes, view.known


@pytest.mark.soak
@pytest.mark.parametrize("name", ["greedy", "net", *SEARCH])
def test_another_truth_behind_the_same_log_never_changes_the_choice(name: str) -> None:
    """The bots that read the log: what they conclude from it must not depend on what they did not see."""
    rng = random.Random("another truth")
    compared = 0
    while compared < scaled(20 if name in DEEP else 60, 2_000):
        players = rng.choice((2, 2, 3, 4))
        drawn, recycle = rng.choice(("off", "on")), rng.choice(("turn", "shuffle"))
        learned = name in (*NETWORKS, *DEEP)
        options = {} if learned else {"play_drawn": drawn, "recycle": recycle}
        game = load("classic", players, **options)
        mover, state = make_bot("greedy,slips=20", game), game.deal(rng.getrandbits(32))
        bot = make_bot(name, game)
        for _ in range(rng.randrange(4, 40)):
            if state.over:
                break
            state = state.play(mover.choose(state.view(state.turn), rng.getrandbits(32)))
        if state.over or len(state.moves()) < 2:
            continue
        other = with_other_hidden_cards(state, rng)
        if other is None or other.position == state.position:
            continue
        seed = rng.getrandbits(32)
        assert bot.choose(state.view(state.turn), seed) == bot.choose(other.view(other.turn), seed)
        compared += 1


@pytest.mark.soak
@pytest.mark.parametrize("number", range(0, len(SETS), scaled(4, 1)))
@pytest.mark.parametrize("name", ["uniform", "greedy", "flat:30", "ismcts:30", "solver:30"])
def test_no_bot_makes_an_illegal_move(name: str, number: int) -> None:
    """In option sets in which every pair of settings meets: all forty of them in the soak."""
    rng = random.Random(f"{name} {number}")
    for _ in range(scaled(1, 75 if name in WITHOUT_SEARCH else 8)):
        game = table(SETS[number], rng.choice((2, 3, 4)))
        bot = make_bot(name if game.packs() == 1 else name.replace(":30", ":4"), game)
        state = game.deal(rng.getrandbits(64))
        while not state.over and state.position.moves_made < scaled(60, 400):
            view = state.view(state.turn)
            move = bot.choose(view, seed=rng.getrandbits(32))
            assert move in view.moves
            state = state.play(move)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(0, len(SETS), scaled(4, 1)))
@pytest.mark.parametrize("name", ["net", "deep:30", "ismcts:30,belief=net"])
def test_networks_are_refused_where_they_have_not_learned_the_rules(name: str, number: int) -> None:
    """Under the same option sets; what is said names a bot that plays there."""
    game = table(SETS[number], 2 + number % 4)
    with pytest.raises(GameError, match=r"; take (ismcts:5000|greedy)$|: take bluffer or greedy$") as refused:
        make_bot(name, game)
    instead = "bluffer" if game.bound.covered else "ismcts:5000" if game.packs() == 1 else "greedy"
    assert instead in str(refused.value)
    assert f"zvoľ {instead}" in refused.value.sk
    check_name(instead, game)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["net", "net,choice=sampled", "deep:30", "ismcts:30,belief=net"])
def test_networks_make_no_illegal_move(name: str, players: int) -> None:
    rng, game = random.Random(f"{name} {players}"), load("classic", players)
    bot, other = make_bot(name, game), make_bot("uniform", game)
    for _ in range(scaled(1, 100)):
        state = game.deal(rng.getrandbits(64))
        while not state.over and state.position.moves_made < scaled(60, 400):
            view = state.view(state.turn)
            move = (bot if rng.random() < 0.5 else other).choose(view, seed=rng.getrandbits(32))
            assert move in view.moves
            state = state.play(move)


@pytest.mark.parametrize("name", [*WITHOUT_SEARCH, *SEARCH])
def test_the_same_view_and_seed_give_the_same_move(name: str) -> None:
    game = load("classic", 2)
    state = game.deal(seed=11)
    for _ in range(6):
        view = state.view(state.turn)
        assert len({make_bot(name, game).choose(view, seed=5) for _ in range(3)}) == 1
        state = state.play(view.moves[0])


def test_the_log_is_what_is_read() -> None:
    """The tests above would prove nothing if the truth they change could not be told from the log."""
    state = load("classic", 2).deal(seed=1)
    assert all(isinstance(entry, Entry) for entry in state.log)
    assert with_other_hidden_cards(state, random.Random(1)) not in (None, state)
