"""The keys of the arena reach a program that is allowed to know them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wsusim.gui.features.run.program_keys import ProgramKeys
from wsusim.gui.shell.main_window import MainWindow
from wsusim.model.extras import keys_of
from wsusim.runs.actions import HoldKeys
from wsusim.runs.request import RunRequest


class Bridge:
    """Keeps what is asked of a run."""

    def __init__(self, *allowed: str) -> None:
        self.run = SimpleNamespace(request=RunRequest(("x",), allowed=allowed))
        self.held: list[frozenset[str]] = []

    def do(self, action: HoldKeys) -> None:
        """Keep the keys."""
        self.held.append(keys_of(action.keys))


@pytest.mark.parametrize(
    ("allowed", "held"),
    [(("keys",), [{"up"}, {"up", "a"}, {"a"}, set()]), ((), [])],
)
def test_keys_go_down_and_up(
    bare_window: MainWindow, allowed: tuple[str, ...], held: list[set[str]]
) -> None:
    """Each change is told, if the run allows it."""
    bridge = Bridge(*allowed)
    keys = ProgramKeys(bare_window, bridge)  # type: ignore[arg-type]
    view = bare_window.view
    QTest.keyPress(view, Qt.Key.Key_Up)
    QTest.keyPress(view, Qt.Key.Key_A)
    QTest.keyRelease(view, Qt.Key.Key_Up)
    QTest.keyRelease(view, Qt.Key.Key_A)
    view.removeEventFilter(keys)

    assert bridge.held == held
