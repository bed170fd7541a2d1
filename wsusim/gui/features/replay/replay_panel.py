"""The panel of a recording: timeline, buttons, speed and time."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from wsusim.analysis.film import Film
from wsusim.gui.features.replay.playhead import SPEEDS
from wsusim.gui.features.replay.timeline import Timeline, time_text
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.widgets.layouts import action_button, held, in_column, in_row, named
from wsusim.gui.widgets.property_boxes import ChoiceBox
from wsusim.gui.widgets.theme import fixed_width_style

MOVING = (
    "replay start",
    "replay previous mark",
    "replay step back",
    "replay backwards",
    "replay play",
    "replay step",
    "replay next mark",
)
"""Actions with buttons that show an icon only."""

TRY = "replay try"
"""The action that a recording of a simulated run has no button for."""


class ReplayPanel(QWidget):
    """Shows where the playhead is; ``timeline`` and the actions say where it should go."""

    def __init__(self, actions: ActionSet, worded: tuple[str, ...]) -> None:
        """``worded`` are the names of the actions with buttons that show their text."""
        super().__init__()
        self.setObjectName("replay")
        self.timeline = Timeline()
        self.time_label = named(QLabel(), self.tr("Current time and length of the recording"))
        self.time_label.setStyleSheet(fixed_width_style())
        self.speed = ChoiceBox(
            {speed: f"{speed:g}×" for speed in SPEEDS},
            self.tr("Speed of the recording"),
            self.tr("Speed: recorded seconds per second"),
        )
        self.speed.show_value(1.0)
        icon, text = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextOnly
        moving = [action_button(actions[name], icon) for name in MOVING]
        others = [action_button(actions[name], text) for name in worded]
        self._trying = others[worded.index(TRY)]
        folding = FoldingRow(
            held(in_row(*moving, self.speed, self.time_label, None, spacing=2)),
            held(in_row(*others, None, spacing=2)),
        )
        # In a low panel the timeline is whole, and the last buttons have to be scrolled to.
        self.setLayout(in_column(self.timeline, folding, None, spacing=2, margins=(4, 2, 4, 2)))
        self._film: Film | None = None
        self.show_film(None)

    def show_film(self, film: Film | None) -> None:
        """Cover a film, or none."""
        self._film = film
        self.speed.setEnabled(film is not None)
        if film is None:
            self.timeline.show_nothing()
            self.time_label.clear()
            return
        self.timeline.show_film(film.first_tick, film.last_tick, film.sample_ticks, film.marks)
        self.show_tick(film.first_tick)

    def show_trying(self, is_there: bool) -> None:
        """Show or hide the button that tries a program."""
        self._trying.setVisible(is_there)

    def show_tick(self, tick: int) -> None:
        """Follow the playhead."""
        assert self._film is not None
        self.timeline.blockSignals(True)
        self.timeline.setValue(tick)
        self.timeline.blockSignals(False)
        self.timeline.update()
        self.time_label.setText(f"{time_text(tick)} / {time_text(self._film.last_tick)}")


class FoldingRow(QWidget):
    """A row that becomes a column where there is no room side by side.

    It never asks for more width than its widest part; spare room goes to the first.
    """

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(2)
        for part in parts:
            self._box.addWidget(part)
        self._box.setStretch(0, 1)

    @property
    def is_folded(self) -> bool:
        """Whether the parts stand one below the other."""
        return self._box.direction() is QBoxLayout.Direction.TopToBottom

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the widest part, and the height of what is shown now."""
        widths = [part.minimumSizeHint().width() for part in self._parts]
        return QSize(max(widths), self._box.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Fold or unfold, as the width allows."""
        super().resizeEvent(event)
        spacing = self._box.spacing() * (len(self._parts) - 1)
        wanted = sum(part.sizeHint().width() for part in self._parts) + spacing
        should_fold = self.width() < wanted
        if should_fold != self.is_folded:
            self._box.setDirection(
                QBoxLayout.Direction.TopToBottom
                if should_fold
                else QBoxLayout.Direction.LeftToRight
            )
            self.updateGeometry()
