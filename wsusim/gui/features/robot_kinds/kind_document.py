"""The robot file that is open in the editor, with its undo."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from wsusim.errors import BadInput
from wsusim.formats.robot_file import robot_of
from wsusim.gui.widgets.undo_step import Step
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import base_name
from wsusim.robots.file_of import Tables, file_of


class KindDocument(QObject):
    """One robot file. An edit that makes an invalid robot is refused with a message."""

    changed = Signal()
    """Another kind is shown, or another sensor chosen."""

    refused = Signal(str)
    """Why an edit was not possible."""

    def __init__(self, kind: RobotKind, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.path: Path | None = None
        """Its file; ``None`` when it has none yet."""
        self.sensor: int | None = None
        """The number of the chosen sensor."""
        self._take(kind)
        self.undo_stack.cleanChanged.connect(self._tell_clean)

    @property
    def file(self) -> Tables:
        """The tables as they would be saved."""
        return self._file

    @property
    def kind(self) -> RobotKind:
        """The kind that they describe."""
        return self._kind

    @property
    def is_modified(self) -> bool:
        """Whether there are unsaved changes."""
        return not self.undo_stack.isClean()

    def load(self, kind: RobotKind, path: Path | None, *, modified: bool = False) -> None:
        """Replace everything by another kind; ``modified`` marks it as not yet saved."""
        self.path, self.sensor = path, None
        self._take(kind)
        self.undo_stack.clear()
        if modified:
            self.undo_stack.resetClean()
        self.changed.emit()

    def mark_saved(self, path: Path) -> None:
        """Note that what is shown is now in this file."""
        self.path = path
        self.undo_stack.setClean()
        self.changed.emit()

    def choose(self, sensor: int | None) -> None:
        """Choose a sensor, or none."""
        if sensor != self.sensor:
            self.sensor = sensor
            self.changed.emit()

    def edit(self, text: str, file: Tables, sensor: int | None, session: str = "") -> None:
        """Take changed tables as one step that can be undone.

        Args:
            text: What was done, for the menu.
            file: The tables.
            sensor: Which sensor is chosen afterwards.
            session: Successive edits of the same session are one step: a drag, a turned wheel.
        """
        if file == self._file:
            self.choose(sensor)
            return
        try:
            kind = robot_of(file)
        except BadInput as error:
            self.changed.emit()
            self.refused.emit(str(error))  # last: showing the values again clears the message
            return
        before, after = (self._file, self._kind, self.sensor), (file, kind, sensor)
        self.undo_stack.push(Step(text, self._show, before, after, session or None))

    def _show(self, state: tuple[Tables, RobotKind, int | None]) -> None:
        self._file, self._kind, self.sensor = state
        self.changed.emit()

    def close(self) -> None:
        """Emit nothing any more, since the window is closing."""
        self.undo_stack.blockSignals(True)

    def _tell_clean(self, _is_clean: bool) -> None:
        self.changed.emit()

    def _take(self, kind: RobotKind) -> None:
        self._file = file_of(kind) | {"name": base_name(kind.name)}
        self._kind = kind
