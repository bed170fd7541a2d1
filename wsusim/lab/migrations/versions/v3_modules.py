"""Programs of several files, and teachers' comments on what was handed in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the new columns, with their values for the existing rows."""
    op.add_column("programs", sa.Column("modules", sa.Text, nullable=False, server_default="{}"))
    op.create_index("ix_programs_sha256", "programs", ["sha256"])
    op.add_column("hand_ins", sa.Column("mark", sa.String(20), nullable=False, server_default=""))
    op.add_column("hand_ins", sa.Column("comment", sa.Text, nullable=False, server_default=""))
