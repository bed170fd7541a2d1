"""A panel with a picture of the moment that is shown, computed in a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Subject
from wsusim.gui.widgets.layouts import ScrollPanel
from wsusim.gui.widgets.phrases import mistake, robot_name
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.runs.pictures import Picture


class PicturePanel(ScrollPanel):
    """Shows a picture, or says why there is none."""

    def show_message(self, text: str) -> None:
        """Show a message instead of the picture."""
        raise NotImplementedError


class Onlooker(Side):
    """Asks for another picture whenever what is shown changes, while its panel can be seen.

    The owner calls ``look`` for moments that need another picture.

    Attributes:
        dock: The panel, beside the sensors.
        worker: Computes only the newest picture.
        asked: What the last picture was requested for; ``None``: another one is due.
    """

    def __init__(
        self,
        shell: Shell,
        name: str,
        title: str,
        panel: PicturePanel,
        show_moment: Callable[[Subject, Picture], object],
        words_before: str,
    ) -> None:
        """``show_moment`` shows something of a picture; ``words_before`` say how to get one."""
        super().__init__(shell)
        self._panel = panel
        self._show_moment, self._words_before = show_moment, words_before
        self.asked: Any = None
        self.worker = Worker(self, newest_only=True)
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self.dock = shell.panels.add(name, title, panel, right, beside="sensors", is_open=False)
        self.dock.seen_changed.connect(lambda _seen: self.look())
        shell.watched.cleared.connect(self.look)
        shell.attention.robot_changed.connect(lambda _robot: self.look())
        shell.closing.connect(self.worker.close)

    def look(self) -> None:
        """Show the picture for the moment that is shown."""
        self.asked = None
        subject, picture = self._shell.watched.subject, self._shell.watched.picture
        if not self.dock.is_seen:
            self.worker.forget()
        elif subject is None:
            self.say(self._words_before)
        elif picture is None:
            self.say(self.tr("Waiting for the first picture…"))
        else:
            self._show_moment(subject, picture)

    def ask(self, work: Callable[[Report], Any], done: Callable[[Any], object]) -> None:
        """Request a picture soon."""
        self.worker.ask(work, done, lambda error: self.say(mistake(error)))

    def say(self, text: str) -> None:
        """Say why there is no picture."""
        self.worker.forget()
        self._panel.show_message(text)

    def say_absent(self, robot: int) -> None:
        """Say that a robot of the maze drives in another run."""
        text = self.tr("{robot} does not take part in this run, so it has no picture.")
        self.say(text.format(robot=robot_name(robot)))
