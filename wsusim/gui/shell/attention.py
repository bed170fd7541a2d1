"""What the person looks at: one robot, its rays, and the explained reading."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.document import Document
from wsusim.gui.widgets.phrases import robot_label


class Attention(QObject):
    """The port at which the panels that show one robot meet; it follows the selection."""

    robot_changed = Signal(int)
    """The number of the robot, counted from 0."""

    rays_changed = Signal()
    """Asks to draw the rays of another robot, or of none: see ``rays_robot``."""

    why_wanted = Signal(int, bool)
    """Explain a reading of this robot: number of the sensor, and whether it is the light's."""

    explained_changed = Signal(object)
    """The number of the sensor whose reading is explained, or ``None``."""

    values_changed = Signal()
    """Asks to draw other values of programs as curves: see ``values``."""

    def __init__(
        self, document: Document, scene: ArenaScene, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._scene = scene
        self._robot = 0
        self.values: frozenset[tuple[int, str]] = frozenset()
        """Values of programs that are drawn as curves: (robot, name), beside those they plot."""
        document.selection.changed.connect(lambda _ids: self._follow_selection())
        document.shown_changed.connect(lambda _world: self._stay_in_range())
        scene.layers_changed.connect(self.rays_changed)
        self.robot_changed.connect(lambda _robot: self.rays_changed.emit())

    @property
    def robot(self) -> int:
        """The robot that is shown."""
        return self._robot

    @property
    def count(self) -> int:
        """The number of robots."""
        return len(self._document.shown.robots)

    @property
    def rays_robot(self) -> int | None:
        """The robot whose rays are drawn."""
        return self._robot if self._scene.is_layer_visible(Layer.RAYS) else None

    def choose_values(self, values: frozenset[tuple[int, str]]) -> None:
        """Draw other values of programs as curves."""
        if values != self.values:
            self.values = values
            self.values_changed.emit()

    def choose(self, robot: int) -> None:
        """Show another robot."""
        if robot != self._robot:
            self._robot = robot
            self.robot_changed.emit(robot)

    def _follow_selection(self) -> None:
        ids = self._document.selection.ids
        for number, robot in enumerate(self._document.shown.robots):
            if robot.id in ids:
                self.choose(number)
                return

    def _stay_in_range(self) -> None:
        if self._robot >= self.count:
            self.choose(0)


SHOWN_CHARS = 1
"""Of a robot's name can be seen at least; the list that opens has all of it."""


class RobotBox(QComboBox):
    """Shows and changes the robot; hidden when there is only one.

    If its name has no room, it shows the number, which identifies the robot.
    """

    def __init__(self, attention: Attention, document: Document) -> None:
        super().__init__()
        self._attention = attention
        self._document = document
        self.setAccessibleName(self.tr("Robot"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(SHOWN_CHARS)
        self.activated.connect(attention.choose)
        attention.robot_changed.connect(self.setCurrentIndex)
        document.shown_changed.connect(lambda _world: self._refresh())
        self._refresh()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802 - Qt's name
        """Shorten what is shown to the number, rather than to the beginning of "Robot"."""
        super().initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        text = option.currentText
        if self.fontMetrics().horizontalAdvance(text) > field.width():
            option.currentText = str(self.currentIndex() + 1)

    def _refresh(self) -> None:
        world = self._document.shown
        names = [robot_label(world, number) for number in range(self._attention.count)]
        if names != [self.itemText(index) for index in range(self.count())]:
            self.clear()
            self.addItems(names)
        self.setCurrentIndex(self._attention.robot)
        self.setVisible(self._attention.count > 1)
