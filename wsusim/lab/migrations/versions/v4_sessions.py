"""Who is signed in, kept as digests, so that nothing in the store can be used to sign in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Make the table, and forget what sessions were signed with: all people sign in again."""
    op.create_table(
        "sessions",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("until_s", sa.Float, nullable=False),
    )
    op.execute("DELETE FROM settings WHERE name = 'session secret'")
