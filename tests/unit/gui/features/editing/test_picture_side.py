"""Pictures that are opened or dropped become a new maze, or lie on the floor."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from tests.pictures import drawn, enlarged, file_of
from tests.unit.gui.conftest import Mouse
from tests.unit.gui.studio import part_of
from wsusim.editor import changes
from wsusim.editor.objects import ObjectKind
from wsusim.formats.entries import MM_PER_PX_MAX, OBJECTS_MAX
from wsusim.gui.document import Mode
from wsusim.gui.features.editing.picture_dialog import PictureDialog
from wsusim.gui.features.editing.picture_side import PictureSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.widgets.phrases import kind_name

BLOCK = enlarged(drawn("....", ".#..", "....", "...."), 50)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return the file of a picture with a dark block."""
    path = tmp_path / "block.png"
    path.write_bytes(file_of(Image.fromarray(BLOCK)))
    return path


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share."""
    return editors_window


def asked(window: MainWindow) -> PictureDialog:
    """Return the question about a picture."""
    (dialog,) = window.findChildren(PictureDialog)
    return dialog


def test_a_dropped_picture_becomes_a_new_maze(
    window: MainWindow, picture: Path, qtbot: QtBot
) -> None:
    """The dialog tells how many walls there will be; OK shows them, not saved yet."""
    window.openers.open_all([str(picture)])
    dialog = asked(window)
    qtbot.waitUntil(lambda: dialog.told.text() == "1 walls, 200 x 200 mm")

    dialog.buttons.accepted.emit()

    assert len(window.document.world.walls) == 1
    assert window.document.world.name == "block"
    assert window.document.path is None
    assert window.document.is_modified


def test_figures_change_what_would_come_of_it(
    window: MainWindow, picture: Path, qtbot: QtBot
) -> None:
    """The scale, and a threshold above which nothing is dark."""
    window.openers.open(picture)
    dialog = asked(window)

    dialog.scale.setValue(3.0)
    qtbot.waitUntil(lambda: dialog.told.text() == "1 walls, 600 x 600 mm")
    dialog.floor.setCurrentIndex(1)
    dialog.floor.entered.emit("dark")
    qtbot.waitUntil(lambda: "1 walls" not in dialog.told.text())
    dialog.reject()


def test_figures_that_make_no_maze_are_told(
    window: MainWindow, picture: Path, qtbot: QtBot
) -> None:
    """In the dialog; OK can't be pressed then."""
    window.openers.open(picture)
    dialog = asked(window)

    dialog.scale.setValue(0.1)

    qtbot.waitUntil(lambda: "each side must be 100" in dialog.told.text())
    assert not dialog.buttons.button(dialog.buttons.StandardButton.Ok).isEnabled()
    dialog.reject()


def test_a_picture_is_laid_on_the_floor(window: MainWindow, picture: Path) -> None:
    """In the middle of the maze, as an edit that can be undone."""
    window.openers.open(picture)
    dialog = asked(window)
    dialog.to_floor.setChecked(True)
    dialog.scale.setValue(2.0)

    dialog.buttons.accepted.emit()

    (laid,) = window.document.world.floor_pictures
    assert (laid.x_mm, laid.y_mm, laid.size_mm) == (500.0, 400.0, (400.0, 400.0))
    assert window.document.undo_stack.undoText() == "add floor picture"
    window.document.undo_stack.undo()
    assert window.document.world.floor_pictures == ()


def test_a_pixel_may_be_a_whole_passage(window: MainWindow, picture: Path) -> None:
    """Of walls; a picture on the floor has smaller ones."""
    window.openers.open_all([str(picture)])
    dialog = asked(window)
    dialog.scale.setValue(90.0)
    of_walls = dialog.scale.value()
    dialog.to_floor.setChecked(True)
    of_floor = dialog.scale.value()
    dialog.reject()

    assert (of_walls, of_floor) == (90.0, MM_PER_PX_MAX)


def test_a_corner_scales_the_picture(window: MainWindow, mouse: Mouse, picture: Path) -> None:
    """Its handle is pulled with the mouse."""
    window.openers.open(picture)
    dialog = asked(window)
    dialog.to_floor.setChecked(True)
    dialog.buttons.accepted.emit()

    mouse.drag((600.0, 500.0), (700.0, 600.0))

    (laid,) = window.document.world.floor_pictures
    assert laid.mm_per_px == pytest.approx(1.5, abs=0.05)


def test_a_broken_picture_has_one_clear_message(window: MainWindow, tmp_path: Path) -> None:
    """No dialog opens."""
    (tmp_path / "bad.png").write_bytes(b"\x89PNG and no more")

    window.openers.open(tmp_path / "bad.png")

    assert window.findChildren(PictureDialog) == []
    assert "bad.png is not a picture that wsusim can read" in window.messages.text


def test_no_picture_is_laid_down_during_a_run(window: MainWindow) -> None:
    """The maze has to be reset first."""
    window.document.set_mode(Mode.RUN)

    part_of(window, PictureSide).ask()

    assert "reset it first" in window.messages.text


def test_the_insert_menu_has_pictures(window: MainWindow) -> None:
    """They come from a file, so the palette has none."""
    assert "insert picture" in window.action_set.names()
    assert kind_name(ObjectKind.PICTURE) == "floor picture"


def test_a_picture_too_many_is_refused(window: MainWindow, picture: Path) -> None:
    """Laid from its file or pasted: a maze with it could not be saved."""
    window.openers.open(picture)
    dialog = asked(window)
    dialog.to_floor.setChecked(True)
    dialog.buttons.accepted.emit()
    (laid,) = window.document.world.floor_pictures
    full = changes.add(window.document.world, [laid] * (OBJECTS_MAX["floor_pictures"] - 1)).world
    window.document.load(full, None)
    window.document.selection.select([laid.id])
    window.action_set["copy"].trigger()

    window.action_set["paste"].trigger()

    assert window.document.world == full
    assert "at most 20 floor pictures. Remove some first" in window.messages.text
