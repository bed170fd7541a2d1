"""People who type to robots, in the page or at the console: lines go out, answers come back."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from wsusim.live.asking import plain
from wsusim.model.commands import SetSpeeds
from wsusim.runs.actions import Order, TypeLine

DRIVING = ("C", "D")
"""Commands of the Khepera's protocol that turn its wheels."""

Reply = dict[str, Any]


class Typists:
    """Routes answers to their typists, and stops robots whose typist has gone.

    Args:
        tell: Called with what is typed, in the form of user actions.
    """

    def __init__(self, tell: Callable[[dict[str, Any]], object]) -> None:
        self._tell = tell
        self._numbers = itertools.count(1)
        self._hearers: dict[str, Callable[[Reply], None]] = {}
        self._driven: dict[str, set[int]] = {}

    def enter(self, hear: Callable[[Reply], None]) -> str:
        """Return the name of a new typist; ``hear`` is called with the answers."""
        name = str(next(self._numbers))
        self._hearers[name], self._driven[name] = hear, set()
        return name

    def leave(self, name: str) -> None:
        """Stop the robots that a typist has set going."""
        del self._hearers[name]
        for robot in self._driven.pop(name):
            self._tell(plain(Order(robot, SetSpeeds(0, 0))))

    def type_line(self, name: str, robot: int, line: str) -> None:
        """Pass on a typed line."""
        if line.lstrip().startswith(DRIVING):
            self._driven[name].add(robot)
        self._tell(plain(TypeLine(robot, line, name)))

    def reply(self, name: str, reply: Reply) -> None:
        """Pass on what a robot answers, if its typist is still there."""
        if name in self._hearers:
            self._hearers[name](reply)
