"""Game records go both ways, replay, and say where they are wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from faraon.cards import pack
from faraon.game.record import Record, RecordError
from faraon.match.record import FORMAT as MATCH
from faraon.match.record import read_match
from faraon.play.game import load
from faraon.play.replay import record_of, replay, result_text
from faraon.play.state import State
from faraon.testing.positions import random_position


def played(rng: random.Random, rulebook: str = "classic", players: int = 2, **options: object) -> State:
    game = load(rulebook, players, **options)
    sizes = [rng.randint(1, 5) for _ in range(players)] if rng.random() < 0.3 else None
    state = game.deal(rng.getrandbits(64), first=rng.randrange(players), hand_sizes=sizes)
    while not state.over and rng.random() < 0.995:
        state = state.play(rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("rulebook", ["classic", "prsi", "family", "formal", "draft"])
def test_a_record_goes_both_ways_and_replays_to_the_same_position(rulebook: str) -> None:
    rng = random.Random(f"records {rulebook}")
    for _ in range(20):
        state = played(rng, rulebook, rng.choice((2, 3, 4)))
        record = record_of(state, "2026-11-15", {"Seat0": "Eva"})
        assert Record.read(record.write()) == record
        again = replay(record)
        assert again.last.position == state.position
        assert not again.changed
        assert len(again.states) == len(record.turns) + 1


def test_a_record_may_begin_with_a_position() -> None:
    rng = random.Random("given")
    for _ in range(30):
        state = random_position(load("classic", 3), rng)
        for _ in range(5):
            if not state.over:
                state = state.play(rng.choice(state.moves()))
        record = Record.read(record_of(state).write())
        assert record.position is not None
        assert replay(record).last.position == state.position


def test_a_punished_move_is_recorded_and_replayed() -> None:
    game = load("classic", 2, pajchel="penalty")
    state = game.deal(seed=3).play("h7")
    assert state.log[-1].foul
    assert replay(Record.read(record_of(state).write())).last.position == state.position


def test_a_record_of_a_shuffled_pile_holds_the_new_order() -> None:
    rng = random.Random("shuffled")
    while True:
        state = played(rng, "family")
        record = record_of(state)
        if any(turn.shuffled for turn in record.turns):
            break
    text = record.write()
    assert " ; shuffled " in text
    assert replay(Record.read(text)).last.position == state.position
    number, line = next((n, line) for n, line in enumerate(text.splitlines()) if "; shuffled" in line)
    head, _, order = line.partition("; shuffled ")
    lines = text.splitlines()
    lines[number] = f"{head}; shuffled {' '.join(reversed(order.split()))}"
    with pytest.raises(RecordError, match="shuffled into another order"):
        replay(Record.read("\n".join(lines)))


def given(rng: random.Random, rulebook: str = "family") -> State:
    """A game in which every order of the stock was given."""
    state = load(rulebook, 2).deal(deck=rng.sample(pack(), 32))
    while not state.over:
        state = state.play(rng.choice(state.moves()), lambda turned: rng.sample(turned, len(turned)))
    return state


def test_orders_that_were_given_are_recorded_and_replayed() -> None:
    rng = random.Random("given orders")
    state = given(rng)
    while not any(entry.shuffled for entry in state.log):
        state = given(rng)
    record = record_of(state)
    text = record.write()
    assert '[Chance "given"]' in text
    assert Record.read(text) == record
    again = replay(Record.read(text)).last
    assert again.position == state.position
    assert record_of(again) == record
    without = "\n".join(line.partition(" ; shuffled")[0] for line in text.splitlines())
    with pytest.raises(RecordError, match="the order of the shuffled pile is missing"):
        replay(Record.read(without))
    spoilt = text.replace("; shuffled ", "; shuffled h7 ", 1)
    with pytest.raises(RecordError, match="the order has"):
        replay(Record.read(spoilt))
    elsewhere = text.splitlines()
    at = next(k for k, line in enumerate(elsewhere) if line.startswith("1. "))
    elsewhere[at] += " ; shuffled h7 l7"
    with pytest.raises(RecordError, match=r"turn 1: .*not shuffled"):
        replay(Record.read("\n".join(elsewhere)))


def test_the_result_tells_loser_winner_and_draw() -> None:
    rng = random.Random("results")
    seen = set()
    for _ in range(60):
        options = rng.choice(({}, {"play_on": "first_out", "red_seven_return": "off"}, {"move_limit": 10}))
        seen.add(result_text(played(rng, "classic", 3, **options)).split()[0])
    assert seen >= {"loser", "winner", "drawn"}


def test_a_changed_rulebook_is_told() -> None:
    state = played(random.Random(1))
    text = record_of(state).write().replace(state.game.book.hash, "0" * 64)
    assert replay(Record.read(text)).changed


GOOD = record_of(load("classic", 2).deal(seed=3).play("aK").play("draw"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("faraon 1", "faraon 9", "the format is 'faraon 9'"),
        ('[Players "2"]', "", r"the tag \[Players …\] is missing"),
        ('[Players "2"]', '[Players "two"]', "Players: 'two' is not a number"),
        ('[Players "2"]', '[Players "2"]\n[Players "2"]', "duplicate tag"),
        ('[Players "2"]', "[Players 2]", "a tag is written"),
        ('[Players "2"]', '[Players "99"]', "is played by 2 to 15 players"),
        ('"classic"', '"klasic"', "did you mean 'classic'"),
        ('[Options ""]', '[Options "players=3"]', "there is no option 'players'"),
        ('[Options ""]', '[Options "rulebook=prsi"]', "there is no option 'rulebook'"),
        ('[Options ""]', '[Options "ace_two"]', "is not of the form NAME=VALUE"),
        ('[Options ""]', '[Options "ace_two=maybe"]', "ace_two has no setting 'maybe'"),
        ("deck ", "deck zz ", "'zz' is not a card"),
        ("deck ", "deck h7 ", "too many h7"),
        ("deck ", "", "a turn is written"),
        ("1. 0 aK", "1. 1 aK", "it is the turn of seat 0, not 1"),
        ("1. 0 aK", "1. 0 h7", "turn 1: h7: The seven of hearts does not fit"),
        ("1. 0 aK", "1. 0 blah", "is not a move"),
        ("1. 0 aK", "2. 0 aK", "turn 1 is expected"),
        ("1. 0 aK", "aK", "a turn is written"),
        ('"unfinished"', '"loser 1"', "the recorded result is 'loser 1'"),
    ],
)
def test_a_broken_record_says_where(old: str, new: str, message: str) -> None:
    text = GOOD.write()
    assert old in text
    with pytest.raises(RecordError, match=message) as caught:
        replay(Record.read(text.replace(old, new, 1)))
    assert caught.value.sk not in ("", str(caught.value)), "it says so in Slovak too"


def test_a_record_names_a_rulebook_and_never_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("PASSWORD=swordfish")
    (tmp_path / "own.far").write_text("PASSWORD=swordfish")
    monkeypatch.chdir(tmp_path)
    for name in (".env", "own.far", "own", str(tmp_path / ".env"), "./classic", "classic.far", "_words"):
        text = GOOD.write().replace('"classic"', f'"{name}"')
        with pytest.raises(RecordError, match="there is no rulebook") as refused:
            replay(Record.read(text))
        assert "swordfish" not in str(refused.value)
        whole = f'[Format "{MATCH}"]\n[Match "single"]\n[Games "1"]\n[Rulebook "{name}"]\n[Players "2"]\n'
        with pytest.raises(RecordError, match="there is no rulebook"):
            read_match(whole)


def test_a_record_that_is_none_of_ours_is_refused() -> None:
    for text in ("", "hello", "\x00\x01", "[", '[Format "faraon 1"]\n' * 2, "deck h7\n" * 5):
        with pytest.raises(RecordError):
            replay(Record.read(text))


def test_moves_after_the_end_are_refused() -> None:
    state = load("classic", 2).deal(seed=3)
    while not state.over:
        state = state.play(state.moves()[0])
    text = record_of(state).write()
    with pytest.raises(RecordError, match="already over"):
        replay(Record.read(text + f"{len(state.log) + 1}. 0 draw\n"))
