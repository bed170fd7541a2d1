"""The API of a course: own files, assignments, rules."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any

from wsusim.errors import BadInput
from wsusim.lab.assignments import Task, counting
from wsusim.lab.checks import Check
from wsusim.lab.course_shapes import ToldAssignment, ToldCheck, ToldProgram, ToldSaved, ToldVersion
from wsusim.lab.drafts import Draft
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.rules import DAYS_RANGE, MB_RANGE, OPEN_RANGE
from wsusim.lab.shapes import ToldLab
from wsusim.lab.starts import Start, starts
from wsusim.lab.web.answers import tell_lab
from wsusim.lab.web.asked import (
    Act,
    Ask,
    course,
    for_its_teachers,
    for_lab_teachers,
    for_teachers,
    number,
    program,
    text,
    texts,
    whole_number,
)
from wsusim.lab.web.hand_in_marks import tell_hand_in

LATEST_S = 253402300799.0
"""The end of the year 9999."""


def _drafts(lab: Lab, person: Person, ask: Ask) -> list[Draft]:
    return lab.drafts.all(person)


def _save(lab: Lab, person: Person, ask: Ask) -> ToldSaved:
    revision = whole_number(ask, "revision", 0, 0, 2**31 - 1)
    draft, is_conflict = lab.drafts.save(
        person, text(ask, "name"), text(ask, "source"), revision, lab.now_s()
    )
    return {"name": draft.name, "revision": draft.revision, "saved_s": draft.saved_s,
            "is_conflict": is_conflict}  # fmt: skip


def _remove(lab: Lab, person: Person, ask: Ask) -> list[Draft]:
    lab.drafts.remove(person, text(ask, "name"), lab.now_s())
    return _drafts(lab, person, ask)


def _keep(lab: Lab, person: Person, ask: Ask) -> list[ToldVersion]:
    lab.drafts.keep(person, program(ask), lab.now_s())
    return _versions(lab, person, ask)


def _versions(lab: Lab, person: Person, ask: Ask) -> list[ToldVersion]:
    handed_in: dict[int, list[str]] = {}
    titles = {one.id: one.title for one in lab.assignments.all(person)}
    for one in lab.assignments.of(person):
        handed_in.setdefault(one.version, []).append(titles.get(one.assignment, ""))
    return [
        {
            "id": version.id,
            "made_s": version.made_s,
            "runs": version.runs,
            "handed_in": [
                title for program in version.programs for title in handed_in.get(program, [])
            ],
        }
        for version in lab.drafts.versions(person, text(ask, "name"))
    ]


def _version(lab: Lab, person: Person, ask: Ask) -> ToldProgram:
    found = lab.drafts.program(person, ask["version"])
    return {"id": ask["version"], "source": found.source, "modules": found.modules}


def tell_assignments(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    """Return the assignments with the student's own work, or for teachers with everyone's."""
    here = course(lab, person, ask).id
    is_teacher = person.may_teach(here)
    told: list[ToldAssignment] = []
    work = lab.assignments.of(None if is_teacher else person)
    for one in lab.assignments.all(person, here):
        found = [hand_in for hand_in in work if hand_in.assignment == one.id]
        newest = None if is_teacher or not found else found[0]
        files = lab.shelf.of(one.id)
        counts = {hand_in.id for hand_in in counting(found)}
        told.append(
            {
                "id": one.id,
                "title": one.title,
                "text": one.text,
                "due_s": one.due_s,
                "is_hidden": one.is_hidden,
                "course": one.course,
                "has_check": files.check is not None,
                "has_picture": files.picture is not None,
                "has_lesson": files.lesson is not None,
                "mazes": files.mazes,
                "starter": None
                if files.starter is None
                else {
                    "name": files.starter.name,
                    "source": files.starter.read_text(encoding="utf-8", errors="replace"),
                },
                "never_ran": newest is not None
                and not lab.jobs.running_the_same(newest.version)
                and not lab.checks.has_done(person, lab.assignments.program(newest)),
                "hand_ins": [tell_hand_in(mine, counts=mine.id in counts) for mine in found],
            }
        )
    return told


def _hand_over(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    one = lab.assignments.get(ask["assignment"], person)
    lab.courses.for_person(person, one.course)  # a closed one takes nothing more
    lab.assignments.hand_in(one.id, person, program(ask), lab.now_s())
    return tell_assignments(lab, person, ask)


def _furnish(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    files = ask.get("files")
    if not isinstance(files, dict):
        raise BadInput("files must be an object: contents (base64) by names of files.")
    try:
        contents = {name: b64decode(text(files, name), validate=True) for name in files}
    except ValueError:
        raise BadInput("files must be an object: contents (base64) by names of files.") from None
    lab.furnish(ask["assignment"], contents, person)
    return tell_assignments(lab, person, ask)


def _begin_check(lab: Lab, person: Person, ask: Ask) -> ToldCheck:
    one = lab.assignments.get(ask["assignment"], person)
    lab.require_room()
    file = lab.shelf.of(one.id).check
    if file is None:
        raise BadInput(f"Your teacher has given no check for {one.title}.")
    return _told_check(lab.checks.begin(person, file, program(ask)))


def _check(lab: Lab, person: Person, ask: Ask) -> ToldCheck:
    return _told_check(lab.checks.of(ask["check"], person))


def _told_check(check: Check) -> ToldCheck:
    return {"id": check.number, "state": check.state, "text": check.text, "is_good": check.is_good}


def _task(ask: Ask) -> Task:
    due_s = None if ask.get("due_s") is None else number(ask, "due_s", 0.0, 0.0, LATEST_S)
    return Task(text(ask, "title"), text(ask, "text", ""), due_s, ask.get("is_hidden") is True)


def _set_assignment(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    lab.assignments.add(_task(ask), person, lab.now_s(), course(lab, person, ask).id)
    return tell_assignments(lab, person, ask)


def _change_assignment(lab: Lab, person: Person, ask: Ask) -> list[ToldAssignment]:
    lab.assignments.change(ask["assignment"], _task(ask), person, lab.now_s())
    return tell_assignments(lab, person, ask)


def _change_rules(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    kinds: dict[str, Callable[[], Any]] = {
        "mazes": lambda: texts(ask, "mazes"),
        "time_limit_s": lambda: number(ask, "time_limit_s", 0.0, 1.0, 3600.0),
        "hours": lambda: text(ask, "hours"),
        "simulations": lambda: whole_number(ask, "simulations", 0, 1, 64),
        "most_open": lambda: whole_number(ask, "most_open", 0, *OPEN_RANGE),
        "recordings_mb": lambda: whole_number(ask, "recordings_mb", 0, *MB_RANGE),
        "keep_days": lambda: whole_number(ask, "keep_days", 0, *DAYS_RANGE),
    }
    changes = {name: kind() for name, kind in kinds.items() if name in ask}
    if not changes:
        raise BadInput(f"Nothing to change. Give one or more of: {', '.join(kinds)}.")
    lab.rules.change(changes, lab.now_s(), person.name)
    lab.wake()
    return tell_lab(lab, person, course(lab, person, ask))


def _bring_maze(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    lab.bring_maze(text(ask, "name"), text(ask, "content"), person)
    return tell_lab(lab, person, course(lab, person, ask))


def _starts(lab: Lab, person: Person, ask: Ask) -> list[Start]:
    return starts()


READS: dict[str, Act] = {
    "/api/starts": _starts,
    "/api/files": _drafts,
    "/api/versions/{version:number}": _version,
    "/api/assignments": tell_assignments,
    "/api/checks/{check:number}": _check,
}

WRITES: dict[str, Act] = {
    "/api/files/save": _save,
    "/api/files/remove": _remove,
    "/api/files/keep": _keep,
    "/api/files/versions": _versions,
    "/api/assignments/{assignment:number}/hand-in": _hand_over,
    "/api/assignments/{assignment:number}/check": _begin_check,
    "/api/lab/assignments/{assignment:number}/files": for_its_teachers(_furnish),
    "/api/lab/assignments": for_teachers(_set_assignment),
    "/api/lab/assignments/{assignment:number}": for_its_teachers(_change_assignment),
    "/api/lab/rules": for_lab_teachers(_change_rules),
    "/api/lab/mazes": for_teachers(_bring_maze),
}
