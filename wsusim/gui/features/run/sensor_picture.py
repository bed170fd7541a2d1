"""The sensor display: a robot seen from above, a bar and a value at each of its sensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from wsusim.gui.arena.robot_body import body_outline, drawn_radius_mm
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind, SensorMount
from wsusim.model.snapshot import RobotSnapshot

READING_MAX = 1023
DARK = 500
"""Reading of a light sensor in the dark; bright light reads less, so its bar is longer."""

BODY_SHARE = 0.58
"""Radius of the body, as a ratio to that of the circle round all bars."""

BAR_SHARE = 0.36
SPREAD_RAD = math.radians(30.0)
"""The back sensors' bars are drawn so far apart, that their values do not cover each other."""

REACH_SHARE = 0.36
"""A click so near to the middle of bar and value picks the sensor; a ratio as the others."""

NUMBER_INSET = 0.62
"""A sensor's number stands so far inside the body's edge, in heights of the text."""

VALUE_GAP_PX = 5.0
"""A value stands so far from its bar."""

VALUE_SHARE = 0.57
"""Width of four figures at most, as a ratio to the circle round all bars: those of the two sensors
in front then stand beside each other."""

AHEAD = -0.9
"""A sensor whose bar points up more than this stands in front, beside another one."""

LEAST_VALUE_PX = 9
"""Smaller figures can't be read."""

NUMBER_SHARE = 0.36
"""Height of a sensor's number at most, as a ratio to the body's radius: neighbours stay apart."""

RIM_PERCENT = 170
"""So light, beside the body, is what of its circle the body leaves free."""

_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
"""Sensors are numbered clockwise from the left."""


LEAST_GAP_RAD = math.radians(15.0)
"""Bars that are nearer to each other would cover one another."""


class Shown(Enum):
    """What the display shows."""

    PROXIMITY = "proximity"
    AMBIENT = "ambient"
    OFF = "off"


class SensorPicture(QWidget):
    """Draws the readings of one robot; without a robot, the robot alone.

    A sensor is picked by a click, by its menu, or with arrow keys and Enter.
    """

    picked = Signal(int)
    """Asks to explain the reading of this sensor, 0 to 7."""

    def __init__(self, kind: RobotKind) -> None:
        super().__init__()
        self._kind = kind
        self._places = _places(kind)
        self._robot: RobotSnapshot | None = None
        self._colour = QColor()
        self.shown = Shown.PROXIMITY
        """What is shown."""
        self._aimed: int | None = None
        self._explained: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._explain_sensor(None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(150, 100)
        self.setAccessibleName(self.tr("Sensors"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which everything can be read."""
        return QSize(240, 230)

    def set_shown(self, shown: Shown) -> None:
        """Show proximity, ambient light, or nothing."""
        self.shown = shown
        self.update()

    def set_explained(self, sensor: int | None) -> None:
        """Frame the sensor whose reading is being explained, or none."""
        if sensor != self._explained:
            self._explained = sensor
            self.update()

    def show_robot(self, robot: RobotSnapshot | None, kind: RobotKind, colour: QColor) -> None:
        """Show the readings of a robot."""
        if robot == self._robot and kind is self._kind and colour == self._colour:
            return
        self._robot, self._kind, self._colour = robot, kind, colour
        self._places = _places(kind)
        self.setAccessibleDescription(", ".join(map(str, self.values() or ())))
        self.update()

    def values(self) -> tuple[int, ...] | None:
        """Return the readings that are shown, in the sensors' order."""
        if self._robot is None or self.shown is Shown.OFF:
            return None
        return self._robot.proximity if self.shown is Shown.PROXIMITY else self._robot.ambient

    def sensor_at(self, at: QPointF) -> int | None:
        """Return the sensor whose bar or value is at a place of the widget."""
        away = [QLineF(at, self.place_of(k, 0.65)).length() for k in range(len(self._places))]
        nearest = min(range(len(away)), key=away.__getitem__)
        return nearest if away[nearest] <= REACH_SHARE * self._radii()[1] else None

    def place_of(self, sensor: int, share: float = 0.5) -> QPointF:
        """Return where a sensor's bar is in the widget: its middle, or so far along it."""
        radius, side = self._radii()
        return self._centre() + _ahead(self._places[sensor]) * (radius + share * BAR_SHARE * side)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Frame the sensor under the pointer."""
        self._aim(self.sensor_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Pick the sensor under the pointer."""
        sensor = self.sensor_at(event.position())
        if sensor is not None and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(sensor)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Frame nothing any more."""
        self._aim(None)
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Frame nothing any more."""
        self._aim(None)
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go round the robot with the arrow keys; Enter picks."""
        count = len(self._kind.sensors)
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self._aim((-1 if step > 0 else 0) if self._aimed is None else self._aimed, step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.picked.emit((self._aimed or 0) % count)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer to explain the sensor under the pointer, or the framed one."""
        is_by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        sensor = self._aimed if is_by_key else self.sensor_at(QPointF(event.pos()))
        if sensor is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = menu.addAction(self.tr("Why does this sensor read this?"))
        action.triggered.connect(lambda _checked=False: self.picked.emit(sensor))
        menu.popup(event.globalPos())

    def _aim(self, sensor: int | None, step: int = 0) -> None:
        """Frame a sensor, or none."""
        if sensor is not None:
            sensor = (sensor + step) % len(self._kind.sensors)
        if sensor == self._aimed:
            return
        self._aimed = sensor
        self._explain_sensor(sensor)
        self.update()

    def _explain_sensor(self, sensor: int | None) -> None:
        """Name the framed sensor as a program does, by its number and its name."""
        how = self.tr(
            "Click a sensor to find out why it gives this reading (keys: arrows and Enter)"
        )
        if sensor is None:
            self.setToolTip(how)
            return
        names = f"sensors[{sensor}]  =  sensors.{self._kind.sensors[sensor].name}"
        values = self.values()
        self.setToolTip(f"{names}\n{how}")
        self.setAccessibleDescription(names if values is None else f"{names}: {values[sensor]}")

    def _centre(self) -> QPointF:
        """Return the middle of the robot; the lowest line of the widget is for the wheels."""
        return QPointF(self.width() / 2.0, (self.height() - self.fontMetrics().height()) / 2.0)

    def _radii(self) -> tuple[float, float]:
        """Return the radius of the body, and that of the circle round all bars, in pixels."""
        metrics = self.fontMetrics()
        side = min(
            self.width() / 2.0 - metrics.horizontalAdvance("0000") - 2.0,
            1.08 * (self._centre().y() - metrics.height() - 1.2 * VALUE_GAP_PX),
        )
        return BODY_SHARE * side, side

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw body, bars and values."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_wheels(painter)
        painter.translate(self._centre())
        self._paint_body(painter, self._radii()[0])
        values: Sequence[int | None] = self.values() or (None,) * len(self._kind.sensors)
        for number, value in enumerate(values):
            self._paint_bar(painter, number, value)
            self._paint_figures(painter, number, value)

    def _paint_body(self, painter: QPainter, radius: float) -> None:
        theme = current_theme()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.robot_body).lighter(RIM_PERCENT))
        painter.drawEllipse(QPointF(0.0, 0.0), radius, radius)  # the numbers stand on it
        painter.setPen(QPen(QColor(theme.robot_edge), 1.5))
        painter.setBrush(QColor(theme.robot_body))
        scale = radius / drawn_radius_mm(self._kind)
        ahead_is_up = QTransform(0.0, -scale, -scale, 0.0, 0.0, 0.0)
        painter.drawPath(ahead_is_up.map(body_outline(self._kind)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colour)
        arrow = ((0.0, -0.62), (0.3, 0.34), (0.0, 0.16), (-0.3, 0.34))
        painter.drawPolygon(QPolygonF([QPointF(x * radius, y * radius) for x, y in arrow]))

    @property
    def wheels(self) -> str:
        """The wheels' speeds in words, in the robot's own unit; empty without a robot."""
        if self._robot is None:
            return ""
        unit = self._kind.motors.unit_pulses  # as a program reads motors.left_speed
        left, right = (round(v / unit) for v in (self._robot.left_speed, self._robot.right_speed))
        return self.tr("Wheels: {left}, {right}").format(left=left, right=right)

    def _paint_wheels(self, painter: QPainter) -> None:
        """Write the wheels' speeds below all sensor values, to avoid confusion with them."""
        painter.setPen(QColor(current_theme().dim_text))
        place = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(self.rect(), place, self.wheels)

    def _paint_bar(self, painter: QPainter, number: int, value: int | None) -> None:
        """Draw one sensor's bar outwards, filled as far as its value says."""
        theme, (radius, side) = current_theme(), self._radii()
        length, width = BAR_SHARE * side, 0.17 * side
        is_framed = number in (self._aimed, self._explained)
        painter.save()
        painter.rotate(-math.degrees(self._places[number]))
        painter.translate(0.0, -radius - 3.0)
        painter.setPen(QPen(QColor(theme.accent if is_framed else theme.line), 1.0 + is_framed))
        painter.setBrush(QColor(theme.line if number == self._aimed else theme.field))
        painter.drawRect(QRectF(-width / 2.0, -length, width, length))
        if value is not None:
            is_light = self.shown is Shown.AMBIENT
            share = (DARK - value) / DARK if is_light else value / READING_MAX
            filled = length * min(max(share, 0.0), 1.0)
            colour = QColor(theme.light_glow if is_light else theme.accent)
            painter.fillRect(QRectF(-width / 2.0, -filled, width, filled), colour)
        painter.restore()

    def _paint_figures(self, painter: QPainter, number: int, value: int | None) -> None:
        """Write a sensor's number into the body, and its value beyond the bar."""
        radius = self._radii()[0]
        ahead = _ahead(self._places[number])
        painter.setPen(QColor("#ffffff"))
        painter.save()
        font = painter.font()
        font.setPixelSize(max(1, min(painter.fontInfo().pixelSize(), int(NUMBER_SHARE * radius))))
        painter.setFont(font)
        spot = ahead * (radius - NUMBER_INSET * painter.fontMetrics().height())
        painter.drawText(_box(spot, painter), Qt.AlignmentFlag.AlignCenter, str(number))
        painter.restore()
        if value is not None:
            painter.save()
            painter.setFont(self._value_font())
            painter.setPen(QColor(current_theme().text))
            painter.drawText(self.value_box(number), Qt.AlignmentFlag.AlignCenter, str(value))
            painter.restore()

    def value_box(self, sensor: int) -> QRectF:
        """Return where a sensor's value is written, seen from the middle of the robot."""
        (radius, side), ahead = self._radii(), _ahead(self._places[sensor])
        metrics = QFontMetrics(self._value_font())
        width_px, height_px = float(metrics.horizontalAdvance("0000")), float(metrics.height())
        middle = ahead * (radius + BAR_SHARE * side + VALUE_GAP_PX)
        middle += QPointF(ahead.x() * width_px / 2.0, ahead.y() * height_px / 2.0)
        if ahead.y() < AHEAD:  # two sensors in front must not write one number
            middle.setX(math.copysign(max(abs(middle.x()), width_px / 2.0 + 1.0), middle.x()))
        box = QRectF(0.0, 0.0, width_px, height_px)
        box.moveCenter(middle)
        return box

    def _value_font(self) -> QFont:
        """Return the font of the values: small in a low panel, so that neighbours stay apart."""
        font, side = QFont(self.font()), self._radii()[1]
        widest_px = self.fontMetrics().horizontalAdvance("0000")
        if widest_px > VALUE_SHARE * side:
            size_px = self.fontInfo().pixelSize()
            font.setPixelSize(max(LEAST_VALUE_PX, int(size_px * VALUE_SHARE * side / widest_px)))
        return font


def _box(middle: QPointF, painter: QPainter) -> QRectF:
    """Return the box for a reading round a point."""
    metrics = painter.fontMetrics()
    box = QRectF(0.0, 0.0, float(metrics.horizontalAdvance("0000")), float(metrics.height()))
    box.moveCenter(middle)
    return box


def _places(kind: RobotKind) -> tuple[float, ...]:
    """Return where the bars are drawn: spread out, or where the sensors are if that is crowded."""
    spread = tuple(_place(mount) for mount in kind.sensors)
    ring = sorted(place % math.tau for place in spread)
    gaps = [
        (after - place) % math.tau
        for place, after in zip(ring, (*ring[1:], *ring[:1]), strict=True)
    ]
    if len(ring) == 1 or min(gaps) >= LEAST_GAP_RAD:
        return spread
    return tuple(math.atan2(mount.y_mm, mount.x_mm) for mount in kind.sensors)


def _place(mount: SensorMount) -> float:
    """Return where a sensor's bar is drawn: radians counter-clockwise from ahead."""
    place = math.atan2(mount.y_mm, mount.x_mm)
    if abs(mount.bearing_deg) > 135.0:
        return math.copysign(math.pi - SPREAD_RAD, place)
    if abs(mount.bearing_deg) < 30.0:
        return math.copysign(SPREAD_RAD / 2.2, mount.y_mm)
    if abs(mount.bearing_deg) > 60.0:
        return math.copysign(math.pi / 2.0, mount.y_mm)
    return place


def _ahead(place: float) -> QPointF:
    """Return the direction outwards, in pixels of the screen."""
    return QPointF(-math.sin(place), -math.cos(place))
