"""The student's own copy of a lesson: a folder with the program, the mazes and the progress."""

from __future__ import annotations

from pathlib import Path

from wsusim.errors import BadInput
from wsusim.formats.atomic import free_name, write_whole
from wsusim.lessons.lesson import Lesson
from wsusim.lessons.lesson_files import SUFFIX, packed

FOLDER = "wsusim lessons"


def usual_root() -> Path:
    """Return where students' copies are kept by default."""
    documents = Path.home() / "Documents"
    return (documents if documents.is_dir() else Path.home()) / FOLDER


def begin(lesson: Lesson, root: Path) -> Path:
    """Make the student's own copy, and return its program; what the student has written stays.

    Mazes and other programs of the lesson are updated, and so is the lesson itself, without
    solution and notes, so that the copy can be checked on any computer.

    Raises:
        BadInput: It can't be written.
    """
    folder = root / lesson.name
    entry = lesson.entry
    program = folder / entry.program
    own = {program.name: lesson.files[entry.starter[0]]}
    own |= {name: lesson.files[name] for name in entry.starter[1:]}
    given = (*entry.mazes, *(spec.partition(":")[0] for spec in entry.others))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in given:
            if name in lesson.files:
                _write(folder / name, lesson.files[name])
        for name, content in own.items():
            if not (folder / name).exists():
                _write(folder / name, content)
        write_whole(folder / f"{lesson.name}{SUFFIX}", packed(lesson.name, lesson.for_students()))
    except OSError as error:
        raise BadInput(
            f"Your copy can't be written into {folder} ({error.strerror}). Choose another folder."
        ) from None
    return program


def start_again(lesson: Lesson, root: Path) -> Path:
    """Replace the student's program by the starter, and keep the old one beside it."""
    program = root / lesson.name / lesson.entry.program
    if program.exists():
        program.rename(free_name(program.with_name(f"{program.stem}_old.py"), joint="_"))
    return begin(lesson, root)


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, content)
