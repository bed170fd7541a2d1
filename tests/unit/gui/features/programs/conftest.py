"""A window with the editor and nothing else, and a program in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import EDITORS_SIZE, Hall, clear, new_window
from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.programs.assistant import Assistant

TEXT = """from wsusim import Controller


class A(Controller):
    def run(self):
        while self.active:
            self.sleep(0.1)
"""


@pytest.fixture(autouse=True)
def _no_side_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask nobody: what the side process answers has tests of its own."""
    monkeypatch.setattr(Assistant, "ask", lambda *_arguments, **_question: None)


class EditorHall(Hall):
    """A window with the editor, which is tidied too."""

    def __init__(self, window: MainWindow) -> None:
        self.side = ProgramsSide(window)
        super().__init__(window, EDITORS_SIZE)

    def tidy(self) -> None:
        """Close all programs, whatever is in them."""
        for document in self.side.panel.documents:
            document.text_document.setModified(False)
            self.side.close(document)
        self.window.programs.clear_breakpoints()
        self.window.programs.forget_faults()
        self.side.hide_editor()
        QApplication.processEvents()
        super().tidy()


@pytest.fixture(scope="module")
def editor_hall(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EditorHall]:
    """Return a window that all tests of a file share."""
    made = EditorHall(new_window(tmp_path_factory.mktemp("settings")))
    yield made
    clear(made.window)


@pytest.fixture
def window(editor_hall: EditorHall) -> Iterator[MainWindow]:
    """Return the window."""
    yield editor_hall.window
    editor_hall.tidy()


@pytest.fixture
def side(editor_hall: EditorHall, window: MainWindow) -> ProgramsSide:
    """Return the editor's side."""
    return editor_hall.side


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a program's file."""
    made = tmp_path / "robot.py"
    made.write_text(TEXT)
    return made


@pytest.fixture
def edit(side: ProgramsSide, file: Path) -> CodeEdit:
    """Return the text of the program on the screen."""
    assert side.open(file)
    assert side.panel.edit is not None
    return side.panel.edit
