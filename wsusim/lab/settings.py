"""What teachers set while a lab runs. It survives restarts."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert, select

from wsusim.lab.audit import note
from wsusim.lab.store import SETTINGS, Store

HALTED = "halted"
"""Who has stopped all robots; empty: no one."""

IDENTITY = "identity"
"""Tells this lab from all others, in the names of its cookies."""

NOTICE = "notice"
"""Shown to everybody; empty: nothing."""


RULES = "rules"
"""Of the course, as JSON; empty: those that the lab was started with."""


class Settings:
    """Texts by name; one that was never set is empty.

    They are read once: every request asks for several, and a lab has one server.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.reading() as connection:
            found = connection.execute(select(SETTINGS)).all()
        self._known: dict[str, str] = {row.name: row.value for row in found}

    def get(self, name: str) -> str:
        """Return what was set."""
        return self._known.get(name, "")

    def once(self, name: str, make: Callable[[], str]) -> str:
        """Return what was set, or set it now and for good, without an audit entry."""
        if name not in self._known:
            value = make()
            with self._store.writing() as connection:
                connection.execute(insert(SETTINGS).values(name=name, value=value))
            self._known[name] = value
        return self._known[name]

    def set(
        self, name: str, value: str, now_s: float, by: str, what: str, about: str | None = None
    ) -> None:
        """Set a value and add an audit entry; ``about``: what it says, if not the value."""
        with self._store.writing() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
            if value:
                connection.execute(insert(SETTINGS).values(name=name, value=value))
            note(connection, now_s, by, what, value if about is None else about)
        self._known[name] = value
