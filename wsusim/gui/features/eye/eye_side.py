"""Connects the panel "Eye" with what is shown: a run or a recording."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wsusim.gui.features.eye.eye_panel import EyePanel
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.onlooker import Onlooker
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Subject
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.worker import Report
from wsusim.model.camera_image import PERIOD_TICKS
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from wsusim.engine.eye import EyeView


class EyeSide(Side):
    """Draws pictures from the snapshots that are shown, without involving the run.

    The engine is imported when the first one is drawn, so that a window opens without it.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: tuple[Subject, EyeView] | None = None
        self.panel = EyePanel(RobotBox(shell.attention, shell.document))
        words = self.tr(
            "There is no picture yet: the eye only takes pictures during a run. Run a "
            "controller (F5), take a single step (F10), or drive by hand."
        )
        title, show = self.tr("Eye"), self._show_moment
        self._onlooker = Onlooker(shell, "eye", title, self.panel, show, words)
        self.dock, self.worker = self._onlooker.dock, self._onlooker.worker
        run = partial(shell.panels.open, "eye")
        shell.action_set.make("eye", self.tr("&Eye"), run, keys="Ctrl+Shift+E")
        shell.watched.pictured.connect(self._follow)
        shell.watched.begun.connect(self._begin)
        self.panel.changed.connect(self._onlooker.look)

    def _begin(self, subject: Subject) -> None:
        """Show a recording's video, if it has one, without being asked."""
        if subject.video is not None:
            self.panel.show_view("camera")
            self._shell.panels.bring("eye")
        elif self.panel.view == "camera":
            self.panel.show_view("eye")
        self._onlooker.look()

    def _follow(self, picture: Picture) -> None:
        """Look again at the rate of an eye's pictures, and whenever time jumps."""
        tick, last = picture.snapshot.tick, self._onlooker.asked
        is_due = last is None or tick < last or tick - last >= PERIOD_TICKS
        if is_due or (tick != last and not self._shell.watched.is_lively):
            self._onlooker.look()

    def _show_moment(self, subject: Subject, picture: Picture) -> None:
        robot, moment = self._shell.attention.robot, picture.snapshot
        if self.panel.view == "camera" and subject.video is None:
            self._onlooker.say(
                self.tr(
                    "There is no video here. A lab with a camera records one beside each run on "
                    "its robot."
                )
            )
        elif subject.is_real and self.panel.view == "eye":
            self._onlooker.say(
                self.tr(
                    "A real robot has no eye. From behind and from above you can see where it "
                    "believes it is."
                )
            )
        elif robot >= len(moment.robots) and self.panel.view in ("eye", "chase"):
            self._onlooker.say_absent(robot)
        else:
            self._onlooker.asked = moment.tick
            if self.panel.image.pixels is None:
                self.panel.show_message(self.tr("Drawing the first picture…"))
            wanted = (subject, robot, self.panel.view, self.panel.size_px)
            work = partial(self._draw, moment, *wanted)
            self._onlooker.ask(work, partial(self._show, moment, wanted))

    def _draw(
        self,
        moment: Snapshot,
        subject: Subject,
        robot: int,
        view: str,
        size_px: tuple[int, int],
        _report: Report,
    ) -> NDArray[np.uint8] | None:
        """Return the picture of a moment, if there is one; called in the worker's thread."""
        if view == "camera":
            shot = None if subject.video is None else subject.video.at(moment.tick)
            return None if shot is None else shot.pixels
        from wsusim.engine.eye import EyeView

        if self._view is None or self._view[0] is not subject:
            self._view = subject, EyeView(subject.world)
        eyes = self._view[1]
        if view == "overhead":
            return eyes.overhead(moment, size_px)
        return (eyes.eye if view == "eye" else eyes.chase)(moment, robot, size_px)

    def _show(
        self,
        moment: Snapshot,
        drawn: tuple[Subject, int, str, tuple[int, int]],
        pixels: NDArray[np.uint8] | None,
    ) -> None:
        """Show a picture, unless another one is wanted by now."""
        panel, robot = self.panel, self._shell.attention.robot
        wanted = (self._shell.watched.subject, robot, panel.view, panel.size_px)
        if self.dock.is_seen and drawn == wanted:
            words = {
                "eye": self.tr("What {robot} sees at {seconds:.2f} s"),
                "chase": self.tr("{robot} at {seconds:.2f} s"),
                "overhead": self.tr("The arena at {seconds:.2f} s"),
                "camera": self.tr("The lab's camera at {seconds:.2f} s"),
            }[panel.view]
            seconds = ticks_to_seconds(moment.tick)
            title = words.format(robot=robot_name(robot), seconds=seconds)
            if pixels is None:
                self._onlooker.say(self.tr("The camera had sent no picture by then."))
            else:
                panel.show_picture(title, pixels)
