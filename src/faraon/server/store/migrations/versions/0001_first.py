"""Tables, their events, rulebooks and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "books",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("sources", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_books"),
        comment="The texts of rulebooks that tables were opened with, by their fingerprint.",
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        comment="What must be found without reading events; owner is the process that holds the table.",
    )
    op.create_index("ix_tables_status_updated", "tables", ["status", "updated"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("request", sa.String(80)),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", "n", name="pk_events"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_events_game", ondelete="CASCADE"),
        comment="Everything that happened at a table, only ever appended.",
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("value", sa.String(256), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
        comment="What the server must not forget, such as its signing key.",
    )


def downgrade() -> None:
    for name in ("settings", "events", "tables", "books"):
        op.drop_table(name)
