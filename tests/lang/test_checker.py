"""What the checker says about broken rulebooks.

``broken.txt`` holds them, each a few lines behind ``tiny.far`` (or alone), with the findings drawn beneath as
the checker draws them: carets, code, message, and the hint after a bar.
"""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faraon.lang.errors import CODES, Diagnostic, RulebookError, Span, show_all
from faraon.lang.library import (
    UnknownRulebookError,
    book_from_text,
    check,
    read_book,
    shipped,
    source,
)
from faraon.limits import MAX_BYTES, MOST_ERRORS

HERE = Path(__file__).parent
TINY = (HERE / "tiny.far").read_text(encoding="utf-8")
DRAWN = re.compile(r"(?P<carets> *\^+) (?P<said>[EW]\d{3} .*)")
NO_SENTENCE = "a player whose move fails here gets no sentence"


def broken() -> list[tuple[str, list[str]]]:
    """The cases of ``broken.txt``: a title and lines, the drawn findings among them."""
    parts = (HERE / "broken.txt").read_text(encoding="utf-8").split("==== ")[1:]
    return [(title, lines) for title, *lines in (part.rstrip("\n").split("\n") for part in parts)]


def findings(text: str, *, without: str = "") -> list[Diagnostic]:
    return [found for found in check("broken.far", text)[1] if found.message != without]


def codes(text: str) -> list[str]:
    return [found.code for found in findings(text, without=NO_SENTENCE)]


def drawn(found: Diagnostic, text: str) -> str:
    carets = found.show(text).split("\n")[3].partition("| ")[2]
    return f"{carets} {found.code} {found.message}" + (f" | {found.hint}" if found.hint else "")


# ------------------------------------------------------------------------------------ one code after another


def test_the_tiny_rulebook_is_sound() -> None:
    assert findings(TINY) == []


@pytest.mark.parametrize(("title", "lines"), broken(), ids=[title for title, _ in broken()])
def test_a_broken_rulebook_is_answered_with(title: str, lines: list[str]) -> None:
    before = "" if title.endswith("(alone)") else TINY
    text = before + "".join(f"{line}\n" for line in lines if not DRAWN.fullmatch(line))
    found = findings(text, without="" if title.startswith("W303") else NO_SENTENCE)
    shown = []
    for number, line in enumerate(text.removeprefix(before).split("\n"), before.count("\n") + 1):
        shown += [line, *(drawn(one, text) for one in found if one.span.line == number)]
    assert "\n".join(shown).rstrip("\n") == "\n".join(lines)


def test_every_code_has_a_broken_rulebook() -> None:
    drawings = [DRAWN.fullmatch(line) for _, lines in broken() for line in lines]
    assert {drawing["said"][:4] for drawing in drawings if drawing} == set(CODES)


def test_titles_name_a_code_that_is_found() -> None:
    for title, lines in broken():
        code = title[:4]
        assert code not in CODES or any(f" {code} " in line for line in lines), title


def test_errors_are_refused_and_warnings_are_not() -> None:
    with pytest.raises(RulebookError) as refused:
        book_from_text(TINY + "let unused = ace == 0\nrule x: owedd == 0 -> draw 1\n")
    assert [found.code for found in refused.value.diagnostics] == ["E201"]
    assert "did you mean 'owed'?" in str(refused.value)
    assert book_from_text(TINY + "let unused = ace == 0\n").name == "tiny"


# -------------------------------------------------------------------------------------------- how it is drawn


def test_a_finding_shows_its_line_and_a_caret_under_every_character() -> None:
    text = TINY + "rule x: owedd == 0 -> draw 1\n"
    assert show_all(findings(text), {"broken.far": text}) == (
        "error[E201]: unknown name 'owedd'\n"
        "  --> broken.far:18:9\n"
        "  18 | rule x: owedd == 0 -> draw 1\n"
        "     |         ^^^^^\n"
        "  = did you mean 'owed'?"
    )


def under(line: str, first: int, last: int) -> str:
    """What is drawn under a line, from one column to another."""
    return Diagnostic("E201", Span("x", 1, first, 1, last), "m").show(line).split("\n")[3].partition("| ")[2]


@pytest.mark.parametrize(
    ("line", "word", "carets"),
    [
        ("\trule x:\towedd", "owedd", "\t       \t^^^^^"),
        ("ľščťžýáíé owedd", "owedd", "          ^^^^^"),
        ("l\u030cs\u030cc\u030c owedd", "owedd", "    ^^^^^"),
        ("x c\u030ca\u030c y", "c\u030ca\u030c", "  ^^"),
        ("牌牌 owedd", "owedd", "     ^^^^^"),
        ("owedd", "owedd", "^^^^^"),
    ],
)
def test_carets_stand_under_the_right_characters(line: str, word: str, carets: str) -> None:
    first = line.index(word) + 1
    assert under(line, first, first + len(word)) == carets


def test_tabs_and_diacritics_before_a_mistake() -> None:
    line = '\ten "Č {owde}." sk "Ťahaj, ľadová {siut}."'
    text = f"{TINY}rule x: () -> draw 1\n{line}\n"
    for found, word in zip(findings(text), ("owde", "siut"), strict=True):
        assert found.span.column == line.index(word) + 1
        assert drawn(found, text).startswith("\t" + " " * (line.index(word) - 1) + "^^^^ E201")


def test_a_finding_over_several_lines_is_drawn_in_the_first() -> None:
    text = TINY + "rule x:\n    ace == 0 & ace > 0\n    -> draw 1\n"
    found = findings(text, without=NO_SENTENCE)
    assert [(one.code, one.span.line, one.span.end_line) for one in found] == [("W301", 18, 20)]
    assert drawn(found[0], text).startswith("^^^^^^^ W301")


def test_a_place_behind_the_end_has_a_caret_too() -> None:
    assert under("rule x:", 8, 9) == "       ^"
    assert Diagnostic("E201", Span("x", 9, 1, 9, 2), "m").show("one line") == "error[E201]: m\n  --> x:9:1"


# ------------------------------------------------------------------------------------------------ all at once


def test_all_findings_come_at_once_in_the_order_of_the_text() -> None:
    lines = [
        "rule lay: () -> put Cn",
        "drop rule lie",
        "rule y: owedd == 0 -> draw hearts",
        "let z = 1 == VII",
    ]
    found = findings(TINY + "\n".join(lines) + "\n")
    places = [(one.span.line, one.span.column) for one in found]
    assert [one.code for one in found] == ["E205", "E206", "E201", "E202", "W304", "E202"]
    assert places == sorted(places)


def test_syntax_errors_come_at_once_too() -> None:
    text = (
        TINY
        + 'rule x owed\nlet y = (\n    owed == 0\nrule z: () -> draw 1\n    en "Draw.\nstate w: 0.9 = 0\n'
    )
    assert [(found.code, found.span.line) for found in findings(text)] == [
        ("E101", 18),
        ("E101", 20),
        ("E101", 22),
        ("E102", 23),
    ]


def test_the_same_finding_is_reported_once() -> None:
    text = TINY + "let x = owedd == 0 | owed == 1\nrule y: x -> draw 1\nrule z: not x -> draw 1\n"
    assert codes(text) == ["E201"]


def test_findings_of_an_included_file_name_it(tmp_path: Path) -> None:
    (tmp_path / "base.far").write_text(TINY + "rule x: owedd == 0 -> draw 1\n", encoding="utf-8")
    house = tmp_path / "house.far"
    house.write_text("rulebook house\ninclude base\nrule y: suit == VII -> draw 1\n", encoding="utf-8")
    book, found, sources = check(*source(str(house)))
    errors = [one for one in found if one.is_error]
    assert book is None
    assert {(Path(one.span.file).name, one.span.line, one.code) for one in errors} == {
        ("house.far", 3, "E202"),
        ("base.far", 18, "E201"),
    }
    assert "rule x: owedd == 0" in show_all(errors, sources)


# --------------------------------------------------------------------------------------------------- includes


def written(folder: Path, **files: str) -> str:
    """Writes rulebooks into a folder; the path of the first one."""
    for name, text in files.items():
        (folder / f"{name}.far").write_text(text, encoding="utf-8")
    return str(folder / f"{next(iter(files))}.far")


def test_an_include_that_is_missing_names_the_nearest() -> None:
    (found,) = findings("rulebook x\ninclude famili\n")
    assert (found.code, found.span.line, found.hint) == ("E103", 2, "did you mean 'family'?")
    (found,) = findings("rulebook x\ninclude bridge\n")
    assert found.hint == f"one of: {', '.join(shipped())}"


def test_a_rulebook_cannot_include_itself(tmp_path: Path) -> None:
    path = written(tmp_path, house="rulebook house\ninclude house\ndeal: hand = 5\n")
    assert [(found.code, found.message) for found in check(*source(path))[1]] == [
        ("E103", "the rulebook 'house' includes itself")
    ]


def test_rulebooks_cannot_include_each_other(tmp_path: Path) -> None:
    path = written(
        tmp_path, one="rulebook one\ninclude two\n", two="rulebook two\ninclude one\ndeal: hand = 5\n"
    )
    (found,) = check(*source(path))[1]
    assert (found.code, found.message) == ("E103", "the rulebook 'one' includes itself")
    assert Path(found.span.file).name == "two.far"


def test_a_rulebook_is_included_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        house="rulebook house\ninclude one\ninclude two\n",
        one="rulebook one\ninclude base\n",
        two="rulebook two\ninclude base\n",
        base=TINY,
    )
    assert [(found.code, found.message) for found in check(*source(path))[1]] == [
        ("E103", "the rulebook 'base' is included twice")
    ]


def test_an_include_that_cannot_be_read(tmp_path: Path) -> None:
    path = written(tmp_path, house="rulebook house\ninclude other\n")
    (tmp_path / "other.far").write_bytes(b"rulebook \xff\n")
    (found,) = check(*source(path))[1]
    assert (found.code, found.hint.rpartition(" is ")[2]) == ("E103", "not UTF-8 text")


def test_a_shipped_rulebook_includes_shipped_ones_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, classic="nonsense\n", family="nonsense\n")
    monkeypatch.chdir(tmp_path)
    assert read_book("family").name == "family"


# ---------------------------------------------------------------------------------------- files of every kind


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", "   \n\t\n", "# a comment", "# one\n#\n# two\n"])
def test_a_file_without_statements_does_not_name_itself(text: str) -> None:
    found = findings(text)
    assert [(one.code, one.span.line, one.span.column) for one in found] == [("E104", 1, 1), ("E213", 1, 1)]
    assert all("--> broken.far:1:1" in one.show(text) for one in found)


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_line_ends_of_other_systems_change_nothing(newline: str) -> None:
    text = TINY + 'rule x: owedd == 0 -> draw 1  # why\n    en "{siut}" sk "{suit}"\n'
    assert [found.span for found in findings(text)] == [
        found.span for found in findings(text.replace("\n", newline))
    ]
    assert book_from_text(TINY.replace("\n", newline)).hash == book_from_text(TINY).hash


def test_a_byte_order_mark_is_no_character() -> None:
    assert book_from_text("\ufeff" + TINY).hash == book_from_text(TINY).hash
    (found,) = findings("\ufeffrulebok x\n")
    assert (found.span.column, found.hint) == (1, "did you mean 'rulebook'?")


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "windows.far"
    path.write_bytes(("\ufeff" + TINY.replace("\n", "\r\n")).encode())
    assert read_book(str(path)).hash == book_from_text(TINY).hash


@pytest.mark.parametrize("sign", ["\f", "\u2028", "\x85", "\x0b", "\x1c"])
def test_only_newlines_end_lines(sign: str) -> None:
    text = TINY + f'rule x: () -> draw 1 en "A{sign}B." sk "A."\nrule y: owedd == 0 -> draw 1\n'
    (found,) = findings(text)
    assert (found.span.line, found.span.column) == (19, 9)
    assert "rule y: owedd" in found.show(text)


@pytest.mark.parametrize(
    ("reason", "data"),
    [("is not UTF-8 text", b"rulebook \xe9\n"), ("is too long to be a rulebook", b"#" * (MAX_BYTES + 1))],
)
def test_files_that_are_no_text(tmp_path: Path, reason: str, data: bytes) -> None:
    path = tmp_path / "x.far"
    path.write_bytes(data)
    with pytest.raises(UnknownRulebookError, match=reason):
        read_book(str(path))


def test_a_text_that_is_too_long() -> None:
    assert codes("# " + "x" * 1_000_000) == ["E101"]


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnknownRulebookError, match="did you mean 'classic'"):
        read_book("clasic")
    with pytest.raises(UnknownRulebookError, match="No such file"):
        read_book(str(tmp_path / "x.far"))


# ----------------------------------------------------------------------------------------------- no crashes

DEEP = 1500


@pytest.mark.parametrize(
    "statement",
    [
        "rule x: " + "(" * DEEP + "owed == 0" + ")" * DEEP + " -> draw 1",
        "rule x: " + "(" * DEEP + "owed == 0 -> draw 1",
        "rule x: " + "not " * DEEP + "owed == 0 -> draw 1",
        "rule x: () -> draw owed" + " + owed" * DEEP,
        "rule x: () -> draw " + "min(1, " * DEEP + "1" + ")" * DEEP,
        "rule x: () -> draw " + "1 if owed == 0 else " * DEEP + "1",
        "rule x: () -> " + "(" * DEEP + "draw 1" + ")" * DEEP,
        "rule x: TOP" + "[suit]" * DEEP + " == suit -> draw 1",
        'rule x: () -> draw 1 en "{' + "(" * DEEP + "owed" + ")" * DEEP + '}" sk "A."',
    ],
    ids=["brackets", "open", "not", "sum", "calls", "choices", "effects", "indexes", "text"],
)
def test_deep_nesting_is_an_error_and_no_crash(statement: str) -> None:
    found = findings(TINY + statement + "\n")
    assert [one.code for one in found] == ["E208" if "en" in statement else "E101"]


def test_long_conditions_are_fine() -> None:
    parts = " & ".join(f"owed + {number} > 0" for number in range(400))
    assert codes(TINY + f"rule x: {parts} -> draw 1\n") == []


@pytest.mark.parametrize("order", [1, -1])
def test_definitions_that_use_each_other_deeply(order: int) -> None:
    lets = ["let a0 = owed == 0", *(f"let a{k} = a{k - 1} & owed < {k}" for k in range(1, 400))][::order]
    assert set(codes(TINY + "\n".join(lets) + "\nrule x: a399 -> draw 1\n")) == {"E101"}


def test_definitions_that_grow_without_measure() -> None:
    lets = ["let a0 = owed", *(f"let a{k} = a{k - 1} + a{k - 1}" for k in range(1, 40))]
    assert codes(TINY + "\n".join(lets) + "\nrule x: a39 > 0 -> draw 1\n")[0] == "E101"


PIECES = re.findall(r"\w+|\S|\s+", TINY)
TOKENS = [
    *PIECES,
    *"()[]{}:,|&+-*%/=<>!#\"'§",
    "..",
    "->",
    "==",
    "old(",
    "{owed",
    "\ufeff",
    "\r",
    "ľ",
    "Rules:",
    "\n - ",
]


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(PIECES)), st.integers(0, 6), st.lists(st.sampled_from(TOKENS), max_size=4)
        ),
        min_size=1,
        max_size=4,
    )
)
def test_whatever_is_broken_the_checker_answers_and_points_into_the_text(
    changes: list[tuple[int, int, list[str]]],
) -> None:
    pieces = list(PIECES)
    for at, removed, added in changes:
        pieces[at : at + removed] = added
    text = "".join(pieces)
    book, found, sources = check("broken.far", text)
    lines = sources["broken.far"].split("\n")
    assert (book is None) == any(one.is_error for one in found)
    for one in found:
        assert one.code in CODES
        assert 1 <= one.span.line <= one.span.end_line <= len(lines)
        assert 1 <= one.span.column <= len(lines[one.span.line - 1]) + 1
        assert one.show(sources["broken.far"])


def test_a_file_of_nonsense_does_not_keep_the_checker_busy() -> None:
    rules = "\n".join(f"rule r{number}: unknown{number} == 1 -> pass" for number in range(2_000))
    book, found, _ = check("nonsense.far", f"rulebook nonsense\ndeal: hand = 5\n{rules}\n")
    assert book is None
    assert sum(one.is_error for one in found) == MOST_ERRORS
