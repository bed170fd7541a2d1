"""A program that is run again and stopped at a moment: its line, stack and variables.

It is run in the same sandbox as before. A run is the same each time, so what it holds at a moment
is what it held then. The program can't be trusted: it may claim again and again that it has
stopped, answer with anything, or not answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

from wsusim.control.debugging.debugger import DebugEvent, Debugger, Stop, Tell

MOST_FRAMES = 8
MOST_VALUES = 100
"""Of a function."""

LONGEST = 250
"""Characters of a name or a value; a program that isn't hostile tells fewer."""

LOOKING_S = 10.0
"""A program is asked for so long; one that isn't hostile answers within milliseconds."""

OnStood = Callable[[dict[str, Any]], None]


class StandingAt(Debugger):
    """Stops the first robot's program at the first line that it reaches at a tick or later.

    Args:
        tick: In the run.
        on_stood: Called once with what there is to see, as plain values; then the run may end.
        now_s: Seconds that only grow.
    """

    def __init__(
        self, tick: int, on_stood: OnStood, now_s: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(self._hear)
        self._tick = tick
        self._on_stood = on_stood
        self._now_s = now_s
        self._has_stood = False

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Attach to a controller that is about to be loaded; see ``Debugger``."""
        asked = super().enter(robot, load, tell)
        return asked if robot else asked | {"until": {"tick": self._tick}}

    def _hear(self, event: DebugEvent) -> None:
        if isinstance(event, Stop) and not self._has_stood:
            self._has_stood = True
            # The thread that reports the stop must not wait for the answers.
            threading.Thread(target=self._look, args=(event,), daemon=True).start()

    def keep_log(self, robot: int) -> None:
        """Keep no exchanges: nothing goes back to an earlier moment, and pictures are large."""

    def _look(self, stop: Stop) -> None:
        end_s = self._now_s() + LOOKING_S
        frames = [
            {
                "file": _cut(Path(frame.file).name),
                "line": frame.line,
                "function": _cut(frame.function),
                "variables": self._variables(stop.robot, number) if self._now_s() < end_s else [],
            }
            for number, frame in enumerate(stop.stack[:MOST_FRAMES])
        ]
        self._on_stood({"tick": stop.tick, "frames": frames})

    def _variables(self, robot: int, frame: int) -> list[list[str]]:
        """Return name and value of a function's variables and of the attributes of its ``self``."""
        rows = _rows(self.ask(robot, what="variables", frame=frame))
        found = [[name, value] for name, value, _ in rows if name != "self"]
        own = next((number for name, _, number in rows if name == "self"), None)
        if own is not None:
            inside = _rows(self.ask(robot, what="children", of=own, start=0))
            found = [[f"self.{part}", held] for part, held, _ in inside] + found
        return found[:MOST_VALUES]


def _rows(answer: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
    """Return name, value and number from a program process's answer, which may be false."""
    rows = answer.get("variables") or answer.get("children")
    rows = rows if isinstance(rows, list) else []
    return [
        (_cut(row.get("name", "")), _cut(row.get("value", "")), row.get("of"))
        for row in rows[:MOST_VALUES]
        if isinstance(row, dict)
    ]


def _cut(text: object) -> str:
    return str(text)[:LONGEST]
