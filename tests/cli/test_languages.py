"""Errors of the command line are in the person's language."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from faraon.cli import main
from faraon.cli.language import asked_language

TWO = '"hands": [["b9"], ["h9"]], "pile": ["b8"], "stock": ["l8"], "turn": 0'
RECORD = """[Format "faraon 1"]
[Rulebook "classic"]
[Hash "x"]
[Players "2"]
[Result "unfinished"]
position {"hands": [["b9", "hK"], ["h9", "aK"]], "pile": ["b8"], "stock": ["l8"], "turn": 0}
"""


def explain(position: str, rulebook: str = "classic", move: str = "b9") -> tuple[str, ...]:
    return "rules", "explain", rulebook, move, position


MISTAKES: list[tuple[tuple[str, ...], str]] = [
    (("play", "--players", "99"), "podľa pravidiel classic hrá 2 až 15 hráčov, nie 99"),
    (("play", "--option", "ace_tow=free"), "domáce pravidlo 'ace_tow' neexistuje: nemalo to byť 'ace_two'?"),
    (("play", "--option", "ace_two=fre"), "nemožno nastaviť na 'fre': nemalo to byť 'free'?"),
    (("play", "--option", "ace_two"), "'ace_two' nemá tvar NÁZOV=HODNOTA"),
    (("play", "--rulebook", "klasic"), "pravidlá 'klasic' neexistujú: nemalo to byť 'classic'?"),
    (("play", "--rulebook", "nowhere.far"), "pravidlá nowhere.far sa nedajú prečítať: taký súbor nie je"),
    (("play", "--bot", "gredy"), "bot 'gredy' neexistuje: nemalo to byť 'greedy'?"),
    (("play", "--bot", "pharaoh:100"), "'pharaoh' je úroveň a nedá sa meniť: napíš deep:1000"),
    (("play", "--bot", "greedy:100"), "'greedy' neprehľadáva a nemá rozpočet"),
    (("play", "--bot", "ismcts:0"), "'ismcts:0': rozpočet je počet simulácií"),
    (("play", "--bot", "ismcts:9,x=1"), "'ismcts' nemá nastavenie 'x=1'"),
    (("play", "--seed", "-3"), "číslo rozdania (seed) je od 0 do"),
    (("rules", "show", "klasic"), "pravidlá 'klasic' neexistujú: nemalo to byť 'classic'?"),
    (("rules", "show", "classic", "--output", "/nowhere/at/all"), "/nowhere/at/all sa nedá zapísať"),
    (explain("{"), "situácia nie je JSON"),
    (explain("{}"), "situácia je objekt JSON s 'hands'"),
    (explain("nowhere.json"), "situácia nowhere.json sa nedá prečítať: taký súbor nie je"),
    (explain("{" + TWO + "}", move="b10"), "'b10' nie je ťah: píš karty ako 'b8 h8', 'lO=h', 'h7^2', alebo"),
    (explain("{" + TWO + "}", move="bU=q"), "'bU=q' nie je ťah: píš karty ako"),
    (
        explain("{" + TWO.replace("b8", "h9") + "}"),
        "h9 je tu 2-krát, ale počet balíčkov je 1",
    ),
    (explain("{" + TWO.replace('"b8"', "") + "}"), "'pile' musí mať aspoň jednu kartu"),
    (explain("{" + TWO + ', "owwed": 3}'), "classic nemajú v situácii 'owwed': nemalo to byť 'owed'?"),
    (explain("{" + TWO + ', "owed": -3}'), "'owed' musí byť číslo od 0 do 999"),
    (explain("{" + TWO + ', "free": 3}'), "'free' musí byť true alebo false"),
    (explain("{" + TWO + ', "suit": "x"}'), "'suit' musí byť jedno z h l a b"),
    (explain("{" + TWO + ', "drawn": "hA"}'), "'drawn' je hA, túto kartu však hráč na ťahu nemá"),
    (explain("{" + TWO + ', "burn": true, "free": true}'), "Spálená ruší voľné dokladanie es."),
    (explain("{" + TWO.replace('"turn": 0', '"turn": 7') + "}"), "'turn' musí byť miesto od 0 do 1"),
    (explain("{" + TWO.replace('["l8"]', '"l8"') + "}"), "'stock' musí byť zoznam"),
    (explain("{" + TWO.replace("l8", "x8") + "}"), "'stock': 'x8' nie je karta"),
    (explain("{" + TWO.replace(', "turn": 0', "") + "}"), "chýba 'turn'"),
    (explain("{" + TWO + ', "out": {"1": "safe"}}'), "miesto 1 má karty, no 'out' hovorí safe"),
    (("replay", "nowhere.fgn"), "nowhere.fgn sa nedá prečítať: taký súbor nie je"),
    (("replay", __file__), "ťah sa píše '1. MIESTO ŤAH'"),
    (("verify", "nowhere.fgn"), "nowhere.fgn sa nedá prečítať"),
]


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints as its error."""
    monkeypatch.setattr(sys, "argv", ["faraon", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=lambda one: str(one)[:60])
def test_a_mistake_is_told_in_slovak(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    told = said(monkeypatch, capsys, *arguments, "--lang", "sk")
    assert message in told
    assert len(told.splitlines()) == 1
    english = said(monkeypatch, capsys, *arguments, "--lang", "en")
    assert english
    assert english != told


RECORDS = [
    ('[Players "2"]', '[Players "x"]', "Players: 'x' nie je číslo"),
    ('[Players "2"]', '[Players "3"]', "rúk je 2, hráčov 3"),
    ('[Rulebook "classic"]', '[Rulebook "klasic"]', "pravidlá 'klasic' neexistujú"),
    ('[Hash "x"]', '[Hash "x"]\n[Options "ace_tow=free"]', "domáce pravidlo 'ace_tow' neexistuje"),
    ('"turn": 0}\n', '"turn": 0}\n1. 1 h9\n', "na ťahu je miesto 0, nie 1"),
    ('"turn": 0}\n', '"turn": 0}\n1. 0 hK\n', "1. ťah: hK: Červený kráľ sa nehodí"),
    ('[Result "unfinished"]', '[Result "drawn"]', "zapísaný výsledok je 'drawn'"),
]


@pytest.mark.parametrize(("old", "new", "message"), RECORDS)
def test_a_wrong_record_is_refused_in_slovak(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    old: str,
    new: str,
    message: str,
) -> None:
    file = tmp_path / "game.fgn"
    file.write_text(RECORD.replace(old, new), encoding="utf-8")
    told = said(monkeypatch, capsys, "replay", str(file), "--lang", "sk")
    assert told.startswith(f"{file}: ")
    assert message in told


def test_a_deal_that_nobody_can_verify_is_refused_in_slovak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.fgn"
    file.write_text(RECORD, encoding="utf-8")
    told = said(monkeypatch, capsys, "verify", str(file), "--lang", "sk")
    assert "záznam nehovorí, ako sa rozdávalo" in told
    file.write_text(RECORD.replace('[Hash "x"]', '[Hash "x"]\n[Secret "00"]'), encoding="utf-8")
    told = said(monkeypatch, capsys, "verify", str(file), "--lang", "sk")
    assert "v značke [Label …] nie je to, čo v nej má byť" in told


@pytest.mark.parametrize(
    ("arguments", "locale", "language"),
    [
        (["play", "--lang", "sk"], "en_GB.UTF-8", "sk"),
        (["play", "--lang=en"], "sk_SK.UTF-8", "en"),
        (["play"], "sk_SK.UTF-8", "sk"),
        (["play"], "de_DE.UTF-8", "en"),
        (["play", "--lang", "de"], "cs_CZ.UTF-8", "sk"),
        (["play", "--lang"], "en_GB.UTF-8", "en"),
    ],
)
def test_the_language_of_errors_is_the_one_asked_for_or_the_locales(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], locale: str, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert asked_language(arguments) == language
