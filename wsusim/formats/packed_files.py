"""Several files in one, as programs pack them (zip), read from bytes that others made."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from wsusim.errors import MazeError
from wsusim.formats.atomic import FILE_MAX_BYTES
from wsusim.model.text import printable

MOST_FILES = 1000

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError)
_UNREADABLE = (NotImplementedError, RuntimeError)
"""What Python raises for ways of packing that it doesn't know, and for passwords."""


class PackedFiles:
    """The files in a packed one.

    Args:
        content: Of the packed file.

    Raises:
        MazeError: It is broken, or holds too many files.
    """

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
        except _BROKEN as error:
            raise MazeError(f"it is a broken packed file ({error}). Save it again.") from None
        if len(self._archive.namelist()) > MOST_FILES:
            raise MazeError(f"it has more than {MOST_FILES} files in it.")

    def names(self) -> Iterator[str]:
        """Yield the files' names."""
        yield from self._archive.namelist()

    def read(self, name: str) -> bytes:
        """Return a file's content; raises ``MazeError`` if it is missing, broken or too large."""
        shown = printable(name)
        try:
            with self._archive.open(name) as file:
                content = file.read(FILE_MAX_BYTES + 1)
        except KeyError:
            raise MazeError(f"there is no {shown} in it.") from None
        except (*_BROKEN, *_UNREADABLE) as error:
            raise MazeError(f"{shown} in it can't be unpacked ({error}).") from None
        if len(content) > FILE_MAX_BYTES:
            raise MazeError(f"{shown} in it is larger than {FILE_MAX_BYTES / 1e6:g} MB.")
        return content
