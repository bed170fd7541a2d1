"""``lab``: say who may use a lab, what they may have of theirs, and that they are gone."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.lab_folder import IN_COURSE, OF_A_LAB, store_of
from wsusim.cli.options import FILE
from wsusim.cli.output import show, tell
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.lab.courses import Course
    from wsusim.lab.people import Person

TWO_PEOPLE = "If these are two people, write something after a name: Ann Smith 5b."


@click.command(short_help="Invite people, or give them new tokens.")
@OF_A_LAB
@click.argument("names", nargs=-1)
@renamed(
    "--class-list",
    old="--csv",
    type=FILE,
    metavar="FILE",
    help="Invite everyone in this file: one name per line, or CSV.",
)
@click.option(
    "--teacher",
    is_flag=True,
    help="Invite them as teachers of the whole lab; with --course, of that course alone.",
)
@IN_COURSE
@renamed(
    "--to",
    "address",
    old="--address",
    metavar="ADDRESS",
    help="The lab's address, to print invitations with it. Default: only the tokens.",
)
@click.option(
    "--print",
    "page",
    type=FILE,
    metavar="FILE.html",
    help="Save cards with QR codes to print and cut; needs --to.",
)
def invite(
    folder: Path,
    names: tuple[str, ...],
    class_list: Path | None,
    teacher: bool,
    course: str | None,
    address: str | None,
    page: Path | None,
    store: str | None,
) -> int:
    """Invite NAMES to the lab of FOLDER and print a token for each. A token is shown only once.

    \b
    Examples:
      python main.py lab invite my_lab "Ann Smith" "Bob Jones"
      python main.py lab invite my_lab --class-list class_5b.csv
      python main.py lab invite my_lab Ann --to https://lab.example --print cards.html
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.atomic import check_replaceable, write_whole
    from wsusim.lab.class_list import decoded, names_in, twice_in
    from wsusim.lab.courses import Courses
    from wsusim.lab.invitations import address_for, page_of
    from wsusim.lab.people import People

    wanted = list(names)
    if class_list is not None:
        from wsusim.formats.atomic import read_whole

        text = decoded(read_whole(class_list, "a class list"))
        wanted += names_in(text)
        if twice := twice_in(text):
            tell(f"note: twice in the list, and invited once: {', '.join(twice)}. {TWO_PEOPLE}")
    if page is not None:
        if address is None:
            raise BadInput("--print needs --to ADDRESS: the codes hold the lab's address.")
        check_replaceable(page, ".html")
    if not wanted:
        raise BadInput(
            "There is no one to invite. Give names, or --class-list FILE with a class list."
        )
    with store_of(folder, store) as rows:
        into = None if course is None else Courses(rows).titled(course).id
        made = People(rows).invite(
            wanted,
            time.time(),
            is_teacher=teacher and into is None,
            course=into,
            is_course_teacher=teacher,
        )
    for one in made:
        show(f"{one.name}\t{address_for(address, one.token) if address else one.token}")
    if page is not None and address is not None:
        write_whole(page, page_of(made, address).encode())
        show(f"To print and to cut: {page}. Anyone who has a card can sign in with it.")
    return 0


@click.command(short_help="Remove a person with all that is theirs.")
@OF_A_LAB
@click.argument("name")
def remove(folder: Path, name: str, store: str | None) -> int:
    """Remove NAME from the lab of FOLDER for good: programs, runs, recordings, hand-ins, marks.

    \b
    Example:
      python main.py lab remove my_lab "Bob Jones"
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.lab_files import Files
    from wsusim.lab.people import People
    from wsusim.lab.person_data import remove_person

    with store_of(folder, store) as rows:
        remove_person(rows, People(rows), Files(folder), name, time.time())
    show(
        f"All that was kept of {name} is gone. Backups, and the log until it is rotated, know them."
    )
    return 0


@click.command(short_help="Save all that is kept of a person.")
@OF_A_LAB
@click.argument("name")
@click.argument("file", type=FILE, metavar="FILE.zip")
def export(folder: Path, name: str, file: Path, store: str | None) -> int:
    """Save all that the lab of FOLDER keeps of NAME as FILE.zip, to be given to them.

    \b
    Example:
      python main.py lab export my_lab "Bob Jones" bob.zip
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.atomic import write_whole
    from wsusim.lab.lab_files import Files
    from wsusim.lab.person_data import export_of

    if file.exists():
        raise BadInput(f"{file} exists already. Choose another name.")
    with store_of(folder, store) as rows:
        write_whole(file, export_of(rows, Files(folder), name))
    show(f"Saved {file}")
    return 0


@click.command(short_help="List the people of a lab.")
@OF_A_LAB
@IN_COURSE
def people(folder: Path, course: str | None, store: str | None) -> int:
    """List the people of the lab of FOLDER, or of one course: who they are, and where.

    \b
    Example:
      python main.py lab people my_lab
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.courses import Courses
    from wsusim.lab.pairs import Pairs
    from wsusim.lab.people import People

    with store_of(folder, store) as rows:
        known, pairs = Courses(rows), Pairs(rows)
        only = None if course is None else known.titled(course)
        for person in People(rows).all():
            theirs = [one for one in known.all() if one.id in person.courses]
            if only is not None and only not in theirs:
                continue
            role = "teacher" if person.is_teacher else "student"
            words = [f"{role}{'  revoked' if person.is_revoked else ''}"]
            if len(known.all()) > 1:
                words.append(", ".join(_in_course(person, one) for one in theirs) or "in no course")
            found = [pairs.of(one.id, person.id) for one in theirs]
            words += [f"works with {pair.partner(person.id)}" for pair in found if pair is not None]
            show("\t".join((person.name, *words)))
    return 0


def _in_course(person: Person, course: Course) -> str:
    teaches = course.id in person.teaches and not person.is_teacher
    return f"{course.title} (teacher)" if teaches else course.title


@click.command(short_help="End a person's token.")
@OF_A_LAB
@click.argument("name")
def revoke(folder: Path, name: str, store: str | None) -> int:
    """End the token of NAME, and all that was signed in with it.

    \b
    Example:
      python main.py lab revoke my_lab "Ann Smith"
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.lab.people import People

    with store_of(folder, store) as rows:
        People(rows).revoke(name, time.time())
    show(f"The token of {name} has ended. Invite {name} again for a new one.")
    return 0
