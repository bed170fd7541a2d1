"""The status bar: the tool's hint, the cursor's place, the zoom, the selection."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar

from wsusim.editor.objects import chosen
from wsusim.gui.document import Document
from wsusim.gui.widgets.phrases import selection_phrase

CSS_PX_PER_MM = 96.0 / 25.4
"""A logical pixel is 1/96 inch; by it a zoom of 100 % is life size."""

MARGIN_PX = 8
WIDEST_PLACE = "x -0000.0   y -0000.0 mm"


class StatusBar(QStatusBar):
    """Follows document and view; ``set_hint`` has the tool's words."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._hint = QLabel()
        self._hint_words = ""
        self._selected = QLabel()
        self._cursor = QLabel()
        self._zoom = QLabel()
        self._hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._hint.setContentsMargins(8, 0, 0, 0)
        self.addWidget(self._hint, 1)
        for label, name in (
            (self._selected, self.tr("Selection")),
            (self._cursor, self.tr("Cursor position")),
            (self._zoom, self.tr("Zoom")),
        ):
            label.setAccessibleName(name)
            label.setContentsMargins(MARGIN_PX, 0, MARGIN_PX, 0)
            self.addPermanentWidget(label)
        self._show_place("")
        document.selection.changed.connect(lambda _ids: self._show_selection())
        document.world_changed.connect(lambda _old, _new: self._show_selection())
        document.editable_changed.connect(lambda _can: self._show_hint())
        self.messageChanged.connect(lambda _text: self._show_hint())
        self.set_hint("")
        self._show_selection()

    def set_hint(self, text: str) -> None:
        """Show what the active tool expects."""
        self._hint_words = text
        self._show_hint()

    def show_cursor(self, x_mm: float, y_mm: float, cell: str = "") -> None:
        """Show where the pointer is, and the cell of the object matrix while that is shown."""
        self._show_place(f"x {x_mm:.1f}   y {y_mm:.1f} mm" + (cell and f"   {cell}"))

    def hide_cursor(self) -> None:
        """Show no place, as the pointer is elsewhere."""
        self._show_place("")

    def show_zoom(self, mm_per_px: float) -> None:
        """Show the zoom; 100 % is about life size."""
        self._zoom.setText(f"{100.0 / (mm_per_px * CSS_PX_PER_MM):.0f} %")

    def _show_place(self, text: str) -> None:
        """Show the cursor's place, at a fixed size, or each move would lay out the window again."""
        metrics = self._cursor.fontMetrics()
        widest_px = max(map(metrics.horizontalAdvance, (WIDEST_PLACE, text)))
        self._cursor.setFixedSize(widest_px + 2 * MARGIN_PX, metrics.height())
        self._cursor.setText(text)

    def _show_hint(self) -> None:
        """Show the hint, except below a message: Qt hides it there, but not when fonts change."""
        usual = self.tr("Drag objects from the palette into the arena.")
        if self._document.is_locked:
            usual = (
                self.tr("The maze is locked: Edit > Lock the maze unlocks it.")
                if self._document.is_locked_by("settings")
                else self.tr("This lesson has a maze of its own, which can't be changed.")
            )
        self._hint.setText("" if self.currentMessage() else self._hint_words or usual)

    def _show_selection(self) -> None:
        world = self._document.shown
        things = chosen(world, self._document.selection.ids)
        self._selected.setText(selection_phrase(world, things) if things else "")
