"""A form of the fields that some objects share, or of the maze's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from wsusim.editor.object_fields import Field, FieldValue
from wsusim.gui.widgets.layouts import in_column, named, words
from wsusim.gui.widgets.property_boxes import ChoiceBox, LineBox, NumberBox, TextBox
from wsusim.robots import ROBOT_KINDS

Editor = NumberBox | ChoiceBox | TextBox | LineBox


class FieldForm(QWidget):
    """Shows values and emits entries; the inputs are made again for other fields."""

    entered = Signal(object, object, object)
    """The ``Field``, its new value, and a key that is the same for the steps of one entry."""

    def __init__(self) -> None:
        super().__init__()
        self._fields: tuple[Field, ...] = ()
        self._editors: dict[str, Editor] = {}
        self._explained: dict[str, bool] = {}
        """Which fields have a tip, and whether it is that of a field in use."""
        self._hint = words("dim")
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        parts = (self._hint, self._form, None)
        self.setLayout(in_column(*parts, spacing=6, margins=(9, 9, 9, 9)))

    def show_things(self, fields: tuple[Field, ...], things: Sequence[Any]) -> None:
        """Show the values of these fields; where the things differ, it stays blank."""
        if fields != self._fields:
            self._build(fields)
        self._hint.setVisible(len(things) > 1)
        self._hint.setText(
            self.tr("A value you type here applies to all of them.")
            if fields
            else self.tr("They have nothing in common that can be set for all of them at once.")
        )
        for field in fields:
            editor = self._editors[field.name]
            values = {field.get(thing) for thing in things}
            shown: Any = values.pop() if len(values) == 1 else None
            if not (isinstance(editor, TextBox) and editor.hasFocus()):
                editor.show_value(shown)
            is_used = all(field.is_used(thing) for thing in things)
            editor.setEnabled(is_used)
            if self._explained.get(field.name) is not is_used:
                self._explained[field.name] = is_used
                editor.setToolTip(self._tip(field.name) if is_used else self._why_not(field))

    def focus_first(self) -> None:
        """Bring the keyboard to the first field, if there is one."""
        if not self._editors:
            return
        editor = next(iter(self._editors.values()))
        editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not isinstance(editor, ChoiceBox):
            editor.selectAll()

    def editor(self, name: str) -> Editor:
        """Return the input of the field of this name."""
        return self._editors[name]

    def label(self, name: str) -> str:
        """Return what people call a field."""
        return {
            "x_mm": self.tr("X"),
            "y_mm": self.tr("Y"),
            "x0_mm": self.tr("From X"),
            "y0_mm": self.tr("From Y"),
            "x1_mm": self.tr("To X"),
            "y1_mm": self.tr("To Y"),
            "length_mm": self.tr("Length"),
            "angle_deg": self.tr("Angle"),
            "heading_deg": self.tr("Heading"),
            "thickness_mm": self.tr("Thickness"),
            "reflectivity": self.tr("Reflectivity"),
            "power": self.tr("Power"),
            "diameter_mm": self.tr("Diameter"),
            "depth_mm": self.tr("Depth"),
            "mass_g": self.tr("Mass"),
            "friction": self.tr("Friction"),
            "restitution": self.tr("Bounciness"),
            "colour": self.tr("Colour"),
            "rolls": self.tr("When pushed"),
            "resistivity": self.tr("Resistivity"),
            "kind": self.tr("Mission") if "winner" in self._editors else self.tr("Kind"),
            "width_mm": self.tr("Width"),
            "height_mm": self.tr("Height"),
            "shape": self.tr("Shape"),
            "text": self.tr("Text"),
            "mm_per_px": self.tr("Per pixel"),
            "name": self.tr("Name"),
            "description": self.tr("Description"),
            "time_limit_s": self.tr("Time limit"),
            "caps_to_deliver": self.tr("Caps to deliver"),
            "winner": self.tr("Ends with"),
            "arena_camera": self.tr("Camera above"),
            "width_px": self.tr("Its width"),
            "height_px": self.tr("Its height"),
        }[name]

    def _build(self, fields: tuple[Field, ...]) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self._fields = fields
        self._explained.clear()
        self._editors = {field.name: self._editor(field) for field in fields}
        for field in fields:
            label, editor = self.label(field.name), self._editors[field.name]
            editor.entered.connect(partial(self._tell, field))
            self._form.addRow(label, named(editor, label))
            editor.show()  # at once, so that it can take the keyboard

    def _editor(self, field: Field) -> Editor:
        if field.choices:
            return ChoiceBox({word: self._choice(word) for word in _offered(field)})
        if field.unit is None:
            return LineBox() if field.lines == 1 else TextBox(field.lines)
        return NumberBox(field.low, field.high, field.step, field.decimals, field.unit)

    def _tell(self, field: Field, value: FieldValue) -> None:
        editor = self._editors[field.name]
        key = (field.name, editor.sessions) if isinstance(editor, NumberBox) else None
        self.entered.emit(field, value, key)

    def _choice(self, word: str) -> str:
        if word in ROBOT_KINDS:
            return ROBOT_KINDS[word].title
        return {
            "": self.tr("Usual"),
            "red": self.tr("Red"),
            "orange": self.tr("Orange"),
            "yellow": self.tr("Yellow"),
            "green": self.tr("Green"),
            "sky": self.tr("Sky blue"),
            "blue": self.tr("Blue"),
            "purple": self.tr("Purple"),
            "black": self.tr("Black"),
            "grey": self.tr("Grey"),
            "white": self.tr("White"),
            "rolls": self.tr("Rolls on"),
            "stays": self.tr("Stops with the robot"),
            "rectangle": self.tr("Rectangle"),
            "ellipse": self.tr("Ellipse"),
            "free": self.tr("None: drive freely"),
            "reach_goal": self.tr("Reach a goal"),
            "deliver_caps": self.tr("Deliver caps"),
            "soccer": self.tr("Soccer"),
            "first": self.tr("The first robot"),
            "all": self.tr("All robots"),
            "no": self.tr("No"),
            "yes": self.tr("Yes"),
        }[word]

    def _tip(self, name: str) -> str:
        tips = {
            "time_limit_s": self.tr("0: no limit"),
            "caps_to_deliver": self.tr("0: all caps"),
            "friction": self.tr("On the floor, or along a wall, as a ratio to the weight"),
            "restitution": self.tr("0: stops dead, 1: bounces back as fast as it came"),
            "reflectivity": self.tr("0: black, 1: white, as the robot's sensors see it"),
        }
        return tips.get(name, "")

    def _why_not(self, field: Field) -> str:
        if field.name in ("width_mm", "height_mm"):
            return self.tr("This floor isn't a plain rectangle, so you can't type in its size.")
        return ""


def _offered(field: Field) -> tuple[str, ...]:
    """Return the choices of a field; for kinds of robots, also those of opened mazes."""
    if field.choices[0] not in ROBOT_KINDS:
        return field.choices
    return tuple(ROBOT_KINDS)
