"""Icons of the gripper: where the arm is, how far the jaws are open, what is between them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import GripperModel
from wsusim.model.snapshot import RobotSnapshot

ICON_PX = 34.0


class GripperPicture(QWidget):
    """Draws three icons in a row, each with a word below."""

    def __init__(self, model: GripperModel) -> None:
        super().__init__()
        self._model = model
        self._robot: RobotSnapshot | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Gripper"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of icons and words."""
        return QSize(200, round(ICON_PX) + self.fontMetrics().height() + 6)

    def show_robot(self, robot: RobotSnapshot | None, model: GripperModel) -> None:
        """Show the gripper of a robot."""
        if robot != self._robot or model is not self._model:
            self._robot, self._model = robot, model
            self.setToolTip(self._numbers())
            self.setAccessibleDescription(", ".join(self.words()))
            self.update()

    def words(self) -> tuple[str, str, str]:
        """Return arm, jaws and light barrier in words."""
        robot, model = self._robot, self._model
        if robot is None:
            return ("–", "–", "–")
        if robot.arm_position >= model.arm_down:
            arm = self.tr("arm down")
        elif robot.arm_position <= model.arm_up:
            arm = self.tr("arm up")
        else:
            arm = self.tr("arm moving")
        if robot.held_object_id is not None:
            jaws = self.tr("holding")
        else:
            middle_mm = (model.open_gap_mm + model.closed_gap_mm) / 2.0
            jaws = self.tr("open") if robot.jaw_gap_mm > middle_mm else self.tr("closed")
        return (arm, jaws, self.tr("object") if robot.object_present else self.tr("nothing"))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw icons and words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        third = self.width() / 3.0
        for index, (paint, word) in enumerate(
            zip((self._paint_arm, self._paint_jaws, self._paint_barrier), self.words(), strict=True)
        ):
            painter.save()
            painter.translate((index + 0.5) * third, 2.0 + ICON_PX / 2.0)
            paint(painter)
            painter.restore()
            painter.setPen(QColor(current_theme().dim_text))
            box = QRectF(index * third, ICON_PX + 2.0, third, self.height() - ICON_PX - 2.0)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)

    def _numbers(self) -> str:
        robot = self._robot
        if robot is None:
            return ""
        return self.tr("arm position {arm:.0f}, gap {gap:.1f} mm, resistivity {ohm}").format(
            arm=robot.arm_position, gap=robot.jaw_gap_mm, ohm=robot.resistivity
        )

    def _paint_arm(self, painter: QPainter) -> None:
        """Draw the robot from the side, its arm turned."""
        theme, half = current_theme(), ICON_PX / 2.0
        painter.setPen(QPen(QColor(theme.robot_edge), 1.2))
        painter.setBrush(QColor(theme.robot_body))
        painter.drawRoundedRect(QRectF(-half, 2.0, 16.0, half - 4.0), 3.0, 3.0)
        share = 0.0
        if self._robot is not None:
            travel = self._model.arm_down - self._model.arm_up
            share = (self._robot.arm_position - self._model.arm_up) / travel
        painter.translate(-half + 12.0, 4.0)
        painter.rotate(-65.0 + 85.0 * min(max(share, 0.0), 1.0))
        painter.setPen(QPen(QColor(theme.accent), 3.5, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(0.0, 0.0), QPointF(19.0, 0.0))

    def _paint_jaws(self, painter: QPainter) -> None:
        """Draw the jaws from above, with what they hold."""
        theme, robot, model = current_theme(), self._robot, self._model
        gap_mm = model.open_gap_mm if robot is None else robot.jaw_gap_mm
        half = 2.0 + 10.0 * gap_mm / model.open_gap_mm
        if robot is not None and robot.held_object_id is not None:
            painter.setPen(QPen(QColor(theme.cap_edge), 1.0))
            painter.setBrush(QColor(theme.cap))
            painter.drawEllipse(QPointF(0.0, -6.0), half - 2.0, half - 2.0)
        painter.setPen(QPen(QColor(theme.accent), 4.0, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(-14.0, 11.0), QPointF(14.0, 11.0))
        for side in (-1.0, 1.0):
            painter.drawLine(QPointF(side * half, 11.0), QPointF(side * half, -13.0))

    def _paint_barrier(self, painter: QPainter) -> None:
        """Draw the light barrier: the beam goes through, or something is in it."""
        theme = current_theme()
        is_broken = self._robot is not None and self._robot.object_present
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.robot_part))
        for x in (-15.0, 11.0):
            painter.drawRoundedRect(QRectF(x, -6.0, 4.0, 12.0), 1.5, 1.5)
        beam = QPen(QColor(theme.bad), 2.0, Qt.PenStyle.DotLine)
        painter.setPen(beam)
        painter.drawLine(QPointF(-10.0, 0.0), QPointF(-4.0 if is_broken else 10.0, 0.0))
        if is_broken:
            painter.setPen(QPen(QColor(theme.cap_edge), 1.0))
            painter.setBrush(QColor(theme.cap))
            painter.drawEllipse(QPointF(2.0, 0.0), 6.0, 6.0)
