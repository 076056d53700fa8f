"""Whole games on the generated functions: this text stands at the end of every generated module."""

WHOLE_GAMES = '''

@njit("void(int32[::1], int64[::1], int64)", cache=True, nogil=True)
def play(state, table, action):
    """Makes a legal move."""
    advance(state, table, action, uint64(0), 1)


@njit("void(int32[::1], int64[::1])", cache=True, nogil=True)
def punish(state, table):
    """What an invalid lay costs the player on turn, at a table that does not only refuse it."""
    advance(state, table, FOUL, uint64(0), 1)


@njit("uint64(int32[::1], int64[::1], uint64, int64)", cache=True, nogil=True)
def playout(state, table, counter, most):
    """Random moves until the game is over, or so many; gives the counter."""
    return advance(state, table, RANDOM, counter, most)


@njit("boolean(int32[::1])", cache=True, nogil=True)
def is_over(state):
    return state[SEATS] & (1 << 24) != 0


@njit("int64(int32[::1])", cache=True, nogil=True)
def loser_of(state):
    """Who has lost, or -1."""
    return (int64(state[SEATS]) >> 25) - 1


@njit("int64(int32[::1])", cache=True, nogil=True)
def turn_of(state):
    return int64(state[SEATS]) & 255


@njit("void(int64[::1], uint64, int64, int64, int32[:, ::1])", cache=True, nogil=True)
def games(table, seed, start, first, results):
    """Deals and plays to the end: of each game the loser, who finished first (or -1) and how many moves it took."""
    state = np.zeros(STATE_WORDS, np.int32)
    for k in range(results.shape[0]):
        own = mixed(seed + STRIDE * uint64(start + k + 1))
        counter = deal(state, table, own, first)
        playout(state, table, counter, 1 << 40)
        places = int64(state[PLACES])
        results[k, 0], results[k, 2] = loser_of(state), state[MOVES]
        results[k, 1] = (places >> 3) & 7 if places & 7 > 0 else -1


@njit("void(int32[::1], int64[::1], uint64, int64, int64, int32[:, ::1])", cache=True, nogil=True)
def playouts(origin, table, seed, start, most, results):
    """Plays one state to its end again and again, the same three numbers a row."""
    state = np.zeros(STATE_WORDS, np.int32)
    for k in range(results.shape[0]):
        state[:] = origin
        playout(state, table, mixed(seed + STRIDE * uint64(start + k + 1)), most)
        places = int64(state[PLACES])
        results[k, 0], results[k, 2] = loser_of(state), state[MOVES]
        results[k, 1] = (places >> 3) & 7 if places & 7 > 0 else -1
'''
