"""A window with its running side, and controllers written in a test."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, QSize, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import Hall, clear, new_window
from tests.unit.gui.studio import part_of
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.robots.robot_selector import Way
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import RunState
from wsusim.programs.text_editor import Opening

SIZE = QSize(1024, 700)
LOOK_MS = 10
PATIENCE_MS = 60_000
"""How long a test waits for what must come; only a failing one waits that long."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Let the window live until something has come that must come.

    As ``qtbot.waitUntil``, which makes timers and connections again for each look at the condition.
    """
    loop, look, patience = QEventLoop(), QTimer(), QTimer()
    look.timeout.connect(lambda: loop.exit(0) if condition() else None)
    patience.timeout.connect(lambda: loop.exit(1))
    look.start(LOOK_MS)
    patience.start(PATIENCE_MS)
    assert condition() or loop.exec() == 0, "what must come has not come"


class Desk:
    """The window with its running side, as a student uses it."""

    def __init__(self, hall: RunHall, folder: Path, qtbot: QtBot) -> None:
        self.opened = hall.opened
        """(file, line) of what was opened in the editor."""
        self.window = hall.window
        self.side = hall.run
        self.bridge = hall.run.bridge
        self.watched = hall.window.watched
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


class RunHall:
    """A window with its running side, and what other features a file's tests need."""

    def __init__(self, folder: Path, *features: Callable[[MainWindow], object]) -> None:
        window = new_window(folder)
        self.opened: list[tuple[Path, int]] = []
        RealRobots(window)
        self.run = RunSide(window, Controllers(window, self._edit))
        for feature in features:
            feature(window)
        self.hall = Hall(window, SIZE)

    @property
    def window(self) -> MainWindow:
        """The window itself."""
        return self.hall.window

    def tidy(self) -> None:
        """Have nothing loaded, chosen, told or going on, as at first."""
        run, book = self.run, self.run.controllers.book
        run.bridge.close()
        book._files.clear()
        book._choices.clear()
        book.recent.forget()
        book.look_again()
        run.controllers.panel.show_hint("")
        run.bar.speed.choose(1.0)
        run.console.clear()
        run.errors._entries.clear()  # they are shown again with the window
        selector = part_of(self.window, RealRobots).selector
        selector.choose(Way.SIMULATED)
        selector.network.clear()
        self.window.setup.choose_robot(None)
        self.opened.clear()
        self.hall.tidy()

    def _edit(self, path: Path, line: int, _preferred: str) -> Opening:
        self.opened.append((path, line))
        return Opening.AT_LINE


@contextmanager
def furnished(folder: Path, *features: Callable[[MainWindow], object]) -> Iterator[RunHall]:
    """Open a window that runs, with these features; end it afterwards."""
    made = RunHall(folder, *features)
    yield made
    clear(made.window)


def hall_of(*features: Callable[[MainWindow], object]) -> Any:
    """Return the fixture of a window with these features, which all tests of a file share."""

    @pytest.fixture(scope="module")
    def hall(
        qapp: QApplication, tmp_path_factory: pytest.TempPathFactory, _engine: None
    ) -> Iterator[RunHall]:
        """Return the window."""
        with furnished(tmp_path_factory.mktemp("settings"), *features) as made:
            yield made

    return hall


hall = hall_of(ModelSide)


@pytest.fixture
def desk(hall: RunHall, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return a desk with the small maze; everything has ended after the test."""
    yield Desk(hall, tmp_path, qtbot)
    hall.tidy()


@pytest.fixture
def lone_desk(qapp: QApplication, qtbot: QtBot, tmp_path: Path, _engine: None) -> Iterator[Desk]:
    """Return a desk for one test only, which ends the window."""
    with furnished(tmp_path / "settings", ModelSide) as made:
        yield Desk(made, tmp_path, qtbot)
