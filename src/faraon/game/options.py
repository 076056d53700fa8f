"""Options as people and files write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from faraon.limits import MAX_NUMBER


def read_pairs(pairs: Iterable[str], wrong: Callable[[str], Exception]) -> dict[str, str | int]:
    """Options from ``NAME=VALUE``, numbers as numbers; ``wrong`` makes the error for anything else.

    >>> read_pairs(["seven_cards=2", "ace_two = free"], ValueError)
    {'seven_cards': 2, 'ace_two': 'free'}
    """
    options: dict[str, str | int] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals:
            raise wrong(pair)
        number = value.isdecimal() and len(value) <= len(str(MAX_NUMBER))
        options[name] = int(value) if number else value
    return options
