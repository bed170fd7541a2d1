"""Completions at a place of a program, and their meanings, by jedi, which knows our classes.

Slow at first (it reads our source), and never run in the window: see ``assistant``.
"""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import Any

import jedi
from jedi.api.environment import InterpreterEnvironment

from wsusim.control.completions import robot_words

MOST = 200
"""Proposals at one place."""

LONGEST_TEXT = 3000
"""Characters of a description."""

_SELF = re.compile(r"\bself\.\w*$")
_ROOT = Path(__file__).parents[2]

Proposal = dict[str, str]
"""``name``, ``type`` (function, property, ...) and ``rest``: what is still to be typed."""


class Completer:
    """Knows one project: the folder of a student's files."""

    def __init__(self) -> None:
        self._environment = InterpreterEnvironment()
        self._projects: dict[Path, Any] = {}
        self._newest: dict[str, Any] = {}

    def complete(self, text: str, line: int, column: int, path: Path) -> list[Proposal]:
        """Return completions at a place; the robot's own names before Thread's.

        Args:
            text: The program.
            line: From 1.
            column: From 0.
            path: Its file, which need not exist.
        """
        found = self._script(text, path).complete(line, column)
        before = text.split("\n")[line - 1][:column] if text else ""
        if _SELF.search(before):
            found = [one for one in found if one.name not in _of_thread()]
        ranked = sorted(found, key=lambda one: (_rank(one.name), one.name.lower()))[:MOST]
        self._newest = {one.name: one for one in ranked}
        return [{"name": one.name, "type": one.type, "rest": one.complete or ""} for one in ranked]

    def describe(self, name: str) -> str:
        """Return the call and the description of one of the newest proposals."""
        found = self._newest.get(name)
        return _plain(found) or _about().get(name, "")

    def help_at(self, text: str, line: int, column: int, path: Path) -> str:
        """Return what a name in the text is."""
        found = self._script(text, path).help(line, column)
        return _plain(found[0]) if found else ""

    def signature(self, text: str, line: int, column: int, path: Path) -> dict[str, Any]:
        """Return the signature of the function whose parentheses contain a place; empty: none."""
        found = self._script(text, path).get_signatures(line, column)
        if not found:
            return {}
        one = found[0]
        about = one.docstring(raw=True).strip().partition("\n")[0]
        return {
            "name": one.name,
            "parameters": [parameter.to_string() for parameter in one.params],
            "index": -1 if one.index is None else one.index,
            "about": about,
        }

    def definition(self, text: str, line: int, column: int, path: Path) -> dict[str, Any]:
        """Return where a name is defined: ``path`` (empty: Python itself) and ``line``."""
        found = self._script(text, path).goto(line, column, follow_imports=True)
        if not found:
            return {}
        one = found[0]
        return {"path": str(one.module_path or ""), "line": one.line or 1}

    def _script(self, text: str, path: Path) -> Any:
        folder = path.parent
        if folder not in self._projects:
            self._projects[folder] = jedi.Project(folder, added_sys_path=[str(_ROOT)])
        # Its own environment would be one more process beside this one.
        return jedi.Script(
            text, path=path, project=self._projects[folder], environment=self._environment
        )


def _plain(found: Any) -> str:
    """Return a description without the marks by which our own source sets code off."""
    text = "" if found is None else found.docstring()
    return str(text)[:LONGEST_TEXT].replace("``", "")


@cache
def _words() -> frozenset[str]:
    return frozenset(word.name for word in robot_words() if not word.of)


@cache
def _about() -> dict[str, str]:
    """Return the meanings of the robot's names; the controller's own before those of its parts."""
    words = sorted(robot_words(), key=lambda word: bool(word.of), reverse=True)
    return {word.name: word.about for word in words}


@cache
def _of_thread() -> frozenset[str]:
    """Return what a controller has as a thread, or only for hosts."""
    hidden = {*dir(threading.Thread), "bind", "failure"}
    return frozenset(hidden - _words() - {"run", "name"})


def _rank(name: str) -> int:
    """Return the rank of a name: the robot's and the program's own first, private ones last."""
    if name.startswith("__"):
        return 2
    return 1 if name.startswith("_") else 0
