"""Where the manual's pictures are taken: the real window, drawn without a screen.

``python -m tests.unit.gui.manual_pictures`` takes all of them again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from wsusim.gui.app import make_application, make_window
from wsusim.gui.shell.main_window import MainWindow

PICTURES = Path(__file__).parents[3] / "manual" / "pictures"
SIZE_PX = (1024, 700)

Part = TypeVar("Part", bound=QObject)


@contextmanager
def opened_window(size_px: tuple[int, int] = SIZE_PX) -> Iterator[tuple[MainWindow, Path]]:
    """Open the program's window in the light theme; give a folder for its files, too."""
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        make_application(["wsusim"])
    with tempfile.TemporaryDirectory() as name:
        window = make_window(Path(name))
        window.preferences.set(replace(window.preferences.value, theme="light"))
        window.resize(*size_px)
        window.show()
        yield window, Path(name)
        window.document.undo_stack.setClean()
        window.close()


def part_of(window: MainWindow, kind: type[Part]) -> Part:
    """Return the one part of a kind that a window has."""
    part = window.findChild(kind)
    assert isinstance(part, kind)
    return part


def tick_of(window: MainWindow) -> int:
    """Return the tick that is shown; -1 before the first."""
    picture = window.watched.picture
    return -1 if picture is None else picture.snapshot.tick


def wait_until(condition: Callable[[], bool]) -> None:
    """Let the window live until something has come."""
    while not condition():
        QTest.qWait(10)


def keep(widget: QWidget, name: str) -> None:
    """Let a widget come to rest, and keep what it shows as a picture of the manual."""
    QTest.qWait(400)
    widget.grab().save(str(PICTURES / f"{name}.png"))
