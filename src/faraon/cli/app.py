"""All commands of ``faraon``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import faraon
from faraon.cli.admin import admin
from faraon.cli.arguments import Language, Options, Players, Rulebook, read_options, read_players
from faraon.cli.language import language_of
from faraon.cli.puzzles import puzzles
from faraon.cli.rules import rules
from faraon.engines.extras import extra

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain text starts in a third less time
)
app.add_typer(rules, name="rules")
app.add_typer(admin, name="admin")
app.add_typer(puzzles, name="puzzles")


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"faraon {faraon.__version__}")
        raise typer.Exit


@app.callback()
def options_of_all(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Faraón, the Slovak card game: the rulebook is the program."""


@app.command()
def referee() -> None:
    """Judge and play by JSON lines on standard input and output."""
    from faraon.cli.referee import serve

    serve(sys.stdin.buffer, sys.stdout)


@app.command()
def bot(
    name: Annotated[str, typer.Argument(help="The bot: greedy, ismcts:1000 …, or novice to pharaoh.")],
    rulebook: Rulebook = "classic",
    option: Options = None,
) -> None:
    """Let a bot choose moves by JSON lines on standard input and output."""
    from faraon.cli.bot import BotProgram
    from faraon.cli.bot import serve as serve_bot

    program = BotProgram(name, rulebook, read_options(option))
    serve_bot(program, sys.stdin.buffer, sys.stdout)


@app.command()
def play(
    rulebook: Rulebook = "classic",
    players: Players = 2,
    option: Options = None,
    seed: Annotated[int | None, typer.Option(help="The deal; random if not given.")] = None,
    bot: Annotated[
        str, typer.Option(help="The opponents: novice to pharaoh, or a bot's name, such as ismcts:1000.")
    ] = "player",
    save: Annotated[Path | None, typer.Option(help="Write the game's record to this file.")] = None,
    lang: Language = "",
) -> None:
    """Play a game in the terminal."""
    from faraon.bots import check_name
    from faraon.bots.registry import bot_named, searches
    from faraon.cli.play import TerminalGame
    from faraon.cli.reading import tell_document
    from faraon.cli.records import save_record
    from faraon.engines.kernels.llvm.store import need_compiler
    from faraon.play.game import load

    game = load(rulebook, players, **read_options(option))
    named = bot_named(bot, game)
    check_name(named, game)  # a wrong name is reported before anything is dealt
    if named != bot and searches(named):
        need_compiler()  # a level is as strong as it says, or not available
    tell_document(rulebook, language_of(lang))
    state = TerminalGame(game, language_of(lang), seed, bot).run()
    if save is not None:
        save_record(state, save)


@app.command()
def deal(
    rulebook: Rulebook = "classic",
    players: Players = 2,
    option: Options = None,
    seed: Annotated[int | None, typer.Option(help="Random if not given.")] = None,
    as_tuple: Annotated[
        bool, typer.Option("--tuple", help="As the tuple of its document (formal rulebooks, draft).")
    ] = False,
    lang: Language = "",
) -> None:
    """Deal a game and print its position as JSON."""
    import json
    import secrets

    from faraon.cli.reading import tell_document
    from faraon.play.documents import document_tuple
    from faraon.play.game import load

    game = load(rulebook, players, **read_options(option))
    state = game.deal(secrets.randbits(32) if seed is None else seed)
    tell_document(rulebook, language_of(lang))
    typer.echo(str(document_tuple(state)) if as_tuple else json.dumps(state.to_json()))


@app.command()
def documents(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="formal, draft, classic, or a document's file; all three if none."),
    ] = None,
    lang: Language = "",
) -> None:
    """What the documents define and what became of it, their state, a move, what was read into them."""
    from faraon.cli.documents import tell_documents

    for line in tell_documents(names or [], language_of(lang)):
        typer.echo(line)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record (.fgn).")],
    rulebook: Annotated[str, typer.Option("--rulebook", "-r", help="Replay by this rulebook instead.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only verify.")] = False,
    as_tuple: Annotated[
        bool, typer.Option("--tuple", help="With every state as the tuple of its document.")
    ] = False,
    lang: Language = "",
) -> None:
    """Replay a game record move by move, verify it and tell it in words."""
    from faraon.cli.records import tell_record

    for line in tell_record(file, rulebook, quiet, as_tuple, language_of(lang)):
        typer.echo(line)


@app.command()
def review(
    files: Annotated[list[Path], typer.Argument(help="Game records (.fgn), the newest last.")],
    seat: Annotated[int, typer.Option(min=0, help="Whose moves are reviewed.")] = 0,
    budget: Annotated[str, typer.Option(help="Simulations for every decision.")] = "6000",
    open_cards: Annotated[
        bool, typer.Option("--open", help="Judge with all cards open, not by what the player could know.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same review.")] = 1,
    rulebook: Annotated[str, typer.Option("--rulebook", "-r", help="Replay by this rulebook instead.")] = "",
    html_file: Annotated[Path | None, typer.Option("--html", help="Write a page for the browser.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the review as JSON.")] = None,
    lang: Language = "",
) -> None:
    """Review a game: chances, mistakes and what would have been better, with reasons that were measured."""
    from faraon.cli.review import Asked
    from faraon.cli.review import review as look

    asked = Asked(seat, budget, open_cards, seed, rulebook, language_of(lang))
    look(files, asked, html_file, json_file)


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Game records (.fgn) from a table server.")],
    rulebook: Annotated[str, typer.Option("--rulebook", "-r", help="Replay by this rulebook instead.")] = "",
    commitment: Annotated[str, typer.Option(help="The commitment that you saw before the deal.")] = "",
    salt: Annotated[str, typer.Option(help="The text that you added.")] = "",
    lang: Language = "",
) -> None:
    """Replay records and verify that their deals were fair: deck, shuffles, first seat and lot.

    Where the game before decides who starts, give its record, too. What you noted yourself (your browser
    shows it beside the verified deal) proves that the record tells of the deal that you were promised.
    """
    from faraon.cli.verify import Noted, verify_records

    for line in verify_records(files, rulebook, language_of(lang), Noted(commitment, salt)):
        typer.echo(line)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="0.0.0.0 opens the game to the local network.")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="8000, or the next free one.")] = None,
    database: Annotated[
        str,
        typer.Option(
            envvar="FARAON_DATABASE", help="sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME."
        ),
    ] = "",
    rulebook: Annotated[list[str] | None, typer.Option(help="Your own rulebook, offered as well.")] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    address: Annotated[str, typer.Option(help="The public address: https://karty.example.")] = "",
    behind_proxy: Annotated[bool, typer.Option(help="Trust a proxy on this machine.")] = False,
    retention: Annotated[float, typer.Option(min=0, help="Days to keep finished games; 0: for ever.")] = 0,
    connections: Annotated[int, typer.Option(min=1, help="Connections from one address.")] = 100,
    warm_up: Annotated[bool, typer.Option(help="Prepare the strong bots at startup.")] = True,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; several need PostgreSQL.")] = 1,
    metrics: Annotated[
        str, typer.Option(help="[HOST:]PORT for Prometheus; only this machine's without HOST.")
    ] = "",
) -> None:
    """Play in the browser: the table server, for yourself or for others."""
    with extra("server"):
        from faraon.cli.serve import run
        from faraon.server.settings import Settings, default_database

    settings = Settings(
        database=database or default_database(),
        rulebooks=tuple(rulebook or ()),
        warm_up=warm_up,
        address=address.rstrip("/"),
        behind_proxy=behind_proxy,
        over_days=retention,
        connections_per_address=connections,
        # A server that allows many connections from one address lets them do something, too.
        requests_at_once=max(200.0, 4.0 * connections),
        tables_at_once=max(30.0, connections / 2),
        messages_per_address=max(100.0, 4.0 * connections),
    )
    run(settings, host, port, not no_open, workers, metrics)


@app.command()
def perft(
    position: Annotated[
        str, typer.Argument(help="A perft file, a position as JSON or a file with it, or -.")
    ],
    depth: Annotated[int, typer.Argument(min=1, max=12, help="How many moves deep.")],
    rulebook: Rulebook = "classic",
    option: Options = None,
    engine: Annotated[str, typer.Option(help="llvm, numba or python; by default the fastest one.")] = "",
) -> None:
    """Count the sequences of legal moves, and those after each first move."""
    from faraon.cli.perft import tell_perft

    for line in tell_perft(position, depth, rulebook, read_options(option), engine):
        typer.echo(line)


@app.command()
def solve(
    rulebook: Annotated[str, typer.Argument(help="A rulebook with few cards, such as mini-6, or a file.")],
    option: Options = None,
    within: Annotated[float, typer.Option(min=1e-12, help="The exploitability to reach.")] = 1e-5,
    iterations: Annotated[int, typer.Option(min=1, max=1_000_000, help="At most so many.")] = 10_000,
    bot: Annotated[list[str] | None, typer.Option(help="How far is it from that? May be repeated.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=10_000, help="How often a bot is asked.")] = 16,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the equilibrium here.")] = None,
    efg_file: Annotated[
        Path | None, typer.Option("--efg", help="Write the whole game for Gambit and OpenSpiel.")
    ] = None,
) -> None:
    """Solve a small table of two as a whole, hidden cards included: the equilibrium and its value."""
    from faraon.cli.solve import Asked
    from faraon.cli.solve import solve as solved
    from faraon.play.game import load

    game = load(rulebook, 2, **read_options(option))
    asked = Asked(within, iterations, tuple(bot or ()), seeds)
    for line in solved(game, asked, json_file, efg_file):
        typer.echo(line)


TrainingFolder = Annotated[Path, typer.Argument(help="Where the run is kept; it goes on from there.")]
Decisions = Annotated[int, typer.Option(min=1, help="How many decisions are played in all.")]
Minutes = Annotated[float | None, typer.Option(min=0, help="Stop after so long, to go on later.")]
Watch = Annotated[float, typer.Option(min=1, help="Evaluate and keep the run every so many seconds.")]
TrainingSeed = Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Decides everything.")]
Start = Annotated[Path | None, typer.Option(help="Begin with the networks of this file.")]
Setting = Annotated[
    list[str] | None, typer.Option("--set", help="NAME=VALUE, such as batch=4096; may be repeated.")
]


@app.command()
def train(
    folder: TrainingFolder,
    rulebook: Rulebook = "classic",
    players: Annotated[str, typer.Option("--players", "-n", help="2, or 3-5 for one network.")] = "2",
    option: Options = None,
    start: Start = None,
    decisions: Decisions = 2_000_000_000,
    seed: TrainingSeed = 1,
    minutes: Minutes = None,
    watch: Watch = 60,
    setting: Setting = None,
) -> None:
    """Train a network by self-play, on a GPU or, slowly, on a processor."""
    from faraon.cli.train import train as trained
    from faraon.learn.settings import Pace, Settings

    settings = Settings(seed=seed, decisions=decisions).having(read_options(setting))
    pace = Pace(minutes, watch)
    trained(folder, rulebook, read_players(players), read_options(option), start, settings, pace)


@app.command()
def exploit(
    bot: Annotated[str, typer.Argument(help="net, greedy or uniform; on six or eight cards any bot.")],
    folder: Annotated[Path | None, typer.Argument(help="Where the run is kept; few cards need none.")] = None,
    rulebook: Rulebook = "classic",
    players: Players = 2,
    option: Options = None,
    weights: Annotated[Path | None, typer.Option(help="The networks of net: net,weights=FILE.")] = None,
    start: Start = None,
    decisions: Decisions = 1_000_000_000,
    seed: TrainingSeed = 1,
    minutes: Minutes = None,
    watch: Watch = 60,
    setting: Setting = None,
) -> None:
    """Train a best response: how much can be won against a bot by whoever knows how it plays."""
    from faraon.cli.train import exploit as exploited
    from faraon.learn.settings import Pace, Settings
    from faraon.play.game import load

    game = load(rulebook, players, **read_options(option))
    settings = Settings(seed=seed, decisions=decisions).having(read_options(setting))
    exploited(bot, folder, game, weights, start, settings, Pace(minutes, watch))


Games = Annotated[int, typer.Option(min=1, help="Games per table, in whole sets of rotations.")]
Seed = Annotated[int, typer.Option(min=0, help="Decides everything.")]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write the result here; to FILE.part while it runs.")
]
HtmlFile = Annotated[Path | None, typer.Option("--html", help="Write a report for the browser.")]
Processes = Annotated[int, typer.Option(min=1, max=1024, help="How many processes play.")]
RayAddress = Annotated[
    str | None, typer.Option("--ray", help="Play on this Ray cluster: auto, or HOST:PORT.")
]
Seconds = Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds that a program has for a move.")]


@app.command()
def arena(
    bots: Annotated[list[str], typer.Argument(help="Bots by name, levels, or 'program:COMMAND LINE'.")],
    games: Games = 200,
    players: Players = 2,
    rulebook: Rulebook = "classic",
    option: Options = None,
    seed: Seed = 1,
    json_file: JsonFile = None,
    html_file: HtmlFile = None,
    processes: Processes = 1,
    ray: RayAddress = None,
    timeout: Seconds = 30.0,
) -> None:
    """Let bots play each other on the same deals, and rate them."""
    from faraon.arena.run import Run
    from faraon.arena.workers import Place
    from faraon.cli.arena import arena as hold
    from faraon.cli.arena import bots_behind
    from faraon.play.game import load

    game = load(rulebook, players, **read_options(option))
    run = Run.of(game, bots_behind(bots, game), games, seed, timeout)
    hold(run, Place(processes, ray), json_file, html_file)


@app.command()
def lab(
    rulebook: Rulebook = "classic",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="Only this option; may be repeated.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="Games per setting.")] = 200,
    players: Players = 2,
    strong: Annotated[str, typer.Option(help="The bot that plays itself.")] = "greedy",
    weak: Annotated[str, typer.Option(help="The bot that it is measured against.")] = "uniform",
    seed: Seed = 1,
    json_file: JsonFile = None,
    html_file: HtmlFile = None,
    processes: Processes = 1,
    ray: RayAddress = None,
    timeout: Seconds = 30.0,
) -> None:
    """Measure what every setting of every option does to the game."""
    from faraon.arena.workers import Place
    from faraon.bots.registry import bot_named
    from faraon.cli.lab import lab as work
    from faraon.lab.run import Lab
    from faraon.play.game import load

    game = load(rulebook, players)
    named = bot_named(strong, game), bot_named(weak, game)
    found = Lab.of(game.book, players, option or [], named, games, seed, timeout)
    work(found, Place(processes, ray), json_file, html_file)
