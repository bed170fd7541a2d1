"""A small program in a small maze, debugged without a window."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.walker_program import IMPORT, walker
from wsusim.control.debugging.breakpoints import Breakpoint, Go
from wsusim.control.debugging.debugger import Debugger, Stop
from wsusim.control.debugging.stop_lines import Place
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.request import RunRequest

PATIENCE_S = 20.0

WORLD = World(
    "small",
    Arena.rectangle(800.0, 600.0),
    robots=(RobotStart(1, Pose(640.0, 150.0)), RobotStart(2, Pose(640.0, 400.0))),
    next_id=3,
)

PROGRAM = IMPORT + walker("self.sensors[2].proximity", 100, while_="self.active and self.time < 7")


@dataclass
class Desk:
    """One debugged run."""

    file: Path
    debugged: DebuggedRun
    robot: int = 0

    @property
    def debugger(self) -> Debugger:
        """Its debugger."""
        return self.debugged.debugger

    def line(self, text: str) -> int:
        """Return the first line that holds a text."""
        return line_of(self.file, text)

    def stop(self, robot: int | None = None) -> Stop:
        """Wait until the program stands."""
        stop = self.debugger.await_stop(PATIENCE_S, self.robot if robot is None else robot)
        assert stop is not None
        return stop

    def go(self, how: Go, text: str = "") -> Stop:
        """Go on, and wait for the next stop; ``text``: of the line to go to."""
        place = Place(str(self.file), self.line(text)) if text else None
        self.debugger.go(self.robot, how, place)
        return self.stop()

    def at(self, stop: Stop | None = None) -> str:
        """Return the text of the line at which the program stands."""
        stop = stop or self.stop()
        assert stop.frame is not None
        return self.file.read_text(encoding="utf-8").splitlines()[stop.frame.line - 1].strip()

    def value(self, text: str, frame: int = 0) -> str:
        """Return what an expression is, or why it isn't."""
        answer = self.debugger.ask(self.robot, what="evaluate", text=text, frame=frame)
        return str(answer.get("value", answer.get("failure")))

    def variables(self, frame: int = 0) -> dict[str, dict[str, Any]]:
        """Return the variables of a function, by name."""
        answer = self.debugger.ask(self.robot, what="variables", frame=frame)
        return {one["name"]: one for one in answer["variables"]}

    def finish(self) -> str:
        """Go on to the end without stopping; return the run's fingerprint."""
        self.debugger.set_breakpoints([])
        for stop in self.debugger.stops:
            self.debugger.go(stop.robot, Go.ON)
        assert self.debugged.run.wait(PATIENCE_S)
        assert self.debugged.run.report is not None
        return self.debugged.run.report.trace_sha256


def write(folder: Path, program: str = PROGRAM, name: str = "walker.py") -> Path:
    """Write a program into a folder."""
    file = folder / name
    file.write_text(textwrap.dedent(program).lstrip("\n"), encoding="utf-8")
    return file.resolve()


def line_of(file: Path, text: str) -> int:
    """Return the first line of a file that holds a text."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if text in line)


def request(*files: Path, **options: Any) -> RunRequest:
    """Return a request of these programs in the small maze."""
    return RunRequest(tuple(map(str, files)), maze=WORLD, time_s=10.0, **options)


@contextmanager
def desk(file: Path, *stops: str, condition: str = "", **options: Any) -> Iterator[Desk]:
    """Run a program with breakpoints at the lines that hold these texts, until the block ends."""
    breakpoints = [Breakpoint(Place(str(file), line_of(file, one)), condition) for one in stops]
    debugged = DebuggedRun.of(request(file, **options), Debugger(breakpoints=breakpoints))
    debugged.run.start()
    try:
        yield Desk(file, debugged)
    finally:
        assert debugged.run.close()
