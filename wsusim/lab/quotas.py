"""What one person may keep in a lab, so that no one fills its disk; the oldest goes first."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from wsusim.errors import BadInput
from wsusim.lab.course_tables import HAND_INS
from wsusim.lab.job import ENDED
from wsusim.lab.store import JOBS, PROGRAMS

MOST_BYTES = 20_000_000
"""Of all programs of a person: versions, what was run, and what was handed in."""

KEPT_RUNS = 10
"""The newest runs of a person are never taken away to make room."""

_SIZE = func.length(PROGRAMS.c.source) + func.length(PROGRAMS.c.modules)


def make_room(connection: Connection, person: int, most_bytes: int = MOST_BYTES) -> None:
    """Remove a person's oldest versions, then runs, until the programs fit. Hand-ins stay.

    Args:
        connection: The transaction in which something was added.
        person: Whose.
        most_bytes: How much may be kept.

    Raises:
        BadInput: What must stay is too much.
    """
    used = select(func.coalesce(func.sum(_SIZE), 0)).where(PROGRAMS.c.person == person)
    over = int(connection.execute(used).scalar_one()) - most_bytes
    if over <= 0:
        return
    newest = connection.execute(
        select(func.max(PROGRAMS.c.id)).where(PROGRAMS.c.person == person)
    ).scalar_one()
    over -= _remove_programs(connection, person, over, newest)
    if over > 0:
        remove_runs(connection, _oldest_runs(connection, person))
        over -= _remove_programs(connection, person, over, newest)
    if over > 0:
        raise BadInput(
            f"Your programs fill the {most_bytes // 1_000_000} MB that this lab keeps for each "
            "person, and what you have handed in must stay. Ask your teacher."
        )


def remove_runs(connection: Connection, runs: list[int]) -> None:
    """Remove finished runs; programs stay as versions, ``tidying`` removes the recordings."""
    for first in range(0, len(runs), 500):
        connection.execute(delete(JOBS).where(JOBS.c.id.in_(runs[first : first + 500])))


def _oldest_runs(connection: Connection, person: int) -> list[int]:
    found = connection.execute(
        select(JOBS.c.id)
        .where(JOBS.c.person == person, JOBS.c.state.in_(ENDED))
        .order_by(JOBS.c.id.desc())
        .offset(KEPT_RUNS)
    )
    return list(found.scalars())


def _remove_programs(connection: Connection, person: int, least_bytes: int, newest: int) -> int:
    """Remove the oldest programs that nothing refers to; return how many bytes that has freed."""
    found = connection.execute(
        select(PROGRAMS.c.id, _SIZE.label("size"))
        .where(
            PROGRAMS.c.person == person,
            PROGRAMS.c.id != newest,
            PROGRAMS.c.id.not_in(select(JOBS.c.program)),
            PROGRAMS.c.id.not_in(select(HAND_INS.c.program)),
        )
        .order_by(PROGRAMS.c.id)
    ).all()
    made = 0
    for row in found:
        if made >= least_bytes:
            break
        connection.execute(delete(PROGRAMS).where(PROGRAMS.c.id == row.id))
        made += row.size
    return made
