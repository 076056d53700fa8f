"""What both emitters know of a plan before they write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from faraon.engines.kernels.expressions import Scalars
from faraon.engines.kernels.plan import Plan, lanes_that_ask, lay_lanes, variables_read
from faraon.engines.kernels.text import Text, names_in

GROUP_SIZES = (1, 2, 3, 4)


class Writer(Text):
    """Writes the functions of a kernel."""

    def __init__(self, plan: Plan, parameters: Iterable[str] = (), lazy: bool = False) -> None:
        super().__init__()
        self.plan = plan
        self.state = [f"state_{variable.name}" for variable in plan.state]
        self.scalars = Scalars({}, lazy)
        self.lays = [lay_lanes(plan.lays, size, self.scalars) for size in GROUP_SIZES]
        self.asking = lanes_that_ask(plan, self.scalars)
        self.read = variables_read(plan)
        self.known = [
            *(*self.state, *parameters, "hands", "hand", "i", "act", "active", "back"),
            *("top", "head", "tail", "moves_made"),
        ]
        """What a function may be given, in this order."""

    def function(self, head: str, texts: Iterable[str], *extra: str) -> tuple[str, str]:
        """The first line of a function that is given what its texts use, and a call of it."""
        call = f"{head}({', '.join([*names_in(texts, self.known), *extra])})"
        return f"def {call}:", call

    @staticmethod
    def of_the_move(guards: Iterable[str]) -> list[str]:
        """What a function is given of a lay; the group as well, where somebody looks into it."""
        return ["value", "bottom_suit", "last_suit", "n", "c", *names_in(guards, ["group"])]

    def remembered(self) -> Iterator[str]:
        """The state before the move, as far as anybody asks for it."""
        for name in sorted(var.name for var in self.read if var.kind == "old"):
            yield f"old_{name} = state_{name}"
