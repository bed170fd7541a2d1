"""The folder in which a student's program keeps files between its runs."""

from __future__ import annotations

import sys
from pathlib import Path

from wsusim.errors import Misuse


def data_folder(program: type) -> Path:
    """Return ``my_robot_data`` beside ``my_robot.py``, created if necessary.

    Raises:
        Misuse: It can't be created.
    """
    file = Path(getattr(sys.modules.get(program.__module__), "__file__", None) or "program.py")
    folder = file.resolve().with_name(f"{file.stem}_data")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise Misuse(
            f"`self.data` should be the folder {folder}, but it can't be created "
            f"({error.strerror}). Move your program into a folder where you may write."
        ) from None
    return folder
