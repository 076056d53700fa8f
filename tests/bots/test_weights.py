"""Weights in files: what is read is what was written, and what is refused, with the reason."""

from __future__ import annotations

import json
import warnings
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from faraon.bots.api import Budget
from faraon.bots.net import mind
from faraon.bots.net.bot import Net
from faraon.bots.net.chance import Chances
from faraon.bots.net.deep import Deep
from faraon.bots.net.mind import Mind, Networks, networks_for
from faraon.bots.net.weights import FORMAT, Weights, _opened, _sum, load_weights, remember, save_weights
from faraon.bots.registry import check_name, make_bot
from faraon.engines.errors import GameError
from faraon.play.game import load
from faraon.play.numbers import rules_hash
from tests.bots.networks import made_up


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.npz"
    save_weights(path, made_up(load("classic", 2), width=8).weights)
    return path


def spoilt(file: Path, **changes: object) -> Path:
    """The same file with something else said in it, or with other numbers."""
    with np.load(file) as read:
        arrays = {name: read[name] for name in read.files}
    about = json.loads(arrays["about"].tobytes())
    for name, value in changes.items():
        if name in about:
            about[name] = value
        else:
            arrays[name] = np.asarray(value)
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    with file.open("wb") as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)
    return file


def summed_anew(file: Path) -> Path:
    """As one writes it who knows how the sum is made."""
    return spoilt(file, sum=_sum(*_opened(file)))


def test_what_is_read_is_what_was_written(file: Path) -> None:
    """But for the rounding: to a 127th of the largest number of its row, or everywhere of its column."""
    written, read = made_up(load("classic", 2), width=8).weights, load_weights(file)
    assert (read.name, read.seats, read.rules, read.made) == ("made up", 2, written.rules, {})
    assert read.arrays.keys() == written.arrays.keys()
    for name, numbers in written.arrays.items():
        off = np.abs(read.arrays[name] - numbers)
        steps = [np.abs(numbers).max(axis, keepdims=True) / 127 for axis in range(numbers.ndim)]
        allowed = [0.501 * step for step in steps] if numbers.ndim == 2 else [np.zeros(1)]
        assert any((off <= one).all() for one in allowed), name


def test_numbers_take_eight_bits_and_are_rounded_along_whichever_side_is_nearer(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    plain = rng.standard_normal((64, 48), np.float32)
    small, last = np.logspace(-3, 0, 64, dtype=np.float32)[:, None], rng.standard_normal((64, 1), np.float32)
    arrays = {"policy/0/w": plain * small, "critic/0/w": plain * small[:48].T, "policy/value/w": last}
    written = Weights("sides", 2, {}, {}, arrays)
    save_weights(tmp_path / "sides.npz", written)
    with np.load(tmp_path / "sides.npz") as file:
        assert {name: file[name].dtype for name in arrays} == dict.fromkeys(arrays, np.int8)
    read = load_weights(tmp_path / "sides.npz").arrays
    for name, numbers in arrays.items():
        step = np.abs(numbers).max(0 if name.startswith("critic") else 1, keepdims=True) / 127
        assert (np.abs(read[name] - numbers) <= 0.501 * step).all(), name
    assert np.allclose(
        read["policy/value/w"], last, rtol=1e-6
    )  # one number a row has all the bits of its scale


def test_weights_that_are_written_again_stay_as_they_are(file: Path) -> None:
    once = load_weights(file)
    save_weights(file, once)
    again = load_weights(file)
    assert all(np.allclose(again.arrays[name], numbers, rtol=1e-6) for name, numbers in once.arrays.items())


def refusal(path: Path) -> GameError:
    with pytest.raises(GameError) as refused:
        load_weights(path)
    assert refused.value.sk
    return refused.value


def test_a_file_that_was_cut_is_refused(file: Path) -> None:
    data = file.read_bytes()
    for end in (0, 10, len(data) // 2, len(data) - 1):
        file.write_bytes(data[:end])
        assert "holds no weights of networks, or not all of them" in str(refusal(file))


def test_a_foreign_file_is_refused(file: Path, tmp_path: Path) -> None:
    assert "there is no file" in str(refusal(tmp_path / "nowhere.npz"))
    file.write_text("weights")
    assert "holds no weights" in str(refusal(file))
    np.savez(file, numbers=np.zeros(3))
    assert "holds no weights" in str(refusal(file))
    np.savez(file, about=np.array({"format": 1}, object))
    assert "holds no weights" in str(refusal(file))


def claiming(shape: str) -> bytes:
    """A file of numbers that says it has this shape."""
    said = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    said += " " * (-(len(said) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(said).to_bytes(2, "little") + said.encode()


@pytest.mark.parametrize("shape", [(10**12,), (2**62, 8), (-5,), (10**30,), (0, 10**30)])
@pytest.mark.parametrize("name", ["about", "policy/0/w"])
def test_numbers_that_cannot_be_there_are_refused(file: Path, name: str, shape: tuple[int, ...]) -> None:
    with zipfile.ZipFile(file, "a") as whole, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the name is there already
        whole.writestr(f"{name}.npy", claiming(str(shape)))
    assert "holds no weights" in str(refusal(file))


HEAD_WITHOUT_END = claiming("(3,)").replace(b",), }", b"     ")
"""What it claims is never closed, which NumPy tells as an error of Python's source text."""


def test_a_head_without_an_end_is_refused(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("about.npy", HEAD_WITHOUT_END)
    assert "holds no weights" in str(refusal(file))


@pytest.mark.parametrize(
    ("name", "value"), [("made", 3), ("rules", []), ("seats", "two"), ("seats", 1e999), ("sum", None)]
)
def test_nonsense_about_weights_is_refused(file: Path, name: str, value: object) -> None:
    assert str(file) in str(refusal(spoilt(file, **{name: value})))


def test_numbers_that_are_none_are_refused(file: Path) -> None:
    """Though their sum is right."""
    for name, numbers in (("policy/0/w", np.array(["a"])), ("policy/0/w/scale", np.ones((3, 7)))):
        assert "holds no weights" in str(refusal(summed_anew(spoilt(file, **{name: numbers}))))


def test_whoever_is_killed_while_writing_leaves_what_was_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(out: BinaryIO, **arrays: object) -> None:
        out.write(b"PK")
        raise KeyboardInterrupt

    before, weights = file.read_bytes(), load_weights(file)
    monkeypatch.setattr(np, "savez_compressed", killed)
    with pytest.raises(KeyboardInterrupt):
        save_weights(file, weights)
    with pytest.raises(KeyboardInterrupt):
        remember(file, "chance", {})
    assert file.read_bytes() == before


def test_changed_numbers_and_other_formats_are_refused(file: Path) -> None:
    assert "was changed" in str(refusal(spoilt(file, **{"policy/value/b": np.ones(1, np.float32)})))
    assert f"has format {FORMAT + 1}, this version reads {FORMAT}" in str(
        refusal(spoilt(file, format=FORMAT + 1))
    )


@pytest.mark.parametrize(
    ("name", "value"), [("rules", {"2": rules_hash(load("mini-6", 2))}), ("seats", 3), ("name", "another")]
)
def test_what_decides_how_weights_are_used_cannot_be_changed(file: Path, name: str, value: object) -> None:
    assert "was changed" in str(refusal(spoilt(file, **{name: value})))


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["policy/0/b", "policy/0/w/scale"])
def test_numbers_that_are_not_finite_are_refused(file: Path, name: str, number: float) -> None:
    with np.load(file) as read:
        numbers = read[name]
    numbers.flat[0] = number
    refused = refusal(summed_anew(spoilt(file, **{name: numbers})))
    assert f"not finite, in '{name.removesuffix('/scale')}'" in str(refused)
    assert "konečné" in refused.sk


def test_other_rules_are_refused(file: Path) -> None:
    networks = Networks(load_weights(file))
    assert Net(load("classic", 2), networks=networks).name == "net"
    with pytest.raises(GameError, match="learned tables of 2 players, not of 3"):
        Net(load("classic", 3), networks=networks)
    for game in (load("classic", 2, ace_two="free"), load("mini-6", 2)):
        with pytest.raises(GameError, match=f"learned other rules: .* this table has {rules_hash(game)}"):
            Net(game, networks=networks)


def test_chances_are_kept_with_the_weights(file: Path) -> None:
    game = load("classic", 2)
    with pytest.raises(GameError, match="nobody has measured"):
        Chances(Mind(game, networks=Networks(load_weights(file))))
    before = load_weights(file)
    remember(file, "chance", {"2": [0.1, 0.0]})
    remember(file, "chance", {"3": [0.0, 1.0]})
    after = load_weights(file)
    assert after.made == {"chance": {"2": [0.1, 0.0], "3": [0.0, 1.0]}}
    assert all(np.array_equal(after.arrays[name], numbers) for name, numbers in before.arrays.items())
    chance = Chances(Mind(game, networks=Networks(after)))
    state = game.deal(seed=1)
    assert chance(state.view(state.turn)) == pytest.approx(0.525, abs=1e-3)
    with pytest.raises(GameError, match="player on turn"):
        chance(state.view(1 - state.turn))


# ------------------------------------------------------------------------------------------ those that ship
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_ships_knows_the_rules_of_the_paragraphs(players: int) -> None:
    """If this fails, somebody has changed a rule, the numbers of actions or the observation: networks have to
    learn anew, or the change has to go."""
    game = load("classic", players)
    weights = networks_for(game).weights
    assert weights.rules[players] == rules_hash(game)
    assert networks_for(game) is networks_for(load("classic", players))  # read once
    for name in ("net", "deep:4", "ismcts:4,belief=net"):
        assert make_bot(name, game).name.startswith(name.partition(",")[0])


@pytest.mark.parametrize(("players", "most"), [(2, 1.3e6), (3, 1.6e6)])
def test_what_ships_takes_eight_bits_a_number(players: int, most: float) -> None:
    path = Path(mind.__file__).with_name("two.npz" if players == 2 else "more.npz")
    assert path.stat().st_size < most
    with np.load(path) as file:
        kinds = {file[name].dtype for name in load_weights(path).arrays if file[name].ndim == 2}
    assert kinds == {np.dtype(np.int8)}


@pytest.mark.parametrize(
    ("options", "instead"),
    [
        ({"ace_two": "free"}, "ismcts:5000"),
        ({"recycle": "shuffle"}, "ismcts:5000"),
        ({"pajchel": "penalty"}, "ismcts:5000"),
        ({"packs": 2}, "greedy"),  # where nobody searches in machine code
        ({"camouflage": "on"}, "bluffer"),
    ],
)
def test_refusals_name_the_best_other_bot(options: dict[str, str], instead: str) -> None:
    game = load("classic", 2, **options)
    for name in ("net", "deep:10", "flat:10,belief=net"):
        with pytest.raises(GameError, match=f"take {instead}") as refused:
            check_name(name, game)
        assert refused.value.code == "bad-option"
        assert f"zvoľ {instead}" in refused.value.sk
    check_name(instead, game)


def test_a_spoilt_file_is_no_reason_to_play_otherwise(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is said, not mistaken for rules that nobody has learned."""
    from faraon.bots.registry import learned

    def read(name: str) -> Networks:
        return Networks(load_weights(tmp_path / name))

    monkeypatch.setattr(mind, "shipped", read)
    with pytest.raises(GameError, match="there is no file"):
        learned(load("classic", 2))
    weights: Weights = replace(load_weights(file), name="two")
    save_weights(tmp_path / "two.npz", weights)
    assert learned(load("classic", 2))


def without(weights: Weights, start: str) -> Networks:
    kept = {name: numbers for name, numbers in weights.arrays.items() if not name.startswith(start)}
    return Networks(replace(weights, arrays=kept))


def with_numbers(weights: Weights, name: str, numbers: np.ndarray) -> Networks:
    return Networks(replace(weights, arrays={**weights.arrays, name: numbers}))


def test_networks_that_are_not_there_are_told_at_once(file: Path) -> None:
    """Training without a belief leaves none, and nobody meets that in the middle of a game."""
    game, weights = load("classic", 2), load_weights(file)
    for start in ("policy/", "policy/0/", "policy/0/b", "policy/moves", "policy/value/w"):
        with pytest.raises(GameError, match="no network 'policy'") as refused:
            Net(game, networks=without(weights, start))
        assert "'policy'" in refused.value.sk
    for start in ("belief/", "critic/"):
        assert Net(game, networks=without(weights, start)).choose(game.deal(1).view(0), 1)
        with pytest.raises(GameError, match=f"no network '{start[:-1]}'"):
            Deep(game, Budget(simulations=5), networks=without(weights, start))


def test_networks_of_other_sizes_are_refused(file: Path) -> None:
    """Another observation, other actions, or layers that do not belong together."""
    game, weights = load("classic", 2), load_weights(file)
    for name, numbers in weights.arrays.items():
        for axis in range(numbers.ndim):
            longer = np.concatenate([numbers, numbers.take([0], axis)], axis)
            with pytest.raises(GameError, match=f"no network '{name.split('/')[0]}'"):
                Deep(game, Budget(simulations=5), networks=with_numbers(weights, name, longer))
        with pytest.raises(GameError, match=f"no network '{name.split('/')[0]}'"):
            Deep(game, Budget(simulations=5), networks=with_numbers(weights, name, np.zeros(0)))
