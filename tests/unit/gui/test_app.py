"""The program's window, with all that belongs to it: what people expect of a desktop program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

import wsusim.gui
from tests.unit.analysis.conftest import recording  # noqa: F401 - a fixture
from tests.unit.gui.conftest import ROBOT_ID, clear, small_world
from tests.unit.gui.studio import part_of
from wsusim.gui.app import make_window
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.menus import BARS
from wsusim.gui.shell.preferences import Preferences
from wsusim.gui.widgets.theme import current_theme

SIZE = QSize(1024, 700)

PANELS = (
    "palette",
    "inspector",
    "controllers",
    "sensors",
    "console",
    "errors",
    "drive",
)


@pytest.fixture(scope="module")
def program(
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
    _engine: None,
) -> Iterator[MainWindow]:
    """Return the program's window with settings and help open; all tests of this file share it."""
    window = make_window(tmp_path_factory.mktemp("settings"))
    window.document.load(small_world(), None)
    window.resize(SIZE)
    window.show()
    window.action_set["model settings"].trigger()
    part_of(window, HelpSide).help_window.open_index()
    yield window
    clear(window)


@pytest.fixture
def window(program: MainWindow) -> Iterator[MainWindow]:
    """Return the window; it is as before after the test."""
    yield program
    program.preferences.set(Preferences())
    program.reset()
    program.resize(SIZE)


@pytest.fixture
def replaying(window: MainWindow, recording: Path, qtbot: QtBot) -> MainWindow:  # noqa: F811
    """Return the window with a recording open."""
    replay = part_of(window, ReplaySide)
    replay.open(recording)
    qtbot.waitUntil(lambda: replay.film is not None, timeout=60_000)
    return window


def _actions(window: MainWindow) -> list[QAction]:
    return [window.action_set[name] for name in window.action_set.names()]


def test_no_shortcut_is_used_twice(replaying: MainWindow) -> None:
    """Two actions on one key would both be dead."""
    keys = Counter(
        key.toString(QKeySequence.SequenceFormat.PortableText)
        for action in _actions(replaying)
        for key in action.shortcuts()
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_no_letter_for_alt_is_used_twice(replaying: MainWindow) -> None:
    """A menu whose letter a button has as well would not open."""
    labels = [label for label in replaying.findChildren(QLabel) if label.buddy() is not None]
    beside = [*replaying.findChildren(QAbstractButton), *labels]
    words = [
        *(action.text() for action in replaying.menuBar().actions()),
        *(part.text() for part in beside if part.window() is replaying),
    ]
    letters = Counter(
        QKeySequence.mnemonic(text).toString()
        for text in words
        if not QKeySequence.mnemonic(text).isEmpty()
    )
    assert [letter for letter, count in letters.items() if count > 1] == []


def test_every_tooltip_names_the_shortcut(replaying: MainWindow) -> None:
    """One learns the keys by pointing."""
    missing = [
        action.text()
        for action in _actions(replaying)
        if not action.shortcut().isEmpty() and action.shortcut().toString() not in action.toolTip()
    ]
    assert missing == []


def nameless_controls(window: QWidget) -> list[QWidget]:
    """Return controls that a screen reader has no words for."""
    kinds = (QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QAbstractButton)
    controls = [
        control
        for kind in kinds
        for control in window.findChildren(kind)
        # Not the parts that Qt makes itself: in a list of numbers, the cross that clears a line.
        if not control.objectName().startswith("qt_")
        and not isinstance(control.parent(), QLineEdit)
    ]
    return [
        control
        for control in controls
        if not control.accessibleName()
        and not (isinstance(control, QAbstractButton) and control.text())
    ]


def test_every_control_has_a_name_for_screen_readers(replaying: MainWindow) -> None:
    """Buttons by their text or accessible name, inputs by their label."""
    assert nameless_controls(replaying) == []


def test_controls_of_an_edited_maze_have_names(window: MainWindow) -> None:
    """The fields of the selected robot, too, which are not there while a recording is open."""
    window.document.selection.select([ROBOT_ID])

    assert nameless_controls(window) == []


def test_every_toolbar_button_can_be_reached_by_tab(replaying: MainWindow) -> None:
    """The keyboard alone does it all."""
    buttons = [
        bar.widgetForAction(action)
        for bar in replaying.findChildren(QToolBar)
        for action in bar.actions()
    ]
    policies = {b.focusPolicy().name for b in buttons if isinstance(b, QToolButton)}
    assert policies == {"TabFocus"}


def test_text_and_theme_change_at_once(replaying: MainWindow) -> None:
    """Settings need no restart."""
    before = replaying.font().pointSizeF()
    replaying.preferences.set(replace(Preferences(), theme="dark", text_percent=150))
    assert current_theme().is_dark
    sizes = {label.font().pointSizeF() for label in replaying.findChildren(QLabel)}
    assert sorted(sizes) == [pytest.approx(1.5 * before)]


def test_it_fits_a_small_screen_with_large_text(replaying: MainWindow) -> None:
    """1024 x 700 is enough at 150 %."""
    replaying.preferences.set(replace(Preferences(), text_percent=150))
    replaying.document.selection.select([ROBOT_ID])
    hint = replaying.minimumSizeHint()
    assert hint.width() <= 1024
    assert hint.height() <= 700


def test_it_fits_a_small_screen_of_144_dpi(replaying: MainWindow, qtbot: QtBot) -> None:
    """1280 x 800 there are 853 x 533 of the pixels that programs count, less the frame."""
    qtbot.waitUntil(lambda: replaying.minimumSizeHint().width() <= 853)
    qtbot.waitUntil(lambda: replaying.minimumSizeHint().height() <= 533 - 36)


def test_the_arena_stays_where_it_is_when_a_recording_comes_and_goes(
    window: MainWindow,
    recording: Path,  # noqa: F811
    qtbot: QtBot,
) -> None:
    """Its timeline has the place of the panels below, and leaves it to the panel that had it."""
    replay, panels = part_of(window, ReplaySide), window.panels
    QApplication.processEvents()  # what the test before has closed shows its neighbour now
    panels.bring("errors")
    qtbot.waitUntil(lambda: panels["errors"].is_seen)
    before = window.view.geometry()

    replay.open(recording)
    qtbot.waitUntil(lambda: panels["replay"].is_seen, timeout=60_000)
    during = window.view.geometry()
    window.action_set["replay close"].trigger()
    qtbot.waitUntil(lambda: panels["errors"].is_seen)

    assert (during, window.view.geometry()) == (before, before)


@pytest.mark.parametrize(("width_px", "least"), [(1268, 27), (1012, 16), (841, 12)])
def test_the_toolbars_keep_to_one_row(
    window: MainWindow, qtbot: QtBot, width_px: int, least: int
) -> None:
    """Buttons that have keys and places in menus leave a narrow window; those of the run never."""
    window.resize(width_px, 600)
    bars = list(window.menus.bars.values())
    qtbot.waitUntil(lambda: len({bar.y() for bar in bars}) == 1)
    shown = {action.text() for bar in bars for action in bar.actions()}
    assert {window.action_set[name].text() for name in BARS["run"]} <= shown
    assert len([text for text in shown if text]) >= least - len(BARS["run"])


def test_the_bar_of_the_run_stays_whole_in_a_very_narrow_window(
    window: MainWindow, qtbot: QtBot
) -> None:
    """It gets a row of its own, and keeps it however often the window is made wider or narrower."""
    bars = window.menus.bars
    for width_px in (675, 670, 675):
        window.resize(width_px, 600)
        qtbot.waitUntil(lambda: bars["run"].y() > bars["main"].y())

    assert bars["run"].width() >= bars["run"].sizeHint().width()


def test_a_low_window_saves_the_titles_of_panels_with_tabs(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The tab says the same."""
    console = window.panels["console"]
    window.resize(1268, 800)
    qtbot.waitUntil(lambda: console.title.height() > 0)
    window.resize(841, 497)
    qtbot.waitUntil(lambda: console.title.height() == 0)
    assert window.panels["palette"].title.height() > 0


def test_files_of_python_are_for_its_running_side(window: MainWindow) -> None:
    """Drops of Python files go there."""
    window.openers.open_all([str(Path(__file__))])
    book = part_of(window, RunSide).controllers.book
    assert book.files[0].path == Path(__file__).resolve()


def test_f6_raises_the_panels_that_lie_below_others(window: MainWindow, qtbot: QtBot) -> None:
    """The keyboard reaches every panel, and what has the keyboard can be seen."""
    window.view.setFocus()
    seen = [_next_panel(window, qtbot) for _ in PANELS]
    assert seen == [window.panels[name] for name in PANELS]


def _next_panel(window: MainWindow, qtbot: QtBot) -> QDockWidget:
    """Press F6; return the panel that then has the keyboard, once it is in view."""
    window.panels.focus_next()
    focused = window.focusWidget()
    (dock,) = (d for d in window.findChildren(QDockWidget) if d.isAncestorOf(focused))
    # Qt keeps those that lie below others outside.
    qtbot.waitUntil(lambda: dock.x() >= 0 and dock.y() >= 0, timeout=60_000)
    return dock


def test_shift_f6_goes_the_other_way(window: MainWindow) -> None:
    """From the first panel back to the arena."""
    window.view.setFocus()
    window.action_set["next panel"].trigger()
    window.action_set["previous panel"].trigger()
    assert window.focusWidget() is window.view


def test_it_fits_a_small_screen_whatever_panel_is_on_top(window: MainWindow) -> None:
    """1024 x 700 at 150 %."""
    window.preferences.set(replace(Preferences(), text_percent=150))
    for dock in window.findChildren(QDockWidget):
        dock.raise_()
    QTest.qWait(50)
    hint = window.minimumSizeHint()
    assert (hint.width() <= 1024, hint.height() <= 700) == (True, True)


def test_no_text_of_the_window_is_a_command_line() -> None:
    """Texts of the window say what to do in the window."""
    folder = Path(wsusim.gui.__file__).parent
    command = re.compile(r'tr\(\s*"([^"]*(?:--[a-z]|main\.py|CONTROLLER)[^"]*)"')
    spoken = {path.name: command.findall(path.read_text()) for path in folder.rglob("*.py")}
    assert {name: texts for name, texts in spoken.items() if texts} == {}


def test_a_window_that_is_to_end_while_it_is_built_leaves_out_the_rest(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """It ends at once, and all that it has begun ends with it."""
    answers = iter([True, True, False])

    window = make_window(tmp_path, lambda: next(answers))
    qtbot.addWidget(window)
    window.closing.emit()

    assert window.document.world.name == "rooms"
    assert not window.findChildren(RunSide)
