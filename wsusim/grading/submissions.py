"""What was handed in: one program for each student, with exactly the files that belong to it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.grading.zipped_work import unzipped
from wsusim.model.text import printable
from wsusim.recording.header import ControllerSource
from wsusim.recording.program_files import program_files

MOST_FILES = 300
LARGEST_BYTES = 20_000_000
"""Of all files of a submission together."""

ZIP = ".zip"
WORK = (".py", ZIP)
"""Endings of what may be handed in, in small letters or capitals."""

_PACKED = ("zip", "7z", "rar", "tar", "gz", "tgz")
"""Endings of what can hold a program."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's work.

    Attributes:
        student: Name of the file or folder; with its suffix if two have the same.
        path: What was handed in, as people may type it.
        program: What is run; ``None``: nothing can be.
        problem: Why not.
    """

    student: str
    path: str
    program: ControllerSource | None
    problem: str = ""

    def programs(self, robots: int) -> tuple[ControllerSource, ...]:
        """Return the program for each of so many robots."""
        own = self.program
        assert own is not None
        return tuple(
            ControllerSource(robot, own.class_name, own.main, own.files) for robot in range(robots)
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in the class's folder that seems to be no student's work.

    Attributes:
        name: Of the file.
        why: Half a sentence for the teacher.
    """

    name: str
    why: str


def find_submissions(folder: Path, wanted: str | None, leave_out: set[Path]) -> list[Submission]:
    """Return all submissions in a folder: each Python file, ZIP and folder is one student's.

    Args:
        folder: Where they are.
        wanted: Name of the program within a student's folder; ``None``: it has only one.
        leave_out: Files of the teacher's own.

    Raises:
        BadInput: There is no such folder, or nothing in it.
    """
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}. Give the one with the students' work.")
    places = [place for place in sorted(folder.iterdir()) if _why_not(place, leave_out) is None]
    if not places:
        others = "; ".join(f"{one.name}: {one.why}" for one in find_left_out(folder, leave_out)[:5])
        raise BadInput(
            f"The folder {folder} holds no work: neither a Python file, a ZIP nor a folder. Put "
            f"one of them there for each student.{f' Left out: {others}.' if others else ''}"
        )
    found = [_of_place(place, wanted) for place in places]
    names = _names_of([one.student for one in found], [printable(place.name) for place in places])
    return [replace(one, student=name) for one, name in zip(found, names, strict=True)]


def _names_of(students: list[str], file_names: list[str]) -> list[str]:
    """Return a name for each work: the student's, or the full file name if two have the same.

    A class's folder may hold ``ann.py`` beside ``ann.zip``: only the teacher knows whose they are.
    """
    often = Counter(students)
    names: list[str] = []
    for student, file_name in zip(students, file_names, strict=True):
        name = student if often[student] == 1 else file_name
        number = 1
        while name in names:
            number += 1
            name = f"{file_name} ({number})"
        names.append(name)
    return names


def find_left_out(folder: Path, leave_out: set[Path]) -> list[LeftOut]:
    """Return what is not graded, so that the teacher can see whose work that may be.

    Args:
        folder: Where the submissions are.
        leave_out: Files of the teacher's own; they are not reported.
    """
    whys = ((place, _why_not(place, leave_out)) for place in sorted(folder.iterdir()))
    return [LeftOut(printable(place.name), why) for place, why in whys if why]


def _why_not(place: Path, leave_out: set[Path]) -> str | None:
    """Return why something is no submission; ``None``: it is one; empty: not worth mentioning."""
    name, suffix = place.name, place.suffix.lower()
    is_folder = place.is_dir()
    if name == "__pycache__" or Path(os.path.realpath(place)) in leave_out:
        return ""
    if name.startswith("._") and suffix in WORK:
        return f"what macOS notes of {printable(name[2:])}"
    if name.startswith("."):
        return "its name begins with a dot" if _may_be_work(place) else ""
    if place.is_symlink():
        return "a link"
    if name.startswith("_"):
        return "its name begins with _" if is_folder or suffix in WORK else ""
    if is_folder:
        return None
    if not place.is_file():
        return "not an ordinary file"
    if suffix in WORK:
        return None
    if place.stem.lower().endswith(".py"):
        return f"not a Python file; if it holds a program, call it {printable(place.stem)}"
    if suffix == ".ipynb":
        return "a notebook; ask for the program as a .py file"
    return "not a Python file"


def _may_be_work(hidden: Path) -> bool:
    """Return whether something whose name begins with a dot may be a submission all the same."""
    is_named_so = hidden.name.lower().endswith(WORK)
    is_folder = hidden.is_dir() and not hidden.is_symlink()
    return is_named_so or (is_folder and any(hidden.glob("*.py")))


def _of_place(place: Path, wanted: str | None) -> Submission:
    if place.is_dir():
        return _of_folder(place, wanted)
    return _of_zip(place, wanted) if place.suffix.lower() == ZIP else _of_one_file(place)


def submission_of(name: str, wanted: str | None) -> Submission:
    """Return what a student would hand in: a folder, a ZIP, or a file with what it imports.

    Raises:
        BadInput: There is no such program.
    """
    place = Path(name)
    if place.is_dir() or (place.suffix.lower() == ZIP and place.is_file()):
        submission = _of_place(place.resolve(), wanted)
        if submission.program is None:
            raise BadInput(submission.problem)
        return submission
    file_name, class_name = split_spec(name)
    file = find_file(file_name)
    try:
        files = program_files(file)
    except OSError as error:
        raise ControllerLoadError(f"{file.name} can't be read: {error.strerror}.") from error
    return Submission(file.stem, name, ControllerSource(0, class_name or "", file.name, files))


def _of_one_file(file: Path) -> Submission:
    """Return a file alone: what is beside it is others' work."""
    student, path, main = printable(file.stem), printable(str(file)), f"{file.stem}.py"
    try:
        content = file.read_bytes()
    except OSError as error:
        return Submission(student, path, None, f"It can't be read: {error.strerror}.")
    return Submission(student, path, ControllerSource(0, "", main, {main: content}))


def _of_folder(folder: Path, wanted: str | None) -> Submission:
    student, path = printable(folder.name), printable(str(folder))
    try:
        files = dict(_files(folder))
        zips = [name for name in files if name.lower().endswith(ZIP)]
        if len(zips) == 1 and not any(map(_is_program, files)):
            files = unzipped(files[zips[0]], MOST_FILES, LARGEST_BYTES)
        program = program_among(folder.name, files, wanted, is_folder=True)
    except BadInput as error:
        return Submission(student, path, None, str(error))
    except OSError as error:
        what = "It" if error.filename in (None, str(folder)) else Path(error.filename).name
        return Submission(
            student, path, None, f"{printable(what)} can't be read: {error.strerror}."
        )
    return Submission(student, path, program)


def _of_zip(file: Path, wanted: str | None) -> Submission:
    student, path = printable(file.stem), printable(str(file))
    try:
        if file.stat().st_size > LARGEST_BYTES:
            raise BadInput(f"The ZIP has more than {LARGEST_BYTES // 1_000_000} MB.")
        files = unzipped(file.read_bytes(), MOST_FILES, LARGEST_BYTES)
        program = program_among(file.stem, files, wanted)
    except BadInput as error:
        return Submission(student, path, None, str(error))
    except OSError as error:
        return Submission(student, path, None, f"It can't be read: {error.strerror}.")
    return Submission(student, path, program)


def program_among(
    student: str, files: dict[str, bytes], wanted: str | None, *, is_folder: bool = False
) -> ControllerSource:
    """Return the program among a student's files.

    Args:
        student: Whose they are.
        files: By their paths.
        wanted: Name of the program, ``file.py`` or ``file.py:Class``; ``None``: the only one.
        is_folder: They are in a folder, where a program must have the wanted name.

    Raises:
        BadInput: There is none, or it is ambiguous.
    """
    name, _, class_name = (wanted or "").partition(":")
    files = _as_python_knows_them(_of_one_lesson(_without_top_folder(files), name))
    programs = [file for file in files if _is_program(file)]
    alike = [file for file in programs if file.casefold() == name.casefold()]
    if name in files:
        return ControllerSource(0, class_name, name, files)
    if len(alike) == 1:
        return ControllerSource(0, class_name, alike[0], files)
    if name and (is_folder or len(programs) != 1):
        raise BadInput(f"There is no file {name} in it.")
    return ControllerSource(0, class_name, _only_program(student, files, is_folder), files)


def _is_program(file: str) -> bool:
    return file.lower().endswith(".py") and "/" not in file


def _without_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files relative to the programs' folder: people pack the folder in which they work."""
    while not any(map(_is_program, files)):
        tops = {name.partition("/")[0] for name in files if "/" in name}
        if len(tops) != 1 or any("/" not in name for name in files):
            return files
        files = {name.partition("/")[2]: content for name, content in files.items()}
    return files


def _of_one_lesson(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    """Return the files of the only folder with that program, if there is no program beside it.

    So students can hand in the folder of all their lessons.
    """
    if not name or any(map(_is_program, files)):
        return files
    places = [file for file in files if file.rpartition("/")[2].casefold() == name.casefold()]
    if len(places) != 1:
        return files
    top = f"{places[0].rpartition('/')[0]}/"
    return {file.removeprefix(top): own for file, own in files.items() if file.startswith(top)}


def _as_python_knows_them(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return ``walls.PY`` as ``walls.py``: Windows imports both, other systems only the latter."""
    known = dict(files)
    for name in files:
        usual = f"{name[:-3]}.py" if name.lower().endswith(".py") else name
        if usual not in known:
            known[usual] = known.pop(name)
    return known


def _only_program(name: str, files: dict[str, bytes], is_folder: bool) -> str:
    programs = [file for file in files if _is_program(file)]
    what = f"{'folder' if is_folder else 'ZIP'} {name}"
    if len(programs) == 1:
        return programs[0]
    if f"{name}.py" in programs:
        return f"{name}.py"
    if not programs:
        raise BadInput(_no_program(what, sorted(files)))
    raise BadInput(
        f"The {what} has {len(programs)} Python files "
        f"({', '.join(sorted(programs)[:5])}), and the assignment doesn't say which one is the "
        'program. Teachers write there, for example: file = "robot.py". Students can call their '
        f"program {name}.py."
    )


def _no_program(what: str, files: list[str]) -> str:
    """Return that there is no program, and which of the files may hold it all the same."""
    if deep := next((name for name in files if name.lower().endswith(".py")), None):
        return (
            f"The Python files of the {what} are in folders of it ({deep}). Move them to its top."
        )
    told = f"There is no Python file in the {what}."
    for name in files:
        last = name.rpartition("/")[2]
        stem, _, ending = last.rpartition(".")
        if stem.lower().endswith(".py"):
            return f"{told} It has {last}: if that holds the program, call it {stem}."
        if ending.lower() in _PACKED:
            return f"{told} It has {last}: unpack that first."
        if ending.lower() == "ipynb":
            return f"{told} It has {last}, a notebook: ask for the program as a .py file."
    return told


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all ordinary files of a folder, but no links, which may lead to others' work."""
    count, size = 0, 0

    def refuse(error: OSError) -> None:
        raise error

    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name != "__pycache__"
        )
        for name in sorted(names):
            file = Path(place) / name
            if name.startswith(".") or file.is_symlink() or not file.is_file():
                continue
            count, size = count + 1, size + file.stat().st_size
            if count > MOST_FILES or size > LARGEST_BYTES:
                raise BadInput(
                    f"The folder holds more than {MOST_FILES} files or "
                    f"{LARGEST_BYTES // 1_000_000} MB. Leave out what the program does not need."
                )
            yield file.relative_to(folder).as_posix(), file.read_bytes()
