"""``lab courses``, ``course`` and ``pair``: several courses in one lab, and pairs in them."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import click

from wsusim.cli.lab_folder import IN_COURSE, OF_A_LAB, store_of
from wsusim.cli.output import show
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput

BY = "terminal"


@click.command(short_help="List the courses of a lab.")
@OF_A_LAB
def courses(folder: Path, store: str | None) -> int:
    """List the courses of the lab of FOLDER: robots, students, and who teaches each.

    \b
    Example:
      python main.py lab courses my_lab
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.courses import Courses
    from wsusim.lab.people import People

    with store_of(folder, store) as rows:
        everybody = [one for one in People(rows).all() if not one.is_revoked]
        for course in Courses(rows).all():
            inside = [one for one in everybody if course.id in one.courses]
            teachers = [one.name for one in inside if course.id in one.teaches]
            count = len(inside) - len(teachers)
            robots = ", ".join(map(str, course.robots)) or "all"
            show(
                f"{course.title}{' (closed)' if course.is_closed else ''}\t"
                f"{count} student{'' if count == 1 else 's'}\trobots: {robots}\t"
                f"teachers: {', '.join(teachers) or 'those of the lab'}"
            )
    return 0


@click.command(short_help="Begin a course, or change one.")
@OF_A_LAB
@click.argument("title")
@click.option("--rename", metavar="TITLE", help="Give it this title from now on.")
@renamed(
    "--robot-numbers",
    "robots",
    old="--robots",
    metavar="1,2|all",
    help="The robots that its programs may drive, counted from 1.",
)
@click.option(
    "--close/--open", "is_closed", default=None, help="Hide it from its students, or not."
)
def course(
    folder: Path,
    title: str,
    rename: str | None,
    robots: str | None,
    is_closed: bool | None,
    store: str | None,
) -> int:
    """Begin the course TITLE in the lab of FOLDER, or change it if it is there.

    \b
    Example:
      python main.py lab course my_lab "Robots 5b" --robot-numbers 1
      python main.py lab invite my_lab --class-list class_5b.csv --course "Robots 5b"
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.courses import Courses

    wanted = None if robots is None else _numbers(robots)
    with store_of(folder, store) as rows:
        kept = Courses(rows)
        known = next((one for one in kept.all() if one.title == title.strip()), None)
        if known is None:
            made = kept.add(rename or title, wanted or (), BY, time.time())
            show(f'Began {made.title}. Invite its people: lab invite --course "{made.title}"')
            return 0
        others = [one for one in kept.all() if one.id != known.id and not one.is_closed]
        if is_closed and not others:
            raise BadInput(f"{title} is the only open course. Begin another one first.")
        changed = kept.change(
            replace(
                known,
                title=rename or known.title,
                robots=known.robots if wanted is None else wanted,
                is_closed=known.is_closed if is_closed is None else is_closed,
            ),
            BY,
            time.time(),
        )
    show(f"Changed {changed.title}.")
    return 0


@click.command(short_help="Let two students share their work, or separate them.")
@OF_A_LAB
@click.argument("name")
@click.argument("partner", required=False)
@IN_COURSE
def pair(
    folder: Path, name: str, partner: str | None, course: str | None, store: str | None
) -> int:
    """Let NAME and PARTNER share their work from now on; without PARTNER, separate NAME's pair.

    \b
    Examples:
      python main.py lab pair my_lab "Ann Smith" "Bob Jones" --course "Robots 5b"
      python main.py lab pair my_lab "Ann Smith" --course "Robots 5b"
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.courses import Courses
    from wsusim.lab.pairs import Pairs
    from wsusim.lab.people import People

    with store_of(folder, store) as rows:
        known, people, pairs = Courses(rows), People(rows), Pairs(rows)
        person = people.named(name)
        theirs = [one for one in known.all() if one.id in person.courses]
        if course is None and len(theirs) != 1:
            raise BadInput(f"{name} is in {len(theirs)} courses. Say in which one: --course TITLE")
        number = theirs[0].id if course is None else known.titled(course).id
        if partner is None:
            pairs.end(number, person, BY, time.time())
            show(f"{name} works alone from now on. What was done together stays for both.")
        else:
            pairs.make(number, person, people.named(partner), BY, time.time())
            show(f"{name} and {partner} share what they run and hand in from now on.")
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    if text.strip() == "all":
        return ()
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdigit() and int(part) > 0 for part in parts):
        raise BadInput(
            f"{text!r} names no robots. Give their numbers: --robot-numbers 1,2, or all."
        )
    return tuple(map(int, parts))
