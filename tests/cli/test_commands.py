"""The command line as a person uses it: what it prints, and one message instead of a traceback."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest

from faraon.play.game import load
from faraon.play.replay import record_of
from tests.cli.command import Ended, faraon, faraon_alone

HERE = Path(__file__).parent


def test_help_lists_the_commands() -> None:
    found = faraon_alone("--help")
    assert found.returncode == 0
    for command in ("referee", "play", "deal", "replay", "rules"):
        assert command in found.stdout


def test_the_version() -> None:
    found = faraon_alone("--version")
    assert (found.returncode, found.stdout) == (0, f"faraon {version('faraon')}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rules", "show", "klasic"), "did you mean 'classic'"),
        (("rules", "check", "nowhere.far"), "cannot read the rulebook nowhere.far"),
        (("rules", "fmt", "nowhere.far"), "cannot read the rulebook nowhere.far"),
        (("play", "--players", "99"), "is played by 2 to 15 players"),
        (("play", "--option", "ace_tow=free"), "did you mean 'ace_two'"),
        (("play", "--option", "ace_two"), "is not of the form NAME=VALUE"),
        (("play", "--bot", "gredy"), "did you mean 'greedy'"),
        (("play", "--bot", "pharoh"), "did you mean 'pharaoh'"),
        (("play", "--bot", "pharaoh:100"), "'pharaoh' is a level, not to be changed: write deep:1000"),
        (("play", "--lang", "de"), "the language is en or sk"),
        (("deal", "--rulebook", "../nothing.far"), "cannot read the rulebook"),
        (("deal", "--seed", "-3"), "a seed is a number"),
        (("replay", "nowhere.fgn"), "cannot read nowhere.fgn"),
        (("replay", __file__), "a turn is written"),
        (("rules", "explain", "classic", "b8", "{"), "the position is not JSON"),
        (("rules", "explain", "classic", "b8", "nowhere.json"), "cannot read the position"),
        (("rules", "explain", "classic", "b8", "{}"), "a JSON object with 'hands'"),
        (("rules", "cover", "classic", "--players", "x"), "is not a number of players"),
    ],
)
def test_a_mistake_gets_one_message_and_no_traceback(arguments: tuple[str, ...], message: str) -> None:
    assert_one_message(faraon(*arguments), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("serve", "--database", "tables.sqlite"), "write sqlite+aiosqlite:///FILE"),
        (("serve", "--database", "sqlite:///tables.sqlite"), "pysqlite cannot be used; write"),
        (("serve", "--workers", "2"), "several workers need PostgreSQL"),
        (("serve", "--metrics", "here"), "metrics are read at a port or at HOST:PORT"),
        (("rules", "show", "klasic"), "did you mean 'classic'"),
    ],
)
def test_a_mistake_ends_the_process_with_one_message(arguments: tuple[str, ...], message: str) -> None:
    """Above all a server, which would go on for ever."""
    assert_one_message(faraon_alone(*arguments), message)


def assert_one_message(found: Ended, message: str) -> None:
    assert found.returncode == 2
    assert message in found.stderr
    assert "Traceback" not in found.stderr
    assert len(found.stderr.splitlines()) <= 3


def test_a_game_in_the_terminal_is_played_to_the_end(tmp_path: Path) -> None:
    record = tmp_path / "game.fgn"
    found = faraon_alone("play", "--seed", "4", "--lang", "sk", "--save", str(record), given="1\n" * 400)
    assert found.returncode == 0, found.stderr
    assert "Faraón – rozdanie 4" in found.stdout
    assert "Prehrávaš." in found.stdout or "Vyhrávaš!" in found.stdout
    again = faraon("replay", str(record), "--lang", "sk")
    assert again.returncode == 0
    assert "v poriadku" in again.stdout
    quiet = faraon("replay", str(record), "--quiet")
    assert "verified" in quiet.stdout
    assert len(quiet.stdout.splitlines()) == 1


def test_a_foreign_record_opens_no_file(tmp_path: Path) -> None:
    """A path is taken from the person at the keyboard alone."""
    own = tmp_path / "own.far"
    own.write_text('rulebook own\n    en "Own"\n    sk "Vlastné"\n\ninclude prsi\n', encoding="utf-8")
    foreign = tmp_path / "foreign.fgn"
    state = load(str(own), 2).deal(seed=1)
    foreign.write_text(record_of(state).write().replace('"own"', f'"{own}"'))
    for command in ("replay", "verify"):
        found = faraon(command, str(foreign))
        assert found.returncode == 2
        assert "there is no rulebook '/" in found.stderr
        given = faraon(command, str(foreign), "--rulebook", str(own))
        assert (
            "not say how it was dealt" if command == "verify" else "verified"
        ) in given.stdout + given.stderr


def test_the_terminal_game_explains_refusals_and_helps() -> None:
    # In its own process: whoever asks for a hint has the strong bots compiled until the end.
    found = faraon_alone("play", "--seed", "3", "--lang", "sk", given="h7\n?\nlog\nrada\nnonsense\n99\nq\n")
    assert "Červená sedma sa nehodí" in found.stdout
    assert "(§3, §11, §15)" in found.stdout
    assert "vyloží karty, spodná je prvá" in found.stdout
    assert found.stdout.count("Toto nie je ťah") == 2
    assert "Odhad úspešnosti z " in found.stdout
    assert "Dovidenia." in found.stdout


def test_s18_the_terminal_game_lays_a_wrong_card_only_if_it_is_meant() -> None:
    penalty = ("play", "--seed", "3", "--lang", "sk", "--option", "pajchel=penalty")
    found = faraon(*penalty, given="h7\nn\nh7\na\nq\n")
    assert found.stdout.count("Tri karty za neplatný ťah (§18).") == 2
    assert found.stdout.count("Vyložiť aj tak? a/n> ") == 2
    assert found.stdout.count("neplatný ťah, karta sa vracia do ruky – ťaháš 3 karty (") == 1
    refused = faraon("play", "--seed", "3", "--lang", "sk", given="h7\na\nq\n")
    assert "aj tak" not in refused.stdout


def test_the_locale_decides_the_language() -> None:
    assert "Tvoj ťah" in faraon("play", "--seed", "3", given="", LANG="sk_SK.UTF-8").stdout
    assert "Your move" in faraon("play", "--seed", "3", given="", LANG="en_GB.UTF-8").stdout


def test_a_deal_is_a_position_that_can_be_explained() -> None:
    position = faraon("deal", "--seed", "3").stdout
    assert json.loads(position)["turn"] == 0
    legal = faraon("rules", "explain", "classic", "aK hK", "-", given=position)
    assert "allowed by lay: Lay cards that fit (§3, §4)." in legal.stdout
    assert "✓ fits" in legal.stdout
    refused = faraon("rules", "explain", "classic", "h7", position)
    assert "not legal" in refused.stdout
    assert "✗ fits" in refused.stdout


def test_a_deal_is_also_told_as_the_tuple_of_its_document() -> None:
    told = faraon("deal", "--rulebook", "formal", "--seed", "3", "--tuple")
    assert told.returncode == 0
    assert told.stdout.startswith("GS = (DP: (a9), ST: (")
    refused = faraon("deal", "--tuple")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "has no tuple" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_cover_shows_that_a_branch_of_the_formal_model_never_fires() -> None:
    found = faraon("rules", "cover", "formal", "--games", "60")
    assert found.returncode == 0, found.stderr
    line = next(
        line for line in found.stdout.splitlines() if line.split("    in:")[0].endswith("cnt + 3 * n")
    )
    assert line.split()[0] == "never"


def test_rules_are_listed_and_shown_in_both_languages() -> None:
    listed = faraon("rules", "list").stdout
    for name in (
        *("classic", "prsi", "family", "crazy", "mau", "mini-6", "mini-8"),
        *("formal", "formal-repaired", "draft"),
    ):
        assert any(line.startswith(f"{name} ") for line in listed.splitlines())
    english, slovak = (faraon("rules", "show", "classic", "--lang", lang).stdout for lang in ("en", "sk"))
    assert "Lay cards that fit." in english
    assert "Vylož karty, ktoré sa hodia." in slovak
    assert "ace_two" in english
    assert "not alone & not stopped" in slovak


def test_check_exits_with_one_for_errors_and_points_at_them(tmp_path: Path) -> None:
    file = tmp_path / "house.far"
    file.write_text(
        "rulebook house\ninclude classic\noverride rule stand: stoped -> stand\n", encoding="utf-8"
    )
    found = faraon("rules", "check", str(file))
    assert found.returncode == 1
    assert "error[E201]: unknown name 'stoped'" in found.stdout
    assert "did you mean 'stopped'?" in found.stdout
    assert ":3:22" in found.stdout
    assert faraon("rules", "check", "classic").returncode == 0


def test_fmt_lays_out_a_file_once(tmp_path: Path) -> None:
    file = tmp_path / "house.far"
    file.write_text("rulebook   house\ninclude classic\nset   groups=off\n", encoding="utf-8")
    assert faraon("rules", "fmt", "--check", str(file)).returncode == 1
    assert "formatted" in faraon("rules", "fmt", str(file)).stdout
    assert file.read_text(encoding="utf-8") == "rulebook house\ninclude classic\nset groups = off\n"
    assert "already formatted" in faraon("rules", "fmt", "--check", str(file)).stdout
    piped = faraon("rules", "fmt", "-", given="rulebook  a\n")
    assert piped.stdout == "rulebook a\n"
