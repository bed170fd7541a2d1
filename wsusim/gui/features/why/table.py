"""The rays or lamps of an answer, a row each; choosing a row marks the thing in the arena."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from wsusim.analysis.answers import Answer
from wsusim.gui.features.why.words import direction, seen_words, thing_name, translate

MOST_ROWS = 12
"""A table of more rows scrolls by itself."""

UNKNOWN = "–"


def rows(answer: Answer) -> tuple[tuple[str, ...], ...]:
    """Return the table's texts: for rays from left to right, for lamps the strongest first."""
    world = answer.question.world
    if answer.lamps is not None:
        return tuple(
            (
                thing_name(world, ("light", lamp.light_id)),
                f"{lamp.distance_mm:.0f} mm",
                direction(lamp.angle_deg),
                seen_words(answer, number),
                f"{lamp.reading:.0f}",
            )
            for number, lamp in enumerate(answer.lamps.lamps)
        )
    assert answer.rays is not None
    has_network = answer.rays.has_network
    made = []
    for number, (ray, share) in enumerate(
        zip(answer.rays_left_to_right, answer.shares, strict=True), start=1
    ):
        meets = ray.target != "nothing"
        made.append(
            (
                f"{number}: {direction(ray.angle_deg)}",
                thing_name(world, (ray.target, ray.target_id)),
                f"{ray.distance_mm:.1f} mm" if meets else UNKNOWN,
                f"{ray.reflectivity:.2f}" if meets else UNKNOWN,
                # A network gives no weight to a single ray.
                UNKNOWN if has_network else f"{ray.weight:.2f}",
                f"{100.0 * share:.0f} %".replace("-", "\u2212") if meets else UNKNOWN,
            )
        )
    return tuple(made)


class RayTable(QTableWidget):
    """Read only; keeps the chosen row while the numbers change."""

    row_chosen = Signal(object)
    """Number of the row, or ``None``."""

    def __init__(self) -> None:
        super().__init__()
        self._is_light: bool | None = None
        self._shown: tuple[tuple[str, ...], ...] = ()
        self._wanted_height = 0
        self.wanted_width = 0
        """At this width (pixels) nothing is cut off."""
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.itemSelectionChanged.connect(lambda: self.row_chosen.emit(self.chosen))
        self._begin(is_light=False)

    @property
    def chosen(self) -> int | None:
        """The chosen row."""
        selected = self.selectionModel().selectedRows()
        return selected[0].row() if selected else None

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of the contents."""
        return QSize(self.wanted_width, self.minimumHeight())

    def show_answer(self, answer: Answer) -> None:
        """Show other numbers; texts that are the same stay as they are."""
        if answer.question.is_light is not self._is_light:
            self._begin(is_light=answer.question.is_light)
        texts = rows(answer)
        if len(texts) != self.rowCount():
            self.setRowCount(len(texts))
            self._shown = ()
        for row, cells in enumerate(texts):
            for column, text in enumerate(cells):
                item = self.item(row, column) or self._new_item(row, column)
                if item.text() != text:
                    item.setText(text)
                font = item.font()
                if font.bold() != (row == answer.deciding):
                    font.setBold(row == answer.deciding)
                    item.setFont(font)
        if texts != self._shown:
            self._shown = texts
            self.resizeRowsToContents()
            self._measure()

    def fit(self, width: int) -> None:
        """Be as large as the contents; what does not fit into a width can be scrolled to."""
        is_cut = self.wanted_width > width
        last, mode = self.columnCount() - 1, QHeaderView.ResizeMode
        kind = mode.ResizeToContents if is_cut else mode.Stretch
        self.horizontalHeader().setSectionResizeMode(last, kind)
        below = self.horizontalScrollBar().sizeHint().height() if is_cut else 0
        self.setMinimumWidth(0 if is_cut else self.wanted_width)
        self.setMinimumHeight(self._wanted_height + below)
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Measure the contents anew in another text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._shown = ()

    def _new_item(self, row: int, column: int) -> QTableWidgetItem:
        item = QTableWidgetItem()
        is_number = column >= (1 if self._is_light else 2)
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.setItem(row, column, item)
        return item

    def _measure(self) -> None:
        header, shown = self.horizontalHeader(), min(self.rowCount(), MOST_ROWS)
        frame = 2 * self.frameWidth()
        heights = [self.rowHeight(row) for row in range(shown)]
        self._wanted_height = header.sizeHint().height() + frame + sum(heights)
        widths = [
            max(self.sizeHintForColumn(column), header.sectionSizeHint(column)) + 2
            for column in range(self.columnCount())
        ]
        bar = self.verticalScrollBar().sizeHint().width() if self.rowCount() > MOST_ROWS else 0
        self.wanted_width = sum(widths) + frame + bar

    def _begin(self, *, is_light: bool) -> None:
        self._is_light = is_light
        titles = (
            (
                translate("Why", "Lamp"),
                translate("Why", "Distance"),
                translate("Why", "Direction"),
                translate("Why", "Seen"),
                translate("Why", "Would read"),
            )
            if is_light
            else (
                translate("Why", "Ray"),
                translate("Why", "Meets"),
                translate("Why", "Distance"),
                translate("Why", "Reflects"),
                translate("Why", "Weight"),
                translate("Why", "Share"),
            )
        )
        self.clear()
        self.setRowCount(0)
        self.setColumnCount(len(titles))
        self.setHorizontalHeaderLabels(titles)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setAccessibleName(
            self.tr("Lamps of the maze") if is_light else self.tr("Rays of the sensor")
        )
