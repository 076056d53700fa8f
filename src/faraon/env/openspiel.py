"""Faraón for OpenSpiel: ``pyspiel.load_game("python_faraon(players=3,rulebook=prsi,options=groups:on)")``.

Chance is explicit: every card that is dealt or drawn is an outcome, the number of the card. Actions are the
rulebook's action table. The information state is all that a seat saw: its hand, the start card and what was
shown with it, every move since, and the cards that it drew; the observation is what it knows now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from faraon.bots.equilibrium.efg import efg_lines, set_name, told
from faraon.bots.equilibrium.tree import Tree
from faraon.cards import CARDS, Card
from faraon.engines.errors import GameError
from faraon.engines.extras import extra
from faraon.env.chance import ChanceGame, Moment
from faraon.env.openspiel_tensors import Tensor, has_memory, history_tensor, observation_tensor
from faraon.env.spec import need_rules, rules_hash
from faraon.game.options import read_pairs
from faraon.play.game import Game, load

with extra("openspiel"):
    import pyspiel

NAME = "python_faraon"
LONGEST_GAME = 5_000
"""Where the rulebook itself sets no limit."""
TRIES = 200
"""So often other hidden cards are tried until all moves of the game are legal with them."""

PARAMETERS = {"players": 2, "rulebook": "classic", "options": "", "history": 20}
"""What a game's name may carry: options as ``NAME:VALUE;NAME:VALUE``, and how many of the latest moves the
tensor of an information state tells."""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Faraón",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def register() -> str:
    """Makes the game known to OpenSpiel, once; gives its name."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, FaraonGame)
    return NAME


def export_efg(game: Game | FaraonGame) -> str:
    """A small table of two as a game of Gambit, which ``pyspiel.load_efg_game`` reads; see ``faraon solve``.

    Its information sets carry the names that the states here have. The deal is one event, and the order of a
    hand's cards plays no part in it, so the tree is smaller than that of the game here.
    """
    return "".join(efg_lines(Tree(game.game if isinstance(game, FaraonGame) else game)))


class FaraonGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel carries no types
    """A table."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        pairs = [pair.replace(":", "=", 1) for pair in str(chosen["options"]).split(";") if pair]
        self.game = load(str(chosen["rulebook"]), chosen["players"], **read_pairs(pairs, _not_a_pair))
        self.table = ChanceGame(self.game)
        self.rules = rules_hash(self.game, has_memory(self.game))
        """The version of this environment."""
        limit = int(self.game.options.get("move_limit", LONGEST_GAME))
        if int(chosen["history"]) < 0:
            raise GameError("bad-request", f"a history has 0 moves or more, not {chosen['history']}")
        self.history = min(limit, int(chosen["history"]))
        self.limit = limit
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.actions),
            max_chance_outcomes=len(CARDS),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limit,
        )
        super().__init__(TYPE, info, dict(params or {}))

    def new_initial_state(self) -> FaraonState:
        return FaraonState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Where the pile is only turned, every card is drawn by chance once."""
        return len(CARDS) * (1 + self.limit) if self.game.bound.shuffled else len(CARDS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise GameError("bad-request", f"observers of {NAME} have no parameters, not even {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _not_a_pair(pair: str) -> GameError:
    return GameError("bad-option", f"options are written as NAME:VALUE;NAME:VALUE, not '{pair}'")


class FaraonState(pyspiel.State):  # type: ignore[misc]  # pyspiel carries no types
    """A moment of a game. OpenSpiel copies and pickles what is in it: the moment, and by which rules."""

    def __init__(self, game: FaraonGame) -> None:
        super().__init__(game)
        self.moment = Moment()
        self.rules = game.rules

    def _table(self) -> ChanceGame:
        """:class:`GameError` for a state that was kept while the rules changed."""
        game: FaraonGame = self.get_game()
        need_rules(game.rules, self.rules)
        return game.table

    def current_player(self) -> int:
        position = self.moment.position
        if self.moment.chance or position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.over else position.turn

    def is_terminal(self) -> bool:
        position = self.moment.position
        return position is not None and position.over and not self.moment.chance

    def returns(self) -> list[float]:
        return list(self.moment.returns or (0.0,) * self.num_players())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self._table().cards(self.moment)
        return [(int(card), 1 / len(cards)) for card in cards]

    def _legal_actions(self, player: int) -> list[int]:
        return self._table().legal(self.moment)

    def _apply_action(self, action: int) -> None:
        table, moment = self._table(), self.moment
        if moment.chance:
            cards = table.cards(moment)
            if action not in cards:
                left = ", ".join(f"{int(card)} ({card})" for card in cards)
                raise GameError("illegal-move", f"chance cannot draw card {action}; left are {left}")
            self.moment = table.draw(moment, Card(action))
        else:
            self.moment = table.play(moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(CARDS[action])
        return str(self._table().actions.move(action, player, self.num_players()))

    def __str__(self) -> str:
        moment, position = self.moment, self.moment.position
        if position is None:
            return " ".join(map(str, (*moment.dealt, *moment.bottom)))
        hands = " | ".join(" ".join(map(str, hand)) for hand in position.hands)
        hidden = len(position.stock) - moment.known
        stock = " ".join(["??"] * hidden + [str(card) for card in position.stock[hidden:]])
        text = f"{position.turn}: {hands} | {' '.join(map(str, position.pile))} | {stock}"
        if moment.wanted is None:
            return text
        drawn = " ".join(map(str, moment.wanted.drawn))
        return f"{text} | {self._action_to_string(position.turn, moment.wanted.action)} + {drawn}".rstrip(
            " +"
        )

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> FaraonState:
        """The same game with other hidden cards, of which the player can tell no difference.

        Cards that the player never saw change places at random, until every move was legal with them; if that
        does not happen soon, single pairs of them change places.
        """
        table = self._table()
        cards = [int(card) for card in table.unseen(self.moment, player)]
        chance = int(pyspiel.PlayerId.CHANCE)
        history = [(one.player == chance, one.action) for one in self.full_history()]
        names = {card: card for card in cards}
        for number in range(2 * TRIES):
            if number < TRIES:
                tried = dict(zip(cards, _shuffled(cards, sampler), strict=True))
            else:
                one, other = (cards[int(sampler() * len(cards))] for _ in range(2))
                tried = {**names, one: names[other], other: names[one]}
            if table.another(self.moment, history, partial(_named, tried)) is not None:
                names = tried
                if number < TRIES:
                    break
        found: FaraonState = self.get_game().new_initial_state()
        for hidden, action in history:
            found.apply_action(names.get(action, action) if hidden else action)
        return found


def _named(names: Mapping[int, int], card: int) -> int:
    return names.get(card, card)


def _shuffled(cards: list[int], sampler: Callable[[], float]) -> list[int]:
    found = cards.copy()
    for last in range(len(found) - 1, 0, -1):
        other = int(sampler() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found


class Observer:
    """What one player sees, as numbers and as text."""

    def __init__(self, game: FaraonGame, kind: Any) -> None:
        self.table, self.kind = game.table, kind
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        tensor = (
            history_tensor(game.table, game.history)
            if kind.perfect_recall
            else observation_tensor(game.table)
        )
        self._tensor: Tensor = tensor.only(self.private, kind.public_info)
        self.tensor, self.dict = self._tensor.numbers, self._tensor.fields

    def set_from(self, state: FaraonState, player: int) -> None:
        self._tensor.write(state.moment, player)

    def string_from(self, state: FaraonState, player: int) -> str:
        if self.kind.perfect_recall:
            return self._seen(state.moment, player)
        return self._now(state, player)

    def _seen(self, moment: Moment, player: int) -> str:
        """All that the player saw."""
        players = self.table.game.players
        dealt = moment.dealt[: self.table.size * players]
        hand = sorted(dealt[player::players]) if self.private else []
        if not self.kind.public_info:
            drawn = (card for made in moment.log for card in made.drawn_by(player))
            return " ".join(map(str, (*hand, *drawn))) if self.private else ""
        if moment.position is None:
            return f"{player} | {' '.join(map(str, hand))}"
        log = [
            told(made.seat, made.move, made.drawn_by(player) if self.private else ()) for made in moment.log
        ]
        if moment.wanted is not None:
            turn = moment.position.turn
            log.append(told(turn, self.table.actions.move(moment.wanted.action, turn, players), ()))
        return set_name(player, hand, moment.dealt[-1], moment.bottom[::-1], log)

    def _now(self, state: FaraonState, player: int) -> str:
        """What the player sees now."""
        moment, position = state.moment, state.moment.position
        if position is None:
            players = self.table.game.players
            dealt = moment.dealt[: self.table.size * players]
            return " ".join(map(str, sorted(dealt[player::players]))) if self.private else ""
        parts = []
        if self.private:
            parts.append(" ".join(map(str, position.hands[player])))
        if self.kind.public_info:
            shown = (
                position.vars
                if player == position.turn and self.private
                else self.table.game.hide(position.vars)
            )
            variables = (
                f"{variable.name} {value}"
                for variable, value in zip(self.table.game.book.state, shown, strict=True)
                if value is not None
            )
            sizes = " ".join(map(str, position.sizes))
            parts += [f"turn {position.turn}", f"top {position.pile[-1]}", f"sizes {sizes}"]
            parts += [f"stock {len(position.stock)}", *variables]
        return ", ".join(parts)
