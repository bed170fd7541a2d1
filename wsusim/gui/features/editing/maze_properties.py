"""Name, size and mission of the maze as a form."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from wsusim.editor import changes
from wsusim.formats.entries import SIDE_MAX_MM, SIDE_MIN_MM
from wsusim.gui.features.editing.edits.properties import ChangeMaze
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.widgets.inputs import ChoiceBox, NumberBox, TextBox
from wsusim.model.world import Arena, Mission, World


class MazeProperties(QWidget):
    """The form; every entry is one edit."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._document = workbench.document
        self._name = QLineEdit()
        self._name.setMaxLength(100)
        self._description = TextBox(4)
        self.width_box = NumberBox(SIDE_MIN_MM, SIDE_MAX_MM, 10.0, 1, "mm")
        self.height_box = NumberBox(SIDE_MIN_MM, SIDE_MAX_MM, 10.0, 1, "mm")
        self._mission = ChoiceBox(
            {
                "free": self.tr("None: drive freely"),
                "reach_goal": self.tr("Reach a goal"),
                "deliver_caps": self.tr("Deliver caps"),
            }
        )
        self._time = NumberBox(0.0, 1e6, 10.0, 1, "s")
        self._caps = NumberBox(0.0, 500.0, 1.0, 0, "")
        self._winner = ChoiceBox(
            {"first": self.tr("The first robot"), "all": self.tr("All robots")}
        )
        self._time.setToolTip(self.tr("0: no limit"))
        self._caps.setToolTip(self.tr("0: all caps"))
        self._arrange()
        self._connect()
        self.setFocusProxy(self._name)

    def show_world(self, world: World) -> None:
        """Show the values of a maze."""
        mission, arena = world.mission, world.arena
        if not self._name.hasFocus():
            self._name.setText(world.name)
        if not self._description.hasFocus():
            self._description.show_value(world.description)
        self.width_box.show_value(arena.width_mm)
        self.height_box.show_value(arena.height_mm)
        is_rectangle = arena.outline_mm == _rectangle(arena).outline_mm
        for box in (self.width_box, self.height_box):
            box.setEnabled(is_rectangle)
            box.setToolTip("" if is_rectangle else self.tr("The floor has an outline of its own."))
        self._mission.show_value(mission.kind)
        self._time.show_value(mission.time_limit_s or 0.0)
        self._caps.show_value(mission.caps_to_deliver or 0)
        self._caps.setEnabled(mission.kind == "deliver_caps")
        self._winner.show_value(mission.winner)
        self._winner.setEnabled(mission.kind == "reach_goal")

    def _arrange(self) -> None:
        heading = QLabel(self.tr("Maze"))
        heading.setProperty("role", "heading")
        layout = QVBoxLayout(self)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addWidget(heading)
        layout.addLayout(form)
        layout.addStretch()
        for label, editor in (
            (self.tr("Name"), self._name),
            (self.tr("Description"), self._description),
            (self.tr("Width"), self.width_box),
            (self.tr("Height"), self.height_box),
            (self.tr("Mission"), self._mission),
            (self.tr("Time limit"), self._time),
            (self.tr("Caps to deliver"), self._caps),
            (self.tr("Ends with"), self._winner),
        ):
            editor.setAccessibleName(label)
            form.addRow(label, editor)

    def _connect(self) -> None:
        self._name.editingFinished.connect(self._enter_name)
        self._description.entered.connect(
            lambda text: self._enter(
                replace(self._document.world, description=text), self.tr("description")
            )
        )
        self.width_box.entered.connect(lambda value: self._enter_size(self.width_box, value, None))
        self.height_box.entered.connect(
            lambda value: self._enter_size(self.height_box, None, value)
        )
        self._mission.chosen.connect(lambda kind: self._enter_mission(kind=kind))
        self._time.entered.connect(lambda value: self._enter_mission(time_limit_s=value or None))
        self._caps.entered.connect(
            lambda value: self._enter_mission(caps_to_deliver=round(value) or None)
        )
        self._winner.chosen.connect(lambda winner: self._enter_mission(winner=winner))

    def _enter_name(self) -> None:
        name = self._name.text().strip()
        if name and name != self._document.world.name:
            self._enter(replace(self._document.world, name=name), self.tr("name"))
        self._name.setText(self._document.world.name)

    def _enter_size(self, box: NumberBox, width_mm: float | None, height_mm: float | None) -> None:
        arena = self._document.world.arena
        rectangle = Arena.rectangle(width_mm or arena.width_mm, height_mm or arena.height_mm)
        after = replace(
            self._document.world,
            arena=replace(rectangle, reflectivity=arena.reflectivity),
        )
        self._enter(after, self.tr("size"), ("size", width_mm is None, box.sessions))

    def _enter_mission(self, **changed: object) -> None:
        mission: Mission = replace(self._document.world.mission, **changed)  # type: ignore[arg-type]
        self._enter(replace(self._document.world, mission=mission), self.tr("mission"))

    def _enter(self, after: World, label: str, key: Hashable = None) -> None:
        change = changes.change_maze(self._document.world, after)
        self._workbench.commit(lambda d, c: ChangeMaze(d, c, label, key), change)
        self.show_world(self._document.world)


def _rectangle(arena: Arena) -> Arena:
    return Arena.rectangle(arena.width_mm, arena.height_mm)
