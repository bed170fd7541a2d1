"""The panel of the window's last runs: compare their figures, and their paths in one arena."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from wsusim.gui.features.replay.kept_runs import KeptRun, KeptRuns
from wsusim.gui.widgets.icons import swatch
from wsusim.gui.widgets.layouts import in_column, in_row, push_button, words
from wsusim.gui.widgets.row_table import RowTable
from wsusim.gui.widgets.theme import robot_colour

FIRST_COLOUR = 3
"""Of the trails: not those of the first robots, whose own trail may be there, too."""


class RunsPanel(QWidget):
    """Shows ``KeptRuns``; a tick before a run draws its paths into the arena."""

    replay_wanted = Signal(object)
    """Asks to show this ``KeptRun``."""

    save_wanted = Signal(object)
    """Asks to save this ``KeptRun`` as a file."""

    compared_changed = Signal()
    """Asks to draw the paths of other runs: see ``compared``."""

    def __init__(self, kept: KeptRuns) -> None:
        super().__init__()
        self._kept = kept
        self._ticked: dict[KeptRun, int] = {}
        self._same: list[KeptRun] = []
        titles = (
            *("", self.tr("Time"), self.tr("Controller"), self.tr("Maze"), self.tr("Seed")),
            *(self.tr("Result"), self.tr("Seconds"), self.tr("Distance"), self.tr("Contacts")),
        )
        self.table = RowTable(self.tr("Runs of this window"), titles)
        self.table.horizontalHeader().setStretchLastSection(True)
        row_px = self.table.fontMetrics().height() + 6
        self.table.verticalHeader().setDefaultSectionSize(row_px)
        self.table.itemChanged.connect(lambda item: self._follow_tick(item.row(), item.column()))
        self.table.itemSelectionChanged.connect(self._allow)
        self.table.cellDoubleClicked.connect(lambda _row, _column: self._tell(self.replay_wanted))
        self.hint = words("dim", wraps=False)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.replay = push_button(
            self.tr("Replay"), partial(self._tell, self.replay_wanted), self.tr("Show this run")
        )
        self.save = push_button(
            self.tr("Save..."),
            partial(self._tell, self.save_wanted),
            self.tr("Keep this run in a file; the list goes when the window closes"),
        )
        side = in_column(self.replay, self.save, None)
        body = in_row(self.table, side, spacing=4, grows=self.table)
        self.setLayout(in_column(self.hint, body, margins=(6, 4, 4, 4), grows=body))
        kept.changed.connect(self.refresh)
        self.refresh()

    @property
    def compared(self) -> dict[KeptRun, int]:
        """The runs whose paths are drawn, with the numbers of their colours."""
        return dict(self._ticked)

    @property
    def chosen(self) -> KeptRun | None:
        """The run whose row is chosen."""
        row = self.table.chosen
        return None if row is None else self._kept.runs[row]

    def untick(self, run: KeptRun) -> None:
        """Untick a run whose paths can't be drawn here."""
        self._ticked.pop(run, None)
        self.refresh()

    def show_same(self, same: list[KeptRun]) -> None:
        """Say which runs have exactly the same paths, which then cover each other."""
        self._same = same
        self._show_hint()

    def refresh(self) -> None:
        """Show the runs as they are now."""
        runs = self._kept.runs
        before = dict(self._ticked)
        self._ticked = {run: colour for run, colour in before.items() if run in runs}
        chosen = self.chosen if self.table.rowCount() == len(runs) else None
        self.table.blockSignals(True)
        self.table.show_rows(
            [
                (
                    *("", run.at, run.controllers, run.maze, str(run.seed), run.result),
                    *(f"{run.seconds:.2f}", f"{run.distance_mm / 1000.0:.2f} m"),
                    str(run.contacts),
                )
                for run in runs
            ]
        )
        for row, run in enumerate(runs):
            self._dress(row, run)
        if chosen is None and runs:
            self.table.selectRow(0)
        self.table.blockSignals(False)
        self._show_hint()
        self._allow()
        if before != self._ticked:
            self.compared_changed.emit()

    def _show_hint(self) -> None:
        if self._same:
            times = ", ".join(run.at for run in self._same)
            text = self.tr("These runs took exactly the same path: {times}.").format(times=times)
        elif self._kept.runs:
            text = self.tr(
                "Tick runs to draw their paths. The last ten are kept until the window closes."
            )
        else:
            text = self.tr("Each run is listed here when it is over: replay, compare or save it.")
        self.hint.setText(text)

    def _dress(self, row: int, run: KeptRun) -> None:
        ticked = run in self._ticked
        mark = self.table.cell(row, 0)
        mark.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled)
        mark.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        mark.setToolTip(self.tr("Draw this run's path into the arena"))
        colour = swatch(robot_colour(self._ticked[run])) if ticked else None
        mark.setData(Qt.ItemDataRole.DecorationRole, colour)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column in (4, 6, 7, 8):
            self.table.cell(row, column).setTextAlignment(right)

    def _follow_tick(self, row: int, column: int) -> None:
        if column != 0:
            return
        run = self._kept.runs[row]
        is_ticked = self.table.cell(row, 0).checkState() == Qt.CheckState.Checked
        if is_ticked == (run in self._ticked):
            return
        if is_ticked:
            used = set(self._ticked.values())
            self._ticked[run] = next(n for n in range(FIRST_COLOUR, 99) if n not in used)
        else:
            del self._ticked[run]
        self.refresh()
        self.compared_changed.emit()

    def _tell(self, signal: object) -> None:
        if self.chosen is not None:
            signal.emit(self.chosen)  # type: ignore[attr-defined]

    def _allow(self) -> None:
        for button in (self.replay, self.save):
            button.setEnabled(self.chosen is not None)
