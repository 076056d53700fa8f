"""One table, and many: whatever is played there is the game, and what is wrong is said."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from faraon.engines.actions import TUPLES
from faraon.engines.errors import GameError
from faraon.env.spec import ACTION_FEATURES, action_features, observation_spec, rules_hash
from faraon.env.table import Table
from faraon.env.vector import VectorTable
from faraon.game.chance import game_seed
from faraon.game.position import Out
from faraon.lang.library import book_from_text
from faraon.play.game import Game, load
from tests.scale import scaled

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(load("classic", players=3))


def played(table: Table, moves: int, seed: int = 1) -> Table:
    rng = random.Random(seed)
    table.reset(seed)
    for _ in range(moves):
        table.step(rng.choice(table.legal))
    return table


def test_an_illegal_action_is_named_with_the_legal_ones(table: Table) -> None:
    table.reset(seed=3)
    before = table.to_bytes()
    illegal = next(number for number in range(713) if number not in table.legal)
    move = table.actions.move(illegal, 0, 3)
    with pytest.raises(
        GameError, match=rf"action {illegal} \({move}\) is not legal; legal are .*710 \(draw\)"
    ):
        table.step(illegal)
    for wrong in (-1, 713, 1.5, "draw"):
        with pytest.raises(GameError, match="0 to 712"):
            table.step(wrong)  # type: ignore[arg-type]
    assert table.to_bytes() == before


def test_wrong_seats_and_seeds_are_refused(table: Table) -> None:
    for wrong in (-1, 3, 0.5):
        with pytest.raises(GameError, match="seats are 0 to 2"):
            table.observe(wrong)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="seats are 0 to 2"):
            table.reset(1, first=wrong)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="seats are 0 to 2"):
            table.safe(wrong)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="a seed is a number"):
        table.reset(-1)


def test_arrays_to_write_into_must_fit(table: Table) -> None:
    seen, mask = np.zeros(282, np.float32), np.ones(713, np.int8)
    assert table.observe(1, out=seen) is seen
    assert table.mask(out=mask) is mask
    assert np.flatnonzero(mask).tolist() == sorted(table.legal)
    frozen = seen.copy()
    frozen.flags.writeable = False
    for wrong in (seen[:-1], seen.astype(np.float64), np.zeros(564, np.float32)[::2], frozen, [0.0] * 282):
        with pytest.raises(GameError, match="282 numbers of float32"):
            table.observe(1, out=wrong)  # type: ignore[arg-type]
    for other in (mask[:5], np.zeros((2, 713), np.int8), [0] * 713):
        with pytest.raises(GameError, match="713 numbers"):
            table.mask(out=other)  # type: ignore[arg-type]


def test_a_table_takes_a_game() -> None:
    for wrong in ("classic", None):
        with pytest.raises(GameError, match=r"faraon\.load"):
            Table(wrong)  # type: ignore[arg-type]
        with pytest.raises(GameError, match=r"faraon\.load"):
            VectorTable(wrong, 2)  # type: ignore[arg-type]


def test_a_clone_goes_its_own_way(table: Table) -> None:
    one = played(table, 5)
    for other in (one.clone(), copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301
        assert other.to_bytes() == one.to_bytes()
        assert np.array_equal(other.observe(1), one.observe(1))
        before = one.to_bytes()
        other.step(other.legal[-1])
        assert one.to_bytes() == before != other.to_bytes()


def test_bytes_of_other_rules_are_refused(table: Table) -> None:
    kept = played(table, 7).to_bytes()
    again = Table.from_bytes(load("classic", players=3), kept)
    assert (again.legal, again.turn) == (table.legal, table.turn)
    with pytest.raises(GameError, match="rules hash"):
        Table.from_bytes(load("classic", players=3, ace_two="free"), kept)
    with pytest.raises(GameError, match="rules hash"):
        Table.from_bytes(load("classic", players=3), kept, memory=False)
    with pytest.raises(GameError, match="bytes"):
        Table.from_bytes(load("classic", players=3), kept[:-1])


def test_spoiled_bytes_are_refused(table: Table) -> None:
    """Machine code believes whatever stands in a state, so nothing gets there that is not a position."""
    rng, refused, start = random.Random(3), 0, len(table.rules_hash) // 2
    for seed in range(scaled(80, 20_000)):
        table.reset(seed)
        for _ in range(rng.randrange(40)):
            if not table.over:
                table.step(rng.choice(table.legal))
        spoiled = bytearray(table.to_bytes())
        for _ in range(rng.choice((1, 1, 3, 20))):
            spoiled[rng.randrange(start, len(spoiled))] = rng.randrange(256)
        try:
            other = Table.from_bytes(table.game, bytes(spoiled))
        except GameError as error:
            assert error.code == "bad-position"  # noqa: PT017 - some of them are positions after all
            refused += 1
            continue
        while not other.over and other.legal:
            assert (abs(other.observe(rng.randrange(3))) <= 1).all()
            other.step(rng.choice(other.legal))
        assert sum(other.returns()) == pytest.approx(0)
    assert refused > 20


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("classic", 5, {}), ("prsi", 3, {}), ("mini-8", 2, {}), ("classic", 3, {"play_on": "first_out"})],
)
def test_every_moment_of_a_game_can_be_kept(name: str, players: int, options: dict[str, str]) -> None:
    game = load(name, players, **options)
    table = Table(game, memory=not game.bound.shuffled)
    for seed in range(scaled(2, 200)):
        rng = random.Random(seed)
        table.reset(seed)
        kept = table
        while not table.over:
            table.step(rng.choice(table.legal))
            if rng.random() < 0.7 and not table.over:
                continue
            kept = Table.from_bytes(game, table.to_bytes(), table.memory)
            assert (kept.to_bytes(), kept.legal) == (table.to_bytes(), table.legal)
        assert kept.returns() == table.returns()


def test_the_rules_hash_counts_rules_and_numbers_but_no_text() -> None:
    game = load("classic", players=3)
    assert rules_hash(game) == rules_hash(load("classic", players=3))
    others = [load("classic", players=2), load("classic", players=3, ace_two="free"), load("prsi", players=3)]
    hashes = {rules_hash(game), rules_hash(game, memory=False), *(rules_hash(one, False) for one in others)}
    assert len(hashes) == 5
    text = 'rulebook told\n    en "Told" sk "Podané"\ninclude classic\n'
    told = 'rule draw_two: owed > 900 -> draw 2\n    en "{}" sk "{}"\n'
    one, two = (
        Game(book_from_text(text + told.format(said, said), "told.far"), 3, {}) for said in ("Draw.", "Take.")
    )
    assert rules_hash(one) == rules_hash(two) != rules_hash(game)


def test_safe_seats_are_those_who_have_finished_for_good(table: Table) -> None:
    rng, found = random.Random(4), set[int]()
    for seed in range(20):
        table.reset(seed)
        while not table.over:
            table.step(rng.choice(table.legal))
            out = table.position.out
            assert [table.safe(seat) for seat in range(3)] == [one == Out.safe for one in out]
            found.update(out)
    assert found == {Out.playing, Out.returnable, Out.safe}


def _ends(number: int) -> tuple[frozenset[int], int, int]:
    order = TUPLES[number] if number >= 0 else (0,)
    return frozenset(order), order[0], order[-1]


def test_features_tell_all_actions_apart() -> None:
    game = load("classic", players=2)
    meant = {(*row[:2], *_ends(row.tuple), row.choice) for row in game.actions.rows}
    assert len({tuple(row) for row in action_features(game)}) == len(meant)
    laid = action_features(game)[game.actions.number(game.deal(3).moves()[0], 0, 2)]
    kind = ACTION_FEATURES[0]
    assert laid[kind.start : kind.end].tolist() == [1, 0, 0]


# ------------------------------------------------------------------------------------------------ many tables
@pytest.mark.parametrize("players", [2, 4])
def test_many_tables_play_as_one(players: int) -> None:
    game, num = load("classic", players), 8
    tables, rng = VectorTable(game, num, seed=5), np.random.default_rng(6)
    seeds, ended = [game_seed(5, slot) for slot in range(num)], 0
    firsts = [slot % players for slot in range(num)]
    single = [Table(game) for _ in range(num)]

    def dealt(slot: int) -> None:
        single[slot].reset(game_seed_of(seeds[slot]), firsts[slot])
        seeds[slot], firsts[slot] = (seeds[slot] + STRIDE) % 2**64, (firsts[slot] + 1) % players

    for slot in range(num):
        dealt(slot)
    batch = tables.reset(seed=5)
    for _ in range(scaled(300, 20_000)):
        for slot, one in enumerate(single):
            assert batch.turn[slot] == one.turn
            assert np.array_equal(batch.obs[slot], one.observe(one.turn))
            assert np.flatnonzero(batch.mask[slot]).tolist() == sorted(one.legal)
        actions = [int(rng.choice(one.legal)) for one in single]
        batch = tables.step(np.array(actions))
        for slot, one in enumerate(single):
            seat = one.turn
            one.step(actions[slot])
            assert batch.done[slot] == one.over
            assert np.array_equal(batch.reward[slot], np.array(one.returns(), np.float32))
            if one.over:
                ended += 1
                assert np.array_equal(batch.final_obs[slot], one.observe(seat))
                dealt(slot)
    assert ended > 5


STRIDE = 0x9E3779B97F4A7C15


def game_seed_of(counter: int) -> int:
    return game_seed((counter - STRIDE) % 2**64, 0)


def test_threads_change_nothing() -> None:
    game = load("classic", players=2)
    one, three = VectorTable(game, 7, seed=1), VectorTable(game, 7, seed=1, threads=3)
    for _ in range(150):
        first, second = one.reset(), three.reset()
        for _ in range(3):
            assert all(map(np.array_equal, first, second))
            actions = first.mask.argmax(1)
            first, second = one.step(actions), three.step(actions)


def test_no_game_moves_if_one_action_is_illegal() -> None:
    tables = VectorTable(load("classic", players=2), 3, seed=2)
    batch = tables.reset()
    kept = [array.copy() for array in batch]
    legal = batch.mask.argmax(1)
    wrong = int(np.flatnonzero(~batch.mask[1])[0])
    with pytest.raises(GameError, match=rf"game 1: action {wrong} .* is not legal; legal are"):
        tables.step([legal[0], wrong, legal[2]])
    for action in (-1, -5, 713, 2**40):
        with pytest.raises(GameError, match=rf"game 0: action {action} is not legal"):
            tables.step([action, legal[1], legal[2]])
    with pytest.raises(GameError, match="3 numbers"):
        tables.step(legal[:2])
    assert all(map(np.array_equal, kept, tables.last))
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[:] = True


@pytest.mark.parametrize("threads", [1, 2])
def test_many_tables_are_copied_with_their_games(threads: int) -> None:
    tables = VectorTable(load("classic", players=2), 5, seed=3, threads=threads)
    batch = tables.reset()
    for _ in range(30):
        batch = tables.step(batch.mask.argmax(1))
    for other in (tables.clone(), copy.deepcopy(tables), pickle.loads(pickle.dumps(tables))):  # noqa: S301
        apart = tables.clone()
        own, same = apart.last, other.last
        for _ in range(60):
            assert all(map(np.array_equal, own, same))
            actions = own.mask.argmax(1)
            own, same = apart.step(actions), other.step(actions)
        assert all(map(np.array_equal, tables.last, batch))


def test_tables_of_other_rules_are_not_unpickled(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(VectorTable(load("classic", players=2), 2))
    monkeypatch.setattr("faraon.env.vector.rules_hash", lambda *_: "0" * 32)
    with pytest.raises(GameError, match=r"rules hash .*, this one has 0000"):
        pickle.loads(kept)  # noqa: S301


def test_wrong_numbers_of_games_are_refused() -> None:
    game = load("classic", players=2)
    for wrong in (0, -1, 2.5, "3", True, None):
        with pytest.raises(GameError, match="1 game or more, not"):
            VectorTable(game, wrong)  # type: ignore[arg-type]
        with pytest.raises(GameError, match="1 thread or more, not"):
            VectorTable(game, 2, threads=wrong)  # type: ignore[arg-type]
    assert VectorTable(game, np.int64(3), threads=np.int8(2)).reset(np.uint32(5)).obs.shape == (3, 245)


def test_tables_without_room_are_refused() -> None:
    with pytest.raises(GameError, match="6 players"):
        Table(load("classic", players=7))
    with pytest.raises(GameError, match="covered"):
        Table(load("classic", players=3, camouflage="on"))


def test_the_observation_of_two_players_has_245_numbers() -> None:
    assert [observation_spec(load("classic", players))[-1].end for players in (2, 4)] == [245, 319]
