"""``faraon rules``: list, show, check and format rulebooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from faraon.cli.arguments import Language, Options, read_options
from faraon.cli.language import language_of
from faraon.engines.errors import GameError
from faraon.lang.errors import show_all
from faraon.lang.library import check as check_text
from faraon.lang.library import document_in, read_book, shipped, source
from faraon.words import counted, why_sk

rules = typer.Typer(help="Look at, check and format rulebooks.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(help="A shipped rulebook, or a file: a rulebook or a document.")]

_ERRORS = {"en": ("error", "errors"), "sk": ("chyba", "chyby", "chýb")}
_WARNINGS = {"en": ("warning", "warnings"), "sk": ("upozornenie", "upozornenia", "upozornení")}


@rules.command("list")
def list_() -> None:
    """The rulebooks that are shipped."""
    for name in shipped():
        book = read_book(name)
        sentence = "".join(part for part in book.texts.en_long if isinstance(part, str))
        typer.echo(f"{name:<16} {sentence}".rstrip())


@rules.command()
def show(
    name: Name,
    html: Annotated[bool, typer.Option("--html", help="As a page for the browser and the printer.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Its own text, and those that it includes.")] = False,
    output: Annotated[Path | None, typer.Option(help="Write it to this file.")] = None,
    option: Options = None,
    lang: Language = "",
) -> None:
    """A rulebook to read: options, statements, deal, state, rules and mechanics, with their sentences.

    Of a document: which of its lines were read as what, and the rulebook that it is played by.
    """
    from faraon.cli.reading import tell_reading
    from faraon.cli.show import show_book, show_texts
    from faraon.pages import rules_page
    from faraon.play.game import Game

    book, language, document = read_book(name), language_of(lang), document_in(name)
    game = Game(book, book.players[0], read_options(option))
    if html:
        shown = rules_page(game, language)
    else:
        lines = [] if document is None else [*tell_reading(document, language), ""]
        lines += show_texts(book) if text else show_book(game, language)
        shown = "\n".join(lines) + "\n"
    if output is None:
        typer.echo(shown, nl=False)
    else:
        _write(output, shown.encode())


def _write(output: Path, data: bytes) -> None:
    try:
        output.write_bytes(data)
    except OSError as error:
        raise GameError(
            "bad-request",
            f"cannot write {output}: {error.strerror}",
            f"{output} sa nedá zapísať: {why_sk(error)}",
        ) from None


@rules.command()
def check(file: Name, lang: Language = "") -> None:
    """What the checker has to say about a rulebook; the exit code is 1 if it has errors.

    Of a document it says first which lines were read as what.
    """
    from faraon.cli.reading import played_by, tell_reading
    from faraon.play.dead_ends import find_dead_ends

    language, document = language_of(lang), document_in(file)
    text = source(file)
    if document is not None:
        for line in tell_reading(document, language):
            typer.echo(line)
        typer.echo()
        if document.problem is not None:
            raise typer.Exit(1)
        text = played_by(document)
    book, found, sources = check_text(*text)
    if found:
        typer.echo(show_all(found, sources))
        typer.echo()
    errors = sum(one.is_error for one in found)
    dead_ends = list(find_dead_ends(book)) if book is not None and not errors else []
    for dead_end in dead_ends:
        typer.echo(f"warning[deadlock]: {dead_end}\n")
    warnings = len(found) - errors + len(dead_ends)
    typer.echo(f"{file}: {counted(errors, _ERRORS[language])}, {counted(warnings, _WARNINGS[language])}")
    if errors:
        raise typer.Exit(1)


@rules.command()
def fmt(
    file: Annotated[Path, typer.Argument(help="The file to format; - for standard input.")],
    only_check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if it would.")
    ] = False,
) -> None:
    """Format a rulebook; there is only one style."""
    from faraon.lang.format import format_text

    if str(file) == "-":
        typer.echo(format_text(sys.stdin.read(), "<stdin>"), nl=False)
        return
    name, text = source(str(file) if file.suffix else f"{file}.far")
    laid_out = format_text(text, name)
    if laid_out == text:
        typer.echo(f"{file}: already formatted")
    elif only_check:
        typer.echo(f"{file}: would change")
        raise typer.Exit(1)
    else:
        file.write_text(laid_out, encoding="utf-8")
        typer.echo(f"{file}: formatted")


@rules.command()
def explain(
    name: Name,
    move: Annotated[str, typer.Argument(help="The move, such as 'b8 h8'.")],
    position: Annotated[str, typer.Argument(help="A position as JSON, a file with it, or - for input.")],
    option: Options = None,
    lang: Language = "",
) -> None:
    """Why a move is legal in a position, or why not, condition by condition."""
    from faraon.cli.explain import explain_move, read_position
    from faraon.play.game import load

    data = read_position(position)
    game = load(name, len(data["hands"]), **read_options(option))
    for line in explain_move(game.position(data), move, language_of(lang)):
        typer.echo(line)


@rules.command()
def cover(
    name: Name,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games to play.")] = 200,
    players: Annotated[str, typer.Option(help="Numbers of players: 2-5, or 3.")] = "2-5",
    seed: Annotated[int, typer.Option(help="Decides the games.")] = 1,
    option: Options = None,
) -> None:
    """Play games and say which rule, mechanic and branch ever fired, and how often."""
    from faraon.cli.explain import tables_of, tell_coverage

    for line in tell_coverage(tables_of(name, players, read_options(option)), games, seed):
        typer.echo(line)


Settings = Annotated[
    list[str] | None,
    typer.Option("--set", "--option", "-o", help="NAME=VALUE; may be repeated. Other options stay open."),
]
Time = Annotated[float, typer.Option("--time", min=1, max=86_400, help="At most so many seconds.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, when everything is known.")]


@rules.command()
def verify(
    name: Name,
    players: Annotated[str, typer.Option(help="Numbers of players: 2-4, or 3.")] = "",
    settings: Settings = None,
    seconds: Time = 300.0,
    cards: Annotated[
        str, typer.Option(help="The small pack that is looked at whole: 'h7 lU hA lA hO'.")
    ] = "",
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Prove that a rulebook has no dead ends, and more; or show where it goes wrong.

    The exit code is 0 if nothing is refuted or open, 1 if something is refuted, 2 for bad input, and 3 if
    something stays open.
    """
    from faraon.cli import prove
    from faraon.proof.answers import Answer
    from faraon.proof.verify import exit_code

    asked = prove.asked_of(name, players, read_options(settings), seconds, cards)
    found: list[Answer] = []
    for line in prove.tell_proofs(asked, language_of(lang), found):
        if not as_json:
            typer.echo(line)
    if as_json:
        typer.echo(prove.as_json(asked, found))
    raise typer.Exit(exit_code(found))


@rules.command()
def diff(
    first: Annotated[
        str, typer.Argument(help="A rulebook, with settings if need be: 'classic ace_two=free'.")
    ],
    second: Annotated[
        str, typer.Argument(help="The other one; without it, the rulebook that the first is built on.")
    ] = "",
    players: Annotated[
        int, typer.Option("--players", "-n", min=0, help="How many; the fewest if not given.")
    ] = 0,
    seconds: Time = 120.0,
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Where two rulebooks or two settings part: the shortest game and the smallest position, told by both.

    The exit code is 0 if they are equal (proven, or as far as is said), 1 if they part, 2 for bad input, and
    3 if it stays open.
    """
    from faraon.cli import differ

    sides, language = differ.sides_of(first, second), language_of(lang)
    outcome = differ.compared(sides, players, seconds, language)
    lines = [differ.as_json(sides, outcome)] if as_json else differ.tell_outcome(sides, outcome, language)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(differ.exit_code(outcome))


@rules.command()
def emit(
    engine: Annotated[str, typer.Argument(help="numba, jax or wasm; smt2 for solvers.")],
    name: Name,
    players: Annotated[
        int, typer.Option("--players", "-n", help="How many players (jax, smt2, or with --fold).")
    ] = 2,
    fold: Annotated[
        bool, typer.Option("--fold", help="Fold in the options of one table (jax always does).")
    ] = False,
    memory: Annotated[
        bool, typer.Option("--memory", help="Observations tell what is known of hidden cards (jax).")
    ] = False,
    output: Annotated[Path | None, typer.Option(help="Write it to this file.")] = None,
    option: Options = None,
) -> None:
    """The source that is generated for a compiled engine; for browsers, a WebAssembly module.

    smt2 is the question whether some position has no move, in SMT-LIB 2, for any solver. Options that are not
    given stay open in it.
    """
    from faraon.cli.emit import emitted

    if engine == "wasm" and output is None and sys.stdout.isatty():
        raise GameError(
            "bad-request",
            "a module is not for reading: add --output FILE",
            "modul sa nedá čítať: pridaj --output SÚBOR",
        )
    data = emitted(engine, name, players, fold, read_options(option), memory)
    if output is None:
        typer.echo(data, nl=False)
    else:
        _write(output, data)
