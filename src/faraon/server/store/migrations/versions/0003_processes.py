"""Several processes: who holds a table, and who is there."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("home", sa.String(200), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
        comment="The processes that share this database, and when each last said so by the database's clock.",
    )


def downgrade() -> None:
    op.drop_table("processes")
    op.drop_column("tables", "epoch")
