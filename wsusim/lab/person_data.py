"""All that a lab keeps about a person: exports it for them, or deletes it for good."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Connection, delete, or_, select, update

from wsusim.errors import BadInput
from wsusim.lab.audit import LONGEST_ABOUT, note
from wsusim.lab.course_tables import ASSIGNMENTS, DRAFTS, HAND_INS
from wsusim.lab.job import OPEN
from wsusim.lab.lab_files import Files
from wsusim.lab.pairs import has_in_it
from wsusim.lab.people import People
from wsusim.lab.program import Program
from wsusim.lab.store import (
    AUDIT,
    COURSES,
    JOBS,
    MEMBERS,
    PAIRS,
    PEOPLE,
    PROGRAMS,
    SESSIONS,
    Store,
)

REMOVED = "a removed person"


def person_number(store: Store, name: str) -> int:
    """Return a person's number; raises ``BadInput`` if the name is unknown."""
    with store.reading() as connection:
        found = connection.execute(
            select(PEOPLE.c.id).where(PEOPLE.c.name == name)
        ).scalar_one_or_none()
    if found is None:
        raise BadInput(f"Nobody called {name!r} was invited. See: lab people.")
    return int(found)


def export_of(store: Store, files: Files, name: str) -> bytes:
    """Return a ZIP of all that a lab keeps about a person: programs, runs, marks, recordings.

    Raises:
        BadInput: The name is unknown.
    """
    number = person_number(store, name)
    whole = io.BytesIO()
    with store.reading() as connection, ZipFile(whole, "w", ZIP_DEFLATED) as made:
        person = connection.execute(select(PEOPLE).where(PEOPLE.c.id == number)).one()
        for draft in connection.execute(select(DRAFTS).where(DRAFTS.c.person == number)):
            made.writestr(f"files/{draft.name}", draft.source)
        for row in connection.execute(select(PROGRAMS).where(PROGRAMS.c.person == number)):
            for file, source in Program.of_row(row).files.items():
                made.writestr(f"versions/{row.id}/{file}", source)
        runs = connection.execute(
            select(JOBS).where(JOBS.c.person == number).order_by(JOBS.c.id)
        ).all()
        work = connection.execute(
            select(HAND_INS, ASSIGNMENTS.c.title)
            .join(ASSIGNMENTS, ASSIGNMENTS.c.id == HAND_INS.c.assignment)
            .outerjoin(PAIRS, PAIRS.c.id == HAND_INS.c.pair)
            .where(or_(HAND_INS.c.person == number, has_in_it(number)))
        ).all()
        courses = connection.execute(
            select(COURSES.c.title, MEMBERS.c.is_teacher)
            .join(MEMBERS, MEMBERS.c.course == COURSES.c.id)
            .where(MEMBERS.c.person == number)
        ).all()
        pairs = connection.execute(
            select(PEOPLE.c.name.label("partner"), COURSES.c.title, PAIRS.c.made_s, PAIRS.c.ended_s)
            .join(
                PEOPLE, PEOPLE.c.id.in_((PAIRS.c.first, PAIRS.c.second)) & (PEOPLE.c.id != number)
            )
            .join(COURSES, COURSES.c.id == PAIRS.c.course)
            .where(has_in_it(number))
        ).all()
        entries = connection.execute(select(AUDIT).where(AUDIT.c.who == name)).all()
        about = {
            "name": person.name,
            "is_teacher": person.is_teacher,
            "invited": _when(person.made_s),
            "last_seen": _when(person.seen_s),
            "courses": _told(courses, ()),
            "pairs": _told(pairs, ()),
            "runs": _told(runs, ("person", "key", "report")),
            "hand_ins": _told(work, ("person",)),
            "deeds": _told(entries, ("id",)),
        }
        made.writestr("about.json", json.dumps(about, indent=2, ensure_ascii=False))
        for run in runs:
            for recorded in files.recordings_of(run.id):
                made.write(recorded, f"recordings/{recorded.name}")
    return whole.getvalue()


def remove_person(
    store: Store, people: People, files: Files, name: str, now_s: float, by: str = "terminal"
) -> None:
    """Delete a person and all their data; the audit log stays, without the name.

    What they handed in with a partner becomes the partner's.

    Raises:
        BadInput: The name is unknown, or a run of theirs is under way.
    """
    number = person_number(store, name)
    with store.writing() as connection:
        mine = select(JOBS.c.id).where(JOBS.c.person == number)
        under_way = list(connection.execute(mine.where(JOBS.c.state.in_(OPEN))).scalars())
        if under_way:
            raise BadInput(
                f"Run {under_way[0]} of {name} is under way. Stop it first, then remove {name}."
            )
        runs = list(connection.execute(mine).scalars())
        _leave_pairs(connection, number)
        for table in (HAND_INS, JOBS, DRAFTS, PROGRAMS, SESSIONS, MEMBERS):
            connection.execute(delete(table).where(table.c.person == number))
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == number))
        connection.execute(update(AUDIT).where(AUDIT.c.who == name).values(who=REMOVED))
        for entry in connection.execute(select(AUDIT).where(AUDIT.c.about.contains(name))).all():
            told = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", REMOVED, entry.about)
            connection.execute(
                update(AUDIT).where(AUDIT.c.id == entry.id).values(about=told[:LONGEST_ABOUT])
            )
        note(connection, now_s, by, "remove person", "")
    people.read()
    for run in runs:
        files.remove_recordings(run)


def _leave_pairs(connection: Connection, person: int) -> None:
    """Give what a person's pairs have handed in to the partners, and end these pairs for good."""
    for pair in connection.execute(select(PAIRS).where(has_in_it(person))).all():
        other = pair.second if pair.first == person else pair.first
        theirs = (HAND_INS.c.pair == pair.id, HAND_INS.c.person == person)
        programs = select(HAND_INS.c.program).where(*theirs)
        connection.execute(update(PROGRAMS).where(PROGRAMS.c.id.in_(programs)).values(person=other))
        connection.execute(update(HAND_INS).where(*theirs).values(person=other))
        for table in (HAND_INS, JOBS):
            connection.execute(update(table).where(table.c.pair == pair.id).values(pair=None))
        connection.execute(delete(PAIRS).where(PAIRS.c.id == pair.id))


def _told(rows: Sequence[Any], without: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {
            name: _when(value) if name.endswith("_s") and name != "time_s" else value
            for name, value in row._mapping.items()
            if name not in without
        }
        for row in rows
    ]


def _when(at_s: float | None) -> str | None:
    return None if at_s is None else datetime.fromtimestamp(at_s, UTC).isoformat(timespec="seconds")
