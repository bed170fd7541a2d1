"""Finds the page of the manual that fits the widget with the keyboard."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget, QWidget

from wsusim.gui.arena.view import ArenaView
from wsusim.gui.document import Mode

PANEL_PREFIX = "panel "

BUILDING = ("tutorial/building-a-maze", "")
RECORDING = ("how-to/replay-in-the-window", "")
ARENA = {Mode.EDIT: BUILDING, Mode.RUN: ("tutorial/the-window", ""), Mode.REPLAY: RECORDING}

PAGES = {
    "palette": BUILDING,
    "inspector": BUILDING,
    "runs": RECORDING,
    "controllers": ("tutorial/the-window", "run-a-controller"),
    "sensors": ("tutorial/the-window", "see-what-the-robot-sees"),
    "why": ("how-to/why-this-reading", ""),
    "camera": ("how-to/camera", "watch-it-in-the-window"),
    "eye": ("how-to/eye", "watch-it-in-the-window"),
    "console": ("reference/controller-api", "time-messages-the-end"),
    "errors": ("how-to/write-a-controller", "when-something-goes-wrong"),
    "curves": ("how-to/curves", ""),
    "lesson": ("how-to/use-a-lesson", ""),
    "debugger": ("tutorial/find-a-mistake", ""),
    "changed program": ("how-to/record-and-replay", "would-my-changed-program-have-done-better"),
    "variables": ("how-to/variables", ""),
    "robot kinds": ("how-to/robot-editor", ""),
    "drive": ("tutorial/the-window", "drive-by-hand"),
}
"""Panel by the name the window gives it: (page, anchor of a heading)."""

WINDOWS = {
    "model settings": ("how-to/model-settings", ""),
    "checking": ("how-to/check-my-solution", "in-the-window"),
    "match window": ("how-to/cibermouse", ""),
    "share": ("how-to/share-a-run", ""),
    "lab": ("how-to/use-a-lab", ""),
    "settings": ("tutorial/the-window", "settings"),
    "start page": ("tutorial/the-window", ""),
    "picture": ("how-to/arena-from-a-picture", ""),
    "ready controllers": ("how-to/ready-controllers", ""),
}
"""Window beside the main one, by its name: (page, anchor of a heading)."""

RECORDING_WORDS = ("record", "replay", "timeline")


def page_for(focused: QWidget | None, mode: Mode) -> tuple[str, str] | None:
    """Return (page, anchor) that fits the widget with the keyboard, or ``None``."""
    widget = focused
    while widget is not None:
        if isinstance(widget, ArenaView):
            return ARENA[mode]
        if widget.objectName() in RECORDING_WORDS:
            return RECORDING
        if widget.objectName() in WINDOWS:
            return WINDOWS[widget.objectName()]
        if isinstance(widget, QDockWidget):
            return _page_of_panel(widget.objectName().removeprefix(PANEL_PREFIX))
        widget = widget.parentWidget()
    return None


def _page_of_panel(name: str) -> tuple[str, str] | None:
    if any(word in name for word in RECORDING_WORDS):
        return RECORDING
    return PAGES.get(name)
