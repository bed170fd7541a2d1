"""The files of a lesson: of a folder, or of one ZIP file ``.lesson``.

The same files give the same bytes of a ``.lesson``, whenever and wherever it is written: names in
order, no dates, nothing compressed (compressors differ; pictures are compressed already).
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from wsusim.errors import BadInput
from wsusim.formats.atomic import read_whole
from wsusim.grading.zipped_work import unzipped
from wsusim.model.text import printable

SUFFIX = ".lesson"
LESSON = "lesson.toml"

MOST_FILES = 200
MOST_BYTES = 20_000_000
"""Of all files together."""

_NO_DATE = (1980, 1, 1, 0, 0, 0)
_ORDINARY_FILE = 0o100644 << 16
_UNIX = 3


def is_lesson(path: Path) -> bool:
    """Return whether this is a lesson: a folder with a ``lesson.toml``, that file, or a ZIP."""
    return path.suffix.lower() == SUFFIX or path.name == LESSON or (path / LESSON).is_file()


def name_of(path: Path) -> str:
    """Return the name of a lesson if its file does not say otherwise."""
    path = path.absolute()
    return path.parent.name if path.name == LESSON else path.name.removesuffix(SUFFIX)


def read_files(path: Path) -> tuple[str, dict[str, bytes]]:
    """Return a lesson's name and its files by their paths within it.

    Args:
        path: Its folder, the ``lesson.toml`` in it, or a ``.lesson``.

    Raises:
        BadInput: There is no lesson, or it can't be read.
    """
    if path.name == LESSON:
        path = path.absolute().parent
    if path.is_dir():
        files = _of_folder(path)
        name = path.absolute().name
    else:
        name, files = _of_zip(path)
    if LESSON not in files:
        raise BadInput(
            f"{printable(str(path))} is no lesson: there is no {LESSON} in it. "
            "manual/how-to/make-a-lesson.md shows what belongs into one."
        )
    return name, files


def packed(name: str, files: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a ``.lesson``; its files are in one folder with the lesson's name."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as archive:
        for path in sorted(files):
            entry = ZipInfo(f"{name}/{path}", _NO_DATE)
            entry.external_attr, entry.create_system = _ORDINARY_FILE, _UNIX
            archive.writestr(entry, files[path])
    return whole.getvalue()


def _of_zip(path: Path) -> tuple[str, dict[str, bytes]]:
    content = read_whole(path, "a lesson", MOST_BYTES + 1_000_000)
    try:
        files = unzipped(content, MOST_FILES, MOST_BYTES)
    except BadInput as error:
        raise BadInput(f"{printable(str(path))}: {error}") from None
    tops = {name.partition("/")[0] for name in files}
    if LESSON in files or len(tops) != 1:
        return name_of(path), files
    (top,) = tops
    return top, {name.partition("/")[2]: content for name, content in files.items()}


def _of_folder(folder: Path) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    size = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name != "__pycache__"
        )
        for name in sorted(names):
            file = Path(place) / name
            if name.startswith(".") or file.is_symlink() or not file.is_file():
                continue
            size += file.stat().st_size
            if len(files) == MOST_FILES or size > MOST_BYTES:
                raise BadInput(
                    f"The folder {printable(str(folder))} holds more than {MOST_FILES} files or "
                    f"{MOST_BYTES // 1_000_000} MB. Leave out what the lesson does not need."
                )
            try:
                files[file.relative_to(folder).as_posix()] = file.read_bytes()
            except OSError as error:
                raise BadInput(f"{file} can't be read: {error.strerror}.") from None
    return files
