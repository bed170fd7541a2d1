"""Joins the list of variables to the window: what is shown, and whether runs report them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from wsusim.gui.features.variables.variables_panel import VariablesPanel
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Subject
from wsusim.runs.pictures import Picture
from wsusim.runs.request import RunRequest
from wsusim.runs.value_book import PLOTTED, ValueBook


class VariablesSide(Side):
    """Shows the values of the robot that the person looks at."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._book = ValueBook()
        self._tick = 0
        self._shown: tuple[int, int, int] | None = None
        self.panel = VariablesPanel()
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self.dock = shell.panels.add(
            "variables", self.tr("Variables"), self.panel, right, beside="sensors"
        )
        shell.action_set.make(
            "variables", self.tr("&Variables"), self.open_panel, keys="Ctrl+Shift+V"
        )
        self.panel.watching.setChecked(shell.preferences.value.variables)
        self.panel.watching_changed.connect(self._set_watching)
        self.panel.curve_toggled.connect(self._toggle_curve)
        shell.preferences.changed.connect(lambda new: self.panel.watching.setChecked(new.variables))
        shell.setup.add_part(self._decide)
        shell.watched.begun.connect(self._begin)
        shell.watched.sampled.connect(self._follow)
        shell.watched.cleared.connect(self._clear)
        shell.attention.robot_changed.connect(lambda _robot: self._show())
        shell.attention.values_changed.connect(self._show_curves)
        self.dock.seen_changed.connect(lambda _is_seen: self._show())
        shell.theme_changed.connect(lambda _theme: self.panel.tree.viewport().update())

    def open_panel(self) -> None:
        """Bring the list to the front, with the keyboard."""
        self._shell.panels.open("variables")

    def _decide(self, request: RunRequest) -> RunRequest:
        return replace(request, has_variables=self.panel.watching.isChecked())

    def _set_watching(self, is_on: bool) -> None:
        preferences = self._shell.preferences
        if preferences.value.variables != is_on:
            preferences.set(replace(preferences.value, variables=is_on))
        if not self.panel.rows:
            self.panel.forget()

    def _begin(self, subject: Subject) -> None:
        self._book = subject.values if isinstance(subject.values, ValueBook) else ValueBook()
        self._tick, self._shown = 0, None
        self.panel.forget()

    def _clear(self) -> None:
        self._book, self._shown = ValueBook(), None
        self.panel.forget()

    def _follow(self, picture: Picture) -> None:
        self._tick = picture.snapshot.tick
        self._show()

    def _show(self) -> None:
        """Show the current values, while the panel is visible."""
        robot = self._shell.attention.robot
        state = (robot, self._tick, self._book.revision)
        if not self.dock.is_seen or state == self._shown:
            return
        self._shown = state
        values = self._book.at(robot, self._tick)
        self.panel.show_values(values, self._remark(robot))
        self._show_curves()

    def _remark(self, robot: int) -> str:
        """Say what is not shown."""
        left_out = self._book.left_out(robot, self._tick)
        parts = []
        if left_out:
            text = self.tr("{count} more variables are not shown: there are too many.")
            parts.append(text.format(count=f"{left_out:,}"))
        if self._book.is_thinned:
            parts.append(self.tr("Of older values, only some are kept."))
        return " ".join(parts)

    def _toggle_curve(self, name: str, is_on: bool) -> None:
        attention = self._shell.attention
        chosen = (attention.robot, name)
        wanted = attention.values - {chosen}
        if is_on:
            wanted |= {chosen}
        attention.choose_values(wanted)
        if is_on and "curves" in self._shell.panels.names():
            self._shell.tell(self.tr("{name} is drawn in Curves (Ctrl+Shift+C).").format(name=name))

    def _show_curves(self) -> None:
        robot = self._shell.attention.robot
        names = {name for number, name in self._shell.attention.values if number == robot}
        plotted = {name for name in self.panel.rows if name.startswith(f"{PLOTTED}.")}
        self.panel.set_curves(frozenset(names | plotted))
