"""What was handed in: one program a student, with the files that belong to it and no others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wsusim.control.source_file import find_file, split_spec
from wsusim.errors import BadInput, ControllerLoadError
from wsusim.model.text import printable
from wsusim.recording.header import ControllerSource
from wsusim.recording.program_files import program_files

MOST_FILES = 300
LARGEST_BYTES = 20_000_000
"""Of all files of a submission together."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's work.

    Attributes:
        student: Name of the file or folder.
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


def find_submissions(folder: Path, wanted: str | None, leave_out: set[Path]) -> list[Submission]:
    """Return all submissions in a folder: each Python file, and each folder, is a student's.

    Args:
        folder: Where they are.
        wanted: Name of the program within a student's folder; ``None``: it has only one.
        leave_out: Files of the teacher's own.

    Raises:
        BadInput: There is no such folder, or nothing in it.
    """
    if not folder.is_dir():
        raise BadInput(f"There is no folder {folder}. Give the one with the students' work.")
    found = []
    for place in sorted(folder.iterdir()):
        if place.name.startswith((".", "_")) or place.is_symlink():
            continue
        if place.is_dir():
            found.append(_of_folder(place, wanted))
        elif place.suffix == ".py" and place.is_file() and place.resolve() not in leave_out:
            found.append(_of_one_file(place))
    if not found:
        raise BadInput(
            f"The folder {folder} holds no work: neither a Python file nor a folder. Put one of "
            "them there for each student."
        )
    names = [submission.student for submission in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(
            f"There are two submissions called {twice!r}: a file and a folder. Rename one of them."
        )
    return found


def submission_of(name: str, wanted: str | None) -> Submission:
    """Return what a student would hand in: a folder, or a file with the files that it imports.

    Raises:
        BadInput: There is no such program.
    """
    place = Path(name)
    if place.is_dir():
        submission = _of_folder(place.resolve(), wanted)
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
    """Return a file alone: what lies beside it is others' work."""
    student, path = printable(file.stem), printable(str(file))
    try:
        content = file.read_bytes()
    except OSError as error:
        return Submission(student, path, None, f"It can't be read: {error.strerror}.")
    return Submission(student, path, ControllerSource(0, "", file.name, {file.name: content}))


def _of_folder(folder: Path, wanted: str | None) -> Submission:
    student, path = printable(folder.name), printable(str(folder))
    name, _, class_name = (wanted or "").partition(":")
    try:
        files = dict(_files(folder))
        main = name or _only_program(folder.name, files)
        if main not in files:
            raise BadInput(f"There is no file {main} in it.")
    except (BadInput, OSError) as error:
        return Submission(student, path, None, str(error))
    return Submission(student, path, ControllerSource(0, class_name, main, files))


def _only_program(name: str, files: dict[str, bytes]) -> str:
    programs = [file for file in files if file.endswith(".py") and "/" not in file]
    if len(programs) == 1:
        return programs[0]
    if f"{name}.py" in programs:
        return f"{name}.py"
    if not programs:
        raise BadInput(f"There is no Python file in the folder {name}.")
    raise BadInput(
        f"The folder {name} has {len(programs)} Python files "
        f"({', '.join(sorted(programs)[:5])}), and the assignment doesn't say which one is the "
        'program. Teachers write there, for example: file = "robot.py". Students can call their '
        f"program {name}.py."
    )


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all ordinary files of a folder; links may lead to others' work, so they are not."""
    count, size = 0, 0
    for place, folders, names in os.walk(folder):
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
