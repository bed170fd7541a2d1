"""The simulator is prepared in idle time, and a run waits for it."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from wsusim.gui.features.run.warming import Warming
from wsusim.gui.shell.main_window import MainWindow

WAIT_FOR_EVER = "import time; time.sleep(1000)"


def test_a_run_waits_until_it_is_compiled_and_then_begins(window: MainWindow, qtbot: QtBot) -> None:
    """Meanwhile the status bar shows that something goes on."""
    begun: list[str] = []
    warming = Warming(window, lambda: False, "import time; time.sleep(0.5)")
    warming.begin_soon()
    qtbot.waitUntil(warming.bar.isVisible, timeout=30_000)
    warming.then(lambda: begun.append("run"))
    assert begun == []
    qtbot.waitUntil(lambda: begun == ["run"], timeout=60_000)
    assert not warming.bar.isVisible()


def test_who_waits_is_told_so_at_once(window: MainWindow, qtbot: QtBot) -> None:
    """Also when something else was said a moment ago."""
    warming = Warming(window, lambda: False, WAIT_FOR_EVER)
    warming.begin_soon()
    qtbot.waitUntil(warming.bar.isVisible, timeout=30_000)
    window.tell("walk.py is loaded. Run it with F5.")
    warming.then(lambda: None)
    shown = [label.text() for label in window.status.findChildren(QLabel)]
    warming.close()
    qtbot.waitUntil(lambda: not warming.worker.is_busy, timeout=30_000)
    assert window.status.currentMessage() == ""
    assert any("still getting ready" in text for text in shown)


def test_without_compiling_no_run_waits(window: MainWindow) -> None:
    """The run begins at once."""
    begun: list[str] = []
    Warming(window, lambda: True).then(lambda: begun.append("run"))
    assert begun == ["run"]


def test_closing_ends_the_process(window: MainWindow, qtbot: QtBot) -> None:
    """And nothing begins any more."""
    begun: list[str] = []
    warming = Warming(window, lambda: False, WAIT_FOR_EVER)
    warming.begin_soon()
    qtbot.waitUntil(warming.bar.isVisible, timeout=30_000)
    warming.then(lambda: begun.append("run"))
    warming.close()
    qtbot.waitUntil(lambda: not warming.worker.is_busy, timeout=30_000)
    assert begun == []
