"""What people expect of a desktop program."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMessageBox,
)
from pytestqt.qtbot import QtBot

from tests.unit.gui.conftest import CAP_ID, ROBOT_ID, Keys, Mouse, new_window
from tests.unit.gui.studio import part_of
from wsusim.gui.app import Ending, show_failures
from wsusim.gui.document import Mode
from wsusim.gui.features.editing.palette import Palette
from wsusim.gui.features.editing.properties import PropertiesPanel
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.preferences import Preferences, read_preferences, write_preferences
from wsusim.gui.shell.settings_dialog import SettingsDialog
from wsusim.gui.widgets.layouts import in_column, push_button
from wsusim.gui.widgets.property_boxes import NumberBox
from wsusim.interrupts import ENDING_SIGNALS, EXIT_INTERRUPTED, INTERRUPTS


@pytest.fixture
def window(editors_window: MainWindow) -> MainWindow:
    """Return the window that all tests of this file share that do not end it."""
    return editors_window


def test_a_letter_in_an_open_menu_is_not_for_the_arena(window: MainWindow) -> None:
    """Alt+V, L opens the layers; it does not pick a light."""
    window.view.setFocus()
    tool, menu = window.view.tool, window.menus["view"]
    menu.popup(window.mapToGlobal(QPoint(50, 50)))
    QTest.keyClick(menu, Qt.Key.Key_L)
    is_open = window.menus["layers"].isVisible()
    menu.close()
    assert is_open
    assert window.view.tool is tool


def test_the_title_marks_unsaved_changes(window: MainWindow) -> None:
    """Undoing them takes the mark away."""
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    assert window.isWindowModified()
    window.document.undo_stack.undo()
    assert not window.isWindowModified()


@pytest.mark.parametrize(
    ("button", "is_open"),
    [(QMessageBox.StandardButton.Cancel, True), (QMessageBox.StandardButton.Discard, False)],
)
def test_closing_with_unsaved_changes_asks(
    lone_window: MainWindow, button: QMessageBox.StandardButton, is_open: bool
) -> None:
    """Cancel keeps the window, Discard closes it; the question blocks nothing."""
    lone_window.document.selection.select([CAP_ID])
    lone_window.action_set["delete"].trigger()

    lone_window.close()
    question = lone_window.findChild(QMessageBox, "unsaved changes")
    assert question is not None
    question.button(button).click()

    assert lone_window.isVisible() is is_open


def test_save_in_the_question_saves_and_closes(lone_window: MainWindow, tmp_path: Path) -> None:
    """The file holds the changes."""
    lone_window.files.save(tmp_path / "maze.json")
    lone_window.document.selection.select([CAP_ID])
    lone_window.action_set["delete"].trigger()

    lone_window.close()
    question = lone_window.findChild(QMessageBox, "unsaved changes")
    assert question is not None
    question.button(QMessageBox.StandardButton.Save).click()

    assert not lone_window.isVisible()
    assert '"caps"' not in (tmp_path / "maze.json").read_text()


def test_the_layout_is_remembered(lone_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    """A panel that was closed stays closed."""
    dock = lone_window.panels["palette"]
    dock.close()
    lone_window.document.undo_stack.setClean()
    lone_window.close()

    again = new_window(tmp_path)
    qtbot.addWidget(again)
    again.restore_layout()

    assert again.panels["palette"].isHidden()


def test_a_typed_number_goes_to_all_selected_objects(window: MainWindow, keys: Keys) -> None:
    """And is one edit with a name."""
    window.document.selection.select([CAP_ID, ROBOT_ID])
    box = part_of(window, PropertiesPanel).form.editor("y_mm")
    box.setValue(200.0)
    assert window.document.world.caps[0].y_mm == 200.0
    assert window.document.world.robots[0].pose.y_mm == 200.0
    assert window.document.undo_stack.undoText() == "change y of 2 objects"


def test_a_mazes_size_is_typed_in(window: MainWindow) -> None:
    """The arena grows, as one edit."""
    window.document.selection.clear()
    part_of(window, PropertiesPanel).form.editor("width_mm").setValue(1500.0)
    assert window.document.world.arena.width_mm == 1500.0
    assert window.document.undo_stack.undoText() == "change width of the maze"


def test_switches_show_their_tick_in_menus(window: MainWindow) -> None:
    """And no icon in its place."""
    switches = [window.action_set[name] for name in window.action_set.names()]
    shown = [a.objectName() for a in switches if a.isCheckable() and a.isIconVisibleInMenu()]
    assert [name for name in shown if not name.startswith("tool ")] == []


def test_preferences_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Every field comes back."""
    chosen = Preferences(12.5, False, "dark", 150, 0)
    write_preferences(chosen, tmp_path)
    assert read_preferences(tmp_path) == chosen


@pytest.mark.parametrize(
    "text", ["", "no toml at all [", 'grid_mm = -5\ntheme = "pink"\nunknown = 1\nsnap = 3\n']
)
def test_bad_preferences_give_the_usual_ones(tmp_path: Path, text: str) -> None:
    """A damaged file never keeps the program from starting."""
    (tmp_path / "window.toml").write_text(text)
    assert read_preferences(tmp_path) == Preferences()


def test_the_window_opens_without_engine_and_kernels() -> None:
    """Start-up stays short because nothing that simulates is imported for it."""
    code = (
        "import sys, wsusim.gui.app; "
        "print([m for m in ('numba', 'shapely', 'wsusim.engine') if m in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_f6_goes_from_the_arena_through_all_panels_and_back(window: MainWindow) -> None:
    """So that the keyboard reaches everything."""
    window.view.setFocus()

    visited = [_next_panel(window) for _ in range(3)]

    assert visited == ["panel palette", "panel inspector", "arena"]


def test_undo_waits_until_the_run_is_over(window: MainWindow) -> None:
    """A run needs the maze to stay as it is."""
    window.document.selection.select([CAP_ID])
    window.action_set["delete"].trigger()
    window.document.set_mode(Mode.RUN)
    assert not window.action_set["undo"].isEnabled()
    window.reset()
    assert window.action_set["undo"].isEnabled()


def test_a_double_click_brings_the_keyboard_to_the_properties(
    window: MainWindow, mouse: Mouse
) -> None:
    """Its first number can be typed at once."""
    mouse.click(600.0, 400.0)
    QTest.mouseDClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=mouse.px(600.0, 400.0))
    assert window.focusWidget() is part_of(window, PropertiesPanel).form.editor("x_mm")


def test_the_arenas_menu_is_for_what_is_under_the_pointer(window: MainWindow) -> None:
    """A right click selects it."""
    window.view.menu_requested.emit(QPoint(10, 10), 300.0, 300.0)
    assert window.document.selection.ids == {CAP_ID}
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert window.action_set["delete"] in popup.actions()
    popup.close()


def test_a_recordings_maze_is_shown_without_touching_the_open_one(window: MainWindow) -> None:
    """Leaving the recording brings the maze back."""
    own = window.document.world
    recorded = replace(own, robots=(), walls=())
    window.document.set_mode(Mode.REPLAY)
    window.document.set_preview(recorded)
    assert window.document.shown is recorded
    assert window.document.world is own
    window.document.set_mode(Mode.EDIT)
    assert window.document.shown is own


@pytest.mark.logs_warnings
def test_mistakes_of_the_window_itself_are_shown_and_it_goes_on(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A message names the mistake; nothing is swallowed."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    show_failures(window)
    failure = RuntimeError("oops")
    sys.excepthook(RuntimeError, failure, None)
    assert "oops" in window.messages.text
    assert "A mistake in the window" in caplog.text


@pytest.fixture
def usual_signals() -> Iterator[None]:
    """None is ignored, as SIGHUP is below nohup; put the handlers back."""
    numbers = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    usual = {number: signal.signal(number, signal.SIG_DFL) for number in numbers}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in usual.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize("name", [name for name in ENDING_SIGNALS if hasattr(signal, name)])
def test_an_asked_end_keeps_unsaved_changes(
    lone_window: MainWindow, tmp_path: Path, name: str
) -> None:
    """Runs are told to end, the program ends, and the changes are offered at the next start."""
    told: list[str] = []
    lone_window.closing.connect(lambda: told.append("closing"))
    lone_window.document.selection.select([CAP_ID])
    lone_window.action_set["delete"].trigger()
    ending = Ending()
    ending.watch(lone_window)

    QTimer.singleShot(0, lambda: signal.raise_signal(getattr(signal, name)))
    INTERRUPTS.listen()
    with INTERRUPTS.calls(ending.ask):
        code = QApplication.exec()
    INTERRUPTS.unlisten()

    assert code == EXIT_INTERRUPTED
    assert told == ["closing"]
    assert len(list((tmp_path / "autosave").glob("*.autosave.json"))) == 1


def _next_panel(window: MainWindow) -> str:
    """Press F6 and return where the keyboard is then."""
    window.panels.focus_next()
    widget = window.focusWidget()
    while widget is not None and not isinstance(widget, QDockWidget):
        if widget is window.view:
            return "arena"
        widget = widget.parentWidget()
    return "" if widget is None else widget.objectName()


def test_hint_and_message_are_never_drawn_over_each_other(window: MainWindow) -> None:
    """Not even when the text size changes while a message is shown."""
    hint = window.status.findChildren(QLabel)[0]
    words = hint.text()
    window.status.showMessage("Saved.")
    window.preferences.set(replace(window.preferences.value, text_percent=150))
    assert (words != "", hint.text()) == (True, "")
    window.status.clearMessage()
    assert hint.text() == words


def test_a_text_size_chosen_before_holds_from_the_start(qtbot: QtBot, tmp_path: Path) -> None:
    """For all parts of the window, whenever they were made."""
    write_preferences(Preferences(text_percent=150), tmp_path)
    window = new_window(tmp_path)
    qtbot.addWidget(window)
    window.restore_layout()
    window.show()
    parts = (
        window.menuBar(),
        part_of(window, Palette),
        window.status,
        part_of(window, PropertiesPanel),
    )
    sizes = {part.font().pointSizeF() for part in parts}
    wanted = QApplication.font().pointSizeF()
    window.preferences.set(Preferences())
    assert sizes == {wanted}


def test_enter_in_the_settings_only_ends_an_entry(window: MainWindow) -> None:
    """It neither restores the defaults nor closes the dialog."""
    window.action_set["settings"].trigger()
    (dialog,) = window.findChildren(SettingsDialog)
    grid = dialog.findChildren(NumberBox)[0]
    grid.setFocus()
    grid.selectAll()
    QTest.keyClicks(grid, "35")
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert (window.preferences.value.grid_mm, dialog.isVisible()) == (35.0, True)


def test_enter_presses_no_button_by_chance(qtbot: QtBot) -> None:
    """In a dialog Qt would press the first button that is made without care."""
    dialog = QDialog()
    qtbot.addWidget(dialog)
    pressed: list[bool] = []
    line = QLineEdit()
    dialog.setLayout(in_column(line, push_button("Start", lambda: pressed.append(True))))
    dialog.show()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert pressed == []
