"""The window of the model settings: sliders, a drawing of the robot, a preview of the response."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTabWidget, QVBoxLayout, QWidget

from wsusim.editor.robot_model import parameters as p
from wsusim.editor.robot_model.parameters import Parameter
from wsusim.gui.features.model.curve_maker import CurveMaker
from wsusim.gui.features.model.curve_view import CurveView
from wsusim.gui.features.model.figure_page import FigurePage
from wsusim.gui.features.model.model_head import ModelHead
from wsusim.gui.features.model.pages import LightPage, MotorPage, ProximityPage, SensorNames
from wsusim.gui.features.model.robot_sketch import Part, RobotSketch
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.shell.message_bar import MessageBar
from wsusim.gui.widgets.theme import Theme
from wsusim.robots import robot_kind

NAME = "model settings"
USUAL_SIZE = QSize(840, 600)
MARGIN_PX = 40
"""Left free of a small screen."""

MOTORS, PROXIMITY, LIGHT = range(3)
"""Pages by their number."""

FIRST_SENSOR = 2


class ModelWindow(QWidget):
    """Stands beside the main window and blocks nothing; what it shows is in ``ModelSettings``."""

    restart_wanted = Signal()

    files_dropped = Signal(list)
    """Names of files."""

    def __init__(
        self,
        settings: ModelSettings,
        head: ModelHead,
        theme: Theme,
        kept: QSettings,
        owner: QWidget,
    ) -> None:
        """``kept`` remembers size and place between sessions."""
        super().__init__(owner, Qt.WindowType.Window)
        self.setObjectName(NAME)
        self._settings = settings
        self._kept = kept
        self._sensor = FIRST_SENSOR
        self._wheel = p.LEFT_GAIN
        self.head = head
        self.tabs = QTabWidget()
        self.motors = MotorPage(settings)
        self.pages: tuple[FigurePage, ...] = (
            self.motors,
            ProximityPage(settings),
            LightPage(settings),
        )
        shown = settings.shown
        self.sketch = RobotSketch(theme, robot_kind(shown.kind))
        self.curve = CurveView(theme)
        self.curves = CurveMaker(self)
        self.messages = MessageBar(theme)
        self.remark = QLabel()
        self.effect = QLabel()
        self.restart = QPushButton(self.tr("Restart now"))
        self._arrange()
        self._connect()
        self._restore()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.head.set_theme(theme)
        self.sketch.set_theme(theme)
        self.curve.set_theme(theme)
        self.messages.set_theme(theme)

    def show_effect(self, text: str, *, can_restart: bool) -> None:
        """Say when the settings count; offer a new start of the run that goes on."""
        self.effect.setText(text)
        self.restart.setVisible(can_restart)

    def refresh(self) -> None:
        """Show the settings as they are now."""
        shown = self._settings.shown
        self.head.refresh()
        for page in self.pages:
            page.show_profile(shown)
        self.sketch.show_kind(robot_kind(shown.kind))
        self._show_title()
        self._show_remark()
        self._show_curve()

    def attend_to(self, part: Part) -> None:
        """Bring the keyboard to the sliders of a sensor or wheel."""
        if isinstance(part, str):
            self.tabs.setCurrentIndex(MOTORS)
            parameter = p.LEFT_GAIN if part == p.LEFT_GAIN.path[0] else p.RIGHT_GAIN
        else:
            if self.tabs.currentIndex() == MOTORS:
                self.tabs.setCurrentIndex(PROXIMITY)
            light = self.tabs.currentIndex() == LIGHT
            parameter = (p.LIGHT_GAIN if light else p.PROXIMITY_GAIN)[part]
        slider = self.pages[self.tabs.currentIndex()].sliders[parameter]
        slider.slider.setFocus(Qt.FocusReason.OtherFocusReason)
        self._attend(parameter)

    def remember(self) -> None:
        """Keep size and place for the next session."""
        self._kept.setValue("model window", self.saveGeometry())
        self._kept.sync()

    # What Qt calls

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Show what has changed meanwhile; prepare the curves when they are first wanted."""
        super().showEvent(event)
        self.refresh()
        self.curves.prepare()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files dropped anywhere on the window."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open files dropped anywhere on the window."""
        urls = event.mimeData().urls()
        self.files_dropped.emit([url.toLocalFile() for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    # Inside

    def _arrange(self) -> None:
        titles = (self.tr("&Motors"), self.tr("&Proximity"), self.tr("&Ambient light"))
        for page, title in zip(self.pages, titles, strict=True):
            self.tabs.addTab(page, title)
        self.tabs.setDocumentMode(True)
        self.tabs.setCurrentIndex(PROXIMITY)
        self.tabs.setAccessibleName(self.tr("Figures of the model"))
        for label in (self.remark, self.effect):
            label.setProperty("role", "dim")
            label.setWordWrap(True)
        side = QVBoxLayout()
        side.addWidget(self.sketch)
        side.addWidget(self.curve, 1)
        middle = QHBoxLayout()
        middle.setContentsMargins(10, 0, 10, 0)
        middle.addWidget(self.tabs, 2)
        middle.addLayout(side, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(10, 0, 10, 8)
        foot.addWidget(self.effect, 1)
        foot.addWidget(self.restart)
        self.remark.setContentsMargins(10, 0, 10, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.messages)
        layout.addWidget(self.head)
        layout.addWidget(self.remark)
        layout.addLayout(middle, 1)
        layout.addLayout(foot)
        self.setAcceptDrops(True)

    def _connect(self) -> None:
        close = QAction(self.tr("Close"), self)
        close.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        close.triggered.connect(lambda _checked=False: self.close())
        self.addAction(close)
        for page in self.pages:
            page.focused.connect(self._attend)
        self.tabs.currentChanged.connect(lambda _index: self._show_curve())
        self.sketch.part_clicked.connect(self.attend_to)
        self.restart.clicked.connect(lambda _checked=False: self.restart_wanted.emit())
        self.curves.ready.connect(self._show_curve)
        self._settings.changed.connect(self._follow_settings)

    def _restore(self) -> None:
        geometry = self._kept.value("model window")
        if isinstance(geometry, QByteArray) and self.restoreGeometry(geometry):
            return
        available = self.screen().availableGeometry().size()
        self.resize(USUAL_SIZE.boundedTo(available - QSize(MARGIN_PX, MARGIN_PX)))

    def _attend(self, parameter: Parameter | None) -> None:
        """Show the sensor or wheel that a slider belongs to; ``None``: the slider of all."""
        if parameter is None:
            self._show_curve()
            self.sketch.mark(frozenset(range(len(p.PROXIMITY_GAIN))))
            return
        if parameter.sensor is not None:
            self._sensor = parameter.sensor
        elif parameter != p.PULSE:
            self._wheel = parameter
        self._show_curve()
        if parameter == p.PULSE:
            self.sketch.mark(frozenset(("left_motor", "right_motor")))

    def _attended(self) -> Parameter:
        """Return a number of the sensor or wheel whose curve is shown."""
        page = self.tabs.currentIndex()
        if page == MOTORS:
            return self._wheel
        return (p.LIGHT_GAIN if page == LIGHT else p.PROXIMITY_GAIN)[self._sensor]

    def _show_curve(self) -> None:
        parameter, profile = self._attended(), self._settings.shown
        page = self.tabs.currentIndex()
        excuse = self.tr("The engine is being loaded...")
        band = self.curves.make(profile, parameter)
        if page == MOTORS:
            is_left = parameter.path[0] == p.LEFT_GAIN.path[0]
            title = self.tr("Left wheel: mm/s") if is_left else self.tr("Right wheel: mm/s")
            x_words = self.tr("order in pulses per 10 ms")
            part: Part = str(parameter.path[0])
        else:
            name = SensorNames().all()[self._sensor]
            title = self.tr("Reading of sensor {name}").format(name=name)
            x_words = self.tr("mm from a white wall")
            if page == LIGHT:
                x_words = self.tr("mm from a lamp of 1 W")
            part = self._sensor
        self.curve.show_band(title, x_words, band, excuse)
        self.sketch.mark(frozenset((part,)))

    def _follow_settings(self) -> None:
        if self.isVisible():
            self.refresh()

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self.tr('Robot model')} — {self._settings.own_title}[*]")
        self.setWindowModified(self._settings.is_own_modified)

    def _show_remark(self) -> None:
        shown = self._settings.shown
        words = []
        if shown.response is not None:
            words.append(self.tr("Measured response curve: kept as it is."))
        if shown.network is not None:
            words.append(self.tr("Neural network instead of a curve: kept as it is."))
        if shown.turn_round_s is not None:
            text = self.tr("Turn-round of the line: {ms:.1f} ms, kept as it is.")
            words.append(text.format(ms=1000.0 * shown.turn_round_s))
        self.remark.setText(" ".join(words))
        self.remark.setVisible(bool(words))
