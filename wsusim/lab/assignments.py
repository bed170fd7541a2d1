"""The assignments of a lab's courses, and what was handed in for them, when and by whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import (
    Row,
    Select,
    func,
    insert,
    or_,
    select,
    update,
)

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.course_tables import ASSIGNMENTS, HAND_INS, LONGEST_MARK, LONGEST_TITLE
from wsusim.lab.drafts import keep_version
from wsusim.lab.pairs import has_in_it, pair_of
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.store import COURSES, PAIRS, PEOPLE, PROGRAMS, Store

LONGEST_TEXT = 10_000
LONGEST_COMMENT = 4000
MOST_ASSIGNMENTS = 200
MOST_HAND_INS = 100
"""Of one person for one assignment."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Something to do; ``due_s`` is when it must be in, in seconds since 1970."""

    id: int
    title: str
    text: str
    due_s: float | None
    is_hidden: bool
    course: int | None = None


@dataclass(frozen=True, slots=True)
class HandIn:
    """A program that was handed in; ``mark`` and ``comment`` are the teacher's, empty: none yet.

    ``person`` handed it in; ``people`` are its authors, and ``who`` are their names.
    """

    id: int
    assignment: int
    person: int
    who: str
    name: str
    version: int
    made_s: float
    is_late: bool
    mark: str = ""
    comment: str = ""
    people: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What a teacher sets: an assignment that has no number yet."""

    title: str
    text: str = ""
    due_s: float | None = None
    is_hidden: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.title.strip()) <= LONGEST_TITLE or not self.title.isprintable():
            raise BadInput(
                f"{self.title[:40]!r} can't be an assignment's title: it must have 1 to "
                f"{LONGEST_TITLE} characters that can be printed."
            )
        if len(self.text) > LONGEST_TEXT:
            raise BadInput(
                f"The text has {len(self.text):,} characters; {LONGEST_TEXT:,} is the most."
            )


class Assignments:
    """The assignments of all courses of a lab.

    Each student's last hand-in that was in time counts, or a late one if none was in time.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, task: Task, by: Person, now_s: float, course: int | None = None) -> int:
        """Set an assignment in a course (``None``: the lab's first one); return its number."""
        with self._store.writing() as connection:
            into = course or connection.execute(select(func.min(COURSES.c.id))).scalar_one()
            there = select(func.count()).where(ASSIGNMENTS.c.course == into)
            count = connection.execute(there).scalar_one()
            if count >= MOST_ASSIGNMENTS:
                raise BadInput(f"There are {count} assignments; {MOST_ASSIGNMENTS} is the most.")
            row = insert(ASSIGNMENTS).values(**_values(task), made_s=now_s, course=into)
            number = int(connection.execute(row).inserted_primary_key[0])  # type: ignore[index]
            note(connection, now_s, by.name, "set assignment", task.title)
        return number

    def change(self, number: int, task: Task, by: Person, now_s: float) -> None:
        """Change an assignment; what was handed in stays.

        Raises:
            BadInput: There is no such assignment.
        """
        self.get(number, by)
        with self._store.writing() as connection:
            connection.execute(
                update(ASSIGNMENTS).where(ASSIGNMENTS.c.id == number).values(**_values(task))
            )
            note(connection, now_s, by.name, "change assignment", task.title)

    def get(self, number: int, by: Person) -> Assignment:
        """Return an assignment; students see none that is hidden.

        Raises:
            BadInput: There is no such assignment.
        """
        found = next((one for one in self.all(by) if one.id == number), None)
        if found is None:
            raise BadInput(f"There is no assignment {number}.")
        return found

    def all(self, by: Person, course: int | None = None) -> list[Assignment]:
        """Return all assignments that a person may see, the one that is due next first.

        Args:
            by: Who.
            course: Only of this course.
        """
        wanted = select(ASSIGNMENTS).order_by(ASSIGNMENTS.c.id)
        if course is not None:
            wanted = wanted.where(ASSIGNMENTS.c.course == course)
        with self._store.reading() as connection:
            found = connection.execute(wanted).all()
        seen = [
            Assignment(row.id, row.title, row.text, row.due_s, row.is_hidden, row.course)
            for row in found
            if by.may_teach(row.course) or (row.course in by.courses and not row.is_hidden)
        ]
        return sorted(seen, key=lambda one: (one.due_s is None, one.due_s or 0.0))

    def hand_in(self, number: int, person: Person, program: Program, now_s: float) -> HandIn:
        """Hand a program in, for both people of a pair; sending it twice in a row counts once.

        Raises:
            BadInput: There is no such assignment, or the program can't be accepted.
        """
        assignment = self.get(number, person)
        program = program.checked()
        with self._store.writing() as connection:
            pair = pair_of(connection, assignment.course, person.id)
            whose = HAND_INS.c.person == person.id if pair is None else HAND_INS.c.pair == pair
            mine = (HAND_INS.c.assignment == number, whose)
            earlier = connection.execute(
                select(HAND_INS.c.id, PROGRAMS.c.name, PROGRAMS.c.sha256)
                .join(PROGRAMS, PROGRAMS.c.id == HAND_INS.c.program)
                .where(*mine)
                .order_by(HAND_INS.c.id.desc())
            ).all()
            if earlier and (earlier[0].name, earlier[0].sha256) == (
                program.name, program.sha256,
            ):  # fmt: skip
                made = earlier[0].id
            elif len(earlier) >= MOST_HAND_INS:
                raise BadInput(
                    f"You have handed in {len(earlier)} versions; {MOST_HAND_INS} is the most. "
                    "Ask your teacher."
                )
            else:
                kept = keep_version(connection, person, program, now_s)
                row = insert(HAND_INS).values(
                    assignment=number, person=person.id, program=kept, made_s=now_s, pair=pair
                )
                made = connection.execute(row).inserted_primary_key[0]  # type: ignore[index]
                note(
                    connection,
                    now_s,
                    person.name,
                    "hand in",
                    f"{program.name} for {assignment.title}",
                )
            found = connection.execute(_ALL.where(HAND_INS.c.id == made)).one()
        return _hand_in(found)

    def get_hand_in(self, number: int) -> HandIn:
        """Return what was handed in under a number.

        Raises:
            BadInput: Nothing was.
        """
        found = self._found(_ALL.where(HAND_INS.c.id == number)) if number < 2**31 else []
        if not found:
            raise BadInput(f"There is no hand-in {number}.")
        return found[0]

    def say(self, number: int, mark: str, comment: str, by: Person, now_s: float) -> None:
        """Set a teacher's mark and comment on a student's work; empty texts remove them.

        Raises:
            BadInput: Mark or comment is too long, or there is no such work.
        """
        for what, text, most in (
            ("mark", mark, LONGEST_MARK),
            ("comment", comment, LONGEST_COMMENT),
        ):
            if len(text) > most:
                raise BadInput(f"The {what} has {len(text):,} characters; {most:,} is the most.")
        work = self.get_hand_in(number)
        with self._store.writing() as connection:
            values = {"mark": mark.strip(), "comment": comment.strip()}
            connection.execute(update(HAND_INS).where(HAND_INS.c.id == number).values(**values))
            note(connection, now_s, by.name, "comment", f"{work.name} of {work.who}")

    def of(self, person: Person | None) -> list[HandIn]:
        """Return what a person (``None``: anyone) or their pair has handed in, the newest first."""
        if person is None:
            return self._found(_ALL)
        return self._found(_ALL.where(or_(HAND_INS.c.person == person.id, has_in_it(person.id))))

    def handed_in(self, number: int) -> list[HandIn]:
        """Return everything that was handed in for an assignment, newest first."""
        return self._found(_ALL.where(HAND_INS.c.assignment == number))

    def visible_count(self, course: int) -> int:
        """Return how many assignments the students of a course see."""
        count = select(func.count()).where(
            ASSIGNMENTS.c.course == course, ASSIGNMENTS.c.is_hidden.is_(False)
        )
        with self._store.reading() as connection:
            return int(connection.execute(count).scalar_one())

    def counts_by_person(self, course: int) -> dict[int, int]:
        """Return how many of the visible assignments each student of a course has handed in."""
        done = (
            select(HAND_INS.c.assignment, HAND_INS.c.person, PAIRS.c.first, PAIRS.c.second)
            .join(ASSIGNMENTS, ASSIGNMENTS.c.id == HAND_INS.c.assignment)
            .outerjoin(PAIRS, PAIRS.c.id == HAND_INS.c.pair)
            .where(ASSIGNMENTS.c.course == course, ASSIGNMENTS.c.is_hidden.is_(False))
            .distinct()
        )
        with self._store.reading() as connection:
            found = connection.execute(done).all()
        work = {
            (person, row.assignment)
            for row in found
            for person in (row.person, row.first, row.second)
            if person is not None
        }
        return Counter(person for person, _ in work)

    def program(self, hand_in: HandIn) -> Program:
        """Return the program that was handed in."""
        with self._store.reading() as connection:
            found = select(PROGRAMS).where(PROGRAMS.c.id == hand_in.version)
            return Program.of_row(connection.execute(found).one())

    def _found(self, wanted: Select[tuple[object, ...]]) -> list[HandIn]:
        with self._store.reading() as connection:
            found = connection.execute(wanted.order_by(HAND_INS.c.id.desc())).all()
        return [_hand_in(row) for row in found]


def counting(hand_ins: list[HandIn]) -> list[HandIn]:
    """Return the hand-ins that count, one for each author or pair, by name.

    Args:
        hand_ins: For one assignment, the last one first.
    """
    best: dict[int, HandIn] = {}
    for one in hand_ins:
        for person in one.people or (one.person,):
            if person not in best or (best[person].is_late and not one.is_late):
                best[person] = one
    once = {one.id: one for one in best.values()}
    return sorted(once.values(), key=lambda one: (one.who.casefold(), one.person))


_PARTNER = PEOPLE.alias("partner")

_ALL: Select[tuple[object, ...]] = (
    select(
        HAND_INS,
        PEOPLE.c.name.label("who"),
        PROGRAMS.c.name.label("name"),
        ASSIGNMENTS.c.due_s,
        _PARTNER.c.id.label("partner_id"),
        _PARTNER.c.name.label("partner_name"),
    )
    .join(PEOPLE, PEOPLE.c.id == HAND_INS.c.person)
    .join(PROGRAMS, PROGRAMS.c.id == HAND_INS.c.program)
    .join(ASSIGNMENTS, ASSIGNMENTS.c.id == HAND_INS.c.assignment)
    .outerjoin(PAIRS, PAIRS.c.id == HAND_INS.c.pair)
    .outerjoin(
        _PARTNER,
        _PARTNER.c.id.in_((PAIRS.c.first, PAIRS.c.second)) & (_PARTNER.c.id != HAND_INS.c.person),
    )
)


def _hand_in(row: Row[tuple[object, ...]]) -> HandIn:
    is_late = row.due_s is not None and row.made_s > row.due_s
    names, people = [row.who], [row.person]
    if row.partner_id is not None:
        names, people = sorted([row.who, row.partner_name]), [row.person, row.partner_id]
    return HandIn(
        id=row.id,
        assignment=row.assignment,
        person=row.person,
        who=" and ".join(names),
        name=row.name,
        version=row.program,
        made_s=row.made_s,
        is_late=is_late,
        mark=row.mark,
        comment=row.comment,
        people=tuple(people),
    )


def _values(task: Task) -> dict[str, object]:
    return {
        "title": task.title.strip(), "text": task.text, "due_s": task.due_s,
        "is_hidden": task.is_hidden,
    }  # fmt: skip
