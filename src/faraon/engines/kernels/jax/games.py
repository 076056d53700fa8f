"""Whole games on the generated functions: this text stands at the end of every JAX module."""

import jax
import jax.numpy as jnp
from faraon_kernel import DECK, ROWS, deal, mixed, moved, number, once, players, random_move, share, where


def row_of(state, action):
    """What an action means for the player on turn: kind, value, tuple and choice."""
    kind, value, tuple_, choice = (jnp.asarray(ROWS[:, k])[action] for k in range(4))
    seat = number(state.turn) + choice
    return kind, value, tuple_, where(kind == 1, where(seat >= players, seat - players, seat), choice)


def play(state, action):
    """The state after a legal action."""
    return moved(state, *row_of(state, action))


def random_play(state, random_word):
    """The state after a legal move that a random word of 32 bits chooses evenly."""
    kind, value, tuple_, choice = random_move(state, random_word)
    return moved(state, *once((kind, -1, 2), (value, 0, 7), (tuple_, 0, 63), (choice, -1, 6)))


def chosen(condition, yes, no):
    """One of two states."""
    return jax.tree.map(lambda a, b: where(condition, a, b), yes, no)


def fresh(luck):
    """A new game from a word of luck, with another word for the game behind it."""
    size = len(DECK)
    words = mixed(mixed(luck) + jnp.arange(size + 2, dtype=jnp.uint32) * jnp.uint32(0x9E3779B9))
    return deal(jnp.asarray(DECK)[jnp.argsort(words[:size])], words[size], words[size + 1])


def init(key):
    """A new game."""
    return fresh(jax.random.bits(key, (), jnp.uint32))


def step(state, action):
    """The state after a legal action; if the game is over, a new one is dealt, whatever the action."""
    return chosen(state.over, fresh(state.luck), play(state, action))


def step_among(state, action, deals):
    """The same, but a new game is one of many that were dealt before: a batch goes on without shuffling."""
    return chosen(state.over, drawn_from(state, deals), play(state, action))


def random_step_among(state, random_word, deals):
    """A move that is chosen evenly, or a new game from those that were dealt before."""
    return chosen(state.over, drawn_from(state, deals), random_play(state, random_word))


def drawn_from(state, deals):
    """A dealt game by the luck of a state. Games that go on all look at the same one, which costs nothing."""
    luck = mixed(state.luck + jnp.uint32(0x9E3779B9))
    at = where(state.over, share(luck, deals.luck.shape[0]), 0)
    return jax.tree.map(lambda lane: lane[at], deals)._replace(luck=luck)
