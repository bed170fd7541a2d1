"""The shapes of the lab's answers about a course: its work, its lessons, its people.

Times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from wsusim.lab.job import State
from wsusim.lab.shapes import Stage, ToldCourse, ToldJob


class ToldSaved(TypedDict):
    """A file that was saved; a conflict: the other's is kept, and this is its copy."""

    name: str
    revision: int
    saved_s: float
    is_conflict: bool


class ToldVersion(TypedDict):
    """A version of a file that was kept."""

    id: int
    made_s: float
    runs: list[int]
    handed_in: list[str]


class ToldProgram(TypedDict):
    """A version's texts."""

    id: int
    source: str
    modules: Mapping[str, str]


class ToldHandIn(TypedDict):
    """A program that was handed in, as its author may see it."""

    id: int
    who: str
    name: str
    version: int
    made_s: float
    is_late: bool
    counts: bool
    mark: str
    comment: str


class ToldStarter(TypedDict):
    """A file to begin with."""

    name: str
    source: str


class ToldAssignment(TypedDict):
    """An assignment with the asker's own work, or for teachers with everybody's."""

    id: int
    title: str
    text: str
    due_s: float | None
    is_hidden: bool
    course: int | None
    has_check: bool
    has_picture: bool
    has_lesson: bool
    mazes: Sequence[str]
    starter: ToldStarter | None
    never_ran: bool
    hand_ins: list[ToldHandIn]


class ToldCheck(TypedDict):
    """A program that is checked."""

    id: int
    state: Stage
    text: str
    is_good: bool


class ToldLesson(TypedDict):
    """A lesson as a student works with it; texts are HTML."""

    file: str
    level: str
    minutes: int
    description: str
    text: str
    hints: list[str]
    starter: list[ToldStarter]
    maze: str
    time_limit_s: float | None


class ToldGlance(TypedDict):
    """A lesson that comes with wsusim."""

    name: str
    title: str
    about: str


class ToldRunState(TypedDict):
    """How a run went; empty: there was none."""

    state: State | Literal[""]
    text: str


class ToldWork(ToldHandIn, ToldRunState):
    """A program that was handed in, and how its newest run went."""


class ToldWorks(TypedDict):
    """All that was handed in for an assignment, and who has handed in nothing."""

    title: str
    hand_ins: list[ToldWork]
    missing: list[str]


class ToldWholeHandIn(ToldHandIn):
    """A program that was handed in, with its texts and its runs."""

    source: str
    modules: Mapping[str, str]
    runs: list[ToldJob]


class ToldInvitation(TypedDict):
    """A person who was invited; ``code`` is a picture of the address, as SVG."""

    name: str
    token: str | None
    is_twice: bool
    can_renew: bool
    code: str | None


class ToldCode(TypedDict):
    """A short code with which a person signs in."""

    name: str
    code: str
    until_s: float


class ToldWholeCourse(ToldCourse):
    """A course, as a teacher of the lab sees it; no robots: all of them."""

    robots: list[int]
    students: int
    teachers: list[str]


class ToldPartner(TypedDict):
    """The partner of a person; empty if they work alone."""

    partner: str


class ToldPairCode(TypedDict):
    """A code that a partner types."""

    code: str
    until_s: float
