"""The figures of a model as a table: dragged, typed, reset."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from wsusim.editor.robot_model import profile_parameters as p
from wsusim.gui.features.model.figures import BAR_ROLE, Column, FigureModel, FigureTable
from wsusim.gui.features.model.model_settings import ModelSettings

ROWS = tuple(str(number) for number in range(8))


@pytest.fixture
def table(settings: ModelSettings, qtbot: QtBot) -> Iterator[FigureTable]:
    """Return the table of the sensors."""
    columns = (
        Column("Gain", "How strongly", p.PROXIMITY_GAIN),
        Column("Noise", "How much", p.PROXIMITY_NOISE, power=2.0),
        Column("Bearing", "Where", p.BEARING, is_each=True),
    )
    made = FigureTable(FigureModel(settings, columns, lambda _kind: ROWS, "All"), "Figures")
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show()
    yield made
    made.setModel(None)


def drag(table: FigureTable, parameter: p.Parameter, *shares: float) -> None:
    """Drag the bar of a number to some places, one after the other."""
    box = table.visualRect(table.figures.index_of(parameter))
    places = [QPoint(box.left() + round(share * box.width()), box.center().y()) for share in shares]
    viewport = table.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(place), QPointF(viewport.mapToGlobal(place)),
            Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=places[-1])


def opened_box(table: FigureTable, parameter: p.Parameter) -> QDoubleSpinBox:
    """Return the box in which a number is typed."""
    table.come_to(parameter)
    table.edit(table.currentIndex())
    (box,) = table.findChildren(QDoubleSpinBox)
    return box


@pytest.mark.parametrize(("share", "value"), [(0.0, 0.0), (0.316, 1.0), (1.0, 10.0)])
def test_low_noises_have_more_room_on_the_bar(share: float, value: float) -> None:
    """The usual value 1 of 10 stands at a third."""
    column = Column("Noise", "", p.PROXIMITY_NOISE, power=2.0)
    assert column.value(share) == pytest.approx(value, abs=0.01)
    assert column.share(value) == pytest.approx(share, abs=0.001)


def test_a_bar_is_dragged_in_one_edit(table: FigureTable, settings: ModelSettings) -> None:
    """From the first place to the last; undo returns to before."""
    before = p.PROXIMITY_GAIN[3].of(settings.shown)
    drag(table, p.PROXIMITY_GAIN[3], 0.1, 0.5, 0.75)
    assert p.PROXIMITY_GAIN[3].of(settings.shown) == pytest.approx(1.5, abs=0.02)
    settings.undo_stack.undo()
    assert p.PROXIMITY_GAIN[3].of(settings.shown) == before


def test_a_drag_finds_the_usual_value(table: FigureTable, settings: ModelSettings) -> None:
    """To the last digit, though a pixel is more than that."""
    usual = p.PROXIMITY_GAIN[3].of(settings.shown)
    settings.put((p.PROXIMITY_GAIN[3],), 2.0, 1)
    drag(table, p.PROXIMITY_GAIN[3], 0.9, usual / 2.0 + 0.01)
    assert p.PROXIMITY_GAIN[3].of(settings.shown) == usual


def test_a_mean_that_says_nothing_is_neither_shown_nor_set(
    table: FigureTable, settings: ModelSettings
) -> None:
    """Bearings have no mean; each is set by itself, and all go back to usual together."""
    before, all_of_them = settings.choice, table.figures.index(0, 2)
    table.figures.setData(all_of_them, 30.0)
    assert settings.choice == before
    assert table.figures.data(all_of_them) == "–"
    table.figures.setData(table.figures.index_of(p.BEARING[3]), -20.0)
    assert p.BEARING[3].of(settings.shown) == -20.0
    table.figures.reset(all_of_them)
    assert p.BEARING[3].of(settings.shown) == p.BEARING[3].of(before.profile)


def test_a_click_only_comes_to_a_number(table: FigureTable, settings: ModelSettings) -> None:
    """Nothing is changed by it."""
    before = settings.choice
    attended: list[object] = []
    table.attended.connect(attended.append)
    drag(table, p.PROXIMITY_NOISE[6], 0.8)
    assert settings.choice == before
    assert attended == [p.PROXIMITY_NOISE[6]]


def test_a_number_is_typed(table: FigureTable, settings: ModelSettings, qtbot: QtBot) -> None:
    """It counts after Enter; the arrows count at once, and are one edit."""
    box = opened_box(table, p.PROXIMITY_GAIN[2])
    box.selectAll()
    qtbot.keyClicks(box, "1.5")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert p.PROXIMITY_GAIN[2].of(settings.shown) == 1.5


def test_the_arrows_of_the_box_are_one_edit(table: FigureTable, settings: ModelSettings) -> None:
    """The curve follows each step."""
    before = p.PROXIMITY_GAIN[2].of(settings.shown)
    box = opened_box(table, p.PROXIMITY_GAIN[2])
    box.stepUp()
    box.stepUp()
    assert p.PROXIMITY_GAIN[2].of(settings.shown) == pytest.approx(before + 0.2)
    settings.undo_stack.undo()
    assert p.PROXIMITY_GAIN[2].of(settings.shown) == before


def test_delete_returns_to_the_usual_value(table: FigureTable, settings: ModelSettings) -> None:
    """Of the kind; of all, in their row."""
    usual = [number.of(settings.shown) for number in p.PROXIMITY_GAIN]
    settings.put(p.PROXIMITY_GAIN, 0.1, 1)
    table.come_to(p.PROXIMITY_GAIN[3])
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert p.PROXIMITY_GAIN[3].of(settings.shown) == usual[3]
    table.setCurrentIndex(table.figures.index(0, 0))
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert [number.of(settings.shown) for number in p.PROXIMITY_GAIN] == usual


def test_the_row_of_all_moves_its_column(table: FigureTable, settings: ModelSettings) -> None:
    """And no other one."""
    table.figures.setData(table.figures.index(0, 1), 0.0)
    assert settings.shown.tuning().proximity_noise == (0.0,) * 8
    assert settings.shown.tuning().light_noise == (1.0,) * 8


def test_bars_and_marks_are_those_of_the_numbers(
    table: FigureTable, settings: ModelSettings
) -> None:
    """The row of all has no mark."""
    settings.put((p.PROXIMITY_NOISE[0],), 10.0, 1)
    index = table.figures.index_of(p.PROXIMITY_NOISE[0])
    assert index.data(BAR_ROLE) == (1.0, pytest.approx(0.316, abs=0.001))
    assert table.figures.index(0, 1).data(BAR_ROLE)[1] is None


@pytest.mark.parametrize("key", ["Ctrl+Z", "Ctrl+Shift+Z"])
def test_boxes_leave_undo_to_the_window(table: FigureTable, key: str) -> None:
    """A box would take back its own letters."""
    combination = QKeySequence(key)[0]
    kind = QEvent.Type.ShortcutOverride
    event = QKeyEvent(kind, combination.key(), combination.keyboardModifiers())
    QApplication.sendEvent(opened_box(table, p.PROXIMITY_GAIN[1]), event)
    assert not event.isAccepted()


def test_a_screen_reader_says_row_figure_and_value(table: FigureTable) -> None:
    """Each cell by itself."""
    index = table.figures.index_of(p.PROXIMITY_NOISE[4])
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "4, Noise: 1.00"
