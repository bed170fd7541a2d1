"""Opens a student's file in a text editor, at a line if the editor can do that.

A file is passed to an editor by name and never just "opened": on some computers that runs it.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from enum import Enum
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

_IDLE_PROGRAM = (
    "import sys; sys.path.append(sys.argv.pop(1)); from wsusim.programs.idle import main; main()"
)

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
        line: Where to put the cursor.
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
        return [*_idle_command(), str(path)]
    return None


def has_idle() -> bool:
    """Return whether this Python has IDLE and what it draws with."""
    return all(importlib.util.find_spec(name) is not None for name in ("idlelib", "_tkinter"))


class Opening(Enum):
    """The outcome of a request to show a line of a file in an editor."""

    AT_LINE = "at line"
    """The editor was told the line."""
    AT_TOP = "at top"
    """It shows the file; this editor can't be told a line."""
    ALREADY = "already"
    """It shows the file since earlier; this editor can't be told anything more."""
    NOT = "not"
    """No editor could be started."""


class TextEditors:
    """Editors that were started from here: one for each file, however often it is opened."""

    def __init__(self) -> None:
        self._going: dict[Path, subprocess.Popen[str]] = {}
        self._started: list[subprocess.Popen[str]] = []

    def open(self, path: Path, line: int = 1, preferred: str = "") -> Opening:
        """Show a line of a file in an editor; one that has the file open is used again."""
        file = path.resolve()
        command = editor_command(path, line, preferred)
        if command is None:
            return Opening.NOT
        going = self._going.get(file)
        if going is not None and going.poll() is None:
            if _is_own_idle(command):
                return Opening.AT_LINE if _tell(going, line) else Opening.ALREADY
            if not takes_line(preferred):
                return Opening.ALREADY
        process = _started(command)
        if process is None:
            return Opening.NOT
        self._started = [one for one in self._started if one.poll() is None] + [process]
        if going is None or going.poll() is not None:
            self._going[file] = process
        if _is_own_idle(command):
            _tell(process, line)
            return Opening.AT_LINE
        return Opening.AT_LINE if takes_line(preferred) else Opening.AT_TOP

    def wait(self) -> None:
        """Wait until the person has closed them all."""
        for process in self._started:
            process.wait()


def takes_line(
    preferred: str = "",
    environment: Mapping[str, str] = os.environ,
    find: Find = shutil.which,
) -> bool:
    """Return whether the editor that ``editor_command`` finds accepts a line.

    Those that do also come to the front by themselves if they have the file open already.
    """
    marked = editor_command(Path("file"), 987654321, preferred, environment, find) or []
    return any("987654321" in word for word in marked)


def _is_own_idle(command: list[str]) -> bool:
    return command[:-1] == _idle_command()


def _idle_command() -> list[str]:
    """Return the command that starts IDLE so that it accepts lines, without the file.

    ``-P``: a student's ``random.py`` beside a file must not be found.
    """
    return [sys.executable, "-P", "-c", _IDLE_PROGRAM, str(Path(__file__).parents[2])]


def _tell(process: subprocess.Popen[str], line: int) -> bool:
    """Send our IDLE a line; return whether it is still running."""
    assert process.stdin is not None
    try:
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
    except (OSError, ValueError):
        return False
    return True


def _started(command: list[str]) -> subprocess.Popen[str] | None:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE if _is_own_idle(command) else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )
    except OSError:
        return None
