"""Tries a changed program on a real robot's answers in the open recording."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from wsusim.analysis.edited_program import try_edited_apart
from wsusim.analysis.film import Film
from wsusim.analysis.marks import Mark, MarkKind
from wsusim.gui.features.replay.replay_panel import ReplayPanel
from wsusim.gui.features.replay.trial_panel import TrialPanel, both_commands
from wsusim.gui.shell.message_bar import ABOUT_RUN, Weight
from wsusim.gui.shell.programs import LineKind
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.worker import Worker

if TYPE_CHECKING:
    from wsusim.runs.recorded.edited import Edited
    from wsusim.runs.recorded.on_tape import Place


class Trial(Side):
    """Runs the first robot's controller on the tape; marks and lists where its orders differ."""

    def __init__(self, shell: Shell, panel: ReplayPanel) -> None:
        super().__init__(shell)
        self._replay = panel
        self.panel = TrialPanel()
        right = Qt.DockWidgetArea.RightDockWidgetArea
        title = self.tr("Changed program")
        self._dock = shell.panels.add(
            "changed program", title, self.panel, right, beside="sensors", is_passing=True
        )
        self._film: Film | None = None
        self._program = Path()
        self.worker = Worker(self)
        self.panel.again_wanted.connect(self.start)
        self.panel.moment_wanted.connect(shell.watched.moment_wanted)
        self.panel.line_wanted.connect(self._open_line)
        shell.closing.connect(self.worker.close)

    def show_film(self, film: Film | None) -> None:
        """Use this recording from now on; a simulated run offers nothing to try."""
        self.worker.forget()
        self._film = film
        self._dock.close()
        self._replay.timeline.show_tried(None)
        self._shell.programs.hide_line(LineKind.FOUND)
        is_real = film is not None and film.header.real_robot is not None
        self._shell.action_set["replay try"].setVisible(is_real)
        self._replay.show_trying(is_real)

    def start(self) -> None:
        """Try the controller that is chosen for the first robot."""
        film, shell = self._film, self._shell
        if film is None or self.worker.is_busy or not shell.setup.is_ready:
            return
        spec = next(iter(shell.setup.controllers()), "")
        if not spec:
            load = shell.action_set["load controller"]
            shell.tell(
                self.tr("Choose your changed program in Controllers first."),
                Weight.NOTE,
                ((self.tr("Load a controller..."), load.trigger),),
                about=ABOUT_RUN,
                is_news=True,
            )
            return
        path, _joint, _name = spec.rpartition(".py:")
        self._program = Path(f"{path}.py" if path else spec)
        words = self.tr("Trying {program} on what the robot answered...")
        self.worker.ask(
            partial(try_edited_apart, film.recording.path, spec),
            self._show,
            self._warn,
            words.format(program=self._program.name),
        )

    def _show(self, found: Edited) -> None:
        marks = [
            Mark(moment.tick, moment.until_tick, MarkKind.OTHER_ORDER, 0, both_commands(moment))
            for moment in found.moments
        ]
        self._replay.timeline.show_tried(marks)
        self.panel.show_moments(found.moments, self._program.name, found.end_tick)
        for name in ("replay", "changed program"):
            self._shell.panels.bring(name)
        if found.remarks:
            text = " ".join((f"{self.panel.heading.text()}.", *found.remarks))
            weight = Weight.NOTE if found.is_true else Weight.WARNING
            self._shell.tell(text, weight, about=ABOUT_RUN, is_news=True, stays=True)
        else:
            self._shell.messages.forget(ABOUT_RUN)

    def _open_line(self, place: Place) -> None:
        name, line = place
        self._shell.programs.show_line(self._program.parent / name, line, LineKind.FOUND)

    def _warn(self, error: Exception) -> None:
        self._shell.tell(str(error), Weight.WARNING, about=ABOUT_RUN, is_news=True)
