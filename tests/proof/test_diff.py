"""``faraon rules diff``: where two rulebooks part, and how surely others do not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faraon.lang.library import read_book
from faraon.proof.answers import Clock, Text
from faraon.proof.diff import Side, diff
from faraon.proof.difference import Compared, compare
from faraon.proof.explicit import SMALL
from faraon.proof.lockstep import Pair
from tests.cli.command import faraon
from tests.proof.test_verify import spoiled

PRSI = "hand_size=4 groups=off seven_cards=2 pharaoh=off burned=off red_seven_return=off recycle=shuffle"


def quiet(_: Text) -> None:
    pass


def sides(*texts: str) -> tuple[Side, Side]:
    found = []
    for text in texts:
        name, *pairs = text.split()
        settings = dict(pair.split("=") for pair in pairs)
        found.append(Side(read_book(name), {k: int(v) if v.isdigit() else v for k, v in settings.items()}))
    return found[0], found[1]


def test_two_settings_part_and_both_say_why() -> None:
    told = faraon("rules", "diff", "classic", "classic ace_two=free", "--json")
    assert told.returncode == 1
    data = json.loads(told.stdout)
    assert data["game"]["moves"] == []
    assert set(data["game"]["move"].split()) == {"hA", "lA"}
    assert [said["en"][0] for said in data["game"]["said"]] == ["✗", "✓"]
    assert "one ace" in data["game"]["said"][0]["en"]
    assert sum(map(len, data["position"]["begin"]["hands"])) <= 4


def test_a_house_rulebook_is_held_against_its_base(tmp_path: Path) -> None:
    text = 'rulebook ours\n    en "Ours"\n\ninclude classic\n\nset seven_answer = off\n'
    name = spoiled(tmp_path, "ours", text)
    told = faraon("rules", "diff", name, "--lang", "sk")
    assert told.returncode == 1
    assert "najmenšia situácia" in told.stdout
    assert "Pri tomto stole sa sedma sedmou neprebíja" in told.stdout


def test_formal_and_its_repair_part_over_a_seven_on_a_seven() -> None:
    found = diff(sides("formal", "formal-repaired"), 2, 60, quiet)
    assert found.game is not None
    assert [str(move) for move in (*found.game.moves, found.game.move)] == ["h7", "l7"]


def test_equal_tables_are_equal_with_the_bound_said() -> None:
    first, second = sides(f"classic {PRSI} start_special=always play_on=first_out", "prsi")
    pair = Pair(first.game(2), second.game(2))
    found, pairs, whole = pair.every_game(SMALL[:5], 1, Clock(600))
    assert found is None
    assert whole
    assert pairs > 100


def test_equal_rules_are_proven_equal(tmp_path: Path) -> None:
    """Written otherwise, and the same in every game: playing cannot tell that, the solver can."""
    text = 'rulebook twin\n    en "Twin"\n\ninclude mau\n\noverride let owing §3 = owed >= 1\n'
    text += '    yes en "Sevens are waiting." sk "Čakajú sedmy."\n'
    text += '    no en "You owe no cards." sk "Nedlhuješ žiadne karty."\n'
    twin = read_book(spoiled(tmp_path, "twin", text))
    assert twin.hash != read_book("mau").hash
    assert compare(read_book("mau"), twin, 2, {}, Clock(600)) == Compared()


def test_what_playing_misses_the_solver_finds(tmp_path: Path) -> None:
    """A rule that is wrong in positions so rare that no game comes there."""
    text = 'rulebook odd\n    en "Odd"\n\ninclude mau\n\n'
    text += "override rule take §3 when owing: owed != 6 -> draw owed, owed = 0\n"
    odd = read_book(spoiled(tmp_path, "odd", text))
    found = compare(read_book("mau"), odd, 2, {}, Clock(600))
    assert found is not None
    assert found.shown is not None
    assert found.shown.position["owed"] == 6


def test_bad_input_is_told() -> None:
    for arguments, en in [
        (["classic", "mini-6"], "different cards"),
        (["classic", "nonsense"], "nonsense"),
        (["classic", "classic x"], "NAME=VALUE"),
        (["classic", "family", "-n", "9"], "one pack is not enough"),
        (["classic", "classic camouflage=on"], "cards are laid covered"),
        (["classic"], "includes no shipped rulebook"),
        ([" ", "classic"], "has a name"),
    ]:
        told = faraon("rules", "diff", *arguments)
        assert told.returncode == 2, arguments
        assert en in told.stderr, told.stderr


@pytest.mark.parametrize("language", ["en", "sk"])
def test_an_equal_pair_says_so_in_both_languages(language: str) -> None:
    told = faraon("rules", "diff", "classic", "classic ace_two=ask", "--lang", language)
    assert told.returncode == 0
    assert {"en": "proven: the same rules", "sk": "dokázané: tie isté pravidlá"}[language] in told.stdout
