"""The rays or lamps of an answer, a row each; choosing a row marks the thing in the arena."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from wsusim.gui.features.why.answers import Answer
from wsusim.gui.features.why.words import (
    deciding_lamp,
    direction,
    rays_left_to_right,
    seen_words,
    shares,
    strongest_ray,
    thing_name,
    translate,
)

MOST_ROWS = 12
"""A table of more rows scrolls by itself."""


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
    pairs = zip(rays_left_to_right(answer.rays), shares(answer.rays), strict=True)
    has_network = answer.rays.has_network
    return tuple(
        (
            f"{number + 1}: {direction(ray.angle_deg)}",
            thing_name(world, (ray.target, ray.target_id)),
            *(
                ("–", "–", _weight(ray.weight, has_network), "–")
                if ray.target == "nothing"
                else (
                    f"{ray.distance_mm:.1f} mm",
                    f"{ray.reflectivity:.2f}",
                    _weight(ray.weight, has_network),
                    f"{100.0 * share:.0f} %".replace("-", "\u2212"),
                )
            ),
        )
        for number, (ray, share) in enumerate(pairs)
    )


def _weight(weight: float, has_network: bool) -> str:
    """Return a ray's weight; a network gives none to a single ray."""
    return "–" if has_network else f"{weight:.2f}"


class RayTable(QTableWidget):
    """Read only; keeps the chosen row while the numbers change."""

    row_chosen = Signal(object)
    """Number of the row, or ``None``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.setAccessibleName(self.tr("Rays of the sensor"))
        self.itemSelectionChanged.connect(lambda: self.row_chosen.emit(self.chosen))

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
            self._is_light = answer.question.is_light
            self._begin(answer.question.is_light)
        texts = rows(answer)
        if len(texts) != self.rowCount():
            self.setRowCount(len(texts))
            self._shown = ()
        bold = _bold_row(answer)
        for row, cells in enumerate(texts):
            for column, text in enumerate(cells):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    is_number = column >= (2 if not self._is_light else 1)
                    side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
                    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                    self.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)
                font = item.font()
                if font.bold() != (row == bold):
                    font.setBold(row == bold)
                    item.setFont(font)
        if texts != self._shown:
            self._shown = texts
            self.resizeRowsToContents()
            self._make_room()

    def fit(self, width: int) -> None:
        """Be as large as the contents; what does not fit into a width can be scrolled to."""
        is_cut = self.wanted_width > width
        last, mode = self.columnCount() - 1, QHeaderView.ResizeMode
        if last >= 0:
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

    def _make_room(self) -> None:
        """Measure the contents."""
        header, shown = self.horizontalHeader(), min(self.rowCount(), MOST_ROWS)
        self._wanted_height = header.sizeHint().height() + 2 * self.frameWidth()
        self._wanted_height += sum(self.rowHeight(row) for row in range(shown))
        self.wanted_width = (
            sum(
                max(self.sizeHintForColumn(column), header.sectionSizeHint(column)) + 2
                for column in range(self.columnCount())
            )
            + 2 * self.frameWidth()
        )
        if self.rowCount() > MOST_ROWS:
            self.wanted_width += self.verticalScrollBar().sizeHint().width()

    def _begin(self, is_light: bool) -> None:
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


def _bold_row(answer: Answer) -> int | None:
    """Return the row that matters most."""
    if answer.lamps is not None:
        lamp = deciding_lamp(answer.lamps)
        return None if lamp is None else answer.lamps.lamps.index(lamp)
    assert answer.rays is not None
    return strongest_ray(answer.rays)
