"""Open a student's file in a text editor, at a line where the editor can do that.

A file is handed to an editor by name and never just "opened": on some computers that runs it.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

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
    preferred: str = "",
    environment: Mapping[str, str] = os.environ,
    find: Find = shutil.which,
) -> list[str] | None:
    """Return the command that opens a file at a line; ``None``: there is no editor.

    Args:
        path: The file.
        line: Where the cursor is to be.
        preferred: The command that the person has chosen; empty: the environment's, or the first
            known editor that is installed, or IDLE, which comes with Python.
        environment: Of the process.
        find: Finds a program.
    """
    chosen = preferred.strip() or environment.get(EDITOR_VARIABLE, "").strip()
    for pattern in (chosen,) if chosen else _KNOWN:
        words = [word.strip('"') for word in shlex.split(pattern, posix=os.name == "posix")]
        program = find(words[0]) if words else None
        if program is not None:
            if not any("{file}" in word for word in words):
                words.append("{file}")
            rest = [word.replace("{file}", str(path)) for word in words[1:]]
            return [program, *(word.replace("{line}", str(line)) for word in rest)]
    if not chosen and has_idle():
        return [sys.executable, "-m", "idlelib", str(path)]
    return None


def has_idle() -> bool:
    """Tell whether this Python has IDLE and what it draws with."""
    return all(importlib.util.find_spec(name) is not None for name in ("idlelib", "_tkinter"))


def open_in_editor(path: Path, line: int = 1, preferred: str = "") -> bool:
    """Open a file in an editor of its own; tell whether one could be started."""
    command = editor_command(path, line, preferred)
    if command is None:
        return False
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
