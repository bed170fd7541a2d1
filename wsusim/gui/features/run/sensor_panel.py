"""The sensor panel: readings round a drawing of the robot, and the gripper's icons."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from wsusim.gui.features.run.gripper_picture import GripperPicture
from wsusim.gui.features.run.sensor_picture import SensorPicture, Shown
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.theme import Theme
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import ROBOT_KINDS, robot_kind
from wsusim.robots.khepera1 import KHEPERA_1
from wsusim.runs.pictures import Picture


class SensorPanel(QWidget):
    """Shows one robot, the one that ``Attention`` says."""

    def __init__(self, shell: Shell, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document = shell.document
        self._scene = shell.scene
        self._attention = attention = shell.attention
        self._picture: Picture | None = None
        kind = self._kind()
        self.sensors = SensorPicture(shell.theme, kind)
        self.sensors.picked.connect(
            lambda sensor: attention.why_wanted.emit(sensor, self.sensors.shown is Shown.AMBIENT)
        )
        self.gripper = GripperPicture(shell.theme, kind.gripper)
        self._group = QButtonGroup(self)
        top = QHBoxLayout()
        top.setSpacing(2)
        for shown, words, tip in (
            (
                Shown.PROXIMITY,
                self.tr("Proximity"),
                self.tr("0 means nothing in sight, 1023 means touching"),
            ),
            (
                Shown.AMBIENT,
                self.tr("Ambient"),
                self.tr("Ambient light: 500 means dark, 50 means bright"),
            ),
            (Shown.OFF, self.tr("Off"), self.tr("Show no values")),
        ):
            button = QToolButton()
            button.setText(words)
            button.setToolTip(tip)
            button.setCheckable(True)
            button.setChecked(shown is Shown.PROXIMITY)
            button.clicked.connect(
                lambda _checked=False, shown=shown: self.sensors.set_shown(shown)
            )
            self._group.addButton(button)
            top.addWidget(button)
        top.addStretch()
        top.addWidget(RobotBox(attention, document))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 6, 4)
        layout.setSpacing(3)
        layout.addLayout(top)
        layout.addWidget(self.sensors, 1)
        layout.addWidget(self.gripper)
        attention.explained_changed.connect(self.sensors.set_explained)
        attention.robot_changed.connect(lambda _number: self._refresh())
        document.shown_changed.connect(lambda _world: self._refresh())

    def show_picture(self, picture: Picture | None) -> None:
        """Show the readings of a moment; ``None``: there are none."""
        self._picture = picture
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.sensors.set_theme(theme)
        self.gripper.set_theme(theme)

    def _refresh(self) -> None:
        kind = self._kind()
        number = self._attention.robot
        robots = () if self._picture is None else self._picture.snapshot.robots
        robot = robots[number] if number < len(robots) else None
        starts = self._document.shown.robots
        ident = starts[number].id if number < len(starts) else -1
        self.sensors.show_robot(robot, kind, self._scene.robot_colour(ident))
        self.gripper.show_robot(robot, kind.gripper)

    def _kind(self) -> RobotKind:
        starts = self._document.shown.robots
        number = self._attention.robot
        if number < len(starts) and starts[number].kind in ROBOT_KINDS:
            return robot_kind(starts[number].kind)
        return KHEPERA_1
