"""What teachers read about hand-ins, and their marks and comments."""

from __future__ import annotations

from wsusim.formats.folder_names import folder_name
from wsusim.lab.assignments import HandIn, counting
from wsusim.lab.course_shapes import ToldHandIn, ToldRunState, ToldWholeHandIn, ToldWorks
from wsusim.lab.hand_in_folder import zip_of
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.web.access import as_teacher, as_teacher_of
from wsusim.lab.web.answers import tell_jobs
from wsusim.lab.web.asked import Act, Ask, for_its_teachers, text


def zip_of_hand_ins(lab: Lab, person: Person, assignment: int) -> tuple[str, bytes]:
    """Return the hand-ins of an assignment for a teacher: the name and content of a ZIP."""
    one = lab.assignments.get(assignment, as_teacher(person))
    as_teacher_of(person, one.course)
    title = one.title
    counts = counting(lab.assignments.handed_in(assignment))
    content = zip_of(title, [(one, lab.assignments.program(one)) for one in counts])
    return f"{folder_name(title) or 'handed_in'}.zip", content


def tell_hand_in(one: HandIn, *, counts: bool) -> ToldHandIn:
    """Return what a hand-in's author may know about it."""
    return {
        "id": one.id, "who": one.who, "name": one.name, "version": one.version,
        "made_s": one.made_s, "is_late": one.is_late, "counts": counts, "mark": one.mark,
        "comment": one.comment,
    }  # fmt: skip


def _all(lab: Lab, person: Person, ask: Ask) -> ToldWorks:
    """Return all hand-ins of an assignment by student, and who has handed in nothing."""
    assignment = lab.assignments.get(ask["assignment"], person)
    found = lab.assignments.handed_in(ask["assignment"])
    counts = {one.id for one in counting(found)}
    found.sort(key=lambda one: (one.who.casefold(), one.person, one.id not in counts))
    seen = {person for one in found for person in one.people}
    here = assignment.course
    return {
        "title": assignment.title,
        "hand_ins": [
            {**tell_hand_in(one, counts=one.id in counts), **_newest_run(lab, one)} for one in found
        ],
        "missing": [
            one.name
            for one in lab.people.all()
            if here in one.courses and not (one.may_teach(here) or one.is_revoked or one.id in seen)
        ],
    }


def _newest_run(lab: Lab, one: HandIn) -> ToldRunState:
    runs = lab.jobs.running_the_same(one.version)
    return {"state": runs[0].state if runs else "", "text": runs[0].text if runs else ""}


def _one(lab: Lab, person: Person, ask: Ask) -> ToldWholeHandIn:
    one = lab.assignments.get_hand_in(ask["hand_in"])
    program = lab.assignments.program(one)
    counts = {best.id for best in counting(lab.assignments.handed_in(one.assignment))}
    return {
        **tell_hand_in(one, counts=one.id in counts),
        "source": program.source,
        "modules": program.modules,
        "runs": tell_jobs(lab, lab.jobs.running_the_same(one.version), person),
    }


def _say(lab: Lab, person: Person, ask: Ask) -> ToldWholeHandIn:
    lab.assignments.say(
        ask["hand_in"], text(ask, "mark", ""), text(ask, "comment", ""), person, lab.now_s()
    )
    return _one(lab, person, ask)


READS: dict[str, Act] = {
    "/api/lab/assignments/{assignment:number}/work": for_its_teachers(_all),
    "/api/lab/hand-ins/{hand_in:number}": for_its_teachers(_one),
}

WRITES: dict[str, Act] = {"/api/lab/hand-ins/{hand_in:number}": for_its_teachers(_say)}
