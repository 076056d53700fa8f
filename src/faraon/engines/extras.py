"""Packages that the core does without; they come with an extra, as in ``pip install 'faraon[fast]'``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from faraon.engines.errors import GameError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """What is imported here comes with this extra; :class:`GameError` if it is not installed.

    >>> with extra("fast"):
    ...     import warp
    Traceback (most recent call last):
    faraon.engines.errors.GameError: Faraón's extra 'fast' is needed: pip install 'faraon[fast]' brings warp
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "faraon"):
            raise
        message = f"Faraón's extra '{name}' is needed: pip install 'faraon[{name}]' brings {package}"
        sk = f"treba doplnok Faraóna '{name}': pip install 'faraon[{name}]' prinesie {package}"
        raise GameError("missing-extra", message, sk) from None
