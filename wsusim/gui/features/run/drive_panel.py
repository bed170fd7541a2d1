"""Driving by hand: arrow keys or buttons steer a robot that no controller drives."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.shell.attention import Attention
from wsusim.gui.shell.watched import RunState
from wsusim.model.commands import RobotCommand, SetArm, SetGrip, SetSpeeds

SPEED_MAX = 20
USUAL_SPEED = 6
ARM_UP, ARM_DOWN = 180, 249
"""Arm positions that the original WSU controllers use."""

_WAYS = {
    Qt.Key.Key_Up: (1, 0),
    Qt.Key.Key_Down: (-1, 0),
    Qt.Key.Key_Left: (0, 1),
    Qt.Key.Key_Right: (0, -1),
}
"""What each key adds: (ahead, to the left)."""


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

    start_requested = Signal()

    def __init__(
        self,
        bridge: RunBridge,
        attention: Attention,
        arena: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attention = attention
        self._held: set[Qt.Key] = set()
        self._sent = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Drive by hand"))
        self.start = QPushButton(self.tr("Drive b&y hand"))
        self.start.clicked.connect(self.start_requested)
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setProperty("role", "dim")
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(1, SPEED_MAX)
        self.speed.setValue(USUAL_SPEED)
        self.speed.setAccessibleName(self.tr("Speed of the wheels"))
        self._speed_label = QLabel()
        self.speed.valueChanged.connect(self._follow_speed)
        self._controls = self._make_controls()
        left = QVBoxLayout()
        left.addWidget(self.start)
        left.addWidget(self._hint)
        left.addStretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addLayout(left, 1)
        layout.addWidget(self._controls)
        for watched in (arena, *self.findChildren(QWidget)):
            watched.installEventFilter(self)
        bridge.state_changed.connect(lambda _state: self._refresh())
        bridge.begun.connect(lambda _run: self._refresh())
        attention.robot_changed.connect(lambda _number: self._let_go())
        self._follow_speed(USUAL_SPEED)
        self._refresh()

    @property
    def can_drive(self) -> bool:
        """Whether a run without controllers goes on."""
        run = self._bridge.run
        return run is not None and not run.has_controllers and self._bridge.is_lively

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the arrow keys away from arena and buttons while a robot is driven."""
        if not self.can_drive or isinstance(watched, QSlider):
            return False
        if isinstance(event, QKeyEvent) and event.key() in _WAYS and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress:
                self._key(event, is_down=True)
                return True
            if event.type() == QEvent.Type.KeyRelease:
                self._key(event, is_down=False)
                return True
        if event.type() == QEvent.Type.FocusOut:
            self._let_go()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Drive."""
        if self.can_drive and event.key() in _WAYS:
            self._key(event, is_down=True)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Let go."""
        if self.can_drive and event.key() in _WAYS:
            self._key(event, is_down=False)
        else:
            super().keyReleaseEvent(event)

    def _make_controls(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(3)
        for key, text, words, row, column in (
            (Qt.Key.Key_Up, "▲", self.tr("Ahead"), 0, 1),
            (Qt.Key.Key_Left, "◀", self.tr("Turn left"), 1, 0),
            (Qt.Key.Key_Down, "▼", self.tr("Back"), 1, 1),
            (Qt.Key.Key_Right, "▶", self.tr("Turn right"), 1, 2),
        ):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(self.tr("{words} (arrow key)").format(words=words))
            button.setAccessibleName(words)
            button.pressed.connect(partial(self._press, key))
            button.released.connect(partial(self._release, key))
            grid.addWidget(button, row, column)
        orders: tuple[tuple[str, Callable[[], RobotCommand], int, int], ...] = (
            (self.tr("Arm up"), lambda: SetArm(ARM_UP), 0, 4),
            (self.tr("Arm down"), lambda: SetArm(ARM_DOWN), 1, 4),
            (self.tr("Jaws open"), lambda: SetGrip(False), 0, 5),
            (self.tr("Jaws closed"), lambda: SetGrip(True), 1, 5),
        )
        for text, make, row, column in orders:
            order = QPushButton(text)
            order.clicked.connect(lambda _checked=False, make=make: self._order(make()))
            grid.addWidget(order, row, column)
        grid.setColumnMinimumWidth(3, 12)
        grid.addWidget(self._speed_label, 2, 0, 1, 3)
        grid.addWidget(self.speed, 2, 4, 1, 2)
        grid.setRowStretch(3, 1)
        return holder

    def _key(self, event: QKeyEvent, *, is_down: bool) -> None:
        event.accept()
        if not event.isAutoRepeat():
            key = Qt.Key(event.key())
            self._press(key) if is_down else self._release(key)

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
            self._order(SetSpeeds(*speeds))

    def _order(self, command: RobotCommand) -> None:
        self._bridge.order(self._attention.robot, command)

    def _follow_speed(self, speed: int) -> None:
        self._speed_label.setText(self.tr("Speed {speed}").format(speed=speed))
        self._send()

    def _refresh(self) -> None:
        drives = self.can_drive
        self._controls.setEnabled(drives)
        self.start.setEnabled(not self._bridge.is_lively)
        if drives:
            text = self.tr("The arrow keys drive the robot; let go and it stands.")
        elif self._bridge.state in (RunState.IDLE, RunState.ENDED):
            text = self.tr("Drive with the arrow keys, without any controller.")
        else:
            text = self.tr("A controller drives now. Stop it to drive by hand.")
        self._hint.setText(text)
        if not drives:
            self._held.clear()
            self._sent = (0, 0)
