"""The core depends on lark alone: rulebooks, games, explanations, records and simple bots."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.lean.conftest import Lean

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_core_asks_for_lark_alone() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    assert [name.partition(">")[0] for name in project["dependencies"]] == ["lark"]


def test_the_environment_has_lark_alone(lean: Lean) -> None:
    names = "from importlib.metadata import distributions; print({one.name for one in distributions()})"
    assert lean(names) == "{'lark'}\n"


def test_every_shipped_rulebook_is_played_to_the_end(lean: Lean) -> None:
    out = lean("""
import random
import faraon
from faraon.lang.library import shipped

for name in shipped():
    state, rng = faraon.load(name, players=2).deal(seed=2), random.Random(2)
    while not state.over:
        state = state.play(rng.choice(state.moves()))
    print(name, state.view(0).over, len(state.log) > 2)
""")
    family = {"classic", "prsi", "family", "crazy", "mau", "mini-6", "mini-8"}
    assert {*family, "formal", "formal-repaired", "draft"} == {
        line.removesuffix(" True True") for line in out.splitlines()
    }


def test_a_refusal_is_explained(lean: Lean) -> None:
    out = lean("""
import faraon
refused = faraon.load("classic", players=2, ace_two="free").deal(seed=3).judge("h7")
print(bool(refused), refused.paragraph, refused.text("en"))
""")
    assert out.startswith("False §3, §11, §15 The seven of hearts does not fit")


def test_a_broken_rulebook_is_refused_with_its_place(lean: Lean) -> None:
    out = lean("""
import faraon
from faraon.lang.library import book_from_text
try:
    book_from_text("rulebook broken\\ninclude classic\\nset seven_card = 2\\n", "broken.far")
except faraon.RulebookError as error:
    print(error)
""")
    assert "broken.far:3:1" in out
    assert "did you mean 'seven_cards'?" in out


def test_greedy_beats_uniform_in_a_match(lean: Lean) -> None:
    out = lean("""
from faraon.bots import make_bot
from faraon.lang.library import read_book
from faraon.match import Match

match = Match.begin(read_book("classic"), players=2, kind="series", games=11)
number = 0
while not match.over:
    match, number = match.deal(seed=number), number + 1
    bots = [make_bot(name, match.game) for name in ("greedy", "uniform")]
    while (state := match.current) is not None:
        match = match.play(str(bots[state.turn].choose(state.view(state.turn), seed=number)))
print(match.winners)
""")
    assert out == "(0,)\n"


def test_a_record_is_written_and_read(lean: Lean) -> None:
    out = lean("""
import faraon
from faraon.game.record import Record
from faraon.play.replay import record_of, replay

state = faraon.load("classic", 3).deal(seed=5)
while not state.over:
    state = state.play(state.moves()[0])
text = record_of(state).write()
print(replay(Record.read(text)).states[-1].position == state.position)
""")
    assert out == "True\n"


def test_random_games_are_those_of_the_compiled_engine(lean: Lean) -> None:
    from faraon.play.fast import native_engine
    from faraon.play.game import load

    out = lean("""
import faraon
from faraon.play.fast import SlowEngine
print(SlowEngine(faraon.load("classic", 2)).games(5, seed=9))
""")
    assert out == f"{native_engine(load('classic', 2)).games(5, seed=9)}\n"


def test_nothing_is_kept_on_the_disk(lean: Lean, tmp_path: Path) -> None:
    lean("import faraon; faraon.load('classic', 2)")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("extra", "package", "script"),
    [
        ("fast", "llvmlite", "faraon.load('classic').llvm()"),
        ("numba", "numba", "faraon.load('classic').numba()"),
        ("fast", "filelock", "import faraon.arena.run"),
        ("fast", "filelock", "import faraon.lab.run"),
        ("server", "starlette", "from faraon.server.net.app import Server"),
        ("jax", "jax", "from faraon.engines.kernels.jax.engine import JaxEngine"),
    ],
)
def test_what_is_missing_is_called_by_its_extra(lean: Lean, extra: str, package: str, script: str) -> None:
    out = lean(f"""
import faraon
try:
    {script}
except faraon.GameError as error:
    print(error.code, error)
""")
    assert out == (
        f"missing-extra Faraón's extra '{extra}' is needed: pip install 'faraon[{extra}]' brings {package}\n"
    )


def test_every_module_can_be_imported_or_names_its_extra(lean: Lean) -> None:
    """But for commands, behind the door of ``faraon.cli``, and what is text for compilers."""
    out = lean("""
import importlib
from pathlib import Path
import faraon

root = Path(faraon.__file__).parent
for path in sorted(root.rglob("*.py")):
    parts = path.relative_to(root).with_suffix("").parts
    text = {"cli", "__main__", "migrations", "preludes", "games", "machine"}.intersection(parts)
    if not text:
        name = ".".join(("faraon", *parts)).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except faraon.GameError as error:
            assert error.code == "missing-extra", (name, error)
        except ImportError as error:
            print(name, error)
""")
    assert out == ""


@pytest.mark.parametrize("script", ["from faraon.cli import main; main()", "import faraon.__main__"])
def test_the_command_says_what_it_needs(lean: Lean, script: str) -> None:
    said = lean(script, "play", errors=True)
    assert said == "Faraón's extra 'cli' is needed: pip install 'faraon[cli]' brings typer\n"


def test_bots_that_search_say_why_they_are_slow(lean: Lean) -> None:
    said = lean(
        "import faraon; from faraon.bots import make_bot; make_bot('ismcts', faraon.load('classic'))",
        errors=True,
    )
    assert "the search is slow at this table: Faraón's extra 'fast' is needed" in said


# --------------------------------------------------------------------------- with some extras, not with all


def refusal_without(packages: str, *arguments: str) -> str:
    """What the command says in an environment that lacks some packages."""
    lacking = dict.fromkeys(packages.split())
    script = f"import sys; sys.modules.update({lacking}); from faraon.cli import main; main()"
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    return done.stderr


@pytest.mark.parametrize(
    ("extra", "package", "command"),
    [
        ("server", "uvicorn", ["serve"]),
        ("server", "msgspec", ["serve"]),
        ("postgres", "asyncpg", ["serve", "--database", "postgresql+asyncpg://me@here/faraon"]),
        ("fast", "numpy", ["arena", "greedy", "uniform"]),
        ("fast", "numpy", ["lab"]),
        ("ray", "ray", ["arena", "greedy", "uniform", "--games", "2", "--ray", "auto"]),
        ("fast", "llvmlite", ["play", "--bot", "pharaoh"]),
        ("fast", "llvmlite", ["rules", "emit", "wasm", "classic"]),
        ("train", "jax", ["train", "run"]),
    ],
)
def test_a_command_names_the_extra_that_it_needs(extra: str, package: str, command: list[str]) -> None:
    said = refusal_without(package, *command)
    assert said == f"Faraón's extra '{extra}' is needed: pip install 'faraon[{extra}]' brings {package}\n"


def test_training_needs_jax_alone() -> None:
    """What is refused is the table: everything that a run needs was there."""
    said = refusal_without("llvmlite filelock", "train", "run", "--players", "6")
    assert said == "networks learn tables of 2 to 5 players, not of 6\n"
