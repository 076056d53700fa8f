"""Brings a database to the newest schema; its content stays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0005"
"""The newest revision; the test suite compares it with the scripts."""


LOCK = 0xFA8A04
"""Of all advisory locks in a database that others may use as well, ours."""


def config(connection: Connection) -> Config:
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    found.attributes["connection"] = connection
    return found


def upgrade(connection: Connection) -> None:
    """All missing steps; a database that has them all is left alone without loading alembic."""
    if inspect(connection).has_table("alembic_version"):
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if found == HEAD:
            return
    from alembic import command

    if connection.dialect.name == "sqlite":  # the driver begins no transaction for a CREATE by itself
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # of several processes that start together one does it, and the others find it done
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    command.upgrade(config(connection), "head")
