"""The arena stands still: only the person moves it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import CAP_ID, GOAL_ID, ROBOT_ID, WALL_ID, clear, small_world
from tests.unit.gui.features.run.conftest import wait_until
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.inspector import Topic
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import RunState


@pytest.fixture(scope="module")
def window(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,
) -> Iterator[MainWindow]:
    """Return the program's window, of the size of a small screen."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    window.document.load(small_world(), None)
    window.resize(1024, 660)
    window.show()
    QApplication.processEvents()
    yield window
    clear(window)


def _place(window: MainWindow) -> QRect:
    QApplication.processEvents()
    view = window.view
    return QRect(view.mapTo(window, view.rect().topLeft()), view.size())


def test_selecting_things_moves_nothing(window: MainWindow) -> None:
    """The inspector shows other fields, in the same room."""
    before = _place(window)
    places = []
    for ident in (ROBOT_ID, CAP_ID, WALL_ID, GOAL_ID):
        window.document.selection.select([ident])
        places.append(_place(window))
    window.document.selection.clear()
    assert places == [before] * 4


def test_a_run_with_all_that_it_says_moves_nothing(window: MainWindow) -> None:
    """Hints, buttons with other words, the panel of errors, the end."""
    side, before = part_of(window, RunSide), _place(window)
    places = []
    side.start()
    places.append(_place(window))
    side.start_by_hand()
    wait_until(lambda: window.watched.state is RunState.GOING)
    places.append(_place(window))
    for name in ("errors", "drive", "runs", "console"):
        window.panels.bring(name)
        places.append(_place(window))
    side.bridge.stop()
    wait_until(lambda: window.watched.state is RunState.ENDED)
    places.append(_place(window))
    window.reset()
    places.append(_place(window))
    assert places == [before] * len(places)


def test_the_inspector_follows_what_is_looked_at(window: MainWindow) -> None:
    """Maze, selection, run, and the selection during a run."""
    dock, inspector = window.panels["inspector"], window.inspector
    side = part_of(window, RunSide)
    titles = [dock.windowTitle()]
    window.document.selection.select([ROBOT_ID])
    titles.append(dock.windowTitle())
    side.start_by_hand()
    wait_until(lambda: window.watched.state is RunState.GOING)
    topics = [inspector.topic]
    titles.append(dock.windowTitle())
    window.document.selection.select([CAP_ID])
    topics.append(inspector.topic)
    window.document.selection.clear()
    topics.append(inspector.topic)
    side.bridge.stop()
    wait_until(lambda: window.watched.state is RunState.ENDED)
    window.reset()
    assert titles == ["Maze and mission", "Robot 1", "Run"]
    assert topics == [Topic.RUN, Topic.MAZE, Topic.RUN]
