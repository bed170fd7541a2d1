"""Failures with lines to click."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.run.conftest import Desk
from wsusim.control.report import FailureReport, Frame
from wsusim.gui.features.run.errors_panel import ErrorsPanel
from wsusim.gui.shell.watched import Failure, RunState

posix_only = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")


def test_each_line_of_a_traceback_can_be_clicked(qtbot: QtBot) -> None:
    """The innermost comes first, with the text of the line and the hint."""
    panel = ErrorsPanel()
    qtbot.addWidget(panel)
    clicked: list[tuple[Path, int]] = []
    panel.line_clicked.connect(lambda path, line: clicked.append((path, line)))
    outer = Frame("/home/me/my robot.py", 6, "run", "self.drive(<40>)")
    inner = Frame("/home/me/helper.py", 12, "drive", "motors.set_sped()")
    report = FailureReport(
        "MisuseAttribute", "no `set_sped`", inner.file, 12, (outer, inner), ("Try `set_speeds`.",)
    )
    panel.add(Failure(0, report))
    text = panel.browser.toPlainText()
    assert text.index("helper.py, line 12") < text.index("my robot.py, line 6")
    assert "self.drive(<40>)" in text
    assert "Try `set_speeds`." in text
    panel.browser.anchorClicked.emit(QUrl("file:///home/me/my%20robot.py?line=6"))
    assert clicked == [(Path("/home/me/my robot.py"), 6)]


@posix_only
def test_an_error_is_shown_every_time_it_happens(desk: Desk) -> None:
    """The same one in two runs is two entries; its line opens in the editor."""
    file = desk.load("""
        class Wrong(Controller):
            def run(self):
                self.motors.set_sped(1, 1)
    """)
    for _ in range(2):
        desk.side.start()
        desk.until_state(RunState.ENDED)
        desk.bridge.reset()
    assert len(desk.side.errors.entries) == 2
    assert "Did you mean `set_speeds`?" in desk.side.errors.browser.toPlainText()
    desk.window.messages.buttons[0].click()
    assert desk.opened == [(file, 5)]
