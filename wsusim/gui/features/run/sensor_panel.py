"""The sensor panel: readings round a drawing of the robot, those of the floor, and its gripper."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QWidget

from wsusim.gui.features.run.gripper_picture import GripperPicture
from wsusim.gui.features.run.sensor_picture import SensorPicture, Shown
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.layouts import in_column, in_row, tool_button, words
from wsusim.model.robot_kind import GripperModel, RobotKind
from wsusim.model.snapshot import RobotSnapshot
from wsusim.robots import ROBOT_KINDS, robot_kind
from wsusim.runs.pictures import Picture


class SensorPanel(QWidget):
    """Shows one robot, the one that ``Attention`` says."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._document = document = shell.document
        self._scene = shell.scene
        self._attention = attention = shell.attention
        self._picture: Picture | None = None
        kind = self._kind()
        self.sensors = SensorPicture(kind)
        self.sensors.picked.connect(
            lambda sensor: attention.why_wanted.emit(sensor, self.sensors.shown is Shown.AMBIENT)
        )
        self.floor = words("dim")
        self.floor.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.floor.setToolTip(self.tr("Floor sensors: about 60 on black, 1000 on white"))
        self.gripper = GripperPicture(kind.gripper or _usual_gripper())
        group = QButtonGroup(self)
        for shown, name, tip in (
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
            button = tool_button(name, tip, partial(self.sensors.set_shown, shown), is_switch=True)
            button.setChecked(shown is Shown.PROXIMITY)
            group.addButton(button)
        box = RobotBox(attention, document)
        top = in_row(*group.buttons(), None, box, spacing=2, grows=box)
        parts = (top, self.sensors, self.floor, self.gripper)
        self.setLayout(in_column(*parts, spacing=3, margins=(6, 4, 6, 4), grows=self.sensors))
        attention.explained_changed.connect(self.sensors.set_explained)
        attention.robot_changed.connect(lambda _number: self._refresh())
        document.shown_changed.connect(lambda _world: self._refresh())
        self._refresh()

    def show_picture(self, picture: Picture | None) -> None:
        """Show the readings of a moment; ``None``: there are none."""
        self._picture = picture
        self._refresh()

    def _refresh(self) -> None:
        kind = self._kind()
        number = self._attention.robot
        robots = () if self._picture is None else self._picture.snapshot.robots
        robot = robots[number] if number < len(robots) else None
        starts = self._document.shown.robots
        ident = starts[number].id if number < len(starts) else -1
        self.sensors.show_robot(robot, kind, self._scene.robot_colour(ident))
        self._show_floor(robot, len(kind.floor_sensors))
        self.gripper.setVisible(kind.gripper is not None)
        self.gripper.show_robot(robot, kind.gripper or _usual_gripper())

    def _show_floor(self, robot: RobotSnapshot | None, sensors: int) -> None:
        """Show what the floor sensors read, if there is anything to read."""
        self.floor.setVisible(bool(sensors and self._document.shown.floor_pictures))
        texts = (self.tr("Floor: {left}"), self.tr("Floor: left {left}, right {right}"))
        left, right = ("–", "–") if robot is None else (robot.floor_left, robot.floor_right)
        self.floor.setText(texts[sensors > 1].format(left=left, right=right))

    def _kind(self) -> RobotKind:
        starts = self._document.shown.robots
        number = self._attention.robot
        if number < len(starts) and starts[number].kind in ROBOT_KINDS:
            return robot_kind(starts[number].kind)
        return robot_kind("khepera1")


def _usual_gripper() -> GripperModel:
    gripper = robot_kind("khepera1").gripper
    assert gripper is not None
    return gripper
