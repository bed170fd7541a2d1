"""The list of variables, live and in a recording."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.unit.gui.conftest import EDITORS_SIZE, Hall, clear, new_window
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.features.variables.variables_side import VariablesSide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.watched import Subject
from wsusim.model.commands import Plot, Variables
from wsusim.runs.request import RunRequest
from wsusim.runs.value_book import ValueBook


class TwoSides(Hall):
    """A window with variables and curves."""

    def __init__(self, window: MainWindow) -> None:
        self.curves = CurvesSide(window)
        self.side = VariablesSide(window)
        super().__init__(window, EDITORS_SIZE)


@pytest.fixture(scope="module")
def hall(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoSides]:
    """Return a window that all tests of this file share."""
    made = TwoSides(new_window(tmp_path_factory.mktemp("settings")))
    yield made
    clear(made.window)


@pytest.fixture
def side(hall: TwoSides) -> Iterator[VariablesSide]:
    """Return the variables' side, its panel in view."""
    hall.window.panels.bring("variables")
    QApplication.processEvents()
    hall.side._begin(Subject(hall.window.document.world, values=book()))
    hall.curves._begin(Subject(hall.window.document.world, values=book()))
    yield hall.side
    hall.window.attention.choose_values(frozenset())
    hall.tidy()


def book() -> ValueBook:
    """Return what a program told."""
    made = ValueBook()
    made.hear(0, 0, Variables((("self.count", 1), ("run.name", "'left'"))))
    made.hear(50, 0, Variables((("self.count", 2), ("run.name", None)), 9800))
    made.hear(50, 0, Plot((("error", 0.25),)))
    return made


def show(side: VariablesSide, tick: int) -> dict[str, str]:
    """Show a moment and return what is written."""
    side._tick = tick
    side._show()
    return side.panel.rows


def test_each_moment_shows_what_the_variables_held(side: VariablesSide) -> None:
    """Forwards and back, as the playhead goes."""
    assert show(side, 10) == {"self.count": "1", "run.name": "'left'"}
    assert show(side, 60) == {"self.count": "2", "plot.error": "0.25"}
    assert show(side, 10) == {"self.count": "1", "run.name": "'left'"}


def test_what_has_changed_stands_out(side: VariablesSide) -> None:
    """Only until the next look."""
    show(side, 10)
    show(side, 60)
    line = side.panel._lines["self.count"]
    assert line.font(1).bold()
    show(side, 70)
    assert not line.font(1).bold()


def test_variables_that_are_left_out_are_counted(side: VariablesSide) -> None:
    """The list says that it is not all."""
    show(side, 60)
    assert "9,800 more" in side.panel.remark.text()


def test_a_number_that_is_ticked_is_drawn_beside_the_sensors(
    side: VariablesSide, hall: TwoSides
) -> None:
    """What the program plots is there by itself; a text can't be ticked."""
    show(side, 10)
    stack = hall.curves.panel.stack
    line = side.panel._lines["self.count"]
    line.setCheckState(0, Qt.CheckState.Checked)
    assert hall.window.attention.values == {(0, "self.count")}
    assert stack.own is not None
    assert stack.own.names == ((0, "plot.error"), (0, "self.count"))
    text = side.panel._lines["run.name"]
    assert not text.flags() & Qt.ItemFlag.ItemIsUserCheckable


def test_the_search_hides_what_has_another_name(side: VariablesSide) -> None:
    """By function and name."""
    show(side, 10)
    side.panel.search.setText("run")
    hidden = {name for name, line in side.panel._lines.items() if line.isHidden()}
    assert hidden == {"self.count"}
    side.panel.search.clear()


def test_runs_tell_variables_as_the_switch_says(side: VariablesSide, hall: TwoSides) -> None:
    """On by itself; the choice is kept."""
    request = RunRequest(("x.py",))
    assert hall.window.setup.prepared(request).has_variables
    side.panel.watching.setChecked(False)
    assert not hall.window.setup.prepared(request).has_variables
    assert not hall.window.preferences.value.variables
    side.panel.watching.setChecked(True)


def test_another_run_begins_with_an_empty_list(side: VariablesSide, hall: TwoSides) -> None:
    """Nothing of the run before stays."""
    show(side, 10)
    side._begin(Subject(hall.window.document.world))
    assert side.panel.rows == {}
    assert "Run a program" in side.panel.hint.text()
