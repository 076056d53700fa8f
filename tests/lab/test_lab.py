"""The laboratory finds what is known to be there, and says where there is nothing."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from faraon.arena.games import Played
from faraon.arena.workers import Place
from faraon.engines.errors import GameError
from faraon.lab.measure import Watcher
from faraon.lab.run import Lab, run_lab
from faraon.lab.variants import Variant, variants
from faraon.lang.library import book_from_text, read_book
from faraon.play.cover import cover
from faraon.play.game import load
from tests.arena.programs import FAILING, program
from tests.cli.command import faraon
from tests.scale import SOAK, scaled

CLASSIC = read_book("classic")
GAMES = scaled(8, 300)


def measured(
    only: list[str],
    players: int = 2,
    path: Path | None = None,
    place: Place | None = None,
    games: int = GAMES,
) -> Any:
    lab = Lab.of(CLASSIC, players, only, ("greedy", "uniform"), games, 3, 30.0)
    return run_lab(lab, path, place or Place(), lambda done, whole: None).result


def option(result: Any, name: str) -> dict[Any, Any]:
    found = next(one for one in result["options"] if one["name"] == name)
    return {one["value"]: one for one in found["values"]}


@pytest.mark.soak
def test_more_cards_make_longer_games() -> None:
    """A few moves, with a spread of about eleven: only the long run can be sure of them."""
    result = measured(["hand_size"], games=scaled(20, 1_000))
    seven, base = option(result, "hand_size")[7], result["baseline"]
    difference = seven["differences"]["moves"]
    assert difference["value"] == pytest.approx(seven["moves"]["value"] - base["moves"]["value"], abs=1e-5)
    assert difference["marked"] == (difference["low"] > 0 or difference["high"] < 0)
    assert not SOAK or difference["low"] > 0
    assert result["baseline"]["moves_p10"]["value"] <= result["baseline"]["moves_p90"]["value"]
    assert result["baseline"]["gain"]["low"] > 0, "greedy is better than uniform"


def test_who_starts_a_match_changes_no_game() -> None:
    result = measured(["starter"])
    assert [one["name"] for one in result["options"]] == ["starter"]
    assert [one["same"] for one in option(result, "starter").values()] == [True] * 3


def test_a_rule_that_an_option_takes_away_fires_no_more() -> None:
    result = measured(["pharaoh"], games=scaled(30, 300))
    off = option(result, "pharaoh")["off"]
    assert 0 < off["deals_changed"] <= off["deals"]
    fired = {one["name"]: one for one in off["fired"]}
    assert fired["mechanic pharaoh"]["value"] == 0
    assert fired["mechanic pharaoh"]["difference"]["value"] < 0
    known = {one["name"]: one for one in result["fired"]}
    assert known["mechanic pharaoh"]["paragraphs"] == ["§11"]
    assert known["rule lay"]["low"] < known["rule lay"]["value"] < known["rule lay"]["high"]
    assert known["mechanic turn"]["value"] <= result["baseline"]["moves"]["value"]


def test_settings_that_forbid_the_table_are_skipped_with_the_reason() -> None:
    found = variants(CLASSIC, 6, ["packs"])
    assert [one.value for one in found.playable] == ["", 2, 3]
    ((skipped, why),) = found.skipped
    assert skipped == Variant("packs", 1)
    assert "Too few cards" in why


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(GameError, match="did you mean 'hand_size'"):
        variants(CLASSIC, 2, ["hand_sizes"])
    tiny = book_from_text((Path(__file__).parents[1] / "lang" / "tiny.far").read_text(encoding="utf-8"))
    assert variants(tiny, tiny.players[0], []).playable[0] == Variant()


@pytest.mark.parametrize(
    ("half", "ranks", "back"),
    [
        ([5, 3], (0, 1), True),
        ([4, 3], (0, 1), False),
        ([5, 3], (1, 0), False),
        ([9, 1], (0, 0), False),
        ([4, 9, 2], (0, 1, 2), True),
    ],
)
def test_a_comeback_is_two_cards_more_at_half_of_the_game(half: list[int], ranks: Any, back: bool) -> None:
    watcher = Watcher(load("classic", 2))
    watcher.sizes = [[5] * len(half), [5] * len(half), half, [1] * len(half)]
    assert watcher.came_back(Played(ranks, 4)) is back


def test_processes_and_interruptions_do_not_change_the_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    measured(["burned", "recycle"], 3, one, games=4)

    def stop(done: int, whole: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    lab = Lab.of(CLASSIC, 3, ["burned", "recycle"], ("greedy", "uniform"), 4, 3, 30.0)
    with pytest.raises(KeyboardInterrupt):
        run_lab(lab, two, Place(), stop)
    assert not two.exists()
    run_lab(lab, two, Place(processes=2), lambda done, whole: None)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(("who", "why"), [("strong", "crashed"), ("weak", "illegal move")])
def test_a_program_that_forfeits_stops_the_laboratory(who: str, why: str, tmp_path: Path) -> None:
    name, path = program(tmp_path, why, FAILING[why]), tmp_path / "lab.json"
    found = faraon("lab", "-o", "starter", "--games", "2", f"--{who}", name, "--json", str(path))
    assert found.returncode == 2
    assert f"'{name}' has forfeited a game ({why})" in found.stderr
    assert "Traceback" not in found.stderr
    assert found.stdout == ""
    assert not path.exists()


def test_the_command_prints_tables_and_writes_a_report(tmp_path: Path) -> None:
    path, html, short = tmp_path / "lab.json", tmp_path / "lab.html", tmp_path / "short.far"
    short.write_text('rulebook short en "S" sk "S"\ninclude classic\nset move_limit = 30\n', encoding="utf-8")
    found = faraon(
        *("lab", "-r", str(short), "-o", "starter", "-o", "packs", "--players", "6", "--games", "2"),
        *("--json", str(path), "--html", str(html)),
    )
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    assert "starter = winner: not a single game goes differently." in found.stdout
    assert "packs = 1: skipped. Too few cards" in found.stdout
    page = html.read_text(encoding="utf-8")
    assert "<svg" in page
    for outside in ("http", "src=", "<script", "url(", "@import"):
        assert outside not in page
    result = json.loads(path.read_text(encoding="utf-8"))
    assert result["faraon"] == "lab"
    assert result["run"]["version"] == version("faraon")


def test_the_counting_of_the_laboratory_is_that_of_the_coverage() -> None:
    coverage = cover([load("classic", 2)], 5, 1)
    assert coverage.games == 5
    assert coverage.fired["mechanic", "turn"] <= coverage.moves
