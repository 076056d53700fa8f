"""What the lobby shows of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SHOWN = sa.text("lobby IS NOT NULL")


def upgrade() -> None:
    op.add_column("tables", sa.Column("lobby", sa.LargeBinary()))
    op.create_index("ix_tables_lobby", "tables", ["updated"], postgresql_where=SHOWN, sqlite_where=SHOWN)


def downgrade() -> None:
    op.drop_index("ix_tables_lobby", "tables")
    op.drop_column("tables", "lobby")
