"""Where the window keeps settings, lists, and copies of unsaved work."""

from __future__ import annotations

import errno
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QCoreApplication

TRIAL_BYTES = 4096
"""Written to find out whether there is room: less may lie beside a file's name."""


def usable_folder(folder: Path) -> tuple[Path, str]:
    """Return where the window keeps settings and copies, and what to tell a person about it.

    If that can't be a folder, or nothing can be written to it, the window works with a temporary
    one, in which there are the settings so far.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder, buffering=0) as trial:
            trial.write(b" " * TRIAL_BYTES)
    except OSError as error:
        text = QCoreApplication.translate(
            "App",
            "wsusim can't use the folder {folder} ({why}), so your settings and the copies of "
            "unsaved work are lost when the computer restarts. {step}, and open wsusim again.",
        )
        steps = {
            errno.ENOSPC: QCoreApplication.translate("App", "Make room on its disk"),
            errno.EDQUOT: QCoreApplication.translate("App", "Remove files that you don't need"),
            errno.EEXIST: QCoreApplication.translate("App", "Rename the file of that name"),
            errno.ENOTDIR: QCoreApplication.translate("App", "Rename the file in its place"),
        }
        otherwise = QCoreApplication.translate("App", "Give yourself the right to write there")
        why, step = error.strerror or str(error), steps.get(error.errno or 0, otherwise)
        return _temporary_folder(folder), text.format(folder=folder, why=why, step=step)
    return folder, ""


def _temporary_folder(folder: Path) -> Path:
    """Return a new folder with the files of another one, but not what is in folders of it."""
    temporary = Path(tempfile.mkdtemp(prefix="wsusim-"))
    with suppress(OSError):
        for file in folder.iterdir():
            if file.is_file():
                with suppress(OSError):
                    shutil.copy(file, temporary)
    return temporary
