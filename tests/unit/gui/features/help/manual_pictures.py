"""The manual's picture of help: the words that were searched for are marked."""

from __future__ import annotations

from PySide6.QtTest import QTest

from tests.unit.gui.studio import keep, opened_window, part_of
from wsusim.gui.features.help.help_side import HelpSide

SIZE_PX = (960, 600)


def take() -> None:
    """Search the manual and keep what the help window shows."""
    with opened_window() as (window, _):
        help_window = part_of(window, HelpSide).help_window
        help_window.open_page("explanation/sensors", "proximity")
        help_window.resize(*SIZE_PX)
        help_window.search.setText("proximity wall")
        QTest.keyClick(help_window.search, "\r")
        keep(help_window, "window-help")
