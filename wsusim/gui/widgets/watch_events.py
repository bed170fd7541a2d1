"""Events for which a widget has no method of its own, such as the request for its tooltip.

They are caught by a filter and not by overriding ``event``: in a method that is overridden, called
by Qt within a call from Python, an exception of Python's own (``list.index``, ``zip``) ends the
program with a segmentation fault (PySide 6.11 with Python 3.11).
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QWidget

OnEvent = Callable[[QEvent], bool]
"""Says whether an event is dealt with, so that the widget does not get it."""


class EventWatch(QObject):
    """Shows the events of a widget to a function first."""

    def __init__(self, widget: QWidget, on_event: OnEvent) -> None:
        super().__init__(widget)
        self._on_event = on_event
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ask the function."""
        return self._on_event(event)


def answer_tooltips(widget: QWidget, on_question: Callable[[QHelpEvent], object]) -> None:
    """Let a function show the tooltips of a widget that depend on the place."""

    def watch(event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return False
        on_question(event)
        return True

    EventWatch(widget, watch)
