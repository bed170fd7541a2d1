"""What teachers set while a lab is at work. It outlives the server."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from wsusim.lab.audit import note
from wsusim.lab.store import SETTINGS, Store

HALTED = "halted"
"""Who has stopped all robots; empty: nobody."""

NOTICE = "notice"
"""Shown to everybody; empty: nothing."""


RULES = "rules"
"""Of the course, as JSON; empty: those that the lab was started with."""


class Settings:
    """Texts by name; one that was never set is empty."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, name: str) -> str:
        """Return what was set."""
        with self._store.reading() as rows:
            found = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
            return rows.execute(found).scalar_one_or_none() or ""

    def set(self, name: str, value: str, now_s: float, by: str, deed: str) -> None:
        """Set a value, and note who has done it."""
        with self._store.writing() as rows:
            rows.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
            if value:
                rows.execute(insert(SETTINGS).values(name=name, value=value))
            note(rows, now_s, by, deed, value)
