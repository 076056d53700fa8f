"""Mutants that no position can tell from the true rulebook, and why."""

_ONE_VALUE = "the cards of a group have one value, so it does not matter which of them is asked for it"

EQUIVALENT: dict[str, str] = {
    "let fits: Cn[0] as Cn[-1] (2)": _ONE_VALUE,
    "let fits: Cn[0] as Cn[-1] (3)": _ONE_VALUE,
}
