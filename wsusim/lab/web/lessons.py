"""Assignments that are lessons: what students read of one, and what a teacher sets."""

from __future__ import annotations

from pathlib import PurePosixPath

from wsusim.errors import BadInput
from wsusim.formats.json_text import decode_text
from wsusim.lab.assignments import Task
from wsusim.lab.course_shapes import ToldAssignment, ToldGlance, ToldLesson
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.web.asked import Act, Ask, course, for_teachers, text
from wsusim.lab.web.course import tell_assignments
from wsusim.lab.web.lesson_page import html_of
from wsusim.lessons.catalogue import glances, shipped_lessons
from wsusim.lessons.lesson import load_lesson
from wsusim.lessons.lesson_entry import LEVELS
from wsusim.lessons.lesson_files import SUFFIX, packed


def _lesson(lab: Lab, person: Person, ask: Ask) -> ToldLesson:
    """Return what a student works with: the text, the hints, and the starter."""
    number = lab.assignments.get(ask["assignment"], person).id
    lesson, mazes = lab.shelf.lesson_of(number), lab.shelf.of(number).mazes
    entry = lesson.entry
    place = f"api/assignments/{number}/lesson/pictures/"
    first, *others = entry.starter
    starter = {entry.program: first, **{PurePosixPath(name).name: name for name in others}}
    return {
        "file": f"{lesson.name}{SUFFIX}",
        "level": LEVELS[entry.level],
        "minutes": entry.minutes,
        "description": entry.description,
        "text": html_of(lesson.text, lesson.files, place),
        "hints": [html_of(hint, lesson.files, place) for hint in entry.hints],
        "starter": [
            {"name": name, "source": decode_text(lesson.files[kept])}
            for name, kept in starter.items()
        ],
        "maze": mazes[0],
        "time_limit_s": entry.time_limit_s,
    }


def _shipped(lab: Lab, person: Person, ask: Ask) -> list[ToldGlance]:
    """Return the lessons that come with wsusim."""
    return [{"name": one.name, "title": one.title, "about": one.sentence} for one in glances()]


def _set_lesson(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    """Make an assignment from a lesson that comes with wsusim."""
    name = text(ask, "name")
    if name not in shipped_lessons():
        raise BadInput(f"There is no lesson {name[:60]!r} that comes with wsusim.")
    lesson = load_lesson(shipped_lessons()[name])
    task = Task(lesson.entry.title, lesson.entry.description, None, ask.get("is_hidden") is True)
    number = lab.assignments.add(task, person, lab.now_s(), course(lab, person, ask).id)
    lab.furnish(number, {f"{name}{SUFFIX}": packed(name, lesson.for_students())}, person)
    return tell_assignments(lab, person, ask)


READS: dict[str, Act] = {
    "/api/assignments/{assignment:number}/lesson": _lesson,
    "/api/lab/lessons": for_teachers(_shipped),
}

WRITES: dict[str, Act] = {
    "/api/lab/lessons/set": for_teachers(_set_lesson),
}
