"""A page of sliders: a row for each sensor or wheel, a column for each of its figures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from wsusim.editor.robot_model.parameters import Parameter
from wsusim.editor.robot_model.presets import usual
from wsusim.formats.profile import ProfileEntry
from wsusim.gui.features.model.settings import ModelSettings, mean_of
from wsusim.gui.widgets.number_slider import NumberSlider, Scale


@dataclass(frozen=True, slots=True)
class Column:
    """One figure of all rows.

    Attributes:
        title: Above the column.
        tip: What the figure does.
        parameters: One a row.
        power: Of the slider's scale.
        decimals: Of the number.
        unit: Of the number.
    """

    title: str
    tip: str
    parameters: tuple[Parameter, ...]
    power: float = 1.0
    decimals: int = 2
    unit: str = ""


class FigurePage(QScrollArea):
    """Sliders for some numbers of a profile; the row for all moves its column in proportion."""

    focused = Signal(object)
    """The ``Parameter`` of the row that has got the keyboard; ``None``: that of all."""

    def __init__(self, settings: ModelSettings, rows: tuple[str, ...], all_name: str = "") -> None:
        """``rows`` are the names at the left; with ``all_name`` there is a first row for all."""
        super().__init__()
        self._settings = settings
        self._rows = rows
        self._all_name = all_name
        self.sliders: dict[Parameter, NumberSlider] = {}
        self.of_all: dict[tuple[Parameter, ...], NumberSlider] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(3)
        self._first = 2 if all_name else 1
        for number, name in enumerate(rows):
            self._grid.addWidget(QLabel(name), self._first + number, 0)
        if all_name:
            label = QLabel(all_name)
            label.setProperty("role", "heading")
            self._grid.addWidget(label, 1, 0)
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addLayout(self._grid)
        layout.addStretch()
        self.below = layout
        """For what stands below the rows."""
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def add_column(self, column: Column) -> None:
        """Add a figure of all rows."""
        at = self._grid.columnCount()
        title = QLabel(column.title)
        title.setToolTip(column.tip)
        title.setProperty("role", "dim")
        self._grid.addWidget(title, 0, at, 1, 2)
        self._grid.setColumnStretch(at, 1)
        if self._all_name:
            self._add_all(column, at)
        for number, (name, parameter) in enumerate(zip(self._rows, column.parameters, strict=True)):
            self.add_slider(column, name, parameter, (self._first + number, at))

    def add_slider(
        self, column: Column, row: str, parameter: Parameter, at: tuple[int, int]
    ) -> None:
        """Add the slider of one number at (row, column) of the grid."""
        made = self._made(column, row, at)
        made.wanted.connect(partial(self._settings.put, parameter))
        made.reset_wanted.connect(partial(self._reset, parameter))
        made.focused.connect(partial(self.focused.emit, parameter))
        self.sliders[parameter] = made

    def show_profile(self, profile: ProfileEntry) -> None:
        """Show the numbers of a profile."""
        for parameter, slider in self.sliders.items():
            slider.show_value(parameter.of(profile), usual(parameter, profile.kind))
        for parameters, slider in self.of_all.items():
            slider.show_value(mean_of(profile, parameters), None)

    def _add_all(self, column: Column, at: int) -> None:
        made = self._made(column, self._all_name, (1, at))
        parameters = column.parameters
        made.wanted.connect(partial(self._settings.put_all, parameters))
        made.reset_wanted.connect(partial(self._reset_all, parameters))
        made.focused.connect(partial(self.focused.emit, None))
        self.of_all[parameters] = made

    def _made(self, column: Column, row: str, at: tuple[int, int]) -> NumberSlider:
        first = column.parameters[0]
        scale = Scale(first.low, first.high, column.power)
        name = self.tr("{row}, {figure}").format(row=row, figure=column.title)
        made = NumberSlider(scale, column.decimals, column.unit, name)
        made.setParent(self)
        made.set_tip(
            self.tr("{what}\nDouble-click the slider (or press Delete): as the kind.").format(
                what=column.tip
            )
        )
        self._grid.addWidget(made.slider, *at)
        self._grid.addWidget(made.box, at[0], at[1] + 1)
        return made

    def _reset(self, parameter: Parameter) -> None:
        self._settings.put_usual((parameter,))

    def _reset_all(self, parameters: tuple[Parameter, ...]) -> None:
        self._settings.put_usual(parameters)
