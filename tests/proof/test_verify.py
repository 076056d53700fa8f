"""``faraon rules verify``: what is proven of the shipped rulebooks, and what is found in spoiled ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faraon.engines.errors import GameError
from faraon.lang.library import read_book
from faraon.proof.answers import Answer, Clock, Standing, Text
from faraon.proof.asked_sentences import SentenceAnswers
from faraon.proof.played import Played
from faraon.proof.proving import Proving
from faraon.proof.table import open_table
from faraon.proof.verify import Asked, exit_code, verify
from tests.cli.command import faraon
from tests.scale import SOAK

BOOKS = ("classic", "formal", "formal-repaired", "draft", "mau", "crazy", "mini-6", "mini-8")
"""The others are classic with other defaults, and defaults are open here."""

DRAFT = Path("src/faraon/rulebooks/draft.far").read_text(encoding="utf-8")


def proving(name: str, players: int, seconds: float = 600.0) -> Proving:
    book = read_book(name)
    return Proving(open_table(book, players), book, Clock(seconds), Played())


def quiet(_: Text) -> None:
    pass


def spoiled(tmp_path: Path, name: str, text: str) -> str:
    file = tmp_path / f"{name}.far"
    file.write_text(text, encoding="utf-8")
    return str(file)


# ----------------------------------------------------------------------------------------------- dead ends


@pytest.mark.parametrize("name", BOOKS)
def test_every_position_of_a_shipped_rulebook_has_a_move(name: str) -> None:
    most = min(4 if SOAK else 2, read_book(name).players[1])
    for players in range(2, most + 1):
        assert proving(name, players).deadlock() is None


@pytest.mark.parametrize("name", BOOKS if SOAK else BOOKS[1:2])
def test_the_proof_is_not_about_nothing(name: str) -> None:
    one = proving(name, 2)
    assert one.asker().model(one.encoder.some_move(one.before)) is not None


def test_the_draft_without_its_repair_has_a_dead_end(tmp_path: Path) -> None:
    """A stopped player without an ace can do nothing at all."""
    at = DRAFT.index("# A stopped player may stand")
    end = DRAFT.index("# ----", at)
    name = spoiled(tmp_path, "unrepaired", DRAFT[:at] + DRAFT[end:].replace("draft", "unrepaired"))
    shown = proving(name, 2).deadlock()
    assert shown is not None
    assert not shown.state.over
    assert not shown.state.moves()
    assert [len(hand) for hand in shown.state.position.hands] == [1, 1]
    assert shown.position["A"] == 1
    told = faraon(
        "rules", "verify", name, "--players", "2", "--time", "60", "--cards", "hA lA h8 l8 a9", "--json"
    )
    assert told.returncode == 1
    refuted = [one for one in json.loads(told.stdout)["answers"] if one["standing"] == "refuted"]
    assert {one["question"] for one in refuted} == {"deadlock", "small"}
    assert refuted[0]["shown"]["position"]["A"] == 1


# ------------------------------------------------------------------------------------ dead parts and ranges


def answers(name: str, players: list[int], seconds: float = 600.0) -> list[Answer]:
    return list(verify(Asked(read_book(name), players, {}, seconds), quiet))


def dead(found: list[Answer]) -> list[str]:
    return [one.about for one in found if one.question == "part" and "never happens" in one.text.en]


SETTLED = {
    "formal": ["cnt + 3 * n in: 3 * n if cnt == 1 else cnt + 3 * n"],
    "draft": ["T + 3 * n in: 3 * n if T == 1 else T + 3 * n"],
    "formal-repaired": ["due + cnt in: due if cnt == 1 else due + cnt"],
    "mau": [],
    "crazy": [],
    "classic": [],
}
"""What of a rulebook never happens."""


@pytest.mark.soak
@pytest.mark.parametrize("name", SETTLED if SOAK else ["formal"])
def test_dead_branches_ranges_and_sentences_are_settled(name: str) -> None:
    """The branch ``cnt + 3 * n`` of the documents is dead, and no variable ever leaves its range."""
    found = answers(name, [2, 3, 4] if SOAK else [2])
    assert dead(found) == SETTLED[name]
    assert [one for one in found if one.standing in (Standing.open, Standing.refuted)] == []
    assert exit_code(found) == 0
    ranges = [one for one in found if one.question == "range"]
    assert ranges or name == "crazy"
    assert all(one.standing is Standing.proven for one in ranges)


def test_a_range_that_a_game_leaves_is_shown(tmp_path: Path) -> None:
    text = (
        'rulebook narrow\n    en "Narrow"\n\ninclude mau\n\noverride state owed: 0..3 = 0  shows debt  §3\n'
    )
    text += '    en "cards owed" sk "dlh"\n'
    name = spoiled(tmp_path, "narrow", text)
    found = [one for one in answers(name, [2]) if one.question == "range" and "> 3" in one.about]
    assert [one.standing for one in found] == [Standing.refuted]
    shown = found[0].shown
    assert shown["position"]["owed"] == 2
    assert "7" in shown["move"]


def test_a_sentence_that_names_nothing_is_shown(tmp_path: Path) -> None:
    """The debt that it names is 0 where somebody is only stopped."""
    text = 'rulebook rash\n    en "Rash"\n\ninclude mau\n\n'
    text += "override rule answer §3: one_card & hasty -> put Cn\n\nlet hasty = Cn[val] == VII & owed > 0\n"
    text += '    no en "Draw {owed:card,cards}." sk "Ber {owed:kartu,karty,kariet}."\n'
    name = spoiled(tmp_path, "rash", text)
    tables = [proving(name, 2)]
    asked = SentenceAnswers(tables, Played(), {}, Clock(600), quiet)
    found = [one for one in asked.answers() if one.question == "sentence" and one.about]
    assert [one.standing for one in found] == [Standing.refuted]
    assert found[0].shown["position"].get("owed", 0) == 0


# --------------------------------------------------------------------------------------------- what is said


def test_running_out_of_time_is_said_with_what_was_reached() -> None:
    told = faraon("rules", "verify", "classic", "--players", "2", "--time", "1", "--lang", "sk")
    assert told.returncode == 3
    assert "čas vypršal" in told.stdout
    assert "jeden balíček" in told.stdout


def test_bad_input_is_told_in_the_persons_language() -> None:
    for arguments, en, sk in [
        (["nonsense"], "nonsense", "nonsense"),
        (["classic", "--players", "x"], "is not a number of players", "nie je počet hráčov"),
        (["classic", "--players", "9"], "one pack is not enough for 9 players", "jeden balíček nestačí"),
        (["mini-6", "--players", "3"], "is played by 2 players", "je 2, nie 3"),
        (["classic", "--set", "nose=on"], "there is no option 'nose'", "neexistuje"),
        (["classic", "--set", "camouflage=on"], "cards are laid covered", "vykladá zakryto"),
        (["classic", "--set", "packs=2"], "one pack of cards", "jeden balíček"),
        (["classic", "--cards", "h7 zz"], "the cards", "nie sú karty"),
        (["mini-6", "--cards", "h7 hA l8", "--time", "20"], "hA is not in the deck", "hA nie je v balíčku"),
    ]:
        for language, text in (("en", en), ("sk", sk)):
            told = faraon("rules", "verify", *arguments, "--lang", language)
            assert told.returncode == 2, arguments
            assert text in told.stderr, told.stderr


def test_tables_beyond_one_open_pack_are_refused() -> None:
    with pytest.raises(GameError, match="one pack is not enough"):
        open_table(read_book("classic"), 6)
