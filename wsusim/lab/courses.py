"""The courses of a lab: each has its people, its assignments, and robots that it may use.

They are also kept in memory, as people are: the robots' threads ask for them all the time.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.people import Person
from wsusim.lab.store import COURSES, Store

LONGEST_TITLE = 80
MOST_COURSES = 200

NO_COURSE = "You are in no course of this lab (any more). Ask your teacher."


@dataclass(frozen=True, slots=True)
class Course:
    """A course.

    Attributes:
        id: Its number.
        title: What people call it.
        robots: Which its programs may drive, counted from 1; none: all.
        is_closed: Whether only teachers see it any more.
    """

    id: int
    title: str
    robots: tuple[int, ...] = ()
    is_closed: bool = False

    def may_drive(self, robot: int) -> bool:
        """Return whether its programs may drive a robot, counted from 1."""
        return not self.robots or robot in self.robots


class Courses:
    """The courses; every method is safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._by_id: dict[int, Course] = {}
        self.read()

    def read(self) -> bool:
        """Read the courses again, and return whether they have changed."""
        with self._store.reading() as connection:
            found = connection.execute(select(COURSES).order_by(COURSES.c.id)).all()
        now = {row.id: _course(row) for row in found}
        with self._lock:
            is_new, self._by_id = now != self._by_id, now
        return is_new

    def all(self) -> list[Course]:
        """Return all courses, the oldest first."""
        with self._lock:
            return list(self._by_id.values())

    def get(self, number: int) -> Course:
        """Return a course; raises ``BadInput`` if there is no such course."""
        with self._lock:
            found = self._by_id.get(number)
        if found is None:
            raise BadInput(f"There is no course {number}.")
        return found

    def titled(self, title: str) -> Course:
        """Return the course with a title; raises ``BadInput`` if there is none."""
        found = next((one for one in self.all() if one.title == title.strip()), None)
        if found is None:
            known = ", ".join(f'"{one.title}"' for one in self.all())
            raise BadInput(f"There is no course {title[:40]!r}. There is: {known}.")
        return found

    def of(self, person: Person) -> list[Course]:
        """Return the courses that a person sees; only their teachers see closed ones."""
        return [
            one
            for one in self.all()
            if person.may_teach(one.id) or (one.id in person.courses and not one.is_closed)
        ]

    def for_person(self, person: Person, number: int | None) -> Course:
        """Return the course that a person asks for; ``None``: their first one that is open.

        Raises:
            BadInput: There is no such course for this person.
        """
        theirs = self.of(person)
        if number is None:
            own = [one for one in theirs if one.id in person.courses]
            first = next((one for one in (*own, *theirs) if not one.is_closed), None)
            if first is None:
                raise BadInput(NO_COURSE)
            return first
        found = next((one for one in theirs if one.id == number), None)
        if found is None:
            raise BadInput(f"There is no course {number}, or you are not in it (any more).")
        return found

    def add(self, title: str, robots: Collection[int], by: str, now_s: float) -> Course:
        """Begin a course.

        Raises:
            BadInput: The title can't be used, another course has it, or there are too many.
        """
        values = {"title": _checked(title), "robots": _told(robots)}
        try:
            with self._store.writing() as connection:
                count = connection.execute(select(func.count()).select_from(COURSES)).scalar_one()
                if count >= MOST_COURSES:
                    raise BadInput(f"There are {count} courses; {MOST_COURSES} is the most.")
                made = connection.execute(insert(COURSES).values(**values, made_s=now_s))
                number = int(made.inserted_primary_key[0])  # type: ignore[index]
                note(connection, now_s, by, "begin course", values["title"])
        except IntegrityError:
            raise BadInput(_taken(values["title"])) from None
        self.read()
        return self.get(number)

    def change(self, course: Course, by: str, now_s: float) -> Course:
        """Change a course: its title, its robots, or whether it is closed.

        Raises:
            BadInput: There is no such course, or another one has the title.
        """
        before = self.get(course.id)
        values = {
            "title": _checked(course.title),
            "robots": _told(course.robots),
            "is_closed": course.is_closed,
        }
        try:
            with self._store.writing() as connection:
                connection.execute(
                    update(COURSES).where(COURSES.c.id == course.id).values(**values)
                )
                what = "close course" if course.is_closed > before.is_closed else "change course"
                note(connection, now_s, by, what, course.title)
        except IntegrityError:
            raise BadInput(_taken(course.title)) from None
        self.read()
        return self.get(course.id)

    # Robots

    def driving(self, robot: int) -> frozenset[int]:
        """Return the courses whose programs may drive a robot, counted from 1."""
        return frozenset(one.id for one in self.all() if one.may_drive(robot))

    def may_drive(self, number: int | None, robot: int) -> bool:
        """Return whether the programs of a course (``None``: of no course) may drive a robot."""
        with self._lock:
            course = None if number is None else self._by_id.get(number)
        return course is None or course.may_drive(robot)

    def rivals(self, number: int | None) -> frozenset[int] | None:
        """Return the courses that wait for the same robots as a course; ``None``: all courses."""
        with self._lock:
            course = None if number is None else self._by_id.get(number)
        if course is None or not course.robots:
            return None
        wanted = set(course.robots)
        return frozenset(
            one.id for one in self.all() if not one.robots or not wanted.isdisjoint(one.robots)
        )


def _course(row: Row[Any]) -> Course:
    return Course(row.id, row.title, tuple(map(int, row.robots.split())), row.is_closed)


def _told(robots: Collection[int]) -> str:
    return " ".join(map(str, sorted(set(robots))))


def _taken(title: str) -> str:
    return f"There is a course {title[:40]!r} already. Choose another title."


def _checked(title: str) -> str:
    title = title.strip()
    if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable():
        raise BadInput(
            f"{title[:40]!r} can't be a course's title: it must have 1 to {LONGEST_TITLE} "
            "characters that can be printed."
        )
    return title
