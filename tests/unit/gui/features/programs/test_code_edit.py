"""Typing a program: keys, marks, folds and a search."""

from __future__ import annotations

from time import monotonic

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.unit.gui.features.programs.conftest import TEXT
from wsusim.gui.features.programs.code_edit import CodeEdit
from wsusim.gui.features.programs.highlighter import UNCOLOURED
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.programs import Fault

NEVER_COLOURED = -1
"""State of a line at first: Qt's."""

PATIENCE_S = 10.0

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def put(edit: CodeEdit, text: str) -> None:
    """Replace the text; a ``|`` is the cursor, two are what is chosen."""
    parts = text.split("|")
    edit.setPlainText("".join(parts))
    cursor = edit.textCursor()
    cursor.setPosition(len(parts[0]))
    if len(parts) == 3:
        cursor.setPosition(len(parts[0]) + len(parts[1]), QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    last = edit.document().lastBlock()
    # Colours follow a little later, and with them what is code.
    until_s = monotonic() + PATIENCE_S
    while last.userState() in (NEVER_COLOURED, UNCOLOURED):
        assert monotonic() < until_s, "never coloured"
        QApplication.processEvents()


def shown(edit: CodeEdit) -> str:
    """Return the text with the cursor as a ``|``."""
    place = edit.textCursor().position()
    text = edit.toPlainText()
    return f"{text[:place]}|{text[place:]}"


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("while x:|", Qt.Key.Key_Return, "while x:\n    |"),
        ("    return|", Qt.Key.Key_Return, "    return\n|"),
        ("call(|)", Qt.Key.Key_Return, "call(\n    |\n)"),
        ("        |x", Qt.Key.Key_Backspace, "    |x"),
        ("(|)", Qt.Key.Key_Backspace, "|"),
        ("x|", Qt.Key.Key_Tab, "x   |"),
        ("    x|", Qt.Key.Key_Home, "    |x"),
        ("    |x", Qt.Key.Key_Home, "|    x"),
    ],
)
def test_keys_do_what_an_editor_of_programs_does(
    edit: CodeEdit, qtbot: QtBot, before: str, key: Qt.Key, after: str
) -> None:
    """Lines begin where Python expects them."""
    put(edit, before)
    qtbot.keyClick(edit, key)
    assert shown(edit) == after


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("f|", "(", "f(|)"),
        ("f(|)", ")", "f()|"),
        ("x = |", '"', 'x = "|"'),
        ("don|", "'", "don'|"),
        ("|x", "(", "(|x"),
        ("|abc|", "(", "(abc)|"),
        ("# it|", "(", "# it(|"),
    ],
)
def test_brackets_come_in_pairs_where_that_helps(
    edit: CodeEdit, qtbot: QtBot, before: str, typed: str, after: str
) -> None:
    """Not within words, texts and comments."""
    put(edit, before)
    qtbot.keyClicks(edit, typed)
    assert shown(edit) == after


@pytest.mark.parametrize(
    ("before", "key", "modifier", "after"),
    [
        ("|a\nb|\nc", Qt.Key.Key_Tab, Qt.KeyboardModifier.NoModifier, "    a\n    b\nc"),
        ("    a|", Qt.Key.Key_Backtab, SHIFT, "a"),
        ("a|\nb", Qt.Key.Key_Slash, CTRL, "# a\nb"),
        ("a|\nb", Qt.Key.Key_D, CTRL, "a\na\nb"),
        ("a|\nb", Qt.Key.Key_K, CTRL | SHIFT, "b"),
        ("a\nb|", Qt.Key.Key_K, CTRL | SHIFT, "a"),
        ("a|\nb\nc", Qt.Key.Key_Down, ALT, "b\na\nc"),
        ("a\nb|\nc", Qt.Key.Key_Up, ALT, "b\na\nc"),
        ("a|", Qt.Key.Key_Up, ALT, "a"),
    ],
)
def test_lines_are_changed_as_a_whole_in_one_step(
    edit: CodeEdit,
    qtbot: QtBot,
    before: str,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier,
    after: str,
) -> None:
    """And one Undo takes it back."""
    put(edit, before)
    qtbot.keyClick(edit, key, modifier)
    assert edit.toPlainText() == after
    edit.undo()
    assert edit.toPlainText() == before.replace("|", "")


def test_a_click_in_the_margin_sets_a_breakpoint_that_moves_with_its_line(
    edit: CodeEdit, window: MainWindow, qtbot: QtBot
) -> None:
    """Lines typed above take it along; those below don't."""
    block = edit.document().findBlockByNumber(5)
    row = edit.blockBoundingGeometry(block).translated(edit.contentOffset())
    QTest.mouseClick(edit.margin, Qt.MouseButton.LeftButton, pos=QPoint(5, int(row.center().y())))
    path = edit.program.path
    assert [mark.line for mark in window.programs.breakpoints_in(path)] == [6]
    edit.show_line(1)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert [mark.line for mark in window.programs.breakpoints_in(path)] == [7]
    edit.undo()
    assert [mark.line for mark in window.programs.breakpoints_in(path)] == [6]
    edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert set(edit.breakpoints) == {6}


def test_a_block_is_folded_and_comes_back_when_a_line_in_it_is_wanted(edit: CodeEdit) -> None:
    """Nothing of the text is changed."""
    edit.toggle_fold(5)
    assert not edit.document().findBlockByNumber(6).isVisible()
    assert edit.document().findBlockByNumber(4).isVisible()
    edit.show_line(7)
    assert edit.document().findBlockByNumber(6).isVisible()
    assert edit.toPlainText() == TEXT


def test_brackets_that_belong_together_are_marked(edit: CodeEdit) -> None:
    """The one at the cursor and its partner."""
    put(edit, "call(1, (2))|")
    places = sorted(one.cursor.selectedText() for one in edit.extraSelections())
    assert places == ["", "(", ")"]


def test_the_next_mistake_is_gone_to_and_told_below(side: ProgramsSide, edit: CodeEdit) -> None:
    """From line to line, and round."""
    edit.set_faults([Fault(3, "first"), Fault(6, "second")])
    side.panel.go_to_next_fault()
    assert (edit.line, side.panel.about.whole) == (3, "first")
    side.panel.go_to_next_fault()
    side.panel.go_to_next_fault()
    assert edit.line == 3


def test_find_goes_round_and_replace_all_is_one_step(side: ProgramsSide, edit: CodeEdit) -> None:
    """Places are counted."""
    bar = side.panel.find_bar
    put(edit, "|one two one")
    bar.open_bar(with_replace=True)
    bar.wanted.setText("ONE")
    bar.find_next()
    bar.find_next()
    assert (edit.textCursor().selectionStart(), bar.count.text()) == (8, "2 of 2")
    bar.find_next()
    assert edit.textCursor().selectionStart() == 0
    bar.by.setText("three")
    bar.replace_all()
    assert edit.toPlainText() == "three two three"
    edit.undo()
    assert edit.toPlainText() == "one two one"


def test_a_pattern_is_found_and_its_groups_put_in(side: ProgramsSide, edit: CodeEdit) -> None:
    """A broken pattern finds nothing and says so."""
    bar = side.panel.find_bar
    put(edit, "|set(1)")
    bar.open_bar()
    bar.pattern.setChecked(True)
    bar.wanted.setText(r"set\((\d)\)")
    bar.by.setText(r"put(\1)")
    bar.replace_all()
    assert edit.toPlainText() == "put(1)"
    bar.wanted.setText("(")
    assert bar.count.text() == "not a pattern"
    bar.pattern.setChecked(False)
    bar.close_bar()


def test_places_behind_wide_letters_are_found_where_they_are(
    side: ProgramsSide, edit: CodeEdit
) -> None:
    """Qt counts some letters twice."""
    bar = side.panel.find_bar
    put(edit, "|🤖🤖 x")
    bar.open_bar()
    bar.wanted.setText("x")
    bar.find_next()
    assert edit.textCursor().selectedText() == "x"
    assert edit.place == (1, 4)
    bar.close_bar()


def test_a_long_program_opens_at_once_and_is_coloured_bit_by_bit(
    side: ProgramsSide, edit: CodeEdit, qtbot: QtBot
) -> None:
    """The last line gets its colours, too."""
    edit.setPlainText("def f(): pass\n" * 1500)
    last = edit.document().findBlockByNumber(1499)
    qtbot.waitUntil(lambda: bool(last.layout().formats()), timeout=60_000)


def test_text_with_letters_beyond_unicodes_first_plane_is_replaced_where_it_differs(
    edit: CodeEdit,
) -> None:
    """Reloading changes what has changed, and is one step."""
    edit.setPlainText("a 🤖 b\n")
    edit.program.replace_text("a 🤖 c\n")
    assert edit.toPlainText() == "a 🤖 c\n"
    edit.undo()
    assert edit.toPlainText() == "a 🤖 b\n"
