"""A window with runs, recordings and the debugger, and a program in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.replay.conftest import write_here
from tests.unit.gui.features.run.conftest import Desk, RunHall, hall_of
from tests.unit.gui.studio import part_of
from tests.walker_program import walker
from wsusim.gui.features.debugging.debug_side import DebugSide
from wsusim.gui.features.replay.replay_side import ReplaySide

PROGRAM = walker("self.time", 0.5, speed=5, while_="self.active and self.time < 3")


class Bench:
    """The desk, and where its program stands."""

    def __init__(self, desk: Desk, file: Path) -> None:
        self.desk = desk
        self.file = file
        self.side = part_of(desk.window, DebugSide)
        self.actions = desk.window.action_set
        self.programs = desk.window.programs

    def line(self, text: str) -> int:
        """Return the first line that holds a text."""
        lines = self.file.read_text(encoding="utf-8").splitlines()
        return 1 + next(number for number, line in enumerate(lines) if text in line)

    @property
    def at(self) -> int | None:
        """The line at which the program stands that is looked at."""
        stop = self.side.session.stop
        return None if stop is None or stop.frame is None else stop.frame.line

    def until_at(self, text: str) -> None:
        """Let the window live until the program stands at a line that holds a text."""
        self.desk.until(lambda: self.at == self.line(text))

    def press(self, action: str) -> None:
        """Do what an action does."""
        assert self.actions[action].isEnabled(), action
        self.actions[action].trigger()

    def start(self, *stops: str) -> None:
        """Run with breakpoints at the lines that hold these texts."""
        for text in stops:
            self.programs.toggle_breakpoint(self.file, self.line(text))
        self.press("run")

    def value(self, name: str) -> str:
        """Return what the panel shows of a variable."""
        found = [item for item in self.side.panel.variables._rows() if item.text(0) == name]
        return found[0].text(1) if found else ""


hall = hall_of(ReplaySide, write_here, DebugSide)


@pytest.fixture
def bench(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    """Return the bench with its program loaded; everything has ended after the test."""
    hall.run.bridge.set_speed(20.0)
    desk = Desk(hall, tmp_path, qtbot)
    made = Bench(desk, desk.load(PROGRAM))
    yield made
    made.side.session.follow(None)
    made.programs.clear_breakpoints()
    made.side.dock.close()
    hall.tidy()
