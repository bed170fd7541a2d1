"""The panel "Why this reading?": headline, rays or lamps, response curve, and the arithmetic."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.features.why.answers import Answer
from wsusim.gui.features.why.arithmetic import as_html, steps
from wsusim.gui.features.why.curve_plot import CurvePlot
from wsusim.gui.features.why.ray_table import RayTable
from wsusim.gui.features.why.words import headline, sensor_title
from wsusim.gui.shell.attention import Attention, RobotBox
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.theme import Theme
from wsusim.model.robot_kind import RobotKind
from wsusim.model.units import ticks_to_seconds

HEADLINE_LETTERS = 40
"""With room for so many letters the headline stands beside the controls."""

GAP_PX = 10


class WhyPanel(QScrollArea):
    """Shows an answer, or says why there is none; tells which sensor somebody asks for."""

    asked = Signal()
    """Another sensor, or the other kind of reading, was chosen here."""

    row_chosen = Signal(object)
    """A row of the table, or ``None``."""

    def __init__(
        self,
        document: Document,
        attention: Attention,
        theme: Theme,
        kind: RobotKind,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer: Answer | None = None
        self.sensor = QComboBox()
        self.sensor.setAccessibleName(self.tr("Sensor"))
        self.sensor.addItems([sensor_title(mount.name) for mount in kind.sensors])
        self.sensor.activated.connect(lambda _index: self.asked.emit())
        self.proximity = self._switch(
            self.tr("Proximity"), self.tr("Explain the proximity reading")
        )
        self.ambient = self._switch(
            self.tr("Ambient"), self.tr("Explain the ambient light reading")
        )
        self.proximity.setChecked(True)
        self._group = QButtonGroup(self)
        self._group.addButton(self.proximity)
        self._group.addButton(self.ambient)
        self.headline = _label("heading")
        self.headline.setAccessibleName(self.tr("Why this reading?"))
        self.table = RayTable()
        self.table.row_chosen.connect(self._follow_row)
        self.plot = CurvePlot(theme)
        self.steps = _label("")
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.steps.setAccessibleName(self.tr("From the echoes to the reading"))
        self.note = _label("dim")
        self._arrange(RobotBox(attention, document))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Why this reading?"))
        self.show_message("")

    @property
    def is_light(self) -> bool:
        """Whether the light reading is to be explained."""
        return self.ambient.isChecked()

    @property
    def answer(self) -> Answer | None:
        """What is shown."""
        return self._answer

    @property
    def chosen_row(self) -> int | None:
        """The row that is marked in the arena."""
        return self.table.chosen if self._answer is not None else None

    def choose(self, sensor: int, *, is_light: bool) -> None:
        """Show in the controls which reading is asked for."""
        self.sensor.setCurrentIndex(sensor)
        (self.ambient if is_light else self.proximity).setChecked(True)

    def show_answer(self, answer: Answer, shown_tick: int) -> None:
        """Show an answer; ``shown_tick`` is that of the picture in the arena."""
        self._answer = answer
        self.headline.setText(headline(answer))
        self.table.show_answer(answer)
        self.plot.show_answer(answer)
        self.steps.setText(as_html(steps(answer), self._theme.line))
        self.note.setText(self._note(answer, shown_tick))
        self._body.show()
        self.note.show()
        self._turn()

    def show_message(self, text: str) -> None:
        """Say why there is no answer, or that it is being worked out."""
        self._answer = None
        self.headline.setText(text)
        self._body.hide()
        self.note.hide()
        self.plot.show_answer(None)
        self._turn()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.plot.set_theme(theme)
        if self._answer is not None:
            self.steps.setText(as_html(steps(self._answer), theme.line))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the parts side by side where there is room."""
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        """Arrange the parts as the room allows, and give each text just the height it needs."""
        margins = self._layout.contentsMargins()
        width = self.viewport().width() - margins.left() - margins.right()
        pair = self.table.wanted_width + self.plot.minimumWidth() + GAP_PX
        is_paired = width >= pair
        is_wide = width >= pair + self.steps.sizeHint().width() + GAP_PX
        controls = self._controls.sizeHint().width() + GAP_PX
        is_head_wide = width - controls >= HEADLINE_LETTERS * self.fontMetrics().averageCharWidth()
        _turn_box(self._head, is_head_wide)
        _turn_box(self._pair, is_paired)
        _turn_box(self._parts, is_wide)
        self.table.fit(width)
        _fit(self.headline, width - controls if is_head_wide else width)
        _fit(self.note, width)

    def _switch(self, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tip)
        button.setCheckable(True)
        button.clicked.connect(lambda _on: self.asked.emit())
        return button

    def _arrange(self, robots: RobotBox) -> None:
        controls = QHBoxLayout()
        self._controls = controls
        controls.setSpacing(2)
        for part in (robots, self.sensor, self.proximity, self.ambient):
            controls.addWidget(part)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(GAP_PX)
        self._head.addLayout(controls)
        self._head.addWidget(self.headline, 1)
        self._body = QWidget()
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._body)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(GAP_PX)
        self._pair = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._pair.setSpacing(GAP_PX)
        self._pair.addWidget(self.table, 2)
        self._pair.addWidget(self.plot, 3)
        self._parts.addLayout(self._pair, 1)
        self._parts.addWidget(self.steps, 0, Qt.AlignmentFlag.AlignTop)
        inner = QWidget()
        layout = QVBoxLayout(inner)
        self._layout = layout
        layout.setContentsMargins(8, 5, 8, 5)
        layout.setSpacing(5)
        layout.addLayout(self._head)
        layout.addWidget(self._body, 1)
        layout.addWidget(self.note)
        layout.addStretch()
        self.setWidget(inner)

    def _follow_row(self, row: int | None) -> None:
        self.plot.mark(row)
        self.row_chosen.emit(row)

    def _note(self, answer: Answer, shown_tick: int) -> str:
        """Return when the reading was taken, and where its noise comes from."""
        question = answer.question
        moment_tick = question.moment.tick
        parts = [self.tr("Taken at {seconds:.2f} s.").format(seconds=ticks_to_seconds(moment_tick))]
        if not answer.is_exact:
            words = self.tr(
                "Not known exactly: from this place it would have read {expected}. The reading is "
                "up to 10 ms older than the picture, or something was moved by hand since. One "
                "single step (F10 in a run, F7 in a recording) makes it exact."
            )
            return " ".join((*parts, words.format(expected=answer.expected)))
        if moment_tick != shown_tick:
            parts.append(
                self.tr(
                    "The picture is newer: sensors look every 20 ms. The rays are the reading's."
                )
            )
        if answer.drawn is not None:
            words = self.tr(
                "Its noise was made from the number {drawn:.4f}, drawn between 0 and 1 for this "
                "sensor and moment (seed {seed})."
            )
            parts.append(words.format(drawn=answer.drawn, seed=question.seed))
        report = answer.rays or answer.lamps
        assert report is not None
        if report.noise not in (0.0, 1.0):
            words = self.tr("This sensor has {ratio:g} times the noise of its kind.")
            parts.append(words.format(ratio=report.noise))
        if answer.lamps is not None and answer.lamps.gain != 1.0:
            words = self.tr("To this sensor a lamp's power is {gain:g} times its own.")
            parts.append(words.format(gain=answer.lamps.gain))
        return " ".join(parts)


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setWordWrap(role != "")
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setProperty("role", role)
    return label


def _fit(label: QLabel, width: int) -> None:
    """Give a text just the height that it needs; an empty one needs none."""
    label.setMinimumHeight(0)  # else it stays as high as it ever was
    label.setFixedHeight(max(0, label.heightForWidth(max(width, 1))))


def _turn_box(layout: QBoxLayout, is_row: bool) -> None:
    way = QBoxLayout.Direction.LeftToRight if is_row else QBoxLayout.Direction.TopToBottom
    if layout.direction() is not way:
        layout.setDirection(way)
