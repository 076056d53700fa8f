"""The documents' files on the command line: checked, shown, dealt, played, told in both languages."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path

import pytest

from faraon.lang.definitions import DRAFT as DRAFT_DEFINITIONS
from faraon.lang.definitions import FORMAL as FORMAL_DEFINITIONS
from faraon.lang.library import read_book
from faraon.lang.readings import READ_INTO
from faraon.play.game import load
from faraon.play.replay import record_of
from tests.cli.command import faraon
from tests.documents import DRAFT, DRAFT_BLOCKS, FORMAL, FORMAL_BLOCKS, paragraphs

MODELS = {"formal": FORMAL, "draft": DRAFT, "classic": paragraphs()}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The three documents by their models."""
    for model, text in MODELS.items():
        (tmp_path / f"{model}.txt").write_text(text, encoding="utf-8")
    return {model: str(tmp_path / f"{model}.txt") for model in MODELS}


# ------------------------------------------------------------------------------------------- check and show


def test_a_check_says_which_lines_were_read_as_what(files: dict[str, str]) -> None:
    found = faraon("rules", "check", files["formal"])
    assert found.returncode == 0
    told = found.stdout.splitlines()
    assert told[0] == (
        f"{files['formal']}: the formal document, its blocks word for word; it is played as formal."
    )
    assert "  lines  read as" in told
    assert "    1–2  prose, not read" in told
    assert "      4  definition: card (C)" in told
    assert "   9–11  definition: state (GS)" in told
    assert "  19–20  rule R1: Follow the suit." in told
    assert "     42  mechanic M8: Sevens: whoever moves next draws cnt cards." in told
    assert told[-1] == f"{files['formal']}: 0 errors, 6 warnings"


def test_the_same_in_slovak(files: dict[str, str]) -> None:
    told = faraon("rules", "check", files["formal"], "--lang", "sk").stdout.splitlines()
    assert told[0].endswith("formálny dokument, bloky slovo od slova; hrá sa podľa pravidiel formal.")
    assert "     1–2  próza, nečíta sa" in told
    assert "       4  definícia: karta (C)" in told
    assert "   19–20  pravidlo R1: Priznaj farbu." in told
    assert "      42  mechanika M8: Sedmy: kto je potom na ťahu, berie cnt kariet." in told
    assert told[-1] == f"{files['formal']}: 0 chýb, 6 upozornení"


def test_the_draft_is_rejected_as_written_and_says_what_repairs_it(files: dict[str, str]) -> None:
    found = faraon("rules", "check", files["draft"])
    assert found.returncode == 1
    assert "it is played as draft (draft repairs what cannot be played in it: R1, M5" in found.stdout
    assert f"--> {files['draft']}:11:" in found.stdout
    assert f"--> {files['draft']}:22:" in found.stdout
    assert found.stdout.splitlines()[-1] == f"{files['draft']}: 2 errors, 7 warnings"


def test_every_paragraph_says_what_it_became(files: dict[str, str]) -> None:
    told = faraon("rules", "check", files["classic"]).stdout
    for number in range(1, 21):
        assert f"§{number} " in told
    assert "§13 The red seven; statements 13.1–13.10; options: red_seven_return; rules: red_seven" in told
    assert "  45  prose, not read" in told
    assert "§13 Červená sedma; vety" in faraon("rules", "check", files["classic"], "--lang", "sk").stdout


def test_show_has_the_reading_and_the_book(files: dict[str, str]) -> None:
    told = faraon("rules", "show", files["formal"]).stdout
    assert told.index("lines  read as") < told.index("THE STATE") < told.index("RULES:")


@pytest.mark.parametrize("model", ["formal", "draft"])
def test_show_prints_the_documents_own_words(model: str) -> None:
    told = faraon("rules", "show", model).stdout
    block = {"formal": FORMAL_BLOCKS, "draft": DRAFT_BLOCKS}[model]
    lines = [line.strip().lstrip("- ") for line in block.splitlines() if line.strip().startswith("-")]
    repaired = {"draft": 2, "formal": 0}[model]
    assert sum(f"      {line}\n" in told for line in lines) == len(lines) - repaired


def test_show_has_state_and_deal() -> None:
    told = faraon("rules", "show", "formal").stdout
    assert "  –  players: 2..15" in told
    assert "  –  deal: hand = min(5, 27 / players)" in told
    assert "  –  ace: 0..99 = 0  – the ace counter" in told
    assert "  –  LP_MC[i]: -1..1000000 = -1" in told
    slovak = faraon("rules", "show", "formal", "--lang", "sk").stdout
    assert "PRED HROU" in slovak
    assert "  –  ace: 0..99 = 0  – počítadlo es" in slovak


def test_show_prints_a_rulebooks_own_text() -> None:
    told = faraon("rules", "show", "formal-repaired", "--text").stdout
    for text in read_book("formal-repaired").sources.values():
        assert text.rstrip() in told


# ------------------------------------------------------------------------------------------- deal and play


@pytest.mark.parametrize("model", MODELS)
def test_a_document_is_dealt_as_its_model(model: str, files: dict[str, str]) -> None:
    found = faraon("deal", "-r", files[model], "--seed", "5", "-n", "3")
    assert json.loads(found.stdout) == load(model, 3).deal(seed=5).to_json()
    assert f"it is played as {model}" in found.stderr
    assert f"hrá sa podľa pravidiel {model}" in faraon("deal", "-r", files[model], "--lang", "sk").stderr


def test_nothing_is_said_beside_the_deal_of_a_rulebook() -> None:
    assert faraon("deal", "--seed", "5").stderr == ""


@pytest.mark.parametrize("model", MODELS)
def test_a_document_is_played(model: str, files: dict[str, str], tmp_path: Path) -> None:
    record = tmp_path / "game.fgn"
    arguments = ("--bot", "greedy", "--seed", "5", "--save", str(record))
    assert faraon("play", "-r", files[model], *arguments, given="1\n" * 300).returncode == 0
    assert f'[Rulebook "{model}"]' in record.read_text(encoding="utf-8")
    assert faraon("replay", str(record), "-q").returncode == 0
    assert faraon("replay", str(record), "-q", "-r", files[model]).returncode == 0


# ----------------------------------------------------------------------------------------------- documents


@pytest.mark.parametrize("language", ["en", "sk"])
def test_each_document_beside_what_it_became(language: str, files: dict[str, str]) -> None:
    told = faraon("documents", "--lang", language).stdout
    for definition in (*FORMAL_DEFINITIONS, *DRAFT_DEFINITIONS):
        assert definition.term.text(language) in told
        assert definition.became.text(language) in told
    for readings in READ_INTO.values():
        assert all(reading.said.text(language) in told for reading in readings)
    assert told.count("GS = (") == 3
    assert told.count("S = (OB") == 3


def test_the_move_that_the_document_leaves_open_is_played_by_its_model() -> None:
    told = faraon("documents", "formal").stdout
    before, after = told[told.index("LEAVES OPEN") :].split("b7 h7: allowed by the rule")
    assert "val: VIII, cnt: 1, i: 0, mc: 0)" in before
    assert "val: VII, cnt: 6, i: 1, mc: 1)" in after
    # By hand: two sevens, neither an ace nor an over nor the Pharaoh, and not four cards.
    marks = {cited: mark for mark, cited in re.findall(r"^    ([✓✗]) (\w+)", after, re.MULTILINE)}
    assert [cited for cited, mark in marks.items() if mark == "✓"] == [
        "R1",
        "M3",
        "M6",
        "M7",
        "M8",
        "M9",
        "M10",
    ]
    assert [cited for cited, mark in marks.items() if mark == "✗"] == [
        *("finished", "no_more_cards", "M1", "M2", "M4", "M5"),
    ]


def test_a_file_has_its_lines_beside_what_they_became(files: dict[str, str]) -> None:
    told = faraon("documents", files["formal"]).stdout
    assert "  state (GS), lines 9–11\n      state ace, suit, val" in told
    assert "  hand (H), not in the file\n" in told
    assert "  mechanic, line 34\n" in told
    assert "  §13  Červená sedma, riadok 29" in faraon("documents", files["classic"], "--lang", "sk").stdout


def test_what_is_read_into_the_documents_stands_in_the_files_too() -> None:
    """In the rulebooks, and in the list of disagreements."""
    folder = resources.files("faraon.rulebooks")
    listed = folder.joinpath("DISAGREEMENTS.md").read_text(encoding="utf-8")
    for model, words in {
        "formal": ("k <= 3", "mixed groups"),
        "draft": ("k <= 3", "mixed groups", '"out"', '"done"'),
    }.items():
        written = folder.joinpath(f"{model}.far").read_text(encoding="utf-8").lower()
        for word in words:
            assert word in written, (model, word)
            assert word in listed.lower(), word


# ----------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("command", ["deal -r", "play -r", "rules show", "documents"])
@pytest.mark.parametrize(
    ("model", "part", "en", "sk"),
    [
        ("formal", 0.8, "it is cut in the middle of M", "je useknutý uprostred M"),
        ("draft", 0.8, "it is cut", "je useknutý"),
        ("classic", 0.5, "it is cut: the paragraphs end with §", "je useknutý: paragrafy sa končia §"),
        ("formal", 0.02, "neither a rulebook nor one of the documents", "nie sú pravidlá ani žiadny z"),
    ],
)
def test_half_a_document_is_one_message_in_the_persons_language(
    command: str, model: str, part: float, en: str, sk: str, files: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "half.txt"
    text = MODELS[model]
    file.write_text(text[: int(len(text) * part)], encoding="utf-8")
    for language, said in (("en", en), ("sk", sk)):
        found = faraon(*command.split(), str(file), "--lang", language)
        assert found.returncode == 2
        assert said in found.stderr
        assert len(found.stderr.splitlines()) == 1
        assert found.stdout == ""


def test_a_check_of_half_a_document_says_what_it_read(tmp_path: Path) -> None:
    file = tmp_path / "half.txt"
    file.write_text(FORMAL[: FORMAL.index("    - () -> val")], encoding="utf-8")
    found = faraon("rules", "check", str(file), "--lang", "sk")
    assert found.returncode == 1
    assert "je useknutý za M6 (riadok 40); chýba: M7 – M10" in found.stdout
    assert "      40  mechanika M6" in found.stdout


def test_a_rulebook_is_not_a_document(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("rulebook mine\ninclude classic\n", encoding="utf-8")
    assert "is a rulebook, not a document" in faraon("documents", str(file)).stderr
    assert "sú pravidlá, nie dokument" in faraon("documents", "family", "--lang", "sk").stderr
    assert faraon("deal", "-r", str(file)).returncode == 0


# ------------------------------------------------------------------------------------------ tuples in replay


def test_a_replay_has_the_tuple_of_every_state(tmp_path: Path) -> None:
    state = load("formal").deal(seed=3)
    for _ in range(3):
        state = state.play(state.moves()[0])
    file = tmp_path / "game.fgn"
    file.write_text(record_of(state).write(), encoding="utf-8")
    told = faraon("replay", str(file), "--tuple").stdout.splitlines()
    tuples = [line.strip() for line in told if line.strip().startswith("GS = ")]
    assert len(tuples) == 4
    assert [f"mc: {k})" in one for k, one in enumerate(tuples)] == [True] * 4
    assert "GS =" not in faraon("replay", str(file)).stdout


def test_a_replay_of_a_game_without_a_tuple_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.fgn"
    file.write_text(record_of(load("classic").deal(seed=3)).write(), encoding="utf-8")
    found = faraon("replay", str(file), "--tuple", "--lang", "sk")
    assert found.returncode == 2
    assert "classic nemá n-ticu" in found.stderr
