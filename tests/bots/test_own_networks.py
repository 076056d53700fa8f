"""Bots by the networks of a file, ``net,weights=FILE``: what they play by, and what they are refused for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from faraon.bots import KINDS
from faraon.bots.net import mind
from faraon.bots.net.bot import Net
from faraon.bots.net.deep import Deep
from faraon.bots.net.mind import Networks
from faraon.bots.net.weights import Weights, load_weights, save_weights
from faraon.bots.registry import A_FILE, check_name, make_bot, read_name, with_weights
from faraon.engines.errors import GameError
from faraon.play.game import Game, load
from tests.bots.networks import made_up
from tests.bots.test_weights import without

CLASSIC = load("classic", 2)
NAMES = ("net", "deep:20")


def written(path: Path, game: Game, seed: int = 0) -> str:
    """A file of networks that know a table."""
    save_weights(path, made_up(game, seed=seed, width=8).weights)
    return str(path)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return written(tmp_path / "own.npz", CLASSIC)


def refused(name: str, game: Game = CLASSIC) -> GameError:
    """Whoever checks a name hears the same as whoever makes the bot."""
    with pytest.raises(GameError) as told:
        check_name(name, game)
    with pytest.raises(GameError) as again:
        make_bot(name, game)
    assert (str(told.value), told.value.code) == (str(again.value), again.value.code)
    assert told.value.sk
    return told.value


def test_a_name_says_which_weights_play(file: str) -> None:
    for name in ("net", "net,style=brisk,choice=sampled,slips=5", "deep:20", "deep:5ms,style=hasty"):
        own = f"{name},weights={file}"
        assert str(read_name(own)) == make_bot(own, CLASSIC).name == own
    assert make_bot(f"net,weights={file},slips=5", CLASSIC).name == f"net,slips=5,weights={file}"
    assert {name for name, kind in KINDS.items() if A_FILE in (kind.settings or {}).values()} == {
        "net",
        "deep",
    }


def test_the_networks_of_the_file_play(tmp_path: Path) -> None:
    files = [written(tmp_path / f"{seed}.npz", CLASSIC, seed) for seed in range(2)]
    bots = [make_bot(f"net,weights={file}", CLASSIC) for file in files]
    plain = [Net(CLASSIC, networks=Networks(load_weights(Path(file)))) for file in files]
    deep = [make_bot(f"deep:20,weights={file}", CLASSIC) for file in files]
    views = [state.view(state.turn) for state in map(CLASSIC.deal, range(20))]
    chosen = [[str(bot.choose(view, 1)) for view in views] for bot in bots]
    assert chosen == [[str(bot.choose(view, 1)) for view in views] for bot in plain]
    assert chosen[0] != chosen[1]
    first, second = ([str(bot.choose(view, 1)) for view in views] for bot in deep)
    assert first != second


def test_a_file_is_read_once_until_it_is_written_anew(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def counted(path: Path) -> Weights:
        read.append(path)
        return load_weights(path)

    monkeypatch.setattr(mind, "load_weights", counted)
    bots = [make_bot(f"{name},weights={file}", CLASSIC) for name in (*NAMES, "net,slips=5")]
    assert read == [Path(file)]
    written(Path(file), CLASSIC, seed=1)
    os.utime(file, ns=(1, 1))  # in the same tick of the clock, and it has the same size
    after = make_bot(f"net,weights={file}", CLASSIC)
    assert read == [Path(file)] * 2
    assert isinstance(bots[0], Net)
    assert isinstance(after, Net)
    assert after.mind.networks is not bots[0].mind.networks


@pytest.mark.parametrize(
    ("setting", "said", "slovak"),
    [
        ("weights=", "'net' has no setting 'weights='; it has style=", "slips=0|5"),
        ("weights", "weights=FILE", "weights=SÚBOR"),
        ("wights=a.npz", "weights=FILE", "weights=SÚBOR"),
        ("weights=a.npz,weights=b.npz", "sets 'weights' twice", "nastavuje 'weights' dvakrát"),
        ("weights=a,b.npz", "a path with a comma cannot be written in a bot's name", "cesta s čiarkou"),
        ("weights=a,b=c.npz", "has no setting 'b=c.npz'; it has", "cesta s čiarkou"),
        ("weights=a.npz,slips=7", "'slips' is 0 or 5", "'slips' je 0 alebo 5"),
    ],
)
def test_names_that_are_none(setting: str, said: str, slovak: str) -> None:
    with pytest.raises(GameError) as told:
        read_name(f"net,{setting}")
    assert told.value.code == "bad-request"
    assert said in str(told.value)
    assert slovak in told.value.sk
    assert ("comma" in str(told.value)) == ("čiark" in told.value.sk) == (setting[:10] == "weights=a,")


def test_a_path_is_put_into_a_name() -> None:
    assert with_weights("net", "runs/a b/w.npz") == "net,weights=runs/a b/w.npz"
    assert with_weights("deep", "w.npz") == "deep:1000,weights=w.npz"
    for bot, path, said in (
        ("net,weights=a.npz", "b.npz", "sets 'weights' twice"),
        ("net", "a,style=brisk", "'a,style=brisk': a path with a comma"),
        ("greedy", "a.npz", "'greedy' has no setting 'weights=a.npz'"),
        ("program:python own.py", "a.npz", "there is no bot 'program'"),
    ):
        with pytest.raises(GameError, match=said):
            with_weights(bot, path)


@pytest.mark.parametrize("name", NAMES)
def test_files_that_hold_no_weights_are_refused(name: str, file: str, tmp_path: Path) -> None:
    cut, letter = tmp_path / "cut.npz", tmp_path / "letter.txt"
    cut.write_bytes(Path(file).read_bytes()[:500])
    letter.write_text("Dear")
    for path, said in (
        (tmp_path / "nowhere.npz", "there is no file"),
        (cut, "holds no weights of networks, or not all of them"),
        (letter, "holds no weights"),
        (tmp_path, "holds no weights"),
        (Path("a\0b"), "holds no weights"),
    ):
        told = refused(f"{name},weights={path}")
        assert told.code == "bad-request"
        assert said in str(told)


@pytest.mark.parametrize("name", NAMES)
def test_at_other_tables_the_file_is_refused(name: str, file: str) -> None:
    """By the rules of its own networks: those that ship know some of these tables."""
    for game, said in (
        (load("classic", 3), "the network 'made up' learned tables of 2 players, not of 3"),
        (load("classic", 2, hand_size=4), "the network 'made up' learned other rules: their hash is"),
        (load("mini-8", 2), "the network 'made up' learned other rules: their hash is"),
        (
            load("classic", 2, recycle="shuffle"),
            "learned other rules, and what this table shows has no numbers",
        ),
        (load("classic", 2, packs=2), "learned other rules, and what this table shows has no numbers"),
        (load("mau", 2), "learned other rules, and what this table shows has no numbers"),
        (load("classic", 2, camouflage="on"), "cannot where groups are laid covered: take bluffer"),
    ):
        told = refused(f"{name},weights={file}", game)
        assert told.code == "bad-option"
        assert said in str(told)


@pytest.mark.parametrize("missing", ["belief/", "critic/", "policy/"])
def test_networks_that_a_file_lacks_are_told_by_name(missing: str, file: str) -> None:
    """As after ``faraon train --set belief=0``."""
    name, path = missing.rstrip("/"), Path(file)
    save_weights(path, without(load_weights(path), missing).weights)
    told = refused(f"deep:20,weights={file}")
    assert told.code == "bad-request"
    assert f"no network '{name}'" in str(told)
    assert f"'{name}'" in told.sk
    if name == "policy":
        assert f"no network '{name}'" in str(refused(f"net,weights={file}"))
        return
    assert "'net' plays without it" in str(told)
    assert "'net' hrá bez nej" in told.sk
    assert make_bot(f"net,weights={file}", CLASSIC).choose(CLASSIC.deal(1).view(0), 1)


@pytest.mark.parametrize("table", ["mini-8", "mini-6", "fewer", "turned"])
def test_where_only_the_file_knows_the_rules_its_networks_play(table: str, tmp_path: Path) -> None:
    game = {
        "fewer": load("classic", 2, hand_size=4),
        "turned": load("family", 3, recycle="turn"),
    }.get(table) or load(table, 2)
    file = written(tmp_path / "own.npz", game)
    assert "take ismcts:5000" in str(refused("net", game))
    net, deep = (make_bot(f"{name},weights={file}", game) for name in NAMES)
    assert isinstance(net, Net)
    assert isinstance(deep, Deep)
    state = game.deal(1)
    while not state.over and state.position.moves_made < 40:
        view = state.view(state.turn)
        assert net.mind.whole(view)
        state = state.play((deep if state.turn else net).choose(view, 1))
    assert state.position.moves_made > 1
