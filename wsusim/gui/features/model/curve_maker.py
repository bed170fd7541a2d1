"""Makes the preview's curves; the engine is imported in a thread the first time."""

from __future__ import annotations

import importlib
import threading

from PySide6.QtCore import QObject, Signal

from wsusim.editor.robot_model.curves import Band, band_of
from wsusim.editor.robot_model.parameters import Parameter
from wsusim.formats.profile import ProfileEntry

NEEDED = "wsusim.tools.calibration.fit"
"""Imports the rest of what curves need."""


class CurveMaker(QObject):
    """Gives curves as soon as it can."""

    ready = Signal()
    """Curves can be made from now on."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self.is_ready = False

    def prepare(self) -> None:
        """Begin to import what is needed."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._import, name="wsusim-curves", daemon=True)
            self._thread.start()

    def make(self, profile: ProfileEntry, parameter: Parameter) -> Band | None:
        """Return the curve that a number of a profile changes; ``None`` before ``ready``."""
        return band_of(profile, parameter) if self.is_ready else None

    def close(self) -> None:
        """Wait for the thread."""
        if self._thread is not None:
            self._thread.join()

    def _import(self) -> None:
        importlib.import_module(NEEDED)
        self.is_ready = True
        self.ready.emit()
