"""Questions for files that block nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QFileInfo
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from wsusim.gui.widgets.file_dialog import PlaceIcons, ask_for_folder, ask_to_open, ask_to_save


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """Return the widget that asks."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_the_file_to_open_is_told(parent: QWidget, tmp_path: Path) -> None:
    """The dialog begins in the folder and takes only files that are there."""
    told: list[Path] = []
    dialog = ask_to_open(parent, "Open", tmp_path, ["Mazes (*.json)"], told.append)
    assert dialog.directory().absolutePath() == str(tmp_path)
    assert dialog.fileMode() is QFileDialog.FileMode.ExistingFile
    dialog.fileSelected.emit(str(tmp_path / "a.json"))
    assert told == [tmp_path / "a.json"]


def test_a_name_without_suffix_gets_that_of_the_chosen_filter(
    parent: QWidget, tmp_path: Path
) -> None:
    """At first that of the proposed name."""
    filters = ["Pictures (*.png)", "Drawings (*.svg)"]
    dialog = ask_to_save(parent, "Save", tmp_path / "way.png", filters, print)
    first = dialog.defaultSuffix()
    dialog.filterSelected.emit(filters[1])
    assert (first, dialog.defaultSuffix()) == ("png", "svg")
    assert [Path(name).name for name in dialog.selectedFiles()] == ["way.png"]


def test_a_folder_is_told(parent: QWidget, tmp_path: Path) -> None:
    """No file can be chosen."""
    told: list[Path] = []
    dialog = ask_for_folder(parent, "Folder", tmp_path, told.append)
    assert dialog.fileMode() is QFileDialog.FileMode.Directory
    dialog.fileSelected.emit(str(tmp_path))
    assert told == [tmp_path]


def test_places_of_wsusim_are_a_click_away(parent: QWidget, tmp_path: Path) -> None:
    """Templates, ready controllers, the person's own folder and home, each with its icon."""
    dialog = ask_to_open(parent, "Open", tmp_path, ["Mazes (*.json)"], lambda _path: None)
    places = [Path(url.toLocalFile()) for url in dialog.sidebarUrls()]
    marks = PlaceIcons(tmp_path)
    dialog.close()
    assert [place.name for place in places[:2]] == ["mazes", "controllers"]
    assert places[2:] == [tmp_path, Path.home()]
    assert not marks.icon(QFileInfo(str(tmp_path))).isNull()
