"""The students' copy of a lesson, which a lab keeps as one file.

It is exactly the file that ``lesson pack`` writes, so that the check in the lab and the one at home
say the same. Solution and notes never come into the lab's folder.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath

from wsusim.errors import BadInput
from wsusim.lessons.catalogue import shipped_lessons
from wsusim.lessons.lesson import Lesson, load_lesson, write_files
from wsusim.lessons.lesson_files import LESSON, MOST_BYTES, MOST_FILES, SUFFIX, packed

_PART = re.compile(r"[\w][\w .-]{0,79}")
_DEEPEST = 5


def holds_lesson(files: Mapping[str, bytes]) -> bool:
    """Return whether files that a teacher has chosen are a lesson: one file, or a folder's."""
    names = [PurePosixPath(name) for name in files]
    return any(name.suffix.lower() == SUFFIX or name.name == LESSON for name in names)


def lesson_among(files: Mapping[str, bytes]) -> Lesson:
    """Read the lesson that a teacher has chosen, and make sure that the lab can check with it.

    Args:
        files: A ``.lesson`` alone, or all files of a lesson's folder by their paths.

    Raises:
        BadInput: They can't be used.
    """
    _check(files)
    with tempfile.TemporaryDirectory(prefix="wsusim-lesson-") as folder:
        place = Path(folder).resolve()
        write_files(place, dict(files))
        whole = [name for name in files if name.lower().endswith(SUFFIX)]
        (chosen,) = whole or [name for name in files if PurePosixPath(name).name == LESSON]
        try:
            lesson = load_lesson(place / chosen)
            _refuse_own_python(lesson)
            _refuse_files_from_elsewhere(lesson)
            lesson.assignment()
        except BadInput as error:
            raise BadInput(str(error).replace(f"{place}/", "")) from None
    return lesson


def students_copy(lesson: Lesson) -> bytes:
    """Return the file that students may have, as ``lesson pack`` writes it."""
    return packed(lesson.name, lesson.for_students())


def _check(files: Mapping[str, bytes]) -> None:
    whole = [name for name in files if name.lower().endswith(SUFFIX)]
    tops = [name for name in files if PurePosixPath(name).name == LESSON]
    if len(whole) + len(tops) != 1 or (whole and len(files) > 1):
        raise BadInput(
            f"Choose one lesson alone: a file {SUFFIX}, or all files of the folder with {LESSON}."
        )
    size = sum(map(len, files.values()))
    if len(files) > MOST_FILES or size > MOST_BYTES:
        raise BadInput(
            f"{len(files)} files with {size:,} bytes; {MOST_FILES} files and {MOST_BYTES:,} bytes "
            "are the most. Make the pictures smaller."
        )
    for name in files:
        parts = PurePosixPath(name).parts
        if len(parts) > _DEEPEST or not all(map(_PART.fullmatch, parts)):
            raise BadInput(f"{name[:60]!r} can't name a file of a lesson here.")


def _refuse_own_python(lesson: Lesson) -> None:
    """Refuse checks of a teacher's own; those of the lessons that come with wsusim are known."""
    for name in lesson.own_checks:
        if sha256(lesson.files.get(name, b"")).hexdigest() not in _shipped_checks():
            raise BadInput(
                f"{LESSON}: predicate names {name}, Python of your own, which the lab's server "
                "doesn't run. Take it out here, and use it with grade on your computer."
            )


def _refuse_files_from_elsewhere(lesson: Lesson) -> None:
    """Refuse a lesson that names files of the lab's computer."""
    entry = lesson.entry
    others = [spec.partition(":")[0] for spec in entry.others]
    for name in (*entry.mazes, *entry.profiles, *others, *filter(None, [entry.profile])):
        if name not in lesson.files and re.search(r"[\\/]", name):
            raise BadInput(f"{LESSON}: {name[:60]!r} isn't in the lesson. Put the file into it.")


@cache
def _shipped_checks() -> frozenset[str]:
    lessons = (load_lesson(folder) for folder in shipped_lessons().values())
    return frozenset(
        sha256(lesson.files[name]).hexdigest() for lesson in lessons for name in lesson.own_checks
    )
