"""Driving by hand: keys or buttons steer a robot that no controller drives."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QToolButton, QWidget

from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.shell.shell import Shell
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.layouts import held, in_column, in_row, named, push_button, words
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetSpeeds
from wsusim.model.robot_kind import MotorModel
from wsusim.robots import robot_kind
from wsusim.runs.actions import Order

SPEED_MAX = 20
HINT_PX = 160
USUAL_SPEED = 6
ARM_UP, ARM_DOWN = 180, 249
"""Arm positions that the original WSU controllers use."""

SPEED_STEP_MM_S = 8.0
"""A step of the slider, on every robot: a Khepera's unit of speed."""

_WAYS = {
    Qt.Key.Key_Up: (1, 0),
    Qt.Key.Key_Down: (-1, 0),
    Qt.Key.Key_Left: (0, 1),
    Qt.Key.Key_Right: (0, -1),
}
"""What each key adds: (ahead, to the left)."""


_ORDERS: dict[int, RobotCommand] = {
    Qt.Key.Key_R: SetArm(ARM_UP),
    Qt.Key.Key_F: SetArm(ARM_DOWN),
    Qt.Key.Key_O: SetGrip(False),
    Qt.Key.Key_C: SetGrip(True),
}
"""What each key tells the gripper."""


def wheel_speeds(held: frozenset[Qt.Key] | set[Qt.Key], speed: int) -> tuple[int, int]:
    """Return left and right wheel speed for the arrow keys that are held.

    Example:
        >>> wheel_speeds({Qt.Key.Key_Up}, 6), wheel_speeds({Qt.Key.Key_Left}, 6)
        ((6, 6), (-3, 3))
    """
    ahead = sum(_WAYS[key][0] for key in held)
    left = sum(_WAYS[key][1] for key in held)
    turn = round(speed / 2) * left
    return ahead * speed - turn, ahead * speed + turn


class DrivePanel(QWidget):
    """Turns keys and buttons into orders; while a key is held the robot moves.

    The keys count while the panel or the arena has the keyboard and a run without controllers goes
    on. Losing the keyboard stops the robot.
    """

    def __init__(self, shell: Shell, bridge: RunBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._document = shell.document
        self._watched = shell.watched
        self._attention = shell.attention
        self._held: set[Qt.Key] = set()
        self._sent = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Drive by hand"))
        self.start = push_button(self.tr("Drive b&y hand"))
        self._hint = words("dim")
        self.speed = named(QSlider(Qt.Orientation.Horizontal), self.tr("Wheel speed"))
        self.speed.setRange(1, SPEED_MAX)
        self.speed.setValue(USUAL_SPEED)
        self._speed_label = QLabel()
        self.speed.valueChanged.connect(self._follow_speed)
        self._controls = self._make_controls()
        self._hint.setMinimumWidth(HINT_PX)
        # One below the other: beside each other they would be too wide for a small screen.
        head = held(in_row(self.start, self._hint, spacing=12, grows=self._hint))
        parts = (head, in_row(self._controls, None), None)
        self.setLayout(in_column(*parts, spacing=3, margins=(12, 4, 12, 2)))
        for watched in (self, shell.view, *self.findChildren(QWidget)):
            watched.installEventFilter(self)
        shell.watched.state_changed.connect(lambda _state: self._refresh())
        shell.watched.begun.connect(lambda _subject: self._refresh())
        shell.attention.robot_changed.connect(lambda _number: self._let_go())
        self._follow_speed(USUAL_SPEED)
        self._refresh()

    @property
    def can_drive(self) -> bool:
        """Whether a run without controllers goes on."""
        run = self._bridge.run
        if run is None or run.request.driven or not run.source.abilities.order:
            return False
        return self._watched.is_lively

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Claim the keys from panel, buttons and arena while a robot is driven."""
        if not self.can_drive or isinstance(watched, QSlider):
            return False
        if isinstance(event, QKeyEvent) and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress and self._key(event, is_down=True):
                return True
            if event.type() == QEvent.Type.KeyRelease and self._key(event, is_down=False):
                return True
        if event.type() == QEvent.Type.FocusOut:
            self._let_go()
        return False

    def _make_controls(self) -> QWidget:
        """Return the controls: arrows, gripper and speed, side by side."""
        arrows, orders = QGridLayout(), QGridLayout()
        for grid in (arrows, orders):
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setSpacing(3)
        for key, text, way, at_row, at_column in (
            (Qt.Key.Key_Up, "▲", self.tr("Forward"), 0, 1),
            (Qt.Key.Key_Left, "◀", self.tr("Turn left"), 1, 0),
            (Qt.Key.Key_Down, "▼", self.tr("Backward"), 1, 1),
            (Qt.Key.Key_Right, "▶", self.tr("Turn right"), 1, 2),
        ):
            tip = self.tr("{words} (arrow key)").format(words=way)
            button = named(QToolButton(), way, tip)
            button.setText(text)
            button.pressed.connect(partial(self._press, key))
            button.released.connect(partial(self._release, key))
            arrows.addWidget(button, at_row, at_column)
        for pressed, text, at_row, at_column in (
            (Qt.Key.Key_R, self.tr("Arm up"), 0, 0),
            (Qt.Key.Key_F, self.tr("Arm down"), 1, 0),
            (Qt.Key.Key_O, self.tr("Open jaws"), 0, 1),
            (Qt.Key.Key_C, self.tr("Close jaws"), 1, 1),
        ):
            words, give = f"{text} ({QKeySequence(pressed).toString()})", _ORDERS[pressed]
            orders.addWidget(push_button(words, partial(self._order, give)), at_row, at_column)
        speed = in_column(self._speed_label, self.speed, None)
        return held(in_row(arrows, orders, speed, spacing=16))

    def _key(self, event: QKeyEvent, *, is_down: bool) -> bool:
        """Do what a key means; return whether it means anything."""
        key = Qt.Key(event.key())
        if key not in _WAYS and key not in _ORDERS:
            return False
        event.accept()
        if not event.isAutoRepeat():
            if key in _WAYS:
                self._press(key) if is_down else self._release(key)
            elif is_down:
                self._order(_ORDERS[key])
        return True

    def _press(self, key: Qt.Key) -> None:
        self._held.add(key)
        self._send()

    def _release(self, key: Qt.Key) -> None:
        self._held.discard(key)
        self._send()

    def _let_go(self) -> None:
        self._held.clear()
        self._send()

    def _send(self) -> None:
        speeds = wheel_speeds(self._held, self.speed.value())
        if self.can_drive and speeds != self._sent:
            self._sent = speeds
            motors = self._motors()
            left, right = (motors.order_of(SPEED_STEP_MM_S * speed) for speed in speeds)
            self._order(SetSpeeds(left, right))

    def _motors(self) -> MotorModel:
        """Return the motors of the robot that is driven."""
        robots, number = self._document.shown.robots, self._attention.robot
        kind = robots[number].kind if number < len(robots) else "khepera1"
        return robot_kind(kind).motors

    def _order(self, command: RobotCommand) -> None:
        self._bridge.do(Order(self._attention.robot, command))

    def _follow_speed(self, speed: int) -> None:
        self._speed_label.setText(self.tr("Speed {speed}").format(speed=speed))
        self._send()

    def _refresh(self) -> None:
        drives = self.can_drive
        self._controls.setEnabled(drives)
        self.start.setEnabled(not self._watched.is_lively)
        if drives:
            text = self.tr("The arrow keys drive the robot; it stops when you let go.")
        elif self._watched.state in (RunState.IDLE, RunState.ENDED):
            text = self.tr("Drive with the arrow keys, without any controller.")
        else:
            text = self.tr("A controller is driving. Stop it to drive by hand.")
        self._hint.setText(text)
        if not drives:
            self._held.clear()
            self._sent = (0, 0)
