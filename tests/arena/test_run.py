"""A run depends on its arguments only: not on processes, not on interruptions, not on what went before."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from faraon.arena.journal import Journal
from faraon.arena.run import Run, run_arena
from faraon.arena.schedule import Deal, schedule, tables
from faraon.arena.workers import Place, do_all
from faraon.engines.errors import GameError
from faraon.play.game import load
from tests.cli.command import faraon, faraon_alone
from tests.patience import PATIENCE
from tests.scale import scaled

FARAON = [sys.executable, "-c", "from faraon.cli import main; main()"]
GAMES = scaled(40, 600)


def played(path: Path, place: Place | None = None, bots: tuple[str, ...] = ("greedy", "uniform")) -> bytes:
    run = Run.of(load("classic", 2), list(bots), GAMES, 3)
    run_arena(run, path, place or Place(), lambda done, whole: None)
    return path.read_bytes()


# --------------------------------------------------------------------------------------------- the schedule


def test_everybody_holds_every_hand_once_and_meets_everybody() -> None:
    for bots, players in ((2, 2), (5, 2), (3, 3), (4, 3), (2, 3), (2, 5), (3, 5), (4, 6)):
        seats = {
            (table, seat, table[(seat - rotation) % players])
            for table in tables(bots, players)
            for rotation in range(players)
            for seat in range(players)
        }
        for table in tables(bots, players):
            assert len(table) == players
            for bot in set(table):
                assert {seat for where, seat, who in seats if (where, who) == (table, bot)} == set(
                    range(players)
                )
        met = {frozenset((a, b)) for table in tables(bots, players) for a in table for b in table if a != b}
        assert len(met) == bots * (bots - 1) // 2


def test_rotations_of_a_deal_turn_the_seats_and_not_the_cards() -> None:
    deals = list(schedule(3, 3, 2))
    assert [deal.number for deal in deals] == [0, 1]
    assert {deal.seats(rotation) for deal in deals for rotation in range(3)} == {
        (0, 1, 2),
        (2, 0, 1),
        (1, 2, 0),
    }
    assert Deal((0, 1), 4, 2).seed(7) == Deal((1, 2), 4, 2).seed(7) != Deal((0, 1), 5, 2).seed(7)


# ------------------------------------------------------------------------------------------------ the bytes


@pytest.mark.soak
def test_any_number_of_processes_gives_the_same_bytes(tmp_path: Path) -> None:
    assert played(tmp_path / "a.json") == played(tmp_path / "b.json", Place(processes=2))
    assert not list(tmp_path.glob("*.part"))


def test_the_result_says_what_was_played(tmp_path: Path) -> None:
    result = json.loads(played(tmp_path / "a.json"))
    assert result["games"] == GAMES == 2 * len(result["deals"])
    greedy, uniform = result["bots"]
    assert greedy["wins"]["value"] + uniform["wins"]["value"] == pytest.approx(1)
    assert greedy["wins"]["low"] > 0.5 > uniform["wins"]["high"]
    assert greedy["rating"]["value"] > 1500 > uniform["rating"]["value"]
    assert result["ahead"][0][1] == greedy["wins"]
    assert sum(result["length"]["histogram"]["counts"]) == GAMES


def start(path: Path, processes: int) -> subprocess.Popen[bytes]:
    arguments = ["arena", "greedy", "uniform", "--games", str(GAMES), "--seed", "3", "--json", str(path)]
    command = [*FARAON, *arguments, "--processes", str(processes)]
    # Tests in the background of a shell ignore Ctrl-C, and so would their children.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)


def finished_deals(path: Path) -> int:
    part = path.with_name(path.name + ".part")
    return part.read_bytes().count(b"\n") - 1 if part.exists() else 0


@pytest.mark.soak
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_ended_in_the_middle_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for _ in range(50):
        process = start(path, processes=2 if how == signal.SIGKILL else 1)
        while finished_deals(path) < 2 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(how)
        # The pipes end when all who hold them have ended: no worker outlives the run, even if it is killed.
        _, said = process.communicate(timeout=PATIENCE)
        if process.returncode and not path.exists() and finished_deals(path) < GAMES // 2:
            break
        for file in tmp_path.iterdir():  # all was played before the signal came: once more
            file.unlink()
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert b"the same command goes on from there" in said
    assert not path.exists()
    assert 2 <= finished_deals(path) < GAMES // 2
    again = start(path, processes=1)
    again.communicate(timeout=PATIENCE)
    assert again.returncode == 0
    assert path.read_bytes() == played(tmp_path / "whole.json")
    assert not path.with_name("a.json.part").exists()


# ---------------------------------------------------------------------------------------------- the journal


def test_a_torn_line_is_cut_off_and_played_again(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.json")
    path = tmp_path / "a.json"
    run = Run.of(load("classic", 2), ["greedy", "uniform"], GAMES, 3)
    deals = json.loads(whole)["deals"]
    with Journal(path, {"faraon": "arena journal", **run.identity()}) as journal:
        for deal in deals[5:9]:
            journal.add(deal)
    part = tmp_path / "a.json.part"
    part.write_bytes(part.read_bytes()[:-20])
    assert played(path) == whole


@pytest.mark.parametrize("text", ['{"faraon": "arena journal"}\n{}\n', "my diary\nof last week\n", "[]\n"])
def test_the_journal_of_another_run_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    part = tmp_path / "a.json.part"
    part.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match="the journal of another run"):
        played(tmp_path / "a.json")
    assert part.read_text(encoding="utf-8") == text


def test_other_arguments_are_another_run(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    identity = Run.of(load("classic", 2), ["greedy", "uniform"], GAMES, 4).identity()
    with Journal(path, {"faraon": "arena journal", **identity}):
        pass
    with pytest.raises(GameError, match="the journal of another run"):
        played(path)


@pytest.mark.parametrize("begun", ["0.0.1", None])
def test_the_journal_of_another_version_is_refused_and_says_so(begun: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    identity = Run.of(load("classic", 2), ["greedy", "uniform"], GAMES, 3).identity()
    assert identity.pop("version") == version("faraon")
    with Journal(path, {"faraon": "arena journal", **identity, **({"version": begun} if begun else {})}):
        pass
    with pytest.raises(GameError, match=f"begun by version {begun or 'unknown'} of faraon, and this is"):
        played(path)


def test_two_runs_cannot_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with Journal(path, {"run": 1}) as journal:
        journal.add({"deal": 0})
        with pytest.raises(GameError, match="another run is writing"), Journal(path, {"run": 1}):
            pass
        journal.add({"deal": 1})
    with Journal(path, {"run": 1}) as journal:
        assert journal.done == [{"deal": 0}, {"deal": 1}]
        journal.finish("{}")
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_a_result_that_cannot_be_written_leaves_the_journal_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with Journal(path, {"run": 1}) as journal:
        path.mkdir()
        with pytest.raises(GameError, match="cannot write"):
            journal.finish("{}")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.json", "a.json.part"]


@pytest.mark.parametrize("command", [("arena", "greedy", "uniform"), ("lab", "-o", "starter")])
@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_folder_is_refused_before_anything_is_played(
    command: tuple[str, ...], option: str, tmp_path: Path
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    found = faraon(*command, "--games", "2", option, str(folder))
    assert found.returncode == 2
    assert "it is a folder" in found.stderr
    assert found.stdout == ""
    assert list(tmp_path.iterdir()) == [folder]


# ------------------------------------------------------------------------------------------------ the command


def test_a_table_in_a_file_names_the_bots_in_full() -> None:
    found = faraon("arena", "greedy,slips=40", "uniform", "--players", "4", "--games", "4", COLUMNS="")
    assert "\ngreedy,slips=40 " in found.stdout, found.stdout


def test_the_command_prints_a_table_and_writes_a_report(tmp_path: Path) -> None:
    html, path = tmp_path / "a.html", tmp_path / "a.json"
    found = faraon(
        *("arena", "greedy", "uniform", "--players", "3", "--games", "6", "--option", "hand_size=4"),
        *("--json", str(path), "--html", str(html)),
    )
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    assert "greedy" in found.stdout
    assert "lost" in found.stdout
    assert "12 games, 0 drawn" in found.stdout
    page = html.read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert "Plackett–Luce" in page
    for outside in ("http", "src=", "<script", "url(", "@import"):
        assert outside not in page
    assert json.loads(path.read_text(encoding="utf-8"))["run"]["options"]["hand_size"] == 4


def test_levels_are_the_bots_behind_them(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    found = faraon("arena", "player", "novice", "--games", "2", "--json", str(path))
    assert found.returncode == 0, found.stderr
    assert json.loads(path.read_text(encoding="utf-8"))["run"]["bots"] == ["greedy", "uniform"]
    lab = faraon("lab", "-o", "starter", "--games", "2", "--strong", "player", "--weak", "novice")
    assert "greedy with itself; skill is what greedy wins of uniform" in lab.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("greedy",), "2 to 50 bots"),
        (("player", "greedy"), "'greedy' is named twice"),
        (("greedy", "uniform", "--json", "no/such/folder/a.json"), "there is no folder"),
        (("greedy", "uniform", "--players", "14", "--option", "packs=1"), "Too few cards"),
        (("greedy", "uniform", "--option", "hand_size=99"), "hand_size"),
        (("greedy", "uniform", "--seed", str(2**64)), "a seed is a number"),
    ],
)
def test_mistakes_get_one_message(arguments: tuple[str, ...], message: str) -> None:
    found = faraon("arena", *arguments)
    assert found.returncode == 2
    assert message in found.stderr
    assert "Traceback" not in found.stderr


def test_without_a_cluster_one_message_says_so() -> None:
    """In its own process: Ray changes the one that it is loaded in."""
    found = faraon_alone("arena", "greedy", "uniform", "--ray", "127.0.0.1:1")
    assert found.returncode == 2
    assert "there is no Ray cluster" in found.stderr
    assert "Traceback" not in found.stderr


def kill_yourself(shared: object, piece: object) -> dict[str, object]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def test_a_worker_that_was_killed_is_told_in_one_message() -> None:
    with pytest.raises(GameError, match="a process that played was killed"):
        list(do_all(kill_yourself, None, [1, 2], Place(processes=2)))


def test_an_error_in_a_worker_is_told_as_it_is(tmp_path: Path) -> None:
    """A rulebook that changes between reading and playing."""
    run = Run.of(load("classic", 2), ["greedy", "uniform"], 4, 3)
    other = type(run.setting.rules)("classic", "0" * 64)
    spoilt = type(run)(type(run.setting)(other, 2, run.setting.options, run.setting.bots, 3), 2)
    for place in (Place(), Place(processes=2)):
        with pytest.raises(GameError, match="different on this machine"):
            run_arena(spoilt, None, place, lambda done, whole: None)
