"""Pairs: two students of a course who share their work.

What one of them sends or hands in while they are a pair belongs to both, also after the pair ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, or_, select, update
from sqlalchemy import insert as insert_into

from wsusim.errors import BadInput
from wsusim.lab.audit import note
from wsusim.lab.people import Person
from wsusim.lab.store import PAIRS, PEOPLE, Store

_FIRST, _SECOND = PEOPLE.alias("first_of_pair"), PEOPLE.alias("second_of_pair")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who work together now."""

    id: int
    course: int
    first: int
    second: int
    names: tuple[str, str]

    def partner(self, person: int) -> str:
        """Return the name of a person's partner."""
        return self.names[1] if person == self.first else self.names[0]


class Pairs:
    """The pairs of a lab."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self, course: int) -> list[Pair]:
        """Return the current pairs of a course, the oldest first."""
        with self._store.reading() as connection:
            found = connection.execute(
                _NAMED.where(PAIRS.c.course == course, PAIRS.c.ended_s.is_(None)).order_by(
                    PAIRS.c.id
                )
            ).all()
        return [
            Pair(row.id, row.course, row.first, row.second, (row.one, row.other)) for row in found
        ]

    def of(self, course: int, person: int) -> Pair | None:
        """Return a person's pair; ``None``: they have none."""
        return next((one for one in self.all(course) if person in (one.first, one.second)), None)

    def make(self, course: int, first: Person, second: Person, by: str, now_s: float) -> None:
        """Let two students work together from now on.

        Raises:
            BadInput: They are the same person, not students of the course, or one of them has a
                partner.
        """
        if first.id == second.id:
            raise BadInput("A pair is two people. Choose someone else.")
        for one in (first, second):
            if course not in one.courses or one.may_teach(course) or one.is_revoked:
                raise BadInput(f"{one.name} is no student of this course.")
        with self._store.writing() as connection:
            for one in (first, second):
                if pair_of(connection, course, one.id) is not None:
                    raise BadInput(f"{one.name} has a partner already. Separate them first.")
            row = {"course": course, "first": first.id, "second": second.id, "made_s": now_s}
            connection.execute(insert_into(PAIRS).values(**row))
            note(connection, now_s, by, "pair", f"{first.name} and {second.name}")

    def end(self, course: int, person: Person, by: str, now_s: float) -> None:
        """End a person's pair. What the two did together still belongs to both.

        Raises:
            BadInput: They are in none.
        """
        with self._store.writing() as connection:
            number = pair_of(connection, course, person.id)
            if number is None:
                raise BadInput(f"{person.name} has no partner in this course.")
            connection.execute(update(PAIRS).where(PAIRS.c.id == number).values(ended_s=now_s))
            note(connection, now_s, by, "end pair", person.name)


_NAMED: Select[tuple[object, ...]] = (
    select(PAIRS, _FIRST.c.name.label("one"), _SECOND.c.name.label("other"))
    .join(_FIRST, _FIRST.c.id == PAIRS.c.first)
    .join(_SECOND, _SECOND.c.id == PAIRS.c.second)
)


def pair_of(connection: Connection, course: int | None, person: int) -> int | None:
    """Return the number of a person's pair; ``None``: they have none."""
    found: int | None = connection.execute(
        select(PAIRS.c.id).where(
            PAIRS.c.course == course, PAIRS.c.ended_s.is_(None), has_in_it(person)
        )
    ).scalar_one_or_none()
    return found


def has_in_it(person: int) -> ColumnElement[bool]:
    """Return the SQL condition that a person is in a pair, past or present."""
    return or_(PAIRS.c.first == person, PAIRS.c.second == person)
