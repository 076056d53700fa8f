"""The tables of the database; the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

IN_LOBBY = "lobby IS NOT NULL"

books = Table(
    "books",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("sources", LargeBinary, nullable=False),
    comment="The texts of rulebooks that tables were opened with, by their fingerprint.",
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("owner", String(64)),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("lobby", LargeBinary),
    Index("ix_tables_status_updated", "status", "updated"),
    Index("ix_tables_lobby", "updated", postgresql_where=text(IN_LOBBY), sqlite_where=text(IN_LOBBY)),
    comment="What must be found without reading events; owner is the process that holds the table.",
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("home", String(200), nullable=False),
    Column("seen", Float, nullable=False),
    comment="The processes that share this database, and when each last said so by the database's clock.",
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("request", String(80)),
    Column("data", LargeBinary, nullable=False),
    comment="Everything that happened at a table, only ever appended.",
)

names = Table(
    "names",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    comment="What people are called: the name that an event gave to a seat. Events do not hold it.",
)

bans = Table(
    "bans",
    metadata,
    Column("address", String(64), primary_key=True),
    Column("until", Float),
    comment="Addresses that are not served, for good or until then.",
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("shape", Integer, primary_key=True),
    Column("dealt", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    comment="A table after event n, when so many games had been dealt; it follows from the events.",
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(256), nullable=False),
    comment="What the server must not forget, such as its signing key.",
)
