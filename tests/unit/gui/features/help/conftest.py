"""A window with its running side and help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import small_world
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.window import MainWindow


@pytest.fixture
def run_side(window: MainWindow, tmp_path: Path) -> Iterator[RunSide]:
    """Return the running side of the window."""
    side = RunSide(window, tmp_path)
    window.menus.name_buttons()
    window.document.load(small_world(), None)
    yield side
    side.close()


@pytest.fixture
def side(window: MainWindow, run_side: RunSide, tmp_path: Path, qtbot: QtBot) -> HelpSide:
    """Return the help of the window that also runs."""
    made = HelpSide(window, tmp_path / "help")
    qtbot.waitExposed(window)
    return made
