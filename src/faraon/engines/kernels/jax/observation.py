"""What a seat sees of a game, as a row of numbers; the reference page of the kernels has the table."""

from __future__ import annotations

from faraon.engines.kernels.plan import Plan
from faraon.engines.kernels.text import Text
from faraon.lang import ir

HEAD = (
    ("own hand", 32),
    ("top card", 32),
    ("cards in the pile", 32),
    ("stock and pile, cards / 32", 2),
)


def columns(plan: Plan) -> list[tuple[str, int]]:
    """What stands in an observation, and how many numbers it takes."""
    players = plan.fixed["players"]
    found = [*HEAD, ("sizes of hands / 32, from the own seat on", players)]
    found += [(f"seats that {what}, from the own seat on", players) for what in ("play", "can be returned")]
    found += [("seat on turn, from the own seat on", players), ("moves made / 2000", 1), ("over", 1)]
    return found + [(_title(variable), _width(variable, players)) for variable in plan.state]


def _title(variable: ir.Variable) -> str:
    hidden = ", for the player on turn only" if variable.hidden else ""
    match variable.type:
        case "int":
            return f"{variable.name} / {max(abs(variable.range[0]), abs(variable.range[1]), 1)}{hidden}"
        case "seat":
            return f"{variable.name}, from the own seat on{hidden}"
        case _:
            return variable.name + hidden


def _width(variable: ir.Variable, players: int) -> int:
    return {"suit": 4, "value": 8, "card": 32, "seat": players}.get(variable.type, 1)


def observed(text: Text, plan: Plan) -> None:
    """Writes ``observe`` and its columns."""
    text.add("", "", "OBSERVATION = [")
    text.add(*(f"    ({title!r}, {width})," for title, width in columns(plan)), "]")
    text.add('"""What stands in an observation, and how many numbers it takes."""')
    text.add("", "")
    with text.block("def observe(state, seat):"):
        text.add('"""What a seat sees, as numbers from 0 to 1 (below 0 where a variable is)."""')
        text.add("own, mine = held(state.hands, seat), number(state.turn) == seat")
        text.add("order = [(seat + k) % players for k in range(players)]")
        text.add("stock, size = number(state.stock), number(state.size)")
        text.add("queued = queued_cards(state.hands, state.missing)")
        text.add("pile = queued & ~next_cards(state.tickets, number(state.head), stock, queued)")
        with text.block("parts = ["):
            text.add("bits(own), one_hot(state.top, 32), bits(pile), jnp.stack([stock, size - stock]) / 32,")
            text.add("jnp.stack([popcount(held(state.hands, other)) for other in order]) / 32,")
            text.add("jnp.stack([among(number(state.act), other) for other in order]),")
            text.add("jnp.stack([among(number(state.back), other) for other in order]),")
            text.add("one_hot((number(state.turn) - seat) % players, players),")
            text.add("jnp.stack([state.moves_made / 2000]), jnp.stack([state.over]),")
            for variable in plan.state:
                text.add(_numbers(variable))
        text.add("]", "return jnp.concatenate([part.astype(jnp.float32) for part in parts])")


def _numbers(variable: ir.Variable) -> str:
    field = f"number(state.state_{variable.name})"
    match variable.type:
        case "suit" | "value" | "card":
            shown = f"one_hot({field}, {_width(variable, 0)})"
        case "seat":
            shown = f"one_hot(where({field} < 0, -1, ({field} - seat) % players), players)"
        case "bool":
            shown = f"jnp.stack([state.state_{variable.name}])"
        case _:
            shown = f"jnp.stack([{field} / {max(abs(variable.range[0]), abs(variable.range[1]), 1)}])"
    return f"{shown} * mine," if variable.hidden else f"{shown},"
