"""The API of a lab's courses, for teachers of the lab, and of a student's partner in one."""

from __future__ import annotations

from dataclasses import replace

from wsusim.errors import BadInput
from wsusim.lab.course_shapes import ToldPairCode, ToldPartner, ToldWholeCourse
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.short_codes import CODE_S
from wsusim.lab.web.asked import Act, Ask, course, for_lab_teachers, text


def _courses(lab: Lab, person: Person, ask: Ask) -> list[ToldWholeCourse]:
    """Return all courses with the number of people in each."""
    people = [one for one in lab.people.all() if not one.is_revoked]
    return [
        {
            "id": one.id,
            "title": one.title,
            "robots": list(one.robots),
            "is_closed": one.is_closed,
            "students": sum(one.id in who.courses and not who.may_teach(one.id) for who in people),
            "teachers": [
                who.name for who in people if one.id in who.teaches and not who.is_teacher
            ],
        }
        for one in lab.courses.all()
    ]


def _add(lab: Lab, person: Person, ask: Ask) -> list[ToldWholeCourse]:
    lab.courses.add(text(ask, "title"), (), person.name, lab.now_s())
    return _courses(lab, person, ask)


def _change(lab: Lab, person: Person, ask: Ask) -> list[ToldWholeCourse]:
    before = lab.courses.get(ask["number"])
    if (is_closed := ask.get("is_closed") is True) and not any(
        one.id != before.id and not one.is_closed for one in lab.courses.all()
    ):
        raise BadInput("This is the only open course. Begin another one before you close it.")
    robots = ask.get("robots", list(before.robots))
    if not isinstance(robots, list) or not all(type(one) is int for one in robots):
        raise BadInput("robots must be a list of robots' numbers; an empty one means all.")
    lab.change_course(
        replace(
            before,
            title=text(ask, "title", before.title),
            robots=tuple(robots),
            is_closed=is_closed,
        ),
        person,
    )
    return _courses(lab, person, ask)


def _partner(lab: Lab, person: Person, ask: Ask) -> ToldPartner:
    here = course(lab, person, ask).id
    pair = lab.pairs.of(here, person.id)
    return {"partner": "" if pair is None else pair.partner(person.id)}


def _make_code(lab: Lab, person: Person, ask: Ask) -> ToldPairCode:
    here = course(lab, person, ask).id
    if person.may_teach(here):
        raise BadInput("Pairs are for students. You make one under People.")
    if lab.pairs.of(here, person.id) is not None:
        raise BadInput("You have a partner already.")
    made = lab.pair_codes.make(here, person.id)
    return {"code": f"{made[:3]}-{made[3:]}", "until_s": lab.now_s() + CODE_S}


def _join(lab: Lab, person: Person, ask: Ask) -> ToldPartner:
    here = course(lab, person, ask).id
    owner = lab.people.numbered(lab.pair_codes.owner(here, text(ask, "code"), person.id))
    lab.pairs.make(here, owner, person, person.name, lab.now_s())
    lab.pair_codes.use_up(owner.id)
    lab.pair_codes.use_up(person.id)
    return _partner(lab, person, ask)


def _part(lab: Lab, person: Person, ask: Ask) -> ToldPartner:
    lab.pairs.end(course(lab, person, ask).id, person, person.name, lab.now_s())
    return _partner(lab, person, ask)


READS: dict[str, Act] = {
    "/api/partner": _partner,
    "/api/lab/courses": for_lab_teachers(_courses),
}

WRITES: dict[str, Act] = {
    "/api/partner/code": _make_code,
    "/api/partner/join": _join,
    "/api/partner/part": _part,
    "/api/lab/courses": for_lab_teachers(_add),
    "/api/lab/courses/{number:number}": for_lab_teachers(_change),
}
