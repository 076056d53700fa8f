"""The names of people leave the events; addresses that are not served."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NAMING = ("created", "joined", "renamed")


def upgrade() -> None:
    op.create_table(
        "names",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("game", "n", "seat", name="pk_names"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_names_game", ondelete="CASCADE"),
        comment="What people are called: the name that an event gave to a seat. Events do not hold it.",
    )
    op.create_table(
        "bans",
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("until", sa.Float()),
        sa.PrimaryKeyConstraint("address", name="pk_bans"),
        comment="Addresses that are not served, for good or until then.",
    )
    _move_names()


def _move_names() -> None:
    connection = op.get_bind()
    has = "position(:word in data)" if connection.dialect.name == "postgresql" else "instr(data, :word)"
    look = sa.text(f"SELECT game, n, data FROM events WHERE {has} > 0")  # noqa: S608 - our own words
    take = sa.text("UPDATE events SET data = :data WHERE game = :game AND n = :n")
    give = sa.text("INSERT INTO names (game, n, seat, name) VALUES (:game, :n, :seat, :name)")
    for kind in NAMING:
        found = connection.execute(look, {"word": f'"type":"{kind}"'.encode()})
        for game, n, data in found.all():
            event = json.loads(data)
            if event["type"] != kind:
                continue
            named = enumerate(event["seats"]) if kind == "created" else [(event["seat"], event)]
            for seat, one in named:
                if kind != "created" or one["kind"] == "person":
                    connection.execute(give, {"game": game, "n": n, "seat": seat, "name": one["name"]})
                    one["name"] = ""
            written = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
            connection.execute(take, {"data": written, "game": game, "n": n})


def downgrade() -> None:
    raise NotImplementedError("the names would have to go back into the events")
