"""A window with its running side and help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.window import MainWindow


@pytest.fixture
def run_side(bare_window: MainWindow, tmp_path: Path) -> Iterator[RunSide]:
    """Return the running side of the window."""
    side = RunSide(bare_window, Controllers(bare_window))
    yield side
    side.close()


@pytest.fixture
def side(bare_window: MainWindow, run_side: RunSide, tmp_path: Path) -> HelpSide:
    """Return the help of the window that also runs."""
    return HelpSide(bare_window)


@pytest.fixture(autouse=True)
def _furnished(side: HelpSide, window: MainWindow) -> None:
    """Show the window once all its parts are there."""
