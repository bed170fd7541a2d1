"""The three pages of sliders: motors, proximity, light."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from wsusim.editor.robot_model import parameters as p
from wsusim.gui.features.model.figure_page import Column, FigurePage
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.model.units import PULSE_MM

TWELFTH_MM = 1.0 / 12.0
"""The other size of a pulse that K-Team's manuals name."""

NOISE_POWER = 2.0


class SensorNames(QObject):
    """Names of the sensors as the pages show them."""

    def all(self) -> tuple[str, ...]:
        """Return number and name of each sensor, in their order."""
        names = (
            self.tr("left"),
            self.tr("left 45°"),
            self.tr("front left"),
            self.tr("front right"),
            self.tr("right 45°"),
            self.tr("right"),
            self.tr("back right"),
            self.tr("back left"),
        )
        return tuple(f"{number}  {name}" for number, name in enumerate(names))


class MotorPage(FigurePage):
    """Gain and noise of both wheels, and the size of a pulse."""

    def __init__(self, settings: ModelSettings) -> None:
        super().__init__(settings, ())
        left, right = self.tr("Left motor"), self.tr("Right motor")
        gain = self.tr("How far the wheel turns, as a ratio to the order. 1: just as ordered.")
        noise = self.tr("How unsteady the wheel turns. 0: not at all; 1: as its kind; 10 at most.")
        words = self.tr("Gain")
        self._add(left, Column(words, gain, (p.LEFT_GAIN,), decimals=3))
        self._add(right, Column(words, gain, (p.RIGHT_GAIN,), decimals=3))
        words = self.tr("Noise")
        self._add(left, Column(words, noise, (p.LEFT_NOISE,), NOISE_POWER))
        self._add(right, Column(words, noise, (p.RIGHT_NOISE,), NOISE_POWER))
        pulse = self.tr(
            "How far the robot goes for each pulse of a wheel's counter. "
            "K-Team's manuals name 0.08 mm and 1/12 mm."
        )
        column = Column(self.tr("Size of a pulse"), pulse, (p.PULSE,), decimals=4, unit="mm")
        self._add(self.tr("Both wheels"), column)
        self.pulses: list[QPushButton] = []
        """One for each usual size."""
        self._offer_pulses(settings)

    def _add(self, row: str, column: Column) -> None:
        at = self._grid.rowCount()
        label = QLabel(self.tr("{row}, {figure}").format(row=row, figure=column.title.lower()))
        label.setToolTip(column.tip)
        self._grid.addWidget(label, at, 0)
        self._grid.setColumnStretch(1, 1)
        self.add_slider(column, row, column.parameters[0], (at, 1))

    def _offer_pulses(self, settings: ModelSettings) -> None:
        line = QHBoxLayout()
        line.addStretch()
        for text, size_mm in ((self.tr("0.08 mm"), PULSE_MM), (self.tr("1/12 mm"), TWELFTH_MM)):
            button = QPushButton(text)
            button.setToolTip(self.tr("Take this size of a pulse"))
            button.setAccessibleName(self.tr("Size of a pulse: {size}").format(size=text))
            button.clicked.connect(partial(self._put_pulse, settings, size_mm))
            line.addWidget(button)
            self.pulses.append(button)
        self.below.insertLayout(1, line)

    def _put_pulse(self, settings: ModelSettings, size_mm: float, _checked: bool = False) -> None:
        self.sliders[p.PULSE].begin_session()
        settings.put(p.PULSE, size_mm, -1)
        self.focused.emit(p.PULSE)


class ProximityPage(FigurePage):
    """Gain and noise of the eight sensors for distance."""

    def __init__(self, settings: ModelSettings) -> None:
        super().__init__(settings, SensorNames().all(), self.tr("All"))
        self.add_column(
            Column(
                self.tr("Gain"),
                self.tr(
                    "How strongly the sensor sees an echo. The sensors of a real robot differ: "
                    "the marks are those of one that was measured."
                ),
                p.PROXIMITY_GAIN,
            )
        )
        self.add_column(
            Column(
                self.tr("Noise"),
                self.tr("How much its readings jump. 0: not at all; 1: as its kind; 10 at most."),
                p.PROXIMITY_NOISE,
                NOISE_POWER,
            )
        )


class LightPage(FigurePage):
    """Gain and noise of the eight sensors for light."""

    def __init__(self, settings: ModelSettings) -> None:
        super().__init__(settings, SensorNames().all(), self.tr("All"))
        self.add_column(
            Column(
                self.tr("Gain"),
                self.tr(
                    "How strongly the sensor sees a lamp: with 2, one of 1 W looks like one of 2 W."
                ),
                p.LIGHT_GAIN,
            )
        )
        self.add_column(
            Column(
                self.tr("Noise"),
                self.tr("How much its readings jump. 0: not at all; 1: as its kind; 10 at most."),
                p.LIGHT_NOISE,
                NOISE_POWER,
            )
        )
