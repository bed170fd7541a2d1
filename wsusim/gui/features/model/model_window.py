"""The window of the model settings: tables, a drawing of the robot, a preview of the response."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.bands import (
    HEADING_WALL_MM,
    Band,
    band_of,
    is_by_heading,
)
from wsusim.editor.robot_model.profile_parameters import Parameter
from wsusim.gui.features.model.columns import sensor_columns, wheel_columns
from wsusim.gui.features.model.figures import FigureModel, FigureTable
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.features.model.robot_sketch import Part, RobotSketch
from wsusim.gui.shell.message_bar import MessageBar
from wsusim.gui.widgets.layouts import in_column, in_row, push_button, words
from wsusim.gui.widgets.phrases import sensor_names
from wsusim.gui.widgets.plot import Drawing, Line, Plot
from wsusim.gui.widgets.property_boxes import NumberBox
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.gui.widgets.worker import Worker
from wsusim.model.units import PULSE_MM
from wsusim.robots import robot_kind

NAME = "model settings"
USUAL_SIZE = QSize(1000, 640)
MARGIN_PX = 40
"""Left free of a small screen."""

TWELFTH_MM = 1.0 / 12.0
"""The other size of a pulse that K-Team's manuals name."""

PULSE_STEP_MM = 0.001
FIRST_SENSOR = 2


class ModelWindow(QWidget):
    """Stands beside the main window and blocks nothing; what it shows is in ``ModelSettings``."""

    files_dropped = Signal(list)
    """Names of files."""

    def __init__(
        self,
        settings: ModelSettings,
        head: ModelHead,
        kept: QSettings,
        owner: QWidget,
    ) -> None:
        """``kept`` remembers size and place between sessions."""
        super().__init__(owner, Qt.WindowType.Window)
        self.setObjectName(NAME)
        self._settings = settings
        self._kept = kept
        self._shown = p.PROXIMITY_GAIN[FIRST_SENSOR]
        self.band: Band | None = None
        """The curve that is shown, with the range of its noise."""
        self._worker = Worker(self, newest_only=True)
        self.head = head
        sensors = FigureModel(settings, sensor_columns(), _numbered_sensors, self.tr("All"))
        self.sensors = FigureTable(sensors, self.tr("Sensor values"))
        names = (self.tr("Left wheel"), self.tr("Right wheel"))
        wheels = FigureModel(settings, wheel_columns(), lambda _kind: names)
        self.wheels = FigureTable(wheels, self.tr("Wheel values"))
        self.pulse = NumberBox(p.PULSE.low, p.PULSE.high, PULSE_STEP_MM, 4, self.tr("mm"))
        self.pulses: list[QPushButton] = []
        """One for each usual size."""
        self.sketch = RobotSketch(robot_kind(settings.shown.kind))
        self.title = words("dim")
        self.plot = Plot()
        self.messages = MessageBar()
        self.remark, self.effect = words("dim"), words("dim")
        self.restart = push_button(self.tr("Restart now"))
        self._arrange()
        self._connect()
        self._restore()
        self.refresh()

    def repaint_plot(self) -> None:
        """Draw the curve in the colours that are in use now."""
        if self.band is not None:
            self._draw(self.band)

    def show_effect(self, text: str, *, can_restart: bool) -> None:
        """Say when the settings take effect; offer to restart the current run."""
        self.effect.setText(text)
        self.restart.setVisible(can_restart)

    def refresh(self) -> None:
        """Show the settings as they are now."""
        settings, shown = self._settings, self._settings.shown
        self.head.refresh()
        self.pulse.show_value(shown.pulse_mm)
        self.sketch.show_kind(robot_kind(shown.kind))
        if (self._shown.sensor or 0) >= len(shown.sensors):
            self._shown = p.PROXIMITY_GAIN[0]
        self.setWindowTitle(f"{self.tr('Robot model')} — {settings.own_title}[*]")
        self.setWindowModified(settings.is_own_modified)
        self._show_remark()
        self._show_curve()

    def attend_to(self, part: Part) -> None:
        """Bring the keyboard to the figures of a sensor or wheel."""
        if isinstance(part, str):
            is_left = part == p.LEFT_GAIN.path[0]
            self.wheels.come_to(p.LEFT_GAIN if is_left else p.RIGHT_GAIN)
        else:
            self.sensors.come_to((p.LIGHT_GAIN if self._is_light else p.PROXIMITY_GAIN)[part])

    def remember(self) -> None:
        """Keep size and place for the next session, and end the thread."""
        self._kept.setValue("model window", self.saveGeometry())
        self._kept.sync()
        self._worker.close()

    # What Qt calls

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Show what has changed meanwhile."""
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files dropped anywhere on the window."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open files dropped anywhere on the window."""
        urls = event.mimeData().urls()
        self.files_dropped.emit([url.toLocalFile() for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    # Making it

    def _pulse_row(self) -> QHBoxLayout:
        label = QLabel(self.tr("Size of a &pulse:"))
        label.setBuddy(self.pulse)
        tip = self.tr(
            "How far the robot goes for each pulse of a wheel's counter. K-Team's manuals give "
            "0.08 mm and 1/12 mm."
        )
        self.pulse.setToolTip(tip)
        self.pulse.setAccessibleName(self.tr("Size of a pulse"))
        for text, size_mm in ((self.tr("0.08 mm"), PULSE_MM), (self.tr("1/12 mm"), TWELFTH_MM)):
            use = partial(self._put_pulse, size_mm, -1)
            button = push_button(text, use, self.tr("Use this pulse size"))
            button.setAccessibleName(self.tr("Size of a pulse: {size}").format(size=text))
            self.pulses.append(button)
        return in_row(label, self.pulse, *self.pulses, None, spacing=6)

    def _arrange(self) -> None:
        self.plot.setAccessibleName(self.tr("Preview of the response"))
        self.plot.setToolTip(
            self.tr("What it reads without noise (line), and how far noise can move that (band)")
        )
        left = in_column(self.sensors, self.wheels, self._pulse_row(), None, spacing=8)
        side = in_column(self.sketch, self.title, self.plot, spacing=6, grows=self.plot)
        middle = QHBoxLayout()
        middle.addLayout(left, 2)
        middle.addLayout(side, 1)
        foot = in_row(self.effect, self.restart, spacing=6, grows=self.effect)
        inner = in_column(
            self.remark, middle, foot, spacing=6, margins=(10, 0, 10, 8), grows=middle
        )
        self.setLayout(in_column(self.messages, self.head, inner, spacing=6, grows=inner))
        self.setAcceptDrops(True)

    def _connect(self) -> None:
        close = QAction(self.tr("Close"), self)
        close.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        close.triggered.connect(lambda _checked=False: self.close())
        self.addAction(close)
        self.sensors.attended.connect(self._attend)
        self.wheels.attended.connect(self._attend)
        self.pulse.entered.connect(lambda mm: self._put_pulse(mm, self.pulse.sessions))
        self.sketch.part_clicked.connect(self.attend_to)
        self._settings.changed.connect(self._follow_settings)

    def _restore(self) -> None:
        geometry = self._kept.value("model window")
        if isinstance(geometry, QByteArray) and self.restoreGeometry(geometry):
            return
        available = self.screen().availableGeometry().size()
        self.resize(USUAL_SIZE.boundedTo(available - QSize(MARGIN_PX, MARGIN_PX)))

    # Following

    @property
    def _is_light(self) -> bool:
        return self._shown.field.startswith("light")

    def _put_pulse(self, size_mm: float, session: int) -> None:
        self._settings.put((p.PULSE,), size_mm, session)
        self.sketch.mark(frozenset(("left_motor", "right_motor")))

    def _attend(self, parameter: Parameter | None) -> None:
        """Show the sensor or wheel of a figure; ``None``: the figure of all."""
        if parameter is not None:
            self._shown = parameter
            self._show_curve()
        else:
            self.sketch.mark(frozenset(range(len(p.PROXIMITY_GAIN))))

    def _show_curve(self) -> None:
        """Compute the curve that the attended number changes; imports the engine."""
        shown, profile = self._shown, self._settings.shown
        if shown.sensor is None:
            part: Part = str(shown.path[0])
            is_left = part == p.LEFT_GAIN.path[0]
            title = self.tr("Left wheel: mm/s") if is_left else self.tr("Right wheel: mm/s")
            x_words = self.tr("commanded speed, in pulses per 10 ms")
        else:
            part = shown.sensor
            name = _numbered_sensors(profile.kind)[part]
            title = self.tr("Reading of sensor {name}").format(name=name)
            x_words = self.tr("mm from a white wall")
            if is_by_heading(profile, shown):
                x_words = self.tr("bearing (°) of a white wall, {distance:g} mm away").format(
                    distance=HEADING_WALL_MM
                )
            if self._is_light:
                x_words = self.tr("mm from a lamp of 1 W")
        self.title.setText(title)
        self.plot.x_words = x_words
        self.plot.setAccessibleDescription(f"{title}. {x_words}")
        self.sketch.mark(frozenset((part,)))
        if self.band is None:
            self.plot.show_drawing(Drawing(excuse=self.tr("Loading the simulator...")))
        if self.isVisible():
            self._worker.ask(lambda _report: band_of(profile, shown), self._draw, self._excuse)

    def _draw(self, band: Band) -> None:
        self.band = band
        pen = QPen(QColor(current_theme().accent), 2.0)
        self.plot.show_drawing(
            Drawing(
                x_range=(float(band.x[0]), float(band.x[-1])),
                y_range=(0.0, band.top),
                lines=(Line(band.x, band.middle, pen),),
                band=(band.x, band.least, band.greatest),
            )
        )

    def _excuse(self, error: Exception) -> None:
        self.plot.show_drawing(Drawing(excuse=in_window_words(str(error))))

    def _follow_settings(self) -> None:
        if self.isVisible():
            self.refresh()

    def _show_remark(self) -> None:
        shown = self._settings.shown
        for number, column in enumerate(self.sensors.figures.columns):
            is_of_cone = column.parameters[0] in p.OF_CONE
            self.sensors.setColumnHidden(number, is_of_cone and not shown.uses_cone)
        remarks = []
        if not shown.uses_cone and shown.network is None:
            remarks.append(self.tr("Sensor model 1: seven rays a sensor, as measured."))
        if shown.response is not None:
            remarks.append(self.tr("Measured response curve: left as it is."))
        if shown.network is not None:
            remarks.append(self.tr("Neural network instead of a curve: left as it is."))
        if shown.turn_round_s is not None:
            text = self.tr("Turnaround time of the serial line: {ms:.1f} ms, left as it is.")
            remarks.append(text.format(ms=1000.0 * shown.turn_round_s))
        self.remark.setText(" ".join(remarks))
        self.remark.setVisible(bool(remarks))


def _numbered_sensors(kind: str) -> tuple[str, ...]:
    names = sensor_names(robot_kind(kind))
    return tuple(f"{number}  {name}" for number, name in enumerate(names))
