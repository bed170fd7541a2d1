"""Drafts, assignments and what was handed in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the tables of a course."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("saved_s", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "name"),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("due_s", sa.Float),
        sa.Column("is_hidden", sa.Boolean, nullable=False),
        sa.Column("made_s", sa.Float, nullable=False),
    )
    op.create_table(
        "hand_ins",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "assignment", sa.Integer, sa.ForeignKey("assignments.id"), nullable=False, index=True
        ),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("program", sa.Integer, sa.ForeignKey("programs.id"), nullable=False),
        sa.Column("made_s", sa.Float, nullable=False),
    )
