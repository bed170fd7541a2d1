"""A program that is run again up to a moment and stands there: its line, stack and variables.

It is run in the same sandbox as before. A run is the same each time, so what it holds at a moment
is what it held then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from wsusim.control.debugging.debugger import DebugEvent, Debugger, Stop, Tell

MOST_FRAMES = 8
MOST_VALUES = 100
"""Of a function."""

OnStood = Callable[[dict[str, Any]], None]


class StandingAt(Debugger):
    """Has the first robot's program stand at the first line that it comes to at a tick or later.

    Args:
        tick: In the run.
        on_stood: Told once what there is to see, as plain values; then the run may be ended.
    """

    def __init__(self, tick: int, on_stood: OnStood) -> None:
        super().__init__(self._hear)
        self._tick = tick
        self._on_stood = on_stood

    def enter(self, robot: int, load: Mapping[str, Any], tell: Tell) -> dict[str, Any]:
        """Take care of a controller that is about to be loaded; see ``Debugger``."""
        asked = super().enter(robot, load, tell)
        return asked if robot else asked | {"until": {"tick": self._tick}}

    def _hear(self, event: DebugEvent) -> None:
        if isinstance(event, Stop):
            # Whoever tells of it must not wait for the answers.
            threading.Thread(target=self._look, args=(event,), daemon=True).start()

    def _look(self, stop: Stop) -> None:
        frames = [
            {
                "file": Path(frame.file).name,
                "line": frame.line,
                "function": frame.function,
                "variables": self._variables(stop.robot, number),
            }
            for number, frame in enumerate(stop.stack[:MOST_FRAMES])
        ]
        self._on_stood({"tick": stop.tick, "frames": frames})

    def _variables(self, robot: int, frame: int) -> list[list[str]]:
        """Return name and value of what a function holds, and of what is in its ``self``."""
        found: list[list[str]] = []
        for one in self.ask(robot, what="variables", frame=frame).get("variables", ()):
            if one["name"] != "self":
                found.append([one["name"], one["value"]])
                continue
            inside = self.ask(robot, what="children", of=one["of"], start=0)
            found += [
                [f"self.{part['name']}", part["value"]]
                for part in inside.get("variables", inside.get("children", ()))
            ]
        return found[:MOST_VALUES]
