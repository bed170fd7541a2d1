"""The robot editor: a drawing, a table of sensors, and the robot's other figures."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from wsusim.editor import kind_edits
from wsusim.gui.features.robot_kinds.body_form import BodyForm
from wsusim.gui.features.robot_kinds.kind_document import KindDocument
from wsusim.gui.features.robot_kinds.kind_drawing import KindDrawing
from wsusim.gui.features.robot_kinds.kind_sensor_table import SensorTable
from wsusim.gui.widgets.layouts import (
    ScrollPanel,
    action_button,
    in_column,
    in_row,
    side_by_side,
    tool_button,
    words,
)
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.robots import SHIPPED, robot_kind

LEAST_SENSORS = 1


class KindPanel(QWidget):
    """Shows a ``KindDocument``; the side defines what its buttons for files and runs do."""

    new_wanted = Signal(str)
    """The name of a shipped kind to begin with."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self.document = document
        self.drawing = KindDrawing(document)
        self.setFocusProxy(self.drawing)
        self.table = SensorTable(document)
        self.form = BodyForm(document)
        self.title = words("heading", wraps=False)
        self.remark = words("heading")
        self.remark.hide()
        self._make_buttons()
        self._arrange()
        document.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what can be done now."""
        document = self.document
        self.show_remark("")
        mark = "*" if document.is_modified else ""
        file = self.tr("not saved yet") if document.path is None else document.path.name
        self.title.setText(f"{document.kind.title}{mark}  ({file})")
        has_room, is_chosen = kind_edits.can_add(document.file), document.sensor is not None
        count = len(document.file["sensors"])
        full = self.tr("A robot can have {most} sensors; this one has {count}. Remove one first.")
        why_full = "" if has_room else full.format(most=MOST_SENSORS, count=count)
        why_none = "" if is_chosen else self.tr("Click a sensor in the drawing or the table first.")
        why_last = "" if count > LEAST_SENSORS else self.tr("A robot keeps one sensor at least.")
        for button, obstacle in (
            (self.add, why_full),
            (self.mirror, why_full or why_none),
            (self.remove, why_last or why_none),
        ):
            button.setEnabled(not obstacle)
            button.setToolTip(obstacle or button.accessibleDescription())

    def show_remark(self, text: str) -> None:
        """Show what was refused or done, until the next edit: the panel may hide the window."""
        self.remark.setText(text)
        self.remark.setVisible(bool(text))

    def add_sensor(self) -> None:
        """Add a sensor and choose it."""
        file = kind_edits.with_new_sensor(self.document.file)
        self.document.edit(self.tr("Add sensor"), file, len(file["sensors"]) - 1)

    def mirror_sensor(self) -> None:
        """Add the mirror image of the chosen sensor."""
        sensor = self.document.sensor
        if sensor is not None and self.mirror.isEnabled():
            file = kind_edits.with_mirrored(self.document.file, sensor)
            self.document.edit(self.tr("Mirror sensor"), file, len(file["sensors"]) - 1)

    def remove_sensor(self) -> None:
        """Remove the chosen sensor."""
        sensor = self.document.sensor
        if sensor is not None and self.remove.isEnabled():
            file = kind_edits.without_sensor(self.document.file, sensor)
            self.document.edit(self.tr("Remove sensor"), file, None)

    # Inside

    def _make_buttons(self) -> None:
        stack = self.document.undo_stack
        # Without keys: those are the window's, which asks whose history was used last.
        self.undo = stack.createUndoAction(self, self.tr("Undo"))
        self.redo = stack.createRedoAction(self, self.tr("Redo"))
        delete = QAction(self.tr("Remove sensor"), self)
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(lambda _checked=False: self.remove_sensor())
        self.drawing.addAction(delete)
        self.new = tool_button(
            self.tr("New"), self.tr("Start with a copy of a robot that comes with wsusim")
        )
        self.new.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for name in SHIPPED:
            menu.addAction(robot_kind(name).title, partial(self.new_wanted.emit, name))
        self.new.setMenu(menu)
        self.open = tool_button(self.tr("Open"), self.tr("Open a robot file"))
        self.save = tool_button(self.tr("Save"), self.tr("Save the robot file"))
        self.save_as = tool_button(self.tr("Save as"), self.tr("Save into another file"))
        self.drive = tool_button(
            self.tr("Drive it"),
            self.tr("Turn the selected robots into this kind, and drive the first one by hand"),
        )
        self.add, self.mirror, self.remove = (
            tool_button(text, tip, run)
            for text, tip, run in (
                (self.tr("Add"), self.tr("Add a sensor in the widest gap"), self.add_sensor),
                (
                    self.tr("Mirror"),
                    self.tr("Add the chosen sensor's mirror image"),
                    self.mirror_sensor,
                ),
                (
                    self.tr("Remove"),
                    self.tr("Remove the chosen sensor (Delete)"),
                    self.remove_sensor,
                ),
            )
        )

    def _arrange(self) -> None:
        undo, redo = (
            action_button(action, Qt.ToolButtonStyle.ToolButtonIconOnly)
            for action in (self.undo, self.redo)
        )
        files = in_row(
            *(self.new, self.open, self.save, self.save_as, self.title, None, undo, redo),
            *(self.add, self.mirror, self.remove, self.drive),
            spacing=4,
        )
        form = ScrollPanel(keeps_width=True)
        form.hold(self.form)
        parts = side_by_side(self.drawing, self.table, form)
        for place, share in enumerate((4, 4, 3)):
            parts.setStretchFactor(place, share)
        self.setLayout(
            in_column(files, self.remark, parts, spacing=4, margins=(6, 4, 6, 4), grows=parts)
        )
