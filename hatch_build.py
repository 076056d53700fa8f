"""Builds the client into the package before any wheel, source package or editable install."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

from client import NODE_WHEEL, Client, ClientError, npm_on_path


class ClientHook(BuildHookInterface[Any]):
    """Asks for node from PyPI only when something has to be built and PATH has none."""

    def dependencies(self) -> list[str]:
        return [] if Client(Path(self.root)).fresh() or npm_on_path() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            Client(Path(self.root)).build()
        except ClientError as error:
            raise SystemExit(f"error: {error}") from None
