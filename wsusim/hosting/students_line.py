"""Which line of a student's program is being executed, as one number that goes through the link."""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType, FrameType
from zlib import crc32

_LINE_BITS = 24
"""A line's number has room in so many; the rest tells the file."""


class StudentsLine:
    """Finds the innermost line of the program's own files; called in the program's thread.

    Args:
        folder: Where the program's files are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[CodeType, int] = {}
        """Number of the file that each code comes from; 0: it is none of the program's."""

    def __call__(self) -> int:
        """Return file and line as one number; 0 if no frame is the program's."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            file = self._known.get(frame.f_code)
            if file is None:
                file = self._known[frame.f_code] = self._file_of(frame.f_code)
            if file:
                return file << _LINE_BITS | frame.f_lineno
            frame = frame.f_back
        return 0

    def _file_of(self, code: CodeType) -> int:
        path = Path(code.co_filename).resolve()
        if not path.is_relative_to(self._folder):
            return 0
        return number_of_file(path.relative_to(self._folder).as_posix())


def number_of_file(name: str) -> int:
    """Return the number that stands for a file, by its name in the program's folder."""
    return crc32(name.encode()) | 1


def place_of(number: int, files: dict[int, str]) -> tuple[str, int] | None:
    """Return file and line of a number; ``files`` has the names by their numbers."""
    name = files.get(number >> _LINE_BITS)
    return None if name is None else (name, number & (1 << _LINE_BITS) - 1)
