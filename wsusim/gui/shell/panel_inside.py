"""The inside of a panel: it scrolls if it must, and the keyboard goes to its first part."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QStackedWidget, QWidget

from wsusim.gui.widgets.layouts import ScrollPanel


def scrolling(widget: QWidget) -> QWidget:
    """Return what a panel shows: a widget that needs much room scrolls, and never asks for more."""
    if isinstance(widget, QAbstractScrollArea | QStackedWidget):
        return widget
    area = ScrollPanel()
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.hold(widget)
    area.setFocusProxy(widget)
    return area


def first_stop(panel: QWidget) -> QWidget:
    """Return the first part of a panel that takes the keyboard, or the panel itself."""
    part: QWidget | None = panel
    while part is not None and not (
        part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus
    ):
        part = part.nextInFocusChain()
        if part is panel or (part is not None and not panel.isAncestorOf(part)):
            return panel
    return part or panel
