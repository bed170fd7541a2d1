"""A window with its running side, and controllers written in a test."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import new_window, small_world
from tests.unit.gui.studio import part_of
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.watched import RunState
from wsusim.gui.shell.window import MainWindow
from wsusim.runs.warm_up import warm_up

LOOK_MS = 10
PATIENCE_MS = 60_000
"""How long a test waits for what must come; only a failing one waits that long."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Let the window live until something has come that must come.

    As ``qtbot.waitUntil``, which makes timers and connections anew for each look at the condition.
    """
    loop, look, patience = QEventLoop(), QTimer(), QTimer()
    look.timeout.connect(lambda: loop.exit(0) if condition() else None)
    patience.timeout.connect(lambda: loop.exit(1))
    look.start(LOOK_MS)
    patience.start(PATIENCE_MS)
    assert condition() or loop.exec() == 0, "what must come has not come"


class Closing(Protocol):
    """A side of the window that ends its threads."""

    def close(self) -> None:
        """End them."""


class Desk:
    """The window with its running side, as a student uses it."""

    def __init__(
        self,
        window: MainWindow,
        side: RunSide,
        folder: Path,
        qtbot: QtBot,
        opened: list[tuple[Path, int]],
    ) -> None:
        self.opened = opened
        """(file, line) of what was opened in the editor."""
        self.window = window
        self.side = side
        self.bridge = side.bridge
        self.watched = window.watched
        self._folder = folder
        self._qtbot = qtbot

    def write(self, source: str, name: str = "student.py") -> Path:
        """Write a controller's file; ``Controller`` is imported already."""
        file = self._folder / name
        file.write_text("from wsusim import Controller\n" + textwrap.dedent(source))
        return file

    def load(self, source: str, name: str = "student.py") -> Path:
        """Write a controller's file and load it."""
        file = self.write(source, name)
        self.window.openers.open_all([str(file)])
        return file

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the window live until something has come that must come."""
        wait_until(condition)

    def until_state(self, state: RunState) -> None:
        """Let the window live until the run is in this state."""
        self.until(lambda: self.watched.state is state)

    def until_tick(self, tick: int) -> None:
        """Let the window live until the run has come so far."""
        self.until(lambda: self.tick >= tick)

    @property
    def model(self) -> ModelSide:
        """What decides about the robots' model."""
        return part_of(self.window, ModelSide)

    @property
    def robots(self) -> RealRobots:
        """What decides which robot is driven."""
        return part_of(self.window, RealRobots)

    @property
    def tick(self) -> int:
        """The tick that is shown; -1 when no run is."""
        return -1 if self.watched.picture is None else self.watched.picture.snapshot.tick

    def longest_gap_ms(self, lasting_ms: int) -> float:
        """Let the window live for a while; return the longest time it did not listen."""
        gaps = [0.0]
        until_s = time.perf_counter() + lasting_ms / 1000.0
        while time.perf_counter() < until_s:
            begun_s = time.perf_counter()
            self._qtbot.wait(1)
            gaps.append(1000.0 * (time.perf_counter() - begun_s))
        return max(gaps)


@pytest.fixture(scope="session")
def _engine() -> None:
    """Compile the kernels before any test waits for them: with a cold cache it takes a minute."""
    warm_up()


def furnish(window: MainWindow) -> None:
    """Show a window, whose panels are all there, on the small maze."""
    window.restore_layout()
    window.document.load(small_world(), None)
    window.resize(1024, 700)
    window.show()


def clear(window: MainWindow, *sides: Closing) -> None:
    """End a window that several tests have shared, and its sides before it."""
    for side in sides:
        side.close()
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path, _engine: None) -> Iterator[Desk]:
    """Return a desk with the small maze; everything has ended after the test."""
    window = new_window(tmp_path / "settings")
    opened: list[tuple[Path, int]] = []

    def edit(path: Path, line: int, _preferred: str) -> bool:
        opened.append((path, line))
        return True

    RealRobots(window)
    side = RunSide(window, Controllers(window, edit))
    ModelSide(window)
    qtbot.addWidget(window, before_close_func=lambda w: w.document.undo_stack.setClean())
    furnish(window)
    yield Desk(window, side, tmp_path, qtbot, opened)
    side.close()
