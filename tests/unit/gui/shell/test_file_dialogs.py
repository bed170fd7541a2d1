"""The questions of the File menu, and a maze that is changed from outside meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import CAP_ID, small_world
from wsusim.formats.maze_file import load_maze, save_maze
from wsusim.gui.shell.main_window import MainWindow

OTHERS = replace(small_world(), name="of another window")


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


@pytest.fixture
def maze(window: MainWindow, tmp_path: Path) -> Path:
    """Return the file of the maze that is open."""
    path = tmp_path / "shared.json"
    save_maze(small_world(), path)
    window.openers.open(path)
    return path


def _question(window: MainWindow) -> QMessageBox:
    box = window.findChild(QMessageBox, "changed on disk")
    assert isinstance(box, QMessageBox)
    return box


def test_a_maze_changed_by_another_window_is_noticed(
    window: MainWindow, maze: Path, qtbot: QtBot
) -> None:
    """The message's button opens it again."""
    save_maze(OTHERS, maze)
    qtbot.waitUntil(lambda: "shared.json has been changed" in window.messages.text)
    window.messages.buttons[0].click()
    assert window.document.world == OTHERS


def test_ones_own_saving_is_no_change(window: MainWindow, maze: Path, qtbot: QtBot) -> None:
    """Nothing is said about it."""
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.action_set["save"].trigger()
    qtbot.wait(300)
    assert (window.messages.text, window.files.is_changed_outside) == ("", False)


def test_the_changes_of_others_are_not_undone_without_a_question(
    window: MainWindow, maze: Path
) -> None:
    """Cancel leaves both as they are."""
    save_maze(OTHERS, maze)
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.action_set["save"].trigger()
    _question(window).button(QMessageBox.StandardButton.Cancel).click()
    assert load_maze(maze) == OTHERS
    assert window.document.is_modified


def test_enter_does_not_save_over_the_changes_of_others(window: MainWindow, maze: Path) -> None:
    """Of three buttons Cancel is the one that Enter presses."""
    save_maze(OTHERS, maze)
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.action_set["save"].trigger()
    question = _question(window)
    labels = [button.text().replace("&", "") for button in question.buttons()]
    assert sorted(labels) == ["Cancel", "Overwrite", "Save as..."]
    QTest.keyClick(question, Qt.Key.Key_Return)
    assert load_maze(maze) == OTHERS
    assert window.document.is_modified


def test_saving_over_it_needs_a_confirmation(window: MainWindow, maze: Path) -> None:
    """The file holds what this window has."""
    save_maze(OTHERS, maze)
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.action_set["save"].trigger()
    _question(window).button(QMessageBox.StandardButton.Save).click()
    assert load_maze(maze) == window.document.world


def test_maps_without_a_suffix_are_shown_by_the_open_dialog(window: MainWindow) -> None:
    """Those of the WSU simulator have none, so the first filter hides nothing."""
    window.action_set["open"].trigger()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert dialog.nameFilters()[0].endswith("(*)")
    dialog.close()


def test_a_document_is_refused_by_what_can_be_opened(window: MainWindow, tmp_path: Path) -> None:
    """Not with advice about text encodings."""
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.7\n\0\0")
    window.openers.open_all([str(tmp_path / "paper.pdf")])
    assert "wsusim can't open paper.pdf" in window.messages.text
    assert "UTF-8" not in window.messages.text


def test_a_message_about_a_maze_goes_with_it(window: MainWindow, maze: Path) -> None:
    """Another maze has nothing to do with it."""
    window.openers.open(maze.with_name("missing.json"))
    assert "missing.json" in window.messages.text
    window.action_set["new"].trigger()
    assert window.messages.text == ""
