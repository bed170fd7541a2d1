"""The panel "Why this reading?": headline, rays or lamps, response curve, and the arithmetic."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPen, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QWidget

from wsusim.analysis.answers import GREATEST, Answer
from wsusim.gui.features.why.answer_text import arithmetic_html, headline, note
from wsusim.gui.features.why.ray_table import RayTable
from wsusim.gui.widgets.layouts import (
    ScrollPanel,
    held,
    in_column,
    in_row,
    named,
    tool_button,
    words,
)
from wsusim.gui.widgets.phrases import sensor_names
from wsusim.gui.widgets.plot import Dot, Drawing, Line, Plot
from wsusim.gui.widgets.property_boxes import ChoiceBox
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import robot_kind

HEADLINE_LETTERS = 40
"""With room for so many letters the headline stands beside the controls."""

GAP_PX = 10

LARGEST_PX, SMALLEST_PX = 7.0, 2.5
"""Radii of the dots: of one that brings the whole echo, and of one that brings nothing."""

LAMP_TOP = 550.0
"""The light curve is drawn from 0 to this reading."""


class WhyPanel(ScrollPanel):
    """Shows an answer, or why there is none; emits which sensor a person asks for."""

    asked = Signal()
    """Another sensor, or the other kind of reading, was chosen here."""

    def __init__(self, robots: QWidget) -> None:
        """``robots`` chooses one if there are several."""
        super().__init__()
        self.answer: Answer | None = None
        """What is shown."""
        self.sensor = ChoiceBox({}, self.tr("Sensor"))
        self.show_kind(robot_kind("khepera1"))
        self.sensor.entered.connect(lambda _sensor: self.asked.emit())
        self.proximity, self.ambient = (
            tool_button(text, tip, self.asked.emit, is_switch=True)
            for text, tip in (
                (self.tr("Proximity"), self.tr("Explain the proximity reading")),
                (self.tr("Ambient"), self.tr("Explain the ambient light reading")),
            )
        )
        self.proximity.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self.proximity)
        group.addButton(self.ambient)
        self.headline = words("heading")
        self.headline.setAccessibleName(self.tr("Why this reading?"))
        self.table = RayTable()
        self.table.row_chosen.connect(self._draw)
        self.plot = named(Plot(x_words=self.tr("distance in mm")), self.tr("Response curve"))
        self.steps = words(wraps=False)
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.steps.setAccessibleName(self.tr("From the echoes to the reading"))
        self.note = words("dim")
        self._arrange(robots)
        self.setAccessibleName(self.tr("Why this reading?"))
        self.show_message("")

    @property
    def is_light(self) -> bool:
        """Whether to explain the light reading."""
        return self.ambient.isChecked()

    @property
    def chosen_row(self) -> int | None:
        """The row that is marked in the arena."""
        return self.table.chosen if self.answer is not None else None

    def show_kind(self, kind: RobotKind) -> None:
        """Offer the sensors of a robot."""
        names = sensor_names(kind)
        if names != tuple(self.sensor.itemText(k) for k in range(self.sensor.count())):
            chosen = self.sensor.currentIndex()
            self.sensor.offer(dict(enumerate(names)))
            self.sensor.setCurrentIndex(min(max(chosen, 0), len(names) - 1))

    def choose(self, sensor: int, *, is_light: bool) -> None:
        """Show in the controls which reading is asked for."""
        self.sensor.setCurrentIndex(sensor)
        (self.ambient if is_light else self.proximity).setChecked(True)

    def show_answer(self, answer: Answer, shown_tick: int) -> None:
        """Show an answer; ``shown_tick`` is that of the picture in the arena."""
        self.answer = answer
        self.headline.setText(headline(answer))
        self.table.show_answer(answer)
        self.repaint_answer()
        self.note.setText(note(answer, shown_tick))
        self._body.show()
        self.note.show()
        self._turn()

    def show_message(self, text: str) -> None:
        """Say why there is no answer, or that it is being computed."""
        self.answer = None
        self.headline.setText(text)
        self._body.hide()
        self.note.hide()
        self._turn()

    def repaint_answer(self) -> None:
        """Show the answer in the colours that are in use now."""
        if self.answer is not None:
            self.steps.setText(arithmetic_html(self.answer, current_theme().line))
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the parts side by side where there is room."""
        super().resizeEvent(event)
        self._turn()

    def _draw(self) -> None:
        """Draw the response curve, the ideal value, and the rays or lamps on the curve."""
        answer = self.answer
        if answer is None:
            return
        is_light = answer.question.is_light
        top = LAMP_TOP if is_light else float(GREATEST)
        x, y = np.array(answer.curve).T
        dots = (
            Dot(
                spot.distance_mm,
                min(max(spot.reading, 0.0), top),
                SMALLEST_PX + (LARGEST_PX - SMALLEST_PX) * spot.share**0.5,
                spot.number == self.table.chosen,
            )
            for spot in sorted(answer.spots, key=lambda spot: -spot.share)
        )
        self.plot.show_drawing(
            Drawing(
                x_range=(0.0, float(x[-1])),
                y_range=(0.0, top),
                lines=(Line(x, y, QPen(QColor(current_theme().accent), 2.0)),),
                dots=tuple(dots),
                level=min(max(answer.ideal, 0.0), top),
            )
        )
        text = self.tr(
            "What this sensor reads from a white wall in front of all its rays, without noise. "
            "Each point is a ray: the bigger the point, the more of the echo it brings back."
        )
        if is_light:
            text = self.tr(
                "What this sensor reads from a lamp of power 1 straight ahead, without noise. "
                "Each point is a lamp in view, drawn at the distance where a lamp of power 1 "
                "would look just as bright."
            )
        self.plot.setToolTip(text)
        self.plot.setAccessibleDescription(text)

    def _turn(self) -> None:
        """Arrange the parts as the room allows."""
        margins = self._layout.contentsMargins()
        width = self.viewport().width() - margins.left() - margins.right()
        table = self.table.sizeHint().width()
        self.table.setMinimumWidth(min(table, width))
        pair = table + self.plot.minimumSizeHint().width() + GAP_PX
        controls = self._controls.sizeHint().width() + GAP_PX
        letters = HEADLINE_LETTERS * self.fontMetrics().averageCharWidth()
        _turn_box(self._head, width >= controls + letters)
        _turn_box(self._pair, width >= pair)
        _turn_box(self._parts, width >= pair + self.steps.sizeHint().width() + GAP_PX)

    def _arrange(self, robots: QWidget) -> None:
        self._controls = in_row(robots, self.sensor, self.proximity, self.ambient, spacing=2)
        self._head = in_row(self._controls, self.headline, spacing=GAP_PX, grows=self.headline)
        self._pair = in_row(self.table, self.plot, spacing=GAP_PX, grows=self.plot)
        steps = in_column(self.steps, None)
        self._parts = in_row(self._pair, steps, spacing=GAP_PX, grows=self._pair)
        self._body = held(self._parts)
        whole = (self._head, self._body, self.note, None)
        self._layout = in_column(*whole, spacing=5, margins=(8, 5, 8, 5), grows=self._body)
        self.hold(held(self._layout))


def _turn_box(layout: QBoxLayout, is_row: bool) -> None:
    way = QBoxLayout.Direction.LeftToRight if is_row else QBoxLayout.Direction.TopToBottom
    if layout.direction() is not way:
        layout.setDirection(way)
