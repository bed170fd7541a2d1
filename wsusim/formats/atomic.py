"""Read and write whole files: never a device, never half a file."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from wsusim.errors import BadInput, MazeError
from wsusim.model.text import printable

FILE_MAX_BYTES = 10_000_000

MAZE = "a maze file"
"""What is wanted, in the words of the messages."""


def read_whole(path: Path, wanted: str = MAZE) -> bytes:
    """Return a file's content.

    Raises:
        MazeError: It is missing, a folder, a device, unreadable, empty or larger than 10 MB.
    """
    name = printable(str(path))
    try:
        check_ordinary(path, wanted)
        with path.open("rb") as file:
            content = file.read(FILE_MAX_BYTES + 1)
    except BadInput as error:
        raise MazeError(str(error)) from None
    except (OSError, ValueError) as error:
        raise MazeError(f"{name} can't be read ({_reason(error)}). Check the file.") from None
    if len(content) > FILE_MAX_BYTES:
        raise MazeError(
            f"{name} is larger than {FILE_MAX_BYTES // 1_000_000} MB, so it is not {wanted}."
        )
    if not content:
        raise MazeError(f"{name} is empty. Give {wanted}.")
    return content


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
        ) from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
