"""What teachers do with the people of their course: invite, remove, delete, make pairs."""

from __future__ import annotations

from wsusim.errors import BadInput
from wsusim.lab.class_list import names_in, twice_in
from wsusim.lab.course_shapes import ToldCode, ToldInvitation
from wsusim.lab.invitations import address_for, code_of
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.person_data import remove_person
from wsusim.lab.shapes import ToldLab
from wsusim.lab.short_codes import CODE_S
from wsusim.lab.web.answers import tell_lab
from wsusim.lab.web.asked import Act, Ask, course, for_teachers, text, texts


def require_owned(lab: Lab, person: Person, name: str) -> Person:
    """Return a student about whom a teacher may decide alone: one in no other teacher's course.

    Raises:
        BadInput: This teacher has no such student, or other teachers have them, too.
    """
    found = lab.people.named(name)
    if person.is_teacher:
        return found
    if found.is_teacher or not found.courses & person.teaches:
        raise BadInput(f"Nobody called {name[:60]!r} is a student of yours.")
    if not found.courses <= person.teaches:
        raise BadInput(
            f"{found.name} is in other courses, too. Take them out of yours, or ask a teacher of "
            "the whole lab."
        )
    return found


def _may_renew(lab: Lab, person: Person, name: str) -> bool:
    """Return whether a teacher may give a person a new token, which revokes the old one."""
    try:
        require_owned(lab, person, name)
    except BadInput:
        return False
    return True


def _invite(lab: Lab, person: Person, ask: Ask) -> list[ToldInvitation]:
    into = course(lab, person, ask).id
    names = names_in(text(ask, "names", ""))
    everybody = {one.name: one for one in lab.people.all()}
    only_new = ask.get("only_new") is True
    is_teacher = ask.get("is_teacher") is True
    is_lab_teacher = is_teacher and person.is_teacher and ask.get("of_course") is not True
    wanted, theirs = [], []
    for name in names:
        known = everybody.get(name)
        if known is None or ((known.is_revoked or not only_new) and _may_renew(lab, person, name)):
            wanted.append(name)
        elif not known.is_teacher and into not in known.courses and not known.is_revoked:
            theirs.append(name)
    made = lab.people.invite(
        wanted, lab.now_s(), is_teacher=is_lab_teacher, by=person.name, course=into,
        is_course_teacher=is_teacher,
    )  # fmt: skip
    lab.people.join(theirs, into, lab.now_s(), is_course_teacher=is_teacher, by=person.name)
    tokens = {one.name: one.token for one in made}
    twice = twice_in(text(ask, "names", ""))
    place = text(ask, "address", "")
    return [
        {
            "name": name,
            "token": tokens.get(name),
            "is_twice": name in twice,
            "can_renew": _may_renew(lab, person, name),
            "code": code_of(address_for(place, tokens[name])) if place and name in tokens else None,
        }
        for name in names
    ]


def _make_codes(lab: Lab, person: Person, ask: Ask) -> list[ToldCode]:
    number = course(lab, person, ask).id
    names = texts(ask, "names")
    students = {
        one.name: one for one in lab.people.all() if number in one.courses and not one.is_revoked
    }
    for name in names:
        if name not in students or students[name].is_any_teacher:
            raise BadInput(f"There is no student called {name[:60]!r}. Codes are for students.")
        require_owned(lab, person, name)  # a code signs in, whatever course one is in
    made = lab.codes.make(students[name] for name in names)
    return [{"name": name, "code": made[name], "until_s": lab.now_s() + CODE_S} for name in names]


def _leave(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    here = course(lab, person, ask)
    who = lab.people.named(text(ask, "name"))
    if lab.pairs.of(here.id, who.id) is not None:
        lab.pairs.end(here.id, who, person.name, lab.now_s())
    lab.people.leave(who.name, here.id, lab.now_s(), by=person.name)
    return tell_lab(lab, person, here)


def _revoke(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    who = require_owned(lab, person, text(ask, "name"))
    lab.people.revoke(who.name, lab.now_s(), by=person.name)
    return tell_lab(lab, person, course(lab, person, ask))


def _remove_person(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    name = text(ask, "name")
    if name == person.name:
        raise BadInput("You can't remove yourself. Another teacher can.")
    require_owned(lab, person, name)
    remove_person(lab.store, lab.people, lab.files, name, lab.now_s(), person.name)
    return tell_lab(lab, person, course(lab, person, ask))


def _pair(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    here = course(lab, person, ask)
    names = texts(ask, "names")
    if len(names) != 2:
        raise BadInput(f"A pair is two people, not {len(names)}.")
    first, second = map(lab.people.named, names)
    lab.pairs.make(here.id, first, second, person.name, lab.now_s())
    return tell_lab(lab, person, here)


def _separate(lab: Lab, person: Person, ask: Ask) -> ToldLab:
    here = course(lab, person, ask)
    who = lab.people.named(text(ask, "name"))
    lab.pairs.end(here.id, who, person.name, lab.now_s())
    return tell_lab(lab, person, here)


READS: dict[str, Act] = {}

WRITES: dict[str, Act] = {
    "/api/lab/people": for_teachers(_invite),
    "/api/lab/people/codes": for_teachers(_make_codes),
    "/api/lab/people/remove": for_teachers(_remove_person),
    "/api/lab/people/revoke": for_teachers(_revoke),
    "/api/lab/people/leave": for_teachers(_leave),
    "/api/lab/pairs": for_teachers(_pair),
    "/api/lab/pairs/end": for_teachers(_separate),
}
