"""The contents of a request, read with care and refused with a sentence that says why."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from starlette.requests import Request

from wsusim.errors import BadInput
from wsusim.lab.courses import Course
from wsusim.lab.lab import Lab
from wsusim.lab.people import Person
from wsusim.lab.program import Program
from wsusim.lab.web.access import Denied, as_lab_teacher, as_teacher, as_teacher_of

Ask = dict[str, Any]
"""The fields of a request, and the numbers in its address."""

Act = Callable[[Lab, Person, Ask], Any]
"""What is done or answered for the person who asks."""

LONGEST_BODY = 1_000_000
LONGEST_FILES = 30_000_000
"""Of a teacher's files: a lesson's, in base64."""

BODY_S = 15.0
"""A request's body must have come within this time."""


async def body(request: Request, most: int = LONGEST_BODY) -> dict[str, Any]:
    """Return a request's JSON object, if it arrives in time and has at most so many bytes."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise Denied(415, "Send JSON (Content-Type: application/json).")
    content = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for piece in request.stream():
                content += piece
                if len(content) > most:
                    raise Denied(413, f"That is too long; {most:,} bytes is the most.")
    except TimeoutError:
        raise Denied(408, "The request took too long to arrive.") from None
    try:
        values = json.loads(content or b"{}")
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise Denied(400, "The request must be a JSON object.")
    return values


COURSE_HEADER = "x-course"
COURSE = "course of the request"
"""A request's course is among its fields under this name, which no field of a body may have."""


def course_number(request: Request) -> int | None:
    """Return the number of the course that a request is about; ``None``: it doesn't say."""
    said = request.headers.get(COURSE_HEADER) or request.query_params.get("course") or ""
    if not said:
        return None
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise BadInput(f"{said[:40]!r} is no course's number.")
    return int(said)


def course(lab: Lab, person: Person, ask: Ask) -> Course:
    """Return the course that a request is about; raises ``BadInput`` if the person has none."""
    return lab.courses.for_person(person, ask.get(COURSE))


def for_teachers(act: Act) -> Act:
    """Return an act for teachers of the course that the request is about."""

    @wraps(act)
    def allowed(lab: Lab, person: Person, ask: Ask) -> Any:
        number = course(lab, as_teacher(person), ask).id
        return act(lab, as_teacher_of(person, number), ask)

    return allowed


def for_lab_teachers(act: Act) -> Act:
    """Return an act that is refused to anyone but a teacher of the whole lab."""

    @wraps(act)
    def allowed(lab: Lab, person: Person, ask: Ask) -> Any:
        return act(lab, as_lab_teacher(person), ask)

    return allowed


def for_its_teachers(act: Act) -> Act:
    """Return an act for teachers of the assignment or hand-in that it is about."""

    @wraps(act)
    def allowed(lab: Lab, person: Person, ask: Ask) -> Any:
        as_teacher(person)
        if "hand_in" in ask:
            number = lab.assignments.get_hand_in(ask["hand_in"]).assignment
        else:
            number = ask["assignment"]
        as_teacher_of(person, lab.assignments.get(number, person).course)
        return act(lab, person, ask)

    return allowed


def text(ask: Ask, name: str, usual: str | None = None) -> str:
    """Return a field that must be text; raises ``BadInput`` if it isn't."""
    value = ask.get(name, usual)
    if value is None and name not in ask:
        raise BadInput(f"The request lacks the text {name!r}.")
    if not isinstance(value, str):
        raise BadInput(f"{name} is {_shown(value)}, but it must be text.")
    if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise BadInput(f"{name} isn't text: it holds characters that no text has.")
    return value


def program(ask: Ask) -> Program:
    """Return the program that a request carries; raises ``BadInput`` if it carries none."""
    modules = ask.get("modules", {})
    if not isinstance(modules, dict):
        raise BadInput(
            f"modules is {_shown(modules)}, but it must be an object: texts by names of files."
        )
    texts_by_name = {name: text(modules, name) for name in modules}
    return Program(text(ask, "name"), text(ask, "source"), texts_by_name)


def texts(ask: Ask, name: str) -> list[str]:
    """Return a field that must be a list of texts; raises ``BadInput`` if it isn't."""
    value = ask.get(name)
    if not isinstance(value, list):
        raise BadInput(f"{name} is {_shown(value)}, but it must be a list of texts.")
    return [text({name: one}, name) for one in value]


def number(ask: Ask, name: str, usual: float, low: float, high: float) -> float:
    """Return a field that must be a number; raises ``BadInput`` if it isn't, or is too far off."""
    value = ask.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadInput(
            f"{name} is {_shown(value)}, but it must be a number from {low:g} to {high:g}."
        )
    return value


def whole_number(ask: Ask, name: str, usual: int, low: int, high: int) -> int:
    """Return a field that must be a whole number; raises ``BadInput`` as ``number`` does."""
    value = ask.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadInput(
            f"{name} is {_shown(value)}, but it must be a whole number from {low} to {high}."
        )
    return value


def _shown(value: object) -> str:
    """Return a value of a request as JSON, cut to the length of a line."""
    return json.dumps(value, ensure_ascii=False)[:40]
