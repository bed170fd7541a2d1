"""The panel of the curves: list of readings, plots, and what to do with them."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from wsusim.analysis.sample_history import History
from wsusim.gui.features.curves.chooser import Chooser
from wsusim.gui.features.curves.chosen_curves import SPANS_S, ChosenCurves
from wsusim.gui.features.curves.plot_stack import PlotStack
from wsusim.gui.widgets.layouts import ScrollPanel, in_column, in_row, named, tool_button
from wsusim.model.robot_kind import RobotKind
from wsusim.model.units import TICKS_PER_SECOND, ticks_to_seconds

DRAWING_MS = 60
"""Plots are drawn at most so often: about 16 times a second."""

RATE_ROWS = 20
"""How far apart values are is the mean over so many."""

PICTURE_RATIO = 2.0


class CurvesPanel(QWidget):
    """Draws only while it is seen, and only when something is new."""

    drawn = Signal()
    """The plots were drawn again."""

    def __init__(self, choice: ChosenCurves) -> None:
        super().__init__()
        self._choice = choice
        self._is_seen = False
        self._is_stale = True
        self.stack = PlotStack(choice)
        self.chooser = Chooser(choice, self)
        self.readings = tool_button(
            self.tr("Readings"),
            self.tr("Choose which readings to draw"),
            lambda: self.chooser.open_at(self.readings),
        )
        self.span = named(QComboBox(), self.tr("Time in view"), self.tr("Time in view"))
        for span_s in SPANS_S:
            self.span.addItem(self.tr("{seconds:g} s").format(seconds=span_s), span_s)
        self.span.addItem(self.tr("All"), None)
        self.span.setCurrentIndex(self.span.findData(choice.span_s))
        self.span.activated.connect(self._follow_span)
        self.following = tool_button(
            self.tr("Follow"), self.tr("Keep the current moment in view (Esc)"), is_switch=True
        )
        self.following.setChecked(True)
        self.following.clicked.connect(self._set_following)
        self.fixed = tool_button(
            self.tr("Fixed"),
            self.tr("Show the full range, not just the values that occur"),
            is_switch=True,
        )
        self.fixed.setChecked(choice.is_fixed)
        self.fixed.toggled.connect(self._set_fixed)
        self.time = named(QLabel(), self.tr("Time of the values"))
        self.rate = QLabel()
        self.rate.setProperty("role", "dim")
        self.rate.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.rate.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.rate.setToolTip(self.tr("Time between values"))
        self.menu = QMenu(self)
        self.more = tool_button(self.tr("Save"), self.tr("Save or copy the curves"))
        self.more.setMenu(self.menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._timer = QTimer(self, singleShot=True, interval=DRAWING_MS)
        self._timer.timeout.connect(self._draw)
        self._arrange()
        self.stack.view_changed.connect(self.touch)
        self.stack.cursor_moved.connect(lambda _tick: self._write_time())

    def set_robots(self, colours: tuple[QColor, ...], kinds: tuple[RobotKind, ...]) -> None:
        """List and show robots of these colours and kinds."""
        self.chooser.set_robots(colours, kinds)
        self.stack.set_robots(colours, kinds)

    def show_run(self, history: History) -> None:
        """Show what is known about a run."""
        self.stack.window_s.set_span(self._choice.span_s)
        self._show(history, None)

    def show_film(self, history: History, tick: int) -> None:
        """Show a whole recording, with the playhead at a tick."""
        self.stack.window_s.set_span(None)
        self._show(history, tick)

    def set_playhead(self, tick: int) -> None:
        """Follow the playhead of the recording."""
        self.stack.playhead_tick = tick
        self.touch()

    def set_seen(self, is_seen: bool) -> None:
        """Draw from now on, or no longer."""
        self._is_seen = is_seen
        if is_seen and self._is_stale:
            self.touch()

    def touch(self) -> None:
        """Draw soon, since something has changed."""
        self._is_stale = True
        if self._is_seen and not self._timer.isActive():
            self._timer.start()

    def picture(self) -> QImage:
        """Return the plots and legends as they are shown, also those that are scrolled away."""
        size = self.stack.size()
        image = QImage(size * PICTURE_RATIO, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(PICTURE_RATIO)
        self.stack.render(image)
        return image

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Let the button say what is shown."""
        super().showEvent(event)
        self._show_following()

    # Inside

    def _arrange(self) -> None:
        tools = in_row(self.readings, self.span, self.following, self.fixed, self.more)
        bar = in_row(tools, self.time, self.rate, spacing=8, grows=self.rate)
        scroll = ScrollPanel()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.hold(self.stack)
        self.setLayout(in_column(bar, scroll, spacing=3, margins=(4, 3, 4, 3), grows=scroll))
        self.setFocusProxy(self.stack)

    def _show(self, history: History, tick: int | None) -> None:
        self.stack.show_history(history, tick)
        self.span.setCurrentIndex(self.span.findData(self.stack.window_s.span_s))
        self.touch()

    def _follow_span(self, _index: int) -> None:
        span_s: float | None = self.span.currentData()
        self.stack.window_s.set_span(span_s)
        if self.stack.playhead_tick is None:
            self._choice.set_span(span_s)
        self.touch()

    def _set_following(self, is_on: bool) -> None:
        self.stack.window_s.is_following = is_on
        self.touch()

    def _set_fixed(self, is_on: bool) -> None:
        self._choice.set_fixed(is_on)
        self.touch()

    def _draw(self) -> None:
        if not self._is_seen:
            return
        self._is_stale = False
        self.stack.draw()
        self._show_following()
        self._write_time()
        self._write_rate()
        self.drawn.emit()

    def _show_following(self) -> None:
        self.following.setChecked(self.stack.window_s.is_following)

    def _write_time(self) -> None:
        row = self.stack.row_shown()
        text = ""
        if row is not None:
            text = f"{ticks_to_seconds(int(self.stack.history.ticks[row])):.2f} s"
        self.time.setText(text)

    def _write_rate(self) -> None:
        """Say how far apart the values are."""
        ticks = self.stack.history.ticks[-RATE_ROWS:]
        text = ""
        if len(ticks) > 1:
            step_s = float(ticks[-1] - ticks[0]) / (len(ticks) - 1) / TICKS_PER_SECOND
            text = self.tr("a value every {seconds:.2f} s").format(seconds=step_s)
        has_room = self.rate.fontMetrics().horizontalAdvance(text) <= self.rate.width()
        self.rate.setText(text if has_room else "")
