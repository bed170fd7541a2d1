"""A bar that says how much is done, or what comes first."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.share_bar import COMPILING, ShareBar


def test_compiling_is_said_instead_of_nothing_done(qtbot: QtBot) -> None:
    """0 % for a minute looks like a program that hangs."""
    bar = ShareBar()
    qtbot.addWidget(bar)
    bar.show_share(COMPILING)
    said = bar.text()
    bar.show_share(0.5)
    assert (said, bar.text()) == ("Compiling the simulator (once)", "50%")
