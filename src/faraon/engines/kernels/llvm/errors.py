"""What the compiler refuses."""

from __future__ import annotations


class SubsetError(Exception):
    """Something in a text is outside of the subset."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.place = ""

    def at(self, source: str, line: int) -> SubsetError:
        """The same error with its place; the innermost one stays."""
        if not self.place:
            self.place = f"{source}, line {line}"
        return self

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message
