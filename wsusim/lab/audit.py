"""The audit log of a lab: who did what, kept as long as the lab."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from wsusim.lab.act_log import LOGGER
from wsusim.lab.store import AUDIT, Store

_ACTS = logging.getLogger(LOGGER)

LONGEST_ABOUT = 200


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that a person did."""

    at_s: float
    who: str
    what: str
    about: str


def note(connection: Connection, at_s: float, who: str, what: str, about: str) -> None:
    """Record an act, in the transaction that performs it."""
    _ACTS.info("%s: %s: %s", who, what, about[:LONGEST_ABOUT])
    connection.execute(
        insert(AUDIT).values(at_s=at_s, who=who, what=what, about=about[:LONGEST_ABOUT])
    )


def newest_entries(store: Store, most: int = 200) -> list[AuditEntry]:
    """Return the latest entries, newest first."""
    with store.reading() as connection:
        found = connection.execute(select(AUDIT).order_by(AUDIT.c.id.desc()).limit(most)).all()
    return [AuditEntry(row.at_s, row.who, row.what, row.about) for row in found]
