"""Mutants that no position can tell from the true rulebook, and why."""

_ONE_VALUE = "the cards of a group have one value, so it does not matter which of them is asked for it"

_FIRST_MATCH = "the rule `take` stands before it, has the same word, and applies whenever somebody owes"

EQUIVALENT: dict[str, str] = {
    "rule draw: without 'not owing'": _FIRST_MATCH,
    "let fits: Cn[0] as Cn[-1] (2)": _ONE_VALUE,
    "let fits: Cn[0] as Cn[-1] (3)": _ONE_VALUE,
}
