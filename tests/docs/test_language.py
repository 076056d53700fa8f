"""The pages about the rule language say what the language is, and their examples work."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from faraon.lang.check import TYPE_RANGES
from faraon.lang.errors import CODES
from faraon.lang.grammar import statement_words
from faraon.lang.implications import ALLOWED, EFFECTS
from faraon.lang.library import check
from faraon.lang.names import ANYWHERE, BUILTINS, CONSTANTS, FUNCTIONS, HOUSE_ROLE, RESERVED, ROLES, describe
from faraon.limits import MAX_NESTING, MAX_NUMBER, MAX_PARTS, MAX_SOURCE, MOST_ERRORS
from tests.cli.command import faraon
from tests.docs.how_to import BLOCK, HOUSE_RULES

DOCS = Path(__file__).parent.parent.parent / "docs"
LANGUAGE = (DOCS / "reference" / "language.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return LANGUAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str, header: str) -> list[list[str]]:
    """The rows of the table with this header, cell by cell."""
    lines = iter(text.split("\n"))
    assert any(line.startswith(header) for line in lines), header
    next(lines)
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


def where(contexts: tuple[str, ...]) -> str:
    return "everywhere" if contexts == ANYWHERE else ", ".join(contexts)


# -------------------------------------------------------------------------------------------------- reference


def test_the_table_of_names_is_the_engines() -> None:
    expected = []
    for name, builtin in BUILTINS.items():
        number = builtin.var.type == "int"
        limits = f"{builtin.range[0]}..{builtin.range[1]}" if number else ""
        type_ = "number" if number else builtin.var.type
        expected.append([f"`{name}`", type_, limits, where(builtin.contexts), builtin.meaning])
    assert rows(section("Names"), "| name |") == expected


def test_the_table_of_functions_is_the_checkers() -> None:
    expected = [[f"`{one.written}`", where(one.contexts), one.meaning] for one in FUNCTIONS.values()]
    assert rows(section("Functions"), "| function |") == expected


def test_the_table_of_roles_is_the_checkers() -> None:
    roles = {**{f"`{name}`": role for name, role in ROLES.items()}, "any other name": HOUSE_ROLE}
    expected = [[name, " or ".join(map(describe, role.types)), role.meaning] for name, role in roles.items()]
    assert rows(section("What is shown"), "| role |") == expected


def test_the_table_of_effects_is_the_checkers() -> None:
    spelled = {
        "put Cn": "put Cn",
        "draw NUMBER": "draw",
        "draw until CONDITION": "draw until",
        "return j": "return j",
        "show CARD": "show",
        "stand`, `pass`, `concede`, `check": "stand, pass, concede, check",
        "leave": "leave",
        "next": "next",
        "skip": "skip",
        "NAME = VALUE`, `+=`, `-=": "=, +=, -=",
    }
    found = {spelled[row[0].strip("`")]: row[1] for row in rows(section("Effects"), "| effect |")}
    kinds = {
        name: ", ".join(kind for kind, allowed in ALLOWED.items() if effect in allowed)
        for effect, name in EFFECTS.items()
    }
    assert found == kinds


def test_the_table_of_codes_is_the_checkers() -> None:
    assert dict(rows(section("What the checker says"), "| code |")) == CODES


def test_every_statement_is_described() -> None:
    table = " ".join(row[0] for row in rows(section("Statements"), "| statement |"))
    missing = [
        word for word in statement_words().values() if not re.search(rf"`{re.escape(word)}[ `]", table)
    ]
    assert missing == ["override"], "which stands before others"
    assert "`override`" in section("Statements")


def test_every_type_and_constant_is_described() -> None:
    types = rows(section("Types"), "| type |")
    assert {*TYPE_RANGES} <= {row[0].strip("`") for row in types}
    written = " ".join(row[2] for row in types)
    assert [name for name in CONSTANTS if not re.search(rf"\b{name}\b", written)] == []


def test_reserved_words_and_limits_are_described() -> None:
    words = re.search(r"Words of the language \(`([a-z ]+)`\)", LANGUAGE)
    assert words is not None
    assert set(words[1].split()) == RESERVED
    assert str(MAX_NUMBER) in LANGUAGE
    assert f"nested at most {MAX_NESTING} deep" in LANGUAGE
    assert f"at most {MAX_PARTS} parts" in LANGUAGE
    assert f"After {MOST_ERRORS} errors" in LANGUAGE
    assert MAX_SOURCE == 1_000_000


def test_links_lead_to_sections() -> None:
    titles = {
        title.lower().replace(",", "").replace(" ", "-") for title in re.findall(r"^## (.+)$", LANGUAGE, re.M)
    }
    assert set(re.findall(r"\(#([a-z-]+)\)", LANGUAGE)) <= titles


@pytest.mark.parametrize("text", [one["text"] for one in BLOCK.finditer(LANGUAGE) if one["kind"] == "far"])
def test_an_example_of_the_reference_is_sound(text: str) -> None:
    head = "" if text.startswith("rulebook") else "rulebook example\ninclude classic\n"
    book, found, _ = check("example.far", head + text)
    assert found == []
    assert book is not None


# ----------------------------------------------------------------------------------------------- how to do it


def test_the_steps_of_the_how_to_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks with the name of a file are added to it, and commands print what is shown."""
    monkeypatch.chdir(tmp_path)
    run = 0
    for block in BLOCK.finditer(HOUSE_RULES):
        if block["kind"] == "far":
            with (tmp_path / block["file"]).open("a", encoding="utf-8") as file:
                file.write(block["text"])
        elif block["kind"] == "console":
            command, _, shown = block["text"].removeprefix("$ ").partition("\n")
            done = faraon(*shlex.split(command)[1:], COLUMNS="80")
            assert not done.stderr
            printed = done.stdout
            if shown.endswith("…\n"):
                shown = shown.removesuffix("…\n")
                printed = printed[: len(shown)]
            assert printed == shown, command
            run += 1
    assert run == HOUSE_RULES.count("```console")
    for path in tmp_path.glob("*.far"):
        found = check(str(path), path.read_text(encoding="utf-8"))[1]
        assert bool(found) == (path.stem == "broken"), [str(one) for one in found]


def test_the_python_of_the_how_to_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [block["text"] for block in BLOCK.finditer(HOUSE_RULES) if block["file"] == "kings.far"]
    (tmp_path / "kings.far").write_text("".join(texts), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (code,) = (block["text"] for block in BLOCK.finditer(HOUSE_RULES) if block["kind"] == "python")
    exec(compile(code, "house-rules.md", "exec"), {})  # noqa: S102 - the page's own example


def test_the_steps_are_numbered() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+)\.", HOUSE_RULES, re.M)]
    assert all(second == first + 1 for first, second in pairwise([0, *numbers]))
