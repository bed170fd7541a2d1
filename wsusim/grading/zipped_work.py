"""Reads a ZIP that was handed in, without the dangers of unpacking one."""

from __future__ import annotations

import io
import stat
import zlib
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from wsusim.errors import BadInput
from wsusim.model.text import printable, whole_text

_ENCRYPTED = 0x1


def unzipped(content: bytes, most_files: int, most_bytes: int) -> dict[str, bytes]:
    """Return the ordinary files in a ZIP by their paths in it; nothing is written anywhere.

    Links, hidden files and what systems add by themselves are not a student's work.

    Raises:
        BadInput: It can't be opened, leads out of its own folder, or holds too much.
    """
    files: dict[str, bytes] = {}
    left = most_bytes
    try:
        with ZipFile(io.BytesIO(content)) as whole:
            for entry in whole.infolist():
                name = _place(entry)
                if name is None:
                    continue
                if len(files) == most_files or entry.file_size > left:
                    raise BadInput(
                        f"The ZIP holds more than {most_files} files or "
                        f"{most_bytes // 1_000_000} MB. Leave out what the program does not need."
                    )
                files[name] = _content(whole, entry, left)
                left -= len(files[name])
    except (BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise BadInput(
            f"This ZIP can't be opened ({error}). Ask for it again, or for the Python file itself."
        ) from None
    return files


def _place(entry: ZipInfo) -> str | None:
    """Return an entry's path; ``None``: it isn't one of a student's files."""
    path = PurePosixPath(entry.filename.replace("\\", "/"))
    is_link = stat.S_ISLNK(entry.external_attr >> 16)
    if entry.is_dir() or is_link or path.parts[:1] == ("__MACOSX",):
        return None
    if any(part.startswith(".") and part != ".." for part in path.parts):
        return None
    if "__pycache__" in path.parts:
        return None
    if path.is_absolute() or ".." in path.parts or ":" in entry.filename:
        raise BadInput(
            f"The ZIP has a file {printable(entry.filename)[:60]!r}, which leads out of its "
            "folder. Ask for the Python file itself."
        )
    return whole_text(path.as_posix())


def _content(whole: ZipFile, entry: ZipInfo, most_bytes: int) -> bytes:
    if entry.flag_bits & _ENCRYPTED:
        raise BadInput("This ZIP has a password. Ask for one without, or for the Python file.")
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadInput("This ZIP is packed in an unusual way. Ask for the Python file itself.")
    with whole.open(entry) as file:
        return file.read(most_bytes + 1)[:most_bytes]
