"""Every bot by its name, which may carry a budget and settings, as ``ismcts:250ms,belief=off``.

A setting may name a file of this machine, so a name that came over a network must not get here: a server
takes the names of levels alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faraon.bots.api import Bot, Budget
from faraon.bots.belief.trust import TRUSTS, Trust
from faraon.bots.levels import LEVELS
from faraon.bots.search.ismcts import Flat, Ismcts
from faraon.bots.simple.bluffer import Bluffer
from faraon.bots.simple.greedy import Greedy
from faraon.bots.simple.uniform import Uniform
from faraon.bots.solve.solver import Solver
from faraon.engines.errors import GameError
from faraon.lang.errors import did_you_mean
from faraon.play.fast import without_kernel
from faraon.play.game import Game

if TYPE_CHECKING:
    from faraon.bots.belief.worlds import Estimate
    from faraon.bots.net.mind import Networks

Settings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """How a bot is made for a table."""

    make: Callable[[Game, Budget, Settings], Bot]
    budget: Budget | None = None
    """What it may use if its name says nothing; ``None`` for bots that do not search."""
    settings: Mapping[str, tuple[str, ...]] | None = None
    """What can be set, with the values; the first is the usual one."""

    def offered(self, path: str) -> str:
        """What can be set, in words; ``path`` stands for any file."""
        known = (self.settings or {}).items()
        return ", ".join(f"{key}={path if values == A_FILE else '|'.join(values)}" for key, values in known)


A_FILE = ("",)
"""In the place of values: the path of any file; usually there is none."""
WEIGHTS = "weights"
"""Plays by the networks of a file, as training writes it."""
NO_COMMA = (
    "a path with a comma cannot be written in a bot's name",
    "cesta s čiarkou sa v mene bota zapísať nedá",
)
ON_OFF = ("on", "off")
SLIPS = ("0", "5", "10", "15", "20", "30", "40", "50", "60", "70", "80", "90")
NETWORK = "net"
"""Believes what a network does,"""
SEARCH = {
    "belief": (*ON_OFF, "declined", "groups", "asked", NETWORK),
    "threads": ("1", "2", "4", "8"),
}
"""What a search can be set to: which evidence it believes, and how many trees it grows side by side."""
STYLES = ("steady", "patient", "brisk", "hasty")
"""What a move cost when networks learned: a little; nearly nothing, more, most."""


def _trusted(game: Game, settings: Settings) -> Trust | Estimate | None:
    if settings["belief"] != NETWORK:
        return TRUSTS[settings["belief"]]
    from faraon.bots.net.belief import Guess
    from faraon.bots.net.mind import Mind

    return Guess(Mind(game))


def _searching(bot: type[Ismcts]) -> Kind:
    def make(game: Game, budget: Budget, settings: Settings) -> Bot:
        return bot(game, budget, _trusted(game, settings), int(settings["threads"]))

    return Kind(make, Budget(simulations=1000), SEARCH)


def _solver(game: Game, budget: Budget, settings: Settings) -> Bot:
    if settings["otherwise"] == "greedy":
        return Solver(game, budget)
    other = Ismcts(game, budget, _trusted(game, settings), int(settings["threads"]))
    return Solver(game, budget, other)


def _net(game: Game, budget: Budget, settings: Settings) -> Bot:
    from faraon.bots.net.bot import Net

    networks = networks_of(settings, game)
    return Net(game, settings["style"], settings["choice"], int(settings["slips"]), networks)


def _deep(game: Game, budget: Budget, settings: Settings) -> Bot:
    from faraon.bots.net.deep import Deep

    return Deep(game, budget, settings["style"], networks=networks_of(settings, game))


def networks_of(settings: Settings, game: Game) -> Networks:
    """What a bot with these settings plays by: networks of its own, or those that ship for a table."""
    from faraon.bots.net.mind import networks_for

    return own_networks(settings) or networks_for(game)


def own_networks(settings: Settings) -> Networks | None:
    """The networks of the file that is set; :class:`GameError` says why it has none."""
    file = settings.get(WEIGHTS)
    if not file:
        return None
    from faraon.bots.net.mind import networks_in

    return networks_in(file)


def _bluffer(game: Game, budget: Budget, settings: Settings) -> Bot:
    return Bluffer(game, int(settings["lies"]), int(settings["slips"]), settings["checks"] == "on")


KINDS: dict[str, Kind] = {
    "uniform": Kind(lambda game, budget, settings: Uniform()),
    "greedy": Kind(
        lambda game, budget, settings: Greedy(int(settings["slips"]), game),
        settings={"slips": SLIPS},
    ),
    "bluffer": Kind(
        _bluffer,
        settings={
            "lies": ("10", "0", "5", "8", "15", "20", "30", "50"),
            "slips": SLIPS,
            "checks": ON_OFF,
        },
    ),
    "flat": _searching(Flat),
    "ismcts": _searching(Ismcts),
    "solver": Kind(_solver, Budget(simulations=1000), {"otherwise": ("ismcts", "greedy"), **SEARCH}),
    "net": Kind(
        _net,
        settings={"style": STYLES, "choice": ("best", "sampled"), "slips": SLIPS, WEIGHTS: A_FILE},
    ),
    "deep": Kind(_deep, Budget(simulations=1000), {"style": STYLES, WEIGHTS: A_FILE}),
}


@dataclass(frozen=True, slots=True)
class BotName:
    """A bot's name taken apart."""

    kind: str
    budget: Budget | None
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        budget = "" if self.budget is None else f":{self.budget}"
        return self.kind + budget + "".join(f",{key}={value}" for key, value in self.settings)


def read_name(text: str) -> BotName:
    """A bot's name, checked; :class:`GameError` says what is wrong with it.

    >>> str(read_name("greedy"))
    'greedy'
    """
    head, *rest = text.split(",")
    name, colon, budget = head.partition(":")
    kind = KINDS.get(name)
    if kind is None:
        levels = {level.name: level.bot for level in LEVELS}
        if name in levels:
            raise GameError(
                "bad-request",
                f"'{name}' is a level, not to be changed: write {levels[name]}",
                f"'{name}' je úroveň a nedá sa meniť: napíš {levels[name]}",
            )
        known = (*KINDS, *levels)
        raise GameError(
            "bad-request",
            f"there is no bot '{name}': {did_you_mean(name, known)}",
            f"bot '{name}' neexistuje: {did_you_mean(name, known, 'sk')}",
        )
    if colon and kind.budget is None:
        raise GameError(
            "bad-request",
            f"'{name}' does not search and takes no budget",
            f"'{name}' neprehľadáva a nemá rozpočet",
        )
    try:
        allowed = Budget.parse(budget) if colon else kind.budget
    except ValueError as error:
        sk = f"'{text}': rozpočet je počet simulácií (1000) alebo milisekúnd (250ms)"
        raise GameError("bad-request", f"'{text}': {error}", sk) from None
    settings: dict[str, str] = {}
    for one in rest:
        key, value = _setting(name, kind, one, settings)
        if key in settings:
            raise GameError(
                "bad-request", f"'{text}' sets '{key}' twice", f"'{text}' nastavuje '{key}' dvakrát"
            )
        settings[key] = value
    return BotName(name, allowed, tuple(settings.items()))


def _setting(name: str, kind: Kind, text: str, before: Settings) -> tuple[str, str]:
    """One setting of a name, behind those before it."""
    key, _, value = text.partition("=")
    known = kind.settings or {}
    if not value or key not in known:
        en = f"'{name}' has no setting '{text}'; it has {kind.offered('FILE') or 'none'}"
        sk = f"'{name}' nemá nastavenie '{text}'; má {kind.offered('SÚBOR') or 'žiadne'}"
        if WEIGHTS in before:  # perhaps it is the rest of a path
            en, sk = f"{en}; {NO_COMMA[0]}", f"{sk}; {NO_COMMA[1]}"
        raise GameError("bad-request", en, sk)
    if known[key] != A_FILE and value not in known[key]:
        raise GameError(
            "bad-request",
            f"'{key}' is {' or '.join(known[key])}, not '{value}'",
            f"'{key}' je {' alebo '.join(known[key])}, nie '{value}'",
        )
    return key, value


def with_weights(bot: str, file: str) -> str:
    """The name of a bot that plays by the networks of a file."""
    if "," in file:
        raise GameError("bad-request", f"'{file}': {NO_COMMA[0]}", f"'{file}': {NO_COMMA[1]}")
    return str(read_name(f"{bot},{WEIGHTS}={file}"))


def searches(text: str) -> bool:
    """Whether the bot of that name thinks ahead."""
    return KINDS[read_name(text).kind].budget is not None


def by_network(name: BotName) -> bool:
    """Whether a bot needs networks that know the table's rules."""
    return name.kind in ("net", "deep") or ("belief", NETWORK) in name.settings


def learned(game: Game) -> bool:
    """Whether the networks that ship know a table's rules; without NumPy nobody can ask them."""
    try:
        from faraon.bots.net.mind import networks_for

        networks_for(game)
    except GameError as error:
        if error.code in ("bad-option", "missing-extra"):
            return False
        raise  # the file is spoilt
    return True


def bot_named(name: str, game: Game) -> str:
    """The bot behind the name of a level at a table; any other name as it is.

    >>> from faraon import load
    >>> bot_named("novice", load("classic")), bot_named("novice", load("classic", camouflage="on"))
    ('uniform', 'bluffer,lies=20,slips=60')
    >>> bot_named("greedy", load("classic", camouflage="on"))
    'greedy'
    >>> bot_named("vizier", load("classic", 6)), bot_named("vizier", load("classic", ace_two="free"))
    ('greedy', 'ismcts:2000')
    """
    level = next((level for level in LEVELS if level.name == name), None)
    if level is None:
        return name
    if game.bound.covered:
        return level.covered
    if not stands_in(name, game):
        return level.bot
    return "greedy" if searches(level.unlearned) and _searched_slowly(game) else level.unlearned


def _searched_slowly(game: Game) -> bool:
    """Whether a table has no machine code, whatever is installed."""
    why = without_kernel(game)
    return why is not None and why.code != "missing-extra"


def stands_in(name: str, game: Game) -> bool:
    """Whether another bot plays for a level, because networks have not learned the rules of a table."""
    level = next((level for level in LEVELS if level.name == name), None)
    return bool(level and level.unlearned and not game.bound.covered and not learned(game))


def check_name(text: str, game: Game) -> BotName:
    """A bot's name, checked for a table: not everybody plays where groups are laid covered (§17), and
    networks only by rules that they have learned."""
    name = read_name(text)
    learned = by_network(name)
    if game.bound.covered and (learned or searches(text)):
        en, sk = ("plays by a network", "hrá podľa siete") if learned else ("searches", "prehľadáva")
        raise GameError(
            "bad-option",
            f"'{name.kind}' {en}, and cannot where groups are laid covered: take bluffer or greedy",
            f"'{name.kind}' {sk} a so zakrytými kartami nevie hrať: zvoľ bluffer alebo greedy",
        )
    if learned:
        _need_networks(name, game)
    if name.kind == "bluffer" and not game.bound.covered:
        raise GameError(
            "bad-option",
            "'bluffer' plays where groups are laid covered: here every card lies open",
            "'bluffer' hrá tam, kde sa vykladá zakryto: tu je každá karta odkrytá",
        )
    return name


def _need_networks(name: BotName, game: Game) -> None:
    """:class:`GameError` for a bot whose networks do not know the table, or are not all there."""
    from faraon.bots.net.mind import Mind

    mind = Mind(game, networks=networks_of(dict(name.settings), game))
    if name.kind == "deep":
        from faraon.bots.net.deep import equipped

        equipped(mind)


def make_bot(text: str, game: Game) -> Bot:
    """The bot of that name for a table."""
    name = check_name(text, game)
    kind = KINDS[name.kind]
    usual = {key: values[0] for key, values in (kind.settings or {}).items()}
    return kind.make(game, name.budget or Budget(simulations=1), {**usual, **dict(name.settings)})
