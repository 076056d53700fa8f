"""What a seat sees of a game, as a row of numbers, and what a game was worth; ``kernels.observation`` says
what stands where."""

from __future__ import annotations

from faraon.engines.kernels.observation import Field, Shown, shown_variables
from faraon.engines.kernels.plan import Plan
from faraon.engines.kernels.text import Text


def observed(text: Text, plan: Plan, fields: tuple[Field, ...]) -> None:
    """Writes ``observe`` and its fields."""
    names = {field.name: field for field in fields}
    text.add("", "", "OBSERVATION = [")
    text.add(*(f"    ({field.name!r}, {field.width}, {field.scale})," for field in fields), "]")
    text.add('"""What stands in an observation: its name, how many numbers, and what they are divided by."""')
    text.add("", "")
    with text.block("def observe(state, seat):"):
        text.add('"""What a seat sees, as numbers from 0 to 1 (below 0 where a variable is)."""')
        text.add("own, mine = held(state.hands, seat), number(state.turn) == seat")
        text.add("order = [(seat + k) % players for k in range(players)]")
        text.add("stock, size = number(state.stock), number(state.size)")
        text.add("queued = queued_cards(state.hands, state.missing)")
        text.add("lying = next_cards(state.tickets, number(state.head), stock, queued)")
        text.add("pile = queued & ~lying")
        if "unseen" in names:
            _remember(text)
        with text.block("parts = ["):
            text.add("bits(own), one_hot(state.top, 32), bits(pile),")
            if "unseen" in names:
                text.add("bits(unseen), *map(bits, known), bits(lying) * (32 - places_in_stock(state)) / 32,")
            text.add("jnp.stack([popcount(held(state.hands, other)) for other in order]) / 32,")
            text.add("jnp.stack([among(number(state.act), other) for other in order]),")
            text.add("jnp.stack([among(number(state.back), other) for other in order]),")
            text.add("one_hot((number(state.turn) - seat) % players, players),")
            text.add("jnp.stack([stock, size - stock]) / 32,")
            most = names["moves"].scale
            text.add(f"jnp.stack([minimum(state.moves_made, {most})]) / {most},")
            for one in shown_variables(plan.state, plan.fixed["players"]):
                for k in range(one.many):
                    text.add(_numbers(one, plan, k))
        text.add("]", "return jnp.concatenate([part.astype(jnp.float32) for part in parts])")


def _remember(text: Text) -> None:
    """A card is nowhere for sure if nobody has shown it, unless no other place is left for it."""
    text.add("pool = jnp.uint32(deck) & ~(own | state.seen)")
    text.add("lying = where(popcount(pool) > 1, lying & ~pool, lying)")
    text.add("cards = [held(state.hands, other) for other in order[1:]]")
    text.add("known = [where((pool & ~hand) == 0, hand, hand & ~pool) for hand in cards]")
    text.add("unseen = pool & ~lying", "for hand in known:", "    unseen = unseen & ~hand")


def _numbers(one: Shown, plan: Plan, k: int) -> str:
    field = f"state.state_{one.variable.name}"
    if one.variable.each:
        names = (variable.name for variable in plan.state[one.slot : one.slot + one.many])
        field = f"held(({', '.join(f'state.state_{name}' for name in names)},), order[{k}])"
    match one.variable.type:
        case "suit" | "value" | "card":
            shown = f"one_hot({field}, {one.width})"
        case "seat":
            shown = f"one_hot(where(number({field}) < 0, -1, (number({field}) - seat) % players), players)"
        case "bool":
            shown = f"jnp.stack([{field}])"
        case _:
            shown = f"jnp.stack([number({field})]) / {one.scale}"
    return f"({shown}) * mine," if one.variable.hidden else f"{shown},"


def paid(text: Text, wins_without_loser: bool) -> None:
    """Writes ``returns``."""
    drawn = "state.drawn" if wins_without_loser else "number(state.loser) < 0"
    text.add("", "")
    with text.block("def returns(state):"):
        text.add('"""What a finished game was worth to every seat, 0 in all; 0 for a drawn one."""')
        text.add("loser, share = number(state.loser), 1 / (players - 1)")
        text.add("first = where(loser >= 0, loser, (number(state.places) >> 3) & 7)")
        text.add("alone = one_hot(first, players)", "lost = where(alone, -1.0, share)")
        text.add(f"settled = state.over & opposite({drawn})")
        text.add("return where(settled, where(loser >= 0, lost, -lost), 0.0).astype(jnp.float32)")
