"""Body, wheels and the common figures of the sensors, each with its name and unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QFormLayout, QWidget

from wsusim.editor.kind_edits import figure_of, with_figure
from wsusim.editor.sensor_field import reach_mm, wall_ahead_mm
from wsusim.formats.entries import Entry
from wsusim.formats.robot_entries import BodyEntry, ProximityEntry, WheelsEntry
from wsusim.gui.features.robot_kinds.kind_document import KindDocument
from wsusim.gui.widgets.layouts import named, words
from wsusim.gui.widgets.property_boxes import LineBox, NumberBox
from wsusim.model.commands import SPEED_MOST
from wsusim.model.limits import Sealed, bounds_of
from wsusim.model.robot_kind import UsualReadings

_ENTRIES: dict[str, type[Entry | Sealed]] = {
    "body": BodyEntry,
    "wheels": WheelsEntry,
    "proximity": ProximityEntry,
    "readings": UsualReadings,
}

_WHOLE = frozenset(("max_speed", "near", "far"))
"""Figures that the file has as whole numbers."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the file: where it stands, what it is called, its range."""

    path: tuple[str, str]
    title: str
    tip: str
    unit: str
    step: float
    decimals: int
    low: float
    high: float


class BodyForm(QWidget):
    """Shows and changes the figures that belong to no single sensor."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self._document = document
        self._form = QFormLayout(self)
        self._form.setContentsMargins(4, 2, 4, 2)
        self._form.setVerticalSpacing(3)
        self.texts: dict[str, LineBox] = {}
        for name, title, tip in (
            ("name", self.tr("Name"), self.tr("One word, which mazes and programs know it by")),
            ("title", self.tr("Title"), self.tr("What people call it")),
        ):
            box = self.texts[name] = named(LineBox(), title, tip)
            box.entered.connect(partial(self._put_text, name))
            self._form.addRow(title, box)
        self.boxes: dict[tuple[str, str], NumberBox] = {}
        for figure in self._figures():
            number = NumberBox(figure.low, figure.high, figure.step, figure.decimals, figure.unit)
            number.entered.connect(partial(self._put, figure, number))
            self.boxes[figure.path] = number
            self._form.addRow(figure.title, named(number, figure.title, figure.tip))
        self.facts = words()
        self._form.addRow(self.facts)
        document.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the figures as they are now."""
        file, kind = self._document.file, self._document.kind
        for name, box in self.texts.items():
            box.show_value(file[name])
        usual = {"near": kind.readings.near, "far": kind.readings.far}
        for path, number in self.boxes.items():
            number.show_value(figure_of(file, path) or usual.get(path[1], 0.0))
        self.facts.setText(
            self.tr(
                "Top speed {top:.0f} mm/s. A pulse is {pulse:.3g} mm. Sensors see up to "
                "{reach:.0f} mm. A white wall ahead reads Near at about {near:.0f} mm from the "
                "body, Far at {far:.0f} mm."
            ).format(
                top=kind.motors.top_mm_s,
                pulse=kind.motors.pulse_mm,
                reach=reach_mm(kind, 0),
                near=wall_ahead_mm(kind, kind.readings.near),
                far=wall_ahead_mm(kind, kind.readings.far),
            )
        )

    def _put_text(self, name: str, text: str) -> None:
        if name == "name" and " " in text.strip():
            words = self.tr(
                "The name {name!r} has a blank in it. It is one word, for mazes and programs: try "
                "{better}. The title may have blanks."
            )
            better = "_".join(text.split()).lower()
            self._document.refused.emit(words.format(name=text, better=better))
            self.refresh()
            return
        file = with_figure(self._document.file, (name,), text.strip())
        self._document.edit(self.tr("Change name"), file, self._document.sensor)

    def _put(self, figure: Figure, box: NumberBox, value: float) -> None:
        number = value if figure.path[1] in _WHOLE else float(value)
        file = with_figure(self._document.file, figure.path, number)
        session = f"{figure.path} {box.sessions}"
        text = self.tr("Change {figure}").format(figure=figure.title)
        self._document.edit(text, file, self._document.sensor, session)

    def _figures(self) -> tuple[Figure, ...]:
        def of(
            table: str, name: str, title: str, tip: str, unit: str, step: float, decimals: int
        ) -> Figure:
            entry = _ENTRIES[table]
            low, high = (1, SPEED_MOST) if name == "max_speed" else bounds_of(entry, name)
            return Figure((table, name), title, tip, unit, step, decimals, low, high)

        return (
            of("body", "radius_mm", self.tr("Radius"),
               self.tr("Of the disc that touches walls"), "mm", 0.5, 1),
            of("wheels", "base_mm", self.tr("Wheel base"),
               self.tr("Distance between the wheels"), "mm", 0.5, 1),
            of("wheels", "axle_x_mm", self.tr("Axle"),
               self.tr("How far it lies ahead of the middle; behind it: negative"), "mm", 0.5, 1),
            of("wheels", "diameter_mm", self.tr("Wheel diameter"), "", "mm", 0.5, 1),
            of(
                "wheels", "pulses_per_turn", self.tr("Pulses per turn"),
                self.tr("How far a wheel's counter goes in one turn"), "", 1.0, 0,
            ),
            of(
                "wheels", "speed_unit_mm_s", self.tr("Unit of speed"),
                self.tr("How fast it drives under set_speeds(1, 1)"), "mm/s", 0.1, 4,
            ),
            of("wheels", "max_speed", self.tr("Top speed"),
               self.tr("In that unit"), "", 1.0, 0),
            of(
                "proximity", "width_deg", self.tr("Field width"),
                self.tr("Of all sensors: full width at half the sensitivity"), "°", 1.0, 0,
            ),
            of(
                "proximity", "threshold", self.tr("Threshold"),
                self.tr("Of all sensors: weaker echoes are not seen"), "", 5.0, 0,
            ),
            of(
                "readings", "near", self.tr("Near"),
                self.tr("Programs know it as sensors.near: time to turn, 0 to 1023"), "", 5.0, 0,
            ),
            of(
                "readings", "far", self.tr("Far"),
                self.tr("Programs know it as sensors.far: something is there. Below Near"),
                "", 5.0, 0,
            ),
        )  # fmt: skip
