"""What a table knows of a browser."""

from __future__ import annotations

from typing import Protocol


class Connection(Protocol):
    """A browser at a table."""

    seat: int
    """Of the table; -1 for a spectator."""
    token: str | None
    """The hash of the token that it came with. The seat is theirs as long as it has the same."""

    whom: str
    """Whose limits it counts against: its address."""

    def send(self, message: bytes) -> None: ...

    def close(self, why: str) -> None: ...

    def afford(self, cost: float) -> bool:
        """Whether its address may ask for so much more now."""
        ...


class TokenMaker(Protocol):
    """Makes a token for a seat, and tells its hash."""

    def __call__(self, seat: int) -> tuple[str, str]: ...
