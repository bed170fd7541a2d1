"""Whether a simulation runs at the pace of a robot, to be watched, or as fast as it goes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the column; earlier simulations ran at the pace of a robot."""
    op.add_column(
        "jobs", sa.Column("is_live", sa.Boolean, nullable=False, server_default=sa.true())
    )
