"""The rays or lamps of an answer, a row each; choosing a row marks the thing in the arena."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QTableWidgetItem

from wsusim.analysis.answers import Answer
from wsusim.gui.features.why.answer_text import direction, seen_words, thing_name, translate
from wsusim.gui.widgets.row_table import RowTable

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


class RayTable(RowTable):
    """Read only; keeps the chosen row while the numbers change."""

    row_chosen = Signal(object)
    """Number of the row, or ``None``."""

    def __init__(self) -> None:
        super().__init__()
        self._is_light: bool | None = None
        self._shown: tuple[tuple[str, ...], ...] = ()
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.horizontalHeader().setHighlightSections(False)
        self.itemSelectionChanged.connect(lambda: self.row_chosen.emit(self.chosen))
        self._begin(is_light=False)

    def show_answer(self, answer: Answer) -> None:
        """Show other numbers; texts that are the same stay as they are."""
        if answer.question.is_light is not self._is_light:
            self._begin(is_light=answer.question.is_light)
        texts = rows(answer)
        if len(texts) != self.rowCount():
            self.setRowCount(len(texts))
            self._shown = ()
        self.show_rows(texts)
        for row, cells in enumerate(texts):
            for column in range(len(cells)):
                self._dress(self.cell(row, column), is_bold=row == answer.deciding)
        if texts != self._shown:
            self._shown = texts
            self.resizeRowsToContents()
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Measure the contents again in another text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._shown = ()

    def _dress(self, item: QTableWidgetItem, *, is_bold: bool) -> None:
        is_number = item.column() >= (1 if self._is_light else 2)
        side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
        item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        font = item.font()
        font.setBold(is_bold)
        item.setFont(font)

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
        self.set_titles(titles)
        self.setAccessibleName(
            self.tr("Lamps of the maze") if is_light else self.tr("Rays of the sensor")
        )
