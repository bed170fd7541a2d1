"""Work in a thread: in order or the newest only, with progress, called off, forgotten."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QProgressDialog, QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.worker import Report, Worker

PATIENCE_MS = 60_000


class Gate:
    """Work that begins, and goes on when it may."""

    def __init__(self, result: object) -> None:
        self._result = result
        self.has_begun = threading.Event()
        self.may_end = threading.Event()

    def __call__(self, _report: Report) -> object:
        """Wait."""
        self.has_begun.set()
        self.may_end.wait(60.0)
        return self._result


def until_called_off(report: Report) -> None:
    """Work on without an end."""
    pause = threading.Event()
    while True:
        pause.wait(0.002)
        report(0.5)


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    """Return the window of the work."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def worker(owner: QWidget) -> Iterator[Worker]:
    """Return a worker that does all it is asked for."""
    made = Worker(owner)
    yield made
    made.close()


@pytest.fixture
def newest(owner: QWidget) -> Iterator[Worker]:
    """Return a worker that does the newest only."""
    made = Worker(owner, newest_only=True)
    yield made
    made.close()


def test_work_is_done_in_order(worker: Worker, qtbot: QtBot) -> None:
    """One piece after the other."""
    done: list[object] = []
    for number in range(3):
        worker.ask(lambda _report, number=number: number, done.append, done.append)
    qtbot.waitUntil(lambda: len(done) == 3, timeout=PATIENCE_MS)
    assert done == [0, 1, 2]


def test_only_the_newest_work_is_done(newest: Worker, qtbot: QtBot) -> None:
    """What waits is replaced; what is being done and does not ask ends first."""
    done: list[object] = []
    first = Gate("first")
    newest.ask(first, done.append, done.append)
    first.has_begun.wait(60.0)
    newest.ask(lambda _report: "second", done.append, done.append)
    newest.ask(lambda _report: "third", done.append, done.append)
    first.may_end.set()
    qtbot.waitUntil(lambda: len(done) == 2, timeout=PATIENCE_MS)
    assert done == ["first", "third"]


def test_newer_work_calls_off_what_reports(newest: Worker, qtbot: QtBot) -> None:
    """Opening another file ends the opening of the one before."""
    done: list[object] = []
    newest.ask(until_called_off, done.append, done.append)
    newest.ask(lambda _report: "second", done.append, done.append)
    qtbot.waitUntil(lambda: bool(done), timeout=PATIENCE_MS)
    assert done == ["second"]


def test_forgotten_work_tells_nothing(newest: Worker, qtbot: QtBot) -> None:
    """Neither what waits nor what is being done."""
    done: list[object] = []
    first = Gate("first")
    newest.ask(first, done.append, done.append)
    first.has_begun.wait(60.0)
    newest.ask(lambda _report: "second", done.append, done.append)
    newest.forget()
    first.may_end.set()
    qtbot.waitUntil(lambda: not newest.is_busy, timeout=PATIENCE_MS)
    newest.ask(lambda _report: "third", done.append, done.append)
    qtbot.waitUntil(lambda: bool(done), timeout=PATIENCE_MS)
    assert done == ["third"]


def test_work_can_be_called_off(worker: Worker, owner: QWidget, qtbot: QtBot) -> None:
    """By the button of the bar that shows it: it ends at its next report, and tells nothing."""
    done: list[object] = []
    worker.ask(until_called_off, done.append, done.append, "working")
    (dialog,) = owner.findChildren(QProgressDialog)
    words = dialog.labelText()
    dialog.canceled.emit()
    qtbot.waitUntil(lambda: not worker.is_busy, timeout=PATIENCE_MS)
    assert (words, done) == ("working", [])


def test_what_goes_wrong_is_told(worker: Worker, qtbot: QtBot) -> None:
    """A missing file, say; the worker goes on afterwards."""
    failed: list[Exception] = []
    done: list[object] = []

    def work(_report: Report) -> None:
        raise FileNotFoundError("gone")

    worker.ask(work, done.append, failed.append)
    worker.ask(lambda _report: "next", done.append, failed.append)
    qtbot.waitUntil(lambda: bool(done), timeout=PATIENCE_MS)
    assert [str(error) for error in failed] == ["gone"]
    assert done == ["next"]


def test_closing_waits_for_the_thread(owner: QWidget) -> None:
    """Nothing is left when the window goes."""
    worker = Worker(owner)
    worker.ask(until_called_off, lambda _result: None, lambda _error: None)
    worker.close(60.0)
    assert not worker.is_busy
