"""Snapshots of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("shape", sa.Integer(), nullable=False),
        sa.Column("dealt", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game", "n", "shape", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_snapshots_game", ondelete="CASCADE"),
        comment="A table after event n, when so many games had been dealt; it follows from the events.",
    )


def downgrade() -> None:
    op.drop_table("snapshots")
