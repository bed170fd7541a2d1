"""The robot editor: a drawing, a table of sensors, and the robot's other figures."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QMenu, QSplitter, QToolButton, QWidget

from wsusim.editor import kind_edits
from wsusim.gui.features.robot_kinds.body_form import BodyForm
from wsusim.gui.features.robot_kinds.kind_document import KindDocument
from wsusim.gui.features.robot_kinds.kind_drawing import KindDrawing
from wsusim.gui.features.robot_kinds.sensor_table import SensorTable
from wsusim.gui.widgets.layouts import ScrollPanel, in_column, in_row, tool_button
from wsusim.robots import SHIPPED, robot_kind

LEAST_SENSORS = 1


class KindPanel(QWidget):
    """Shows a ``KindDocument`` and says what the person wants done with files and runs."""

    new_wanted = Signal(str)
    """The name of a shipped kind to begin with."""

    open_wanted = Signal()
    save_wanted = Signal()
    save_as_wanted = Signal()

    drive_wanted = Signal()
    """Put the robot into the maze and drive it."""

    def __init__(self, document: KindDocument) -> None:
        super().__init__()
        self.document = document
        self.drawing = KindDrawing(document)
        self.setFocusProxy(self.drawing)
        self.table = SensorTable(document)
        self.form = BodyForm(document)
        self.title = QLabel()
        self.title.setProperty("role", "heading")
        self._make_buttons()
        self._arrange()
        document.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what can be done now."""
        document = self.document
        mark = "*" if document.is_modified else ""
        file = self.tr("not saved yet") if document.path is None else document.path.name
        self.title.setText(f"{document.kind.title}{mark}  ({file})")
        has_room, is_chosen = kind_edits.can_add(document.file), document.sensor is not None
        self.add.setEnabled(has_room)
        self.mirror.setEnabled(has_room and is_chosen)
        self.remove.setEnabled(is_chosen and len(document.file["sensors"]) > LEAST_SENSORS)

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
        self.undo = stack.createUndoAction(self, self.tr("Undo"))
        self.redo = stack.createRedoAction(self, self.tr("Redo"))
        for action, key in (
            (self.undo, QKeySequence.StandardKey.Undo),
            (self.redo, QKeySequence.StandardKey.Redo),
        ):
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self.addAction(action)
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
            action = menu.addAction(robot_kind(name).title)
            action.triggered.connect(lambda _checked=False, kind=name: self.new_wanted.emit(kind))
        self.new.setMenu(menu)
        self.open = tool_button(
            self.tr("Open"), self.tr("Open a robot file"), self.open_wanted.emit
        )
        self.save = tool_button(
            self.tr("Save"), self.tr("Save the robot file"), self.save_wanted.emit
        )
        self.save_as = tool_button(
            self.tr("Save as"), self.tr("Save into another file"), self.save_as_wanted.emit
        )
        self.drive = tool_button(
            self.tr("Drive it"),
            self.tr("Turn the maze's robots into this kind, and drive the first one by hand"),
            self.drive_wanted.emit,
        )
        self.add = tool_button(
            self.tr("Add"), self.tr("Add a sensor in the widest gap"), self.add_sensor
        )
        self.mirror = tool_button(
            self.tr("Mirror"), self.tr("Add the chosen sensor's mirror image"), self.mirror_sensor
        )
        self.remove = tool_button(
            self.tr("Remove"), self.tr("Remove the chosen sensor (Delete)"), self.remove_sensor
        )

    def _arrange(self) -> None:
        undo, redo = QToolButton(), QToolButton()
        for button, action in ((undo, self.undo), (redo, self.redo)):
            button.setDefaultAction(action)
            button.setAccessibleName(action.text())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        files = in_row(
            *(self.new, self.open, self.save, self.save_as, self.title, None, undo, redo),
            *(self.add, self.mirror, self.remove, self.drive),
            spacing=4,
        )
        form = ScrollPanel(keeps_width=True)
        form.hold(self.form)
        parts = QSplitter(Qt.Orientation.Horizontal)
        for number, (part, share) in enumerate(((self.drawing, 4), (self.table, 4), (form, 3))):
            parts.addWidget(part)
            parts.setStretchFactor(number, share)
        self.setLayout(in_column(files, parts, spacing=4, margins=(6, 4, 6, 4), grows=parts))
