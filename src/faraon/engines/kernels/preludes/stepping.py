"""Games move by move, one or many at once: this text stands at the end of every module for environments.

A game is kept in 34 words, see ``kept``.
"""

import numpy as np
from faraon_kernel import (
    ACTIONS,
    GROUP,
    MOVES,
    PLACES,
    PLAYERS,
    RESULT,
    SEATS,
    SEEN,
    STATE_WORDS,
    STRIDE,
    advance,
    deal,
    first_seen,
    inner,
    int64,
    legal,
    mixed,
    njit,
    observe,
    uint64,
)


@njit("void(int32[::1], int64[::1], uint64, int64)")
def begin(state, table, seed, first):
    """Deals a game."""
    deal(state, table, seed, first)
    state[SEEN], state[RESULT] = first_seen(state, table), 0


@njit("void(int32[::1], int64[::1], int64)")
def move(state, table, action):
    """Makes a legal move."""
    earlier = np.empty(STATE_WORDS, np.int32)
    for word in range(STATE_WORDS):
        earlier[word] = state[word]
    advance(state, table, action, uint64(0), 1)
    row = ACTIONS[action]
    if row & 3 != 2:  # cards were laid
        state[SEEN] = state[SEEN] | (((GROUP[(row >> 5) & 63] >> 3) & 15) << (4 * ((row >> 2) & 7)))
    if is_finished(state):
        state[RESULT] = result(state, earlier, table, action)


@inner
def is_finished(state):
    return int64(state[SEATS]) & (1 << 24) != 0


@inner
def result(state, earlier, table, action):
    """Who has lost, or won. The first one out has won if the game would be over however few moves were made;
    otherwise it was cut off."""
    loser, places = (int64(state[SEATS]) >> 25) & 7, int64(state[PLACES])
    if loser > 0 or places & 7 == 0:
        return loser
    earlier[MOVES] = 0
    advance(earlier, table, action, uint64(0), 1)
    return (((places >> 3) & 7) + 1) << 3 if is_finished(earlier) else 0


@njit("void(int32[::1], int64[::1], int64, float32[::1])")
def look(state, table, seat, out):
    """What a seat sees."""
    observe(state, table, seat, out)


@njit("int64(int32[::1], int64[::1], int32[::1])")
def choices(state, table, buffer):
    """Lists the legal actions in order; gives how many there are."""
    return legal(state, table, buffer)


@inner
def pay(state, reward):
    """What a finished game is worth to every seat, 0 in all."""
    paid, share = int64(state[RESULT]), 1.0 / (PLAYERS - 1)
    loser, winner = (paid & 7) - 1, (paid >> 3) - 1
    for seat in range(PLAYERS):
        if paid == 0:
            reward[seat] = 0.0
        elif loser >= 0:
            reward[seat] = -1.0 if seat == loser else share
        else:
            reward[seat] = 1.0 if seat == winner else -share


@njit("int64(uint8[:, ::1], int32[::1])")
def first_illegal(masks, actions):
    """The first game whose action is not legal, or -1."""
    for game in range(actions.shape[0]):
        action = int64(actions[game])
        if action < 0 or action >= masks.shape[1] or masks[game, action] == 0:
            return game
    return -1


@njit(
    "void(int32[:, ::1], int64[::1], uint64[::1], int64[::1], int32[::1], float32[:, ::1], uint8[:, ::1], "
    "int32[::1], float32[:, ::1], uint8[::1], float32[:, ::1])"
)
def step_all(states, table, seeds, firsts, actions, seen, masks, turns, rewards, done, final):
    """A move in every game, and what the next player sees and may do; a negative action deals a game.

    A game that is over is dealt again, with the next seed and the next seat to start; what the player of the
    last move sees at its end goes to ``final``.
    """
    buffer = np.empty(ACTIONS.shape[0], np.int32)
    for game in range(actions.shape[0]):
        state, action = states[game], int64(actions[game])
        for seat in range(PLAYERS):
            rewards[game, seat] = 0.0
        over = False
        if action >= 0:
            mover = int64(state[SEATS]) & 255
            move(state, table, action)
            over = is_finished(state)
            if over:
                pay(state, rewards[game])
                observe(state, table, mover, final[game])
        done[game] = int64(over)
        if over or action < 0:
            begin(state, table, mixed(seeds[game]), firsts[game])
            seeds[game] += STRIDE
            firsts[game] = (firsts[game] + 1) % PLAYERS
        turn = int64(state[SEATS]) & 255
        turns[game] = turn
        observe(state, table, turn, seen[game])
        mask = masks[game]
        for at in range(mask.shape[0]):
            mask[at] = 0
        for at in range(legal(state, table, buffer)):
            mask[buffer[at]] = 1
