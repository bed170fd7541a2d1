"""Several courses in one lab, and pairs of students."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"

FIRST_COURSE = "My course"


def upgrade() -> None:
    """Make the tables, and put all people and existing work into one course."""
    op.create_table(
        "courses",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("title", sa.String(80), nullable=False, unique=True),
        sa.Column("robots", sa.String(200), nullable=False, server_default=""),
        sa.Column("is_closed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("made_s", sa.Float, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("course", sa.Integer, sa.ForeignKey("courses.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("is_teacher", sa.Boolean, nullable=False),
    )
    op.create_table(
        "pairs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("course", sa.Integer, sa.ForeignKey("courses.id"), nullable=False, index=True),
        sa.Column("first", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("second", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("made_s", sa.Float, nullable=False),
        sa.Column("ended_s", sa.Float),
    )
    # Null is allowed: SQLite can't add a column otherwise that refers to another table; and it
    # wants to be told so in its own words.
    for table, name in (
        ("assignments", "course"),
        ("jobs", "course"),
        ("jobs", "pair"),
        ("hand_ins", "pair"),
    ):
        op.execute(f"ALTER TABLE {table} ADD COLUMN {name} INTEGER REFERENCES {name}s (id)")
        op.create_index(f"ix_{table}_{name}", table, [name])
    op.execute(
        sa.text("INSERT INTO courses (title, made_s) VALUES (:title, 0)").bindparams(
            title=FIRST_COURSE
        )
    )
    op.execute("UPDATE assignments SET course = (SELECT min(id) FROM courses)")
    op.execute("UPDATE jobs SET course = (SELECT min(id) FROM courses) WHERE kind <> 'remote'")
    # Clients of the old lab are one person, who can't sign in and is in no course.
    op.execute(
        "INSERT INTO members (course, person, is_teacher) "
        "SELECT courses.id, people.id, people.is_teacher FROM courses, people "
        "WHERE people.id NOT IN (SELECT person FROM jobs WHERE kind = 'remote')"
    )
