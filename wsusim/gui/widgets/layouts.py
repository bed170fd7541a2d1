"""The building blocks of panels: rows and columns, buttons, labels, and scroll areas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEvent, QMargins, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QBoxLayout,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wsusim.gui.widgets.icons import icon

Part = QWidget | QLayout | None
"""``None``: room that is left over."""

FRAME = QMargins(6, 30, 6, 6)
"""Room for the frame that desktops put round a window (guess)."""

Margins = tuple[int, int, int, int]
"""Left, above, right, below, in pixels."""

Box = TypeVar("Box", bound=QBoxLayout)
Named = TypeVar("Named", bound=QWidget)


def in_row(
    *parts: Part, spacing: int = 4, margins: Margins = (0, 0, 0, 0), grows: Part = None
) -> QHBoxLayout:
    """Return parts side by side; room that is left over goes to the one that ``grows``."""
    return _filled(QHBoxLayout(), parts, spacing, margins, grows)


def in_column(
    *parts: Part, spacing: int = 4, margins: Margins = (0, 0, 0, 0), grows: Part = None
) -> QVBoxLayout:
    """Return parts one below the other; room that is left over goes to the one that ``grows``."""
    return _filled(QVBoxLayout(), parts, spacing, margins, grows)


def bring_to_front(window: QWidget) -> None:
    """Show a window before all others, with the keyboard, and whole on the screen."""
    room = window.screen().availableGeometry() - FRAME
    window.resize(window.size().boundedTo(room.size()))
    window.show()
    # Once more: before its parts know their fonts, a window may take itself for wider.
    window.resize(window.size().boundedTo(room.size()))
    place = window.geometry()
    place.moveLeft(max(room.left(), min(place.left(), room.right() - place.width())))
    place.moveTop(max(room.top(), min(place.top(), room.bottom() - place.height())))
    if place != window.geometry():
        window.setGeometry(place)
    window.raise_()
    window.activateWindow()


def held(layout: QLayout) -> QWidget:
    """Return a widget that holds a layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def form(*rows: tuple[str, QWidget, *tuple[Part, ...]]) -> QFormLayout:
    """Return labels with their fields, and what is beside these.

    A field is named after its label unless it has a name of its own.
    """
    layout = QFormLayout()
    for text, field, *beside in rows:
        label = QLabel(text)
        label.setBuddy(field)
        row = in_row(field, *beside, spacing=6, grows=None if None in beside else field)
        layout.addRow(label, held(row) if beside else field)
        field.setAccessibleName(field.accessibleName() or text.replace("&", ""))
    return layout


def named(widget: Named, name: str, tip: str = "") -> Named:
    """Return a widget with a name for screen readers and an explanation."""
    widget.setAccessibleName(name)
    widget.setToolTip(tip)
    return widget


def side_by_side(*parts: QWidget) -> QSplitter:
    """Return a splitter of these parts."""
    splitter = QSplitter()
    for part in parts:
        splitter.addWidget(part)
    return splitter


def words(role: str = "", text: str = "", *, wraps: bool = True) -> QLabel:
    """Return a label; ``role`` is ``dim``, ``heading`` or nothing. Its text can be copied."""
    selectable = Qt.TextInteractionFlag.TextSelectableByMouse
    label = QLabel(text, wordWrap=wraps, textInteractionFlags=selectable)
    label.setProperty("role", role)
    return label


def push_button(text: str, run: Callable[[], object] | None = None, tip: str = "") -> QPushButton:
    """Return a button that does something; Enter in a field of its dialog does not press it."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setToolTip(tip)
    if run is not None:
        button.clicked.connect(lambda _checked=False: run())
    return button


def tool_button(
    text: str, tip: str, run: Callable[[], object] | None = None, *, is_switch: bool = False
) -> QToolButton:
    """Return a button with its name, explained, that Tab reaches."""
    button = named(QToolButton(), text, tip)
    button.setText(text)
    button.setAccessibleDescription(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCheckable(is_switch)
    if run is not None:
        button.clicked.connect(lambda _checked=False: run())
    return button


def icon_button(name: str, words: str, run: Callable[[], object]) -> QToolButton:
    """Return a button with an icon only; ``words`` explain it."""
    button = named(QToolButton(), words, words)
    button.setIcon(icon(name))
    button.clicked.connect(lambda _checked=False: run())
    return button


def action_button(action: QAction, style: Qt.ToolButtonStyle) -> QToolButton:
    """Return a button for an action, that Tab reaches."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setToolButtonStyle(style)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text().replace("&", ""))
    return button


def dress_bar(bar: QToolBar) -> None:
    """Give the buttons of a toolbar names for screen readers, and keyboard access."""
    for action in bar.actions():
        button = bar.widgetForAction(action)
        if isinstance(button, QToolButton):
            button.setAccessibleName(action.text().replace("&", ""))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)


LEAST_LINES = 2
"""A panel that scrolls can be made so low."""


class ScrollPanel(QScrollArea):
    """Scrolls up and down; if it ``keeps_width``, its content is never cut off at the side."""

    asked = Signal()
    """What it holds may need more or less room than before."""

    def __init__(self, *, keeps_width: bool = False) -> None:
        super().__init__()
        self._keeps_width = keeps_width
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def hold(self, inner: QWidget) -> None:
        """Show this."""
        self.setWidget(inner)
        inner.installEventFilter(self)

    @property
    def whole_px(self) -> int:
        """The height at which it need not scroll."""
        inner = self.widget()
        layout = None if inner is None else inner.layout()
        if layout is None:
            return super().sizeHint().height()
        if layout.hasHeightForWidth():
            return layout.totalHeightForWidth(self.viewport().width())
        return layout.totalSizeHint().height()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which nothing is cut off at the side, whatever the text size."""
        hint, inner = super().minimumSizeHint(), self.widget()
        hint.setHeight(LEAST_LINES * self.fontMetrics().lineSpacing())
        if self._keeps_width and inner is not None:
            bar_px = self.verticalScrollBar().sizeHint().width()
            hint.setWidth(inner.minimumSizeHint().width() + bar_px)
        return hint

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Ask for more or less room when the content does (another text size)."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self.asked.emit()
        return super().eventFilter(watched, event)


def _filled(box: Box, parts: tuple[Part, ...], spacing: int, margins: Margins, grows: Part) -> Box:
    box.setSpacing(spacing)
    box.setContentsMargins(*margins)
    for part in parts:
        share = int(part is grows)
        if part is None:
            box.addStretch()
        elif isinstance(part, QWidget):
            box.addWidget(part, share)
        else:
            box.addLayout(part, share)
    return box
