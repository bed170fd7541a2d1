"""The keys that a program sees (``self.keys``), while the arena has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.shell.shell import Shell
from wsusim.model.extras import mask_of
from wsusim.runs.actions import HoldKeys

NAMES = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_W: "w",
    Qt.Key.Key_A: "a",
    Qt.Key.Key_S: "s",
    Qt.Key.Key_D: "d",
}


class ProgramKeys(QObject):
    """Reports held keys to a run, if the run allows its programs to know.

    When the arena loses the keyboard, all keys are released.
    """

    def __init__(self, shell: Shell, bridge: RunBridge) -> None:
        super().__init__(shell.frame)
        self._bridge = bridge
        self._held: set[str] = set()
        shell.view.installEventFilter(self)
        shell.watched.begun.connect(lambda _subject: self._held.clear())

    @property
    def are_wanted(self) -> bool:
        """Whether a run goes on whose programs may see keys."""
        run = self._bridge.run
        return run is not None and bool(run.request.driven) and "keys" in run.request.allowed

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take the keys from the arena; shortcuts with these letters wait meanwhile."""
        if not self.are_wanted:
            return False
        if event.type() == QEvent.Type.FocusOut and self._held:
            self._held.clear()
            self._tell()
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~_PLAIN:
            return False
        name = NAMES.get(Qt.Key(event.key()))
        if name is None:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif not event.isAutoRepeat():
            is_down = event.type() == QEvent.Type.KeyPress
            (self._held.add if is_down else self._held.discard)(name)
            self._tell()
        return True

    def _tell(self) -> None:
        self._bridge.do(HoldKeys(mask_of(self._held)))


_PLAIN = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
