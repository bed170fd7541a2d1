"""The tables of a course: files that are being written, assignments, and what was handed in."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from wsusim.lab.store import METADATA

LONGEST_TITLE = 80
LONGEST_MARK = 20

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False),
    Column("name", String(80), nullable=False),
    Column("source", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("saved_s", Float, nullable=False),
    UniqueConstraint("person", "name"),
)
"""``revision`` counts how often it was saved: a person who saves over a newer one is told."""

ASSIGNMENTS = Table(
    "assignments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("title", String(LONGEST_TITLE), nullable=False),
    Column("text", Text, nullable=False),
    Column("due_s", Float),
    Column("is_hidden", Boolean, nullable=False),
    Column("made_s", Float, nullable=False),
    Column("course", Integer, ForeignKey("courses.id"), index=True),
)

HAND_INS = Table(
    "hand_ins",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("assignment", Integer, ForeignKey("assignments.id"), nullable=False, index=True),
    Column("person", Integer, ForeignKey("people.id"), nullable=False, index=True),
    Column("program", Integer, ForeignKey("programs.id"), nullable=False),
    Column("made_s", Float, nullable=False),
    Column("mark", String(LONGEST_MARK), nullable=False, server_default=""),
    Column("comment", Text, nullable=False, server_default=""),
    Column("pair", Integer, ForeignKey("pairs.id"), index=True),
)
"""``pair``: whose work it is, if it is two people's; ``person`` has handed it in."""
