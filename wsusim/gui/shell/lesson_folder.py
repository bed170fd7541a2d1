"""Where a student's own copies of lessons are kept, as chosen in this window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

_FILE, _ROOT = "lessons.ini", "root"


def lesson_folder(settings: Path) -> Path:
    """Return the folder of all lessons' copies; ``settings`` is the window's own folder."""
    from wsusim.lessons.student_copy import usual_root

    kept = str(_file(settings).value(_ROOT, ""))
    return Path(kept) if kept else usual_root()


def keep_lesson_folder(settings: Path, folder: Path) -> None:
    """Use this folder from now on."""
    _file(settings).setValue(_ROOT, str(folder))


def _file(settings: Path) -> QSettings:
    return QSettings(str(settings / _FILE), QSettings.Format.IniFormat)
