"""Programs in the window: opened, saved, run, watched and recovered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.programs.conftest import TEXT
from wsusim.control.report import FailureReport
from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.kept_programs import leftovers_in
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.programs import Breakpoint
from wsusim.gui.shell.watched import Failure


def type_into(edit: CodeEdit, qtbot: QtBot, text: str) -> None:
    """Type at the cursor."""
    qtbot.keyClicks(edit, text)


def test_a_program_opens_beside_the_arena_at_its_line(
    side: ProgramsSide, window: MainWindow, file: Path
) -> None:
    """Features that want to show a line of a file do so here."""
    window.programs.line_wanted.emit(file, 5)
    edit = side.panel.edit
    assert edit is not None
    assert (edit.toPlainText(), edit.line) == (TEXT, 5)
    assert side.panel.isVisible()
    assert window.view.isVisible()
    assert window.programs.text_of(file) == TEXT


@pytest.mark.parametrize(("width_px", "share"), [(1200, 0.6), (2400, 0.5)])
def test_in_a_small_window_the_editor_takes_more_than_the_arena(
    side: ProgramsSide, window: MainWindow, file: Path, width_px: int, share: float
) -> None:
    """A line is then to be read without scrolling; a large window has room for both."""
    side.hide_editor()
    window.resize(width_px, 800)
    side.open(file)
    _arena, editor = window.middle.sizes()
    assert editor / sum(window.middle.sizes()) == pytest.approx(share, abs=0.02)


def test_the_same_file_opens_once(side: ProgramsSide, edit: CodeEdit, file: Path) -> None:
    """Its tab comes to the front."""
    side.open(file)
    assert side.panel.documents == [edit.program]


def test_what_is_no_program_is_told_in_a_sentence(
    side: ProgramsSide, window: MainWindow, tmp_path: Path
) -> None:
    """And nothing opens."""
    assert not side.open(tmp_path / "missing.py")
    assert "missing.py can't be opened" in window.messages.text
    assert side.panel.documents == []


def test_saving_writes_what_is_on_the_screen(edit: CodeEdit, file: Path, qtbot: QtBot) -> None:
    """Ctrl+S is the program's while the keyboard is in it, and the maze's elsewhere."""
    type_into(edit, qtbot, "# new ")
    assert edit.program.is_modified
    qtbot.keyClick(edit, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert file.read_text().startswith("# new from wsusim")
    assert not edit.program.is_modified


def test_a_run_takes_what_is_on_the_screen(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path, qtbot: QtBot
) -> None:
    """Before a run is read, everything is saved."""
    type_into(edit, qtbot, "# new ")
    assert window.setup.is_ready
    assert file.read_text().startswith("# new ")


def test_no_run_begins_from_a_text_that_can_not_be_saved(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path, qtbot: QtBot
) -> None:
    """It is said why, and another place is offered; the text stays."""
    type_into(edit, qtbot, "# new ")
    file.unlink()
    file.parent.rmdir()
    assert not window.setup.is_ready
    assert "can't be saved" in window.messages.text
    assert edit.toPlainText().startswith("# new ")


def test_a_program_that_drives_no_robot_is_given_one_before_it_runs(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, qtbot: QtBot
) -> None:
    """F5 runs the program that one sees."""
    window.action_set.make("run", "Run")
    with qtbot.waitSignal(window.setup.program_wanted) as told:
        side.run()
    assert told.args == [edit.program.path]


def test_f5_goes_on_while_a_program_stands_at_a_breakpoint(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, qtbot: QtBot
) -> None:
    """The key is the debugger's then."""
    went_on: list[bool] = []
    action = window.action_set.make("debug go", "Continue", lambda: went_on.append(True))
    action.setShortcut("F5")
    qtbot.keyClick(edit, Qt.Key.Key_F5)
    action.setShortcut("")
    assert went_on == [True]


def test_no_run_replaces_what_another_program_wrote(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path, qtbot: QtBot
) -> None:
    """It is asked which one should stay, and nothing runs before."""
    type_into(edit, qtbot, "# mine ")
    file.write_text("x = 1\n")
    assert not window.setup.is_ready
    assert "Another program has changed" in window.messages.text
    assert file.read_text() == "x = 1\n"


def test_a_change_by_another_program_is_taken_over_and_told(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path
) -> None:
    """Where nothing was changed here, there is nothing to ask."""
    file.write_text("x = 1\n")
    side.outside.look_again()
    assert edit.toPlainText() == "x = 1\n"
    assert not edit.program.is_modified
    edit.undo()
    assert edit.toPlainText() == TEXT


def test_two_changes_are_asked_about_and_mine_can_stay(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path, qtbot: QtBot
) -> None:
    """Neither is lost without a word; the question comes once."""
    type_into(edit, qtbot, "# mine ")
    file.write_text("x = 1\n")
    side.outside.look_again()
    assert "Another program has changed robot.py" in window.messages.text
    edit.program.keep_mine()
    window.messages.clear()
    side.outside.look_again()
    assert window.messages.text == ""
    side.save(edit.program)
    assert file.read_text().startswith("# mine ")


def test_a_file_that_is_deleted_meanwhile_leaves_its_text(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path
) -> None:
    """It can be saved again."""
    file.unlink()
    side.outside.look_again()
    assert "was deleted or moved" in window.messages.text
    assert edit.program.is_modified
    side.save(edit.program)
    assert file.read_text() == TEXT


def test_closing_asks_about_what_is_not_saved(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, qtbot: QtBot
) -> None:
    """Discard closes and leaves the file."""
    type_into(edit, qtbot, "# new ")
    side.close(edit.program)
    question = window.findChild(QMessageBox, "unsaved program")
    assert isinstance(question, QMessageBox)
    question.button(QMessageBox.StandardButton.Discard).click()
    assert side.panel.documents == []
    assert not side.panel.isVisible()


def test_unsaved_text_survives_a_crash(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path, qtbot: QtBot
) -> None:
    """The copy holds the text and where it belongs; saving removes it."""
    type_into(edit, qtbot, "# new ")
    side.autosave_now()
    copies = window.folder / "autosave"
    (copy,) = copies.glob("*.autosave-program.json")
    edit.program._copy.lock.unlock()  # the window is gone
    (leftover,) = leftovers_in(copies)
    assert (leftover.path, leftover.text) == (file, "# new " + TEXT)
    side.save(edit.program)
    assert not copy.exists()


def test_a_recovered_text_is_shown_and_not_saved(
    side: ProgramsSide, window: MainWindow, file: Path
) -> None:
    """The file keeps its contents until it is saved."""
    from wsusim.gui.features.programs.kept_programs import Leftover

    side._recover(Leftover(file, file, "x = 3\n"))
    edit = side.panel.edit
    assert edit is not None
    assert (edit.toPlainText(), edit.program.is_modified) == ("x = 3\n", True)
    assert file.read_text() == TEXT


def test_what_went_wrong_in_a_run_is_marked_until_the_text_changes(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, qtbot: QtBot
) -> None:
    """At its line, with its message."""
    report = FailureReport("ValueError", "ValueError: no", str(edit.program.path), 6)
    window.watched.failed.emit(Failure(0, report))
    assert [(fault.line, fault.text) for fault in edit.faults] == [(6, "ValueError: no")]
    assert edit.line == 6
    type_into(edit, qtbot, "x")
    assert edit.faults == ()


def test_open_programs_and_breakpoints_come_back_with_the_session(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit, file: Path
) -> None:
    """As they were when the window closed."""
    window.programs.put_breakpoint(file, Breakpoint(6, "x > 3", is_on=False))
    kept = side._kept()
    side.close(edit.program)
    window.programs.clear_breakpoints()
    side._take_up(kept)
    assert [one.path for one in side.panel.documents] == [file]
    assert window.programs.breakpoints_in(file) == (Breakpoint(6, "x > 3", is_on=False),)
    assert side.panel.isVisible()


def test_undo_in_the_menu_is_the_programs_while_it_has_the_keyboard(
    window: MainWindow, edit: CodeEdit, qtbot: QtBot
) -> None:
    """One Undo for the history used last."""
    window.activateWindow()
    edit.setFocus()
    type_into(edit, qtbot, "#")
    assert window.action_set["undo"].isEnabled()
    window.action_set["undo"].trigger()
    assert edit.toPlainText() == TEXT


def test_the_editor_is_hidden_and_shown_by_one_switch(
    side: ProgramsSide, window: MainWindow, edit: CodeEdit
) -> None:
    """What is open stays open."""
    window.action_set["program"].setChecked(False)
    assert not side.panel.isVisible()
    window.action_set["program"].setChecked(True)
    assert side.panel.isVisible()
    assert side.panel.edit is edit


def test_another_text_size_and_theme_are_taken(window: MainWindow, edit: CodeEdit) -> None:
    """The margin follows the letters."""
    before = edit.margin.width_px
    font = edit.font()
    font.setPointSizeF(2.0 * font.pointSizeF())
    edit.setFont(font)
    assert edit.margin.width_px > before
