"""A panel: a dock that knows whether it can be seen, with a title that follows the text size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QWidget

from wsusim.gui.widgets.layouts import ScrollPanel, icon_button, in_row
from wsusim.gui.widgets.theme import current_theme

ICON_SIZE = QSize(13, 13)
MARGINS = (10, 2, 4, 2)

NO_LIMIT_PX = 16_777_215
"""Qt's own limit of any height."""


class Panel(QDockWidget):
    """A dock that knows whether its panel can be seen: one under another tab can't."""

    seen_changed = Signal(bool)

    def __init__(self, title: str, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.is_seen = False
        self._window = window
        self._on_whole: Callable[[Panel, int], object] | None = None
        self.begins_whole = False
        """It showed its whole content when the last session ended, and is to do so again."""
        self.title = PanelTitle(self)
        self.setTitleBarWidget(self.title)
        self.visibilityChanged.connect(self._follow)
        self.topLevelChanged.connect(self._follow)

    @property
    def is_tabbed(self) -> bool:
        """Whether it is in a stack of tabs."""
        return not self.isFloating() and any(
            not other.isHidden() for other in self._window.tabifiedDockWidgets(self)
        )

    def fold_title(self, is_low: bool) -> None:
        """Hide the title in a low window, where there is a tab with the same name."""
        self.title.fold(is_low and self.is_tabbed)
        self.take_height()

    def fit(self, on_whole: Callable[[Panel, int], object]) -> None:
        """Never be higher than the content, which scrolls.

        ``on_whole``: called when it showed its whole content and now needs another height for that,
            in pixels.
        """
        inside = self.widget()
        assert isinstance(inside, ScrollPanel)
        self._on_whole = on_whole
        inside.asked.connect(self.take_height)
        self.topLevelChanged.connect(lambda _is: self.take_height())

    @property
    def whole_px(self) -> int:
        """The height at which it shows its whole content."""
        inside = self.widget()
        assert isinstance(inside, ScrollPanel)
        return self.title.sizeHint().height() + inside.whole_px

    @property
    def is_whole(self) -> bool:
        """Whether it shows its whole content, and never more."""
        return self._on_whole is not None and self.height() >= self.maximumHeight()

    def take_height(self) -> None:
        """Set the limit of its height from its current content."""
        if self._on_whole is None or not self._window.isVisible():
            return
        before_px = self.maximumHeight()
        limit_px = NO_LIMIT_PX if self.isFloating() or self.is_tabbed else self.whole_px
        if limit_px == before_px:
            return
        was_whole = (self.is_whole or self.begins_whole) and limit_px != NO_LIMIT_PX
        # In this order, as Qt would give the room that a lower limit leaves to all neighbours.
        if was_whole and limit_px < before_px:
            self._on_whole(self, limit_px)
        self.setMaximumHeight(limit_px)
        if was_whole and limit_px > before_px:
            self._on_whole(self, limit_px)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw a frame around a floating panel, which desktops leave to it."""
        super().paintEvent(event)
        if self.isFloating():
            painter = QPainter(self)
            painter.setPen(QColor(current_theme().dim_text))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.end()

    def _follow(self, is_visible: bool) -> None:
        # Qt calls a dock that was under a tab and is taken out invisible.
        self.is_seen = is_visible or (self.isFloating() and self.isVisible())
        self.seen_changed.emit(self.is_seen)


class PanelTitle(QWidget):
    """Replaces Qt's own title, whose text does not grow with the text size.

    Qt asks for its size a dozen times at each click, so it must not ask Python.
    """

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._is_folded = False
        title = dock.windowTitle()
        name_label = QLabel(title)
        dock.windowTitleChanged.connect(name_label.setText)
        self._parts: list[QWidget] = [name_label]
        for name, words, run in (
            ("float", self.tr("Float {panel}"), lambda: dock.setFloating(not dock.isFloating())),
            ("close", self.tr("Close {panel}"), dock.close),
        ):
            button = icon_button(name, words.format(panel=title), run)
            button.setIconSize(ICON_SIZE)
            self._parts.append(button)
        self.setLayout(in_row(*self._parts, spacing=0, margins=MARGINS, grows=name_label))

    def fold(self, is_folded: bool) -> None:
        """Take up no room."""
        if is_folded != self._is_folded:
            self._is_folded = is_folded
            layout = self.layout()
            assert layout is not None
            layout.setContentsMargins(*((0, 0, 0, 0) if is_folded else MARGINS))
            for part in self._parts:
                part.setHidden(is_folded)
