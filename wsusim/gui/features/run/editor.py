"""Open a student's file in an editor, at a line where the editor can do that."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

EDITOR_VARIABLE = "WSUSIM_EDITOR"
"""Names the command to use instead, such as ``code -g {file}:{line}``."""

_KNOWN = (
    "thonny {file}",
    "code -g {file}:{line}",
    "codium -g {file}:{line}",
    "pycharm --line {line} {file}",
    "subl {file}:{line}",
    "kate -l {line} {file}",
    "geany {file}:{line}",
    "gedit +{line} {file}",
    "notepad++ -n{line} {file}",
    "mousepad {file}",
)
"""Editors that students have, in this order; none that needs a terminal."""

Find = Callable[[str], str | None]


def editor_command(
    path: Path,
    line: int,
    environment: Mapping[str, str] = os.environ,
    find: Find = shutil.which,
) -> list[str] | None:
    """Return the command that opens a file at a line; ``None``: leave it to the desktop."""
    chosen = environment.get(EDITOR_VARIABLE, "").strip()
    for pattern in (chosen,) if chosen else _KNOWN:
        words = shlex.split(pattern, posix=os.name == "posix")
        program = find(words[0])
        if program is not None:
            if not any("{file}" in word for word in words):
                words.append("{file}")
            rest = [word.replace("{file}", str(path)) for word in words[1:]]
            return [program, *(word.replace("{line}", str(line)) for word in rest)]
    return None


def open_in_editor(path: Path, line: int = 1) -> bool:
    """Open a file in an editor of its own; tell whether anything could be started."""
    command = editor_command(path, line)
    if command is None:
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
    try:
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True
