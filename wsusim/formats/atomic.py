"""Read and write whole files: never a device, never half a file."""

from __future__ import annotations

import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wsusim.errors import BadInput, MazeError
from wsusim.model.text import printable

FILE_MAX_BYTES = 10_000_000

MAZE = "a maze file"
"""What is wanted, in the words of the messages."""


KINDS: dict[str, tuple[str, re.Pattern[bytes]]] = {
    ".mcap": ("a recording", re.compile(rb"\x89MCAP0\r\n.{9,40}wsusim", re.DOTALL)),
    ".json": ("a maze or profile", re.compile(rb'\s*\{.*"format"\s*:\s*"wsusim-', re.DOTALL)),
    ".csv": (
        "a table made by wsusim",
        re.compile(rb"(\xef\xbb\xbf)?(what,number,at|student,|time_s,|cycle,robot,|step,robot,)"),
    ),
    ".sample": ("a table of readings (.sample)", re.compile(rb"(\d+ ){4}\d+\s*\n")),
    ".html": (
        "a report (.html)",
        re.compile(rb'<!DOCTYPE html>\s*<html lang="en">\s*<meta charset="utf-8">\s*<meta name='),
    ),
    ".png": ("a picture (.png)", re.compile(rb"\x89PNG")),
    ".svg": ("a picture (.svg)", re.compile(rb"\s*<(\?xml|svg|!DOCTYPE svg)")),
    ".npy": ("a matrix (.npy)", re.compile(rb"\x93NUMPY")),
    ".gif": ("a film (.gif)", re.compile(rb"GIF8")),
    ".xml": ("a lab or grid", re.compile(rb"\s*(<!--.*-->\s*)?<(Lab|Grid)", re.DOTALL)),
    ".mp4": ("a film (.mp4)", re.compile(rb".{4}ftyp", re.DOTALL)),
}
"""What wsusim writes: its name, and how such a file begins."""

_HEAD_BYTES = 4096


def read_whole(path: Path, wanted: str = MAZE, most_bytes: int = FILE_MAX_BYTES) -> bytes:
    """Return a file's content.

    Raises:
        MazeError: It is missing, a folder, a device, unreadable, empty or too large.
    """
    name = printable(str(path))
    try:
        check_ordinary(path, wanted)
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except BadInput as error:
        raise MazeError(str(error)) from None
    except (OSError, ValueError) as error:
        raise MazeError(f"{name} can't be read ({_reason(error)}). Check the file.") from None
    if len(content) > most_bytes:
        raise MazeError(f"{name} is larger than {most_bytes / 1e6:g} MB, so it is not {wanted}.")
    if not content:
        raise MazeError(f"{name} is empty. Give {wanted}.")
    return content


def read_beside(folder: Path, name: str, wanted: str) -> bytes:
    """Return the content of a file that another one names, seen from that one's folder.

    Programs like to write the whole path, which leads nowhere on another computer: then the file of
    that name in the folder counts.

    Raises:
        MazeError: As ``read_whole``.
    """
    path = folder / name
    return read_whole(path if _is_there(path) else folder / re.split(r"[\\/]", name)[-1], wanted)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def check_ordinary(path: Path, wanted: str) -> None:
    """Raise ``BadInput`` unless this is an ordinary file: pipes and devices may never end."""
    name = printable(str(path))
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise BadInput(f"There is no file {name}. Check the name and the folder.") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{name} can't be read ({_reason(error)}). Check the file.") from None
    if stat.S_ISDIR(mode):
        raise BadInput(f"{name} is a folder. Give {wanted}.")
    if not stat.S_ISREG(mode):
        raise BadInput(f"{name} is not an ordinary file. Give {wanted}.")


def check_replaceable(path: Path, suffix: str) -> None:
    """Raise ``BadInput`` if a new file would replace a file of another kind.

    A person who allows overwriting means the last film or recording, never a controller whose name
    was in the wrong place.

    Args:
        path: Of the new file.
        suffix: What it will be, a key of ``KINDS``.
    """
    check_alike(path, *KINDS[suffix])


def check_alike(path: Path, name: str, beginning: re.Pattern[bytes]) -> None:
    """Raise ``BadInput`` if a new file would replace one that begins differently."""
    try:
        if not path.exists():
            return
        is_alike = path.is_file()
        if is_alike:
            with path.open("rb") as file:
                head = file.read(_HEAD_BYTES)
            is_alike = not head or beginning.match(head) is not None
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{path} can't be replaced ({_reason(error)}). Choose another name."
        ) from None
    if not is_alike:
        raise BadInput(
            f"{path} is not {name}, so {name} may not replace it. It was left as it is; choose "
            "another name."
        )


def make_folder(folder: Path) -> None:
    """Make a folder for results unless it exists; long work calls this first.

    Raises:
        BadInput: It can't be made, or nothing can be written into it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except FileExistsError:
        raise BadInput(f"{printable(str(folder))} is a file. Give the name of a folder.") from None
    except (OSError, ValueError) as error:
        raise BadInput(
            f"Nothing can be written to the folder {printable(str(folder))} ({_reason(error)}). "
            "Choose another one."
        ) from None


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder for what the block writes; if that fails, remove the empty folder.

    Raises:
        OSError: It can't be made.
    """
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # the first one that is not empty, and all above it, stay
            for place in made:
                place.rmdir()
        raise


@contextmanager
def draft_of(file: Path) -> Iterator[Path]:
    """Provide a name beside ``file``; what is written there replaces it if the block succeeds."""
    draft = file.with_name(f".{file.stem}.draft{file.suffix}")
    try:
        yield draft
        if draft.exists():
            draft.replace(file)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def free_name(path: Path, joint: str = "-") -> Path:
    """Return the path, or one with a number after ``joint``, at which there is no file yet."""
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem}{joint}{number}{path.suffix}")
        number += 1
    return free


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step: written beside it, brought to the disk, renamed.

    Raises:
        MazeError: It can't be written; what was there before is untouched.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise MazeError(f"{printable(str(path))} is a folder. Give the name of a file.")
        if target.exists() and not target.is_file():
            raise MazeError(f"{printable(str(path))} is not an ordinary file. Give another name.")
        temporary = target.parent / f".wsusim-{secrets.token_hex(8)}.tmp"
        try:
            with temporary.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError, RuntimeError) as error:
        raise MazeError(
            f"{printable(str(path))} can't be written ({_reason(error)}). "
            "Choose another folder or name."
        ) from error  # callers may say it in words of their own


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
