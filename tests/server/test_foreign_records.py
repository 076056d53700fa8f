"""Records from elsewhere: they name a rulebook that is offered, and nothing else is read for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from faraon.play.game import load
from faraon.play.replay import record_of
from tests.server.serving import call, running

SECRET = "PASSWORD=swordfish"  # noqa: S105 - it is looked for
RECORD = record_of(load("classic", 2).deal(seed=3).play("aK").play("draw")).write()


@pytest.mark.parametrize("name", [".env", "./.env", "own", "own.far", "../own", "/etc/passwd", "_words", ""])
def test_no_file_is_opened_because_a_record_names_it(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for file in (".env", "own.far", "own"):
        (tmp_path / file).write_text(SECRET)
    monkeypatch.chdir(tmp_path)
    status, refused = call(base, "/api/replay", {"record": RECORD.replace('"classic"', f'"{name}"')})
    assert (status, refused["code"]) == (400, "bad-record")
    assert "offered" in refused["en"]
    assert "ponúkaných" in refused["sk"]
    assert "swordfish" not in str(refused)


def test_a_game_by_the_servers_own_rulebook_is_shown(url: str, tmp_path: Path) -> None:
    own = tmp_path / "own.far"
    own.write_text('rulebook own\n    en "Own"\n    sk "Vlastné"\n\ninclude prsi\n', encoding="utf-8")
    record = record_of(load(str(own), 2).deal(seed=3)).write()
    with running(url, rulebooks=(str(own),)) as base:
        status, shown = call(base, "/api/replay", {"record": record})
    assert status == 200, shown
    assert (shown["rulebook"], shown["changed"]) == ("own", False)


@pytest.mark.parametrize(
    ("rulebook", "begins"), [("formal", "GS = (DP: "), ("draft", "S = (OB: "), ("classic", None)]
)
def test_a_game_by_a_formal_document_has_its_tuple(base: str, rulebook: str, begins: str | None) -> None:
    state = load(rulebook, 2).deal(seed=3).play("draw")
    status, shown = call(base, "/api/replay", {"record": record_of(state).write()})
    assert status == 200, shown
    tuples = [frame["document"] for frame in shown["frames"]]
    assert len(tuples) == 2
    assert tuples == [None, None] if begins is None else all(one.startswith(begins) for one in tuples)


@pytest.mark.parametrize("options", ["players=3", "rulebook=prsi", "book=prsi", "self=1"])
def test_an_option_that_is_none_is_refused(base: str, options: str) -> None:
    spoilt = RECORD.replace('[Options ""]', f'[Options "{options}"]')
    assert call(base, "/api/replay", {"record": spoilt})[1]["code"] == "bad-record"


def test_players_without_a_name_are_called_alike_in_every_language(base: str) -> None:
    status, shown = call(base, "/api/replay", {"record": RECORD})
    assert status == 200, shown
    assert shown["names"] == ["#1", "#2"]
    assert shown["frames"][1]["line"]["en"].startswith("#1: ")
    assert shown["frames"][1]["line"]["sk"].startswith("#1: ")
