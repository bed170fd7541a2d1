"""All plots above each other, with one time, one cursor and, in a recording, one playhead."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from wsusim.analysis.curve_channels import Scale
from wsusim.analysis.curves import Curve
from wsusim.analysis.sample_history import History
from wsusim.gui.features.curves.chosen_curves import ChosenCurves
from wsusim.gui.features.curves.legend import Entry
from wsusim.gui.features.curves.names import channel_name
from wsusim.gui.features.curves.own_row import MOST_CURVES, Name, OwnRow
from wsusim.gui.features.curves.plot_row import PlotRow
from wsusim.gui.features.curves.styles import Styles
from wsusim.gui.features.curves.time_window import TimeWindow
from wsusim.gui.widgets.layouts import in_column, words
from wsusim.gui.widgets.plot import Plot
from wsusim.gui.widgets.theme import current_theme
from wsusim.model.robot_kind import RobotKind
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.runs.value_book import PLOTTED, ValueBook

PAGE_SHARE = 0.1
"""Page up and Page down move the cursor by this share of the time in view."""


class PlotStack(QWidget):
    """Draws when it is told to; ``playhead_tick`` is None while a run is shown."""

    moment_chosen = Signal(int)
    """A person chose this tick of the recording."""

    view_changed = Signal()
    """A person moved the time in view: it must be drawn again."""

    cursor_moved = Signal(object)
    """The tick under the cursor; ``None``: there is no cursor."""

    spoken = Signal(str)
    """What a screen reader should say."""

    def __init__(self, choice: ChosenCurves) -> None:
        super().__init__()
        self._choice = choice
        self._colours: tuple[QColor, ...] = ()
        self._kinds: tuple[RobotKind, ...] = ()
        self._styles = {scale: Styles() for scale in Scale}
        self.history = History(0)
        self.playhead_tick: int | None = None
        self.cursor_s: float | None = None
        self.window_s = TimeWindow(choice.span_s)
        self.rows: tuple[PlotRow, ...] = ()
        self.own: OwnRow | None = None
        """The plot of the program's own values, while there are any."""
        self._book = ValueBook()
        self._values: frozenset[Name] = frozenset()
        self._hint = words("dim")
        self._hint.setText(
            self.tr("Nothing to show yet. Choose some readings to see their curves.")
        )
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Curves"))
        self._layout = in_column(self._hint, spacing=0, margins=(2, 2, 2, 2))
        self.setLayout(self._layout)
        choice.changed.connect(self.arrange)
        self.arrange()

    @property
    def curves(self) -> list[Curve]:
        """The curves that are shown: the chosen ones of existing robots."""
        sensors = [len(kind.sensors) for kind in self._kinds]
        return sorted(
            curve
            for curve in self._choice.curves
            if curve.robot < len(sensors) and (curve.channel.place or 0) < sensors[curve.robot]
        )

    def label(self, curve: Curve) -> str:
        """Return the name of a curve, with its robot when there are several."""
        name = channel_name(curve.channel, self._kinds[curve.robot])
        return name if len(self._colours) == 1 else f"{curve.robot + 1}  {name}"

    def set_robots(self, colours: tuple[QColor, ...], kinds: tuple[RobotKind, ...]) -> None:
        """Show robots of these colours and kinds."""
        if (colours, kinds) != (self._colours, self._kinds):
            self._colours, self._kinds = colours, kinds
            self.arrange()

    def show_history(self, history: History, playhead_tick: int | None) -> None:
        """Show a run's past, or a recording's with its playhead."""
        self.history = history
        self.playhead_tick = playhead_tick
        self.cursor_s = None

    def show_values(self, book: ValueBook) -> None:
        """Show the own values of another run or recording."""
        self._book = book
        self._arrange_own()

    def choose_values(self, values: frozenset[Name]) -> None:
        """Show these values of a program, besides those that it plots."""
        self._values = values
        self.arrange()

    def arrange(self) -> None:
        """Arrange a plot for each scale that is in use."""
        wanted = self.curves
        scales = [scale for scale in Scale if any(c.channel.scale is scale for c in wanted)]
        kept = {row.scale: row for row in self.rows}
        for scale, row in kept.items():
            if scale not in scales:
                row.hide()
                row.deleteLater()
        self.rows = tuple(kept.get(scale) or self._make_row(scale) for scale in scales)
        self._arrange_own()
        self._hint.setVisible(not self.rows and self.own is None)
        for row in self.rows:
            self._layout.removeWidget(row)
            self._layout.addWidget(row, 1)
            curves = [curve for curve in wanted if curve.channel.scale is row.scale]
            styles = self._styles[row.scale].of(curves)
            row.set_curves({c: self._entry(c, styles[c].pen(current_theme())) for c in curves})
        self._dress()
        self.view_changed.emit()

    def draw(self) -> None:
        """Draw the current state of the history."""
        ticks, window = self.history.ticks, self.window_s
        if len(ticks):
            now_tick = ticks[-1] if self.playhead_tick is None else self.playhead_tick
            first_s, last_s, now_s = (
                float(tick) / TICKS_PER_SECOND for tick in (ticks[0], ticks[-1], now_tick)
            )
            window.follow(first_s, last_s, now_s)
        in_view = self.rows_in_view()
        rows = (max(0, in_view.start - 1), min(len(ticks), in_view.stop))
        for row in self.rows:
            row.draw(
                self.history, rows, (window.begin_s, window.end_s), is_fixed=self._choice.is_fixed
            )
            pointed_s = row.plot.pointed()  # the time moves along under a pointer that rests
            if pointed_s is not None:
                self.cursor_s = pointed_s
        self._draw_own()
        self.mark()

    def rows_in_view(self) -> slice:
        """Return the rows of the history that are in view, and the next one."""
        bounds = np.array([self.window_s.begin_s, self.window_s.end_s]) * TICKS_PER_SECOND
        begin, end = np.searchsorted(self.history.ticks, bounds)
        return slice(int(begin), int(end) + 1)

    def mark(self) -> None:
        """Show cursor, playhead and the values at them."""
        at_row, tick = self.row_shown(), self.playhead_tick
        for row in self.rows:
            row.plot.cursor_at = self.cursor_s
            row.plot.playhead_at = None if tick is None else tick / TICKS_PER_SECOND
            row.plot.update()
            row.write_values(self.history, at_row)
        if self.own is not None:
            self.own.plot.cursor_at = self.cursor_s
            self.own.plot.playhead_at = None if tick is None else tick / TICKS_PER_SECOND
            self.own.plot.update()
            at_tick = None if at_row is None else int(self.history.ticks[at_row])
            self.own.write_values(self._book, at_tick)

    def row_shown(self) -> int | None:
        """Return the row of the history whose values are written."""
        if not len(self.history):
            return None
        if self.cursor_s is not None:
            return self.history.row_at(round(self.cursor_s * TICKS_PER_SECOND))
        if self.playhead_tick is not None:
            return self.history.row_at(self.playhead_tick)
        return len(self.history) - 1

    def speak(self) -> str:
        """Return time and values, for a screen reader."""
        row = self.row_shown()
        if row is None:
            return self.tr("There are no values.")
        seconds = self.history.ticks[row] / TICKS_PER_SECOND
        return f"{seconds:.2f} s: " + "; ".join(plot.legend.speak() for plot in self.rows)

    def set_cursor(self, at_s: float | None) -> None:
        """Set the cursor to a second, or remove it."""
        if at_s == self.cursor_s:
            return
        self.cursor_s = at_s
        self.mark()
        self.cursor_moved.emit(None if at_s is None else round(at_s * TICKS_PER_SECOND))

    # What Qt calls.

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Move the cursor (in a recording the playhead), zoom, or follow again."""
        key = Qt.Key
        window = self.window_s
        page = max(1, round(PAGE_SHARE * (window.end_s - window.begin_s) * TICKS_PER_SECOND))
        moves = {
            key.Key_Left: (-1, 0),
            key.Key_Right: (1, 0),
            key.Key_PageUp: (0, -page),
            key.Key_PageDown: (0, page),
            key.Key_Home: (-len(self.history), 0),
            key.Key_End: (len(self.history), 0),
        }
        zooms = {key.Key_Plus: 0.5, key.Key_Equal: 0.5, key.Key_Minus: 2.0}
        pressed = key(event.key())
        if pressed in moves and len(self.history):
            self._step(*moves[pressed])
        elif pressed in zooms:
            window.zoom(zooms[pressed], self._middle_s())
            self.view_changed.emit()
        elif pressed == key.Key_Escape:
            window.is_following = True
            self.set_cursor(None)
            self.view_changed.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Take up another text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self.arrange)  # the plots have not taken it up yet

    def focusInEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Show that the keys come here."""
        self.setAccessibleDescription(self.speak())
        self.update()

    def focusOutEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Show that they go elsewhere."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the background, and a frame while the keys come here."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_theme().field))
        if self.hasFocus():
            painter.setPen(QColor(current_theme().accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    # Inside

    def _dress(self) -> None:
        rows: list[PlotRow | OwnRow] = [*self.rows, *([] if self.own is None else [self.own])]
        legend_px = max((row.legend.sizeHint().width() for row in rows), default=0)
        for row in rows:
            row.dress(has_time=row is rows[-1], legend_px=legend_px)

    def _own_names(self) -> tuple[Name, ...]:
        """Return the values that are drawn: what programs plot first, then what was ticked."""
        robots = max(1, len(self._colours))
        there = [(robot, name) for robot in range(robots) for name in self._book.names(robot)]
        plotted = [one for one in there if one[1].startswith(f"{PLOTTED}.")]
        ticked = [one for one in there if one in self._values and one not in plotted]
        return tuple(plotted + ticked)

    def _arrange_own(self) -> None:
        """Arrange a plot for the program's own values, if there are any."""
        names = self._own_names()
        if not names:
            if self.own is not None:
                self.own.hide()
                self.own.deleteLater()
                self.own = None
            return
        if self.own is None:
            self.own = OwnRow()
            self._listen(self.own.plot)
        self._layout.removeWidget(self.own)
        self._layout.addWidget(self.own, 1)
        self.own.set_names(names, len(self._colours), self._colours)
        self._hint.hide()

    def _draw_own(self) -> None:
        """Draw the program's own values; a new name gets a curve as soon as it is there."""
        names = self._own_names()[:MOST_CURVES]
        if names != (() if self.own is None else self.own.names):
            self._arrange_own()
            self._dress()
        if self.own is not None:
            ticks = self.history.ticks
            last_tick = int(ticks[-1]) if len(ticks) else 0
            self.own.draw(self._book, (self.window_s.begin_s, self.window_s.end_s), last_tick)

    def _make_row(self, scale: Scale) -> PlotRow:
        row = PlotRow(scale)
        self._listen(row.plot)
        return row

    def _listen(self, plot: Plot) -> None:
        plot.hovered.connect(self.set_cursor)
        plot.dragged.connect(self._follow_drag)
        plot.clicked.connect(self._follow_click)
        plot.zoomed.connect(self._follow_wheel)

    def _entry(self, curve: Curve, pen: QPen) -> Entry:
        dot = self._colours[curve.robot] if len(self._colours) > 1 else None
        return Entry(self.label(curve), pen, dot)

    def _follow_drag(self, at_s: float, by_s: float, is_left: bool) -> None:
        if is_left and self.playhead_tick is not None:
            self._choose(at_s)
        else:
            self.window_s.move(-by_s)
            self.view_changed.emit()

    def _follow_click(self, at_s: float) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if self.playhead_tick is not None:
            self._choose(at_s)

    def _follow_wheel(self, factor: float, at_s: float) -> None:
        self.window_s.zoom(factor, at_s)
        self.view_changed.emit()

    def _choose(self, at_s: float) -> None:
        self.moment_chosen.emit(round(at_s * TICKS_PER_SECOND))

    def _middle_s(self) -> float:
        """Return the second that stays in place when zooming by keys."""
        if self.cursor_s is not None:
            return self.cursor_s
        if self.playhead_tick is not None:
            return self.playhead_tick / TICKS_PER_SECOND
        return self.window_s.end_s

    def _step(self, rows: int, ticks: int) -> None:
        """Move the cursor by rows and ticks; it begins at what is written now."""
        known = self.history.ticks
        here = self.row_shown() or 0
        there = self.history.row_at(int(known[here]) + ticks) if ticks else here + rows
        tick = int(known[max(0, min(len(known) - 1, there or 0))])
        at_s = tick / TICKS_PER_SECOND
        if self.playhead_tick is not None:
            self.set_cursor(None)
            self._choose(at_s)
            return
        self.window_s.reach(at_s)
        for row in self.rows:
            row.plot.forget_pointer()
        self.set_cursor(at_s)
        self.spoken.emit(self.speak())
        self.view_changed.emit()
