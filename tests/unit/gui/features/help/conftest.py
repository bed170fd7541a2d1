"""A window with its running side and help; all tests of a file share it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.unit.gui.features.run.conftest import RunHall, furnished
from tests.unit.gui.studio import part_of
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.main_window import MainWindow


@pytest.fixture(scope="module")
def hall(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunHall]:
    """Return the window that all tests of a file share."""
    with furnished(tmp_path_factory.mktemp("settings"), HelpSide) as made:
        yield made


@pytest.fixture
def window(hall: RunHall) -> Iterator[MainWindow]:
    """Return the window; it is tidy again after the test."""
    yield hall.window
    hall.tidy()


@pytest.fixture
def run_side(window: MainWindow) -> RunSide:
    """Return the running side of the window."""
    return part_of(window, RunSide)


@pytest.fixture
def side(window: MainWindow) -> HelpSide:
    """Return the help of the window."""
    return part_of(window, HelpSide)


@pytest.fixture
def lone_side(lone_window: MainWindow) -> HelpSide:
    """Return the help of a window for one test only."""
    return HelpSide(lone_window)
