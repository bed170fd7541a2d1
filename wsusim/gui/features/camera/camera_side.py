"""Connects the panel "Camera" with what is shown: a run, a recording, a real robot."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wsusim.gui.features.camera.camera_panel import CameraPanel
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.onlooker import Onlooker
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Subject
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.worker import Report
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import ticks_to_seconds
from wsusim.robots import robot_kind
from wsusim.runs.pictures import Picture

if TYPE_CHECKING:
    from wsusim.engine.line_camera import CameraView, Image


class CameraSide(Side):
    """Computes pictures from the snapshots that are shown, without involving the run.

    The engine is imported when the first one is taken, so that a window opens without it.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._view: tuple[Subject, CameraView] | None = None
        self._shown: tuple[Subject, int] | None = None
        """Whose picture the panel has: what is shown, and the number of the robot."""
        self.panel = CameraPanel(RobotBox(shell.attention, shell.document))
        words = self.tr(
            "There is no picture yet: the camera only takes pictures during a run. Run a "
            "controller (F5), take a single step (F10), or drive by hand."
        )
        title, show = self.tr("Camera"), self._show_moment
        self._onlooker = Onlooker(shell, "camera", title, self.panel, show, words)
        self.dock, self.worker = self._onlooker.dock, self._onlooker.worker
        run = partial(shell.panels.open, "camera")
        shell.action_set.make("camera", self.tr("C&amera"), run, keys="Ctrl+Shift+K")
        shell.watched.sampled.connect(self._follow_sample)
        shell.watched.begun.connect(lambda _subject: self._onlooker.look())
        shell.theme_changed.connect(lambda _theme: self.panel.draw())

    def _follow_sample(self, picture: Picture) -> None:
        """Look again when something has changed; a paused run continues to send pictures."""
        if self._onlooker.asked != (picture.snapshot, picture.camera):
            self._onlooker.look()

    def _show_moment(self, subject: Subject, picture: Picture) -> None:
        self._onlooker.asked = (picture.snapshot, picture.camera)
        robot, moment = self._shell.attention.robot, picture.snapshot
        if robot >= len(moment.robots):
            self._onlooker.say_absent(robot)
        elif subject.is_real:
            self._show_answers(picture, robot)
        else:
            if self._shown != (subject, robot) or not self.panel.pixels:
                self._onlooker.say(self.tr("Taking the first picture…"))
            work = partial(self._take, subject, moment, robot)
            self._onlooker.ask(work, partial(self._show, subject, moment, robot))

    def _take(self, subject: Subject, moment: Snapshot, robot: int, _report: Report) -> Image:
        """Return the picture that the camera takes at a moment; called in the worker's thread."""
        from wsusim.engine.line_camera import CameraView

        if self._view is None or self._view[0] is not subject:
            view = CameraView(subject.world, seed=subject.seed, ideal=subject.is_ideal)
            self._view = subject, view
        return self._view[1].image(moment, robot)

    def _show(self, subject: Subject, moment: Snapshot, robot: int, image: Image) -> None:
        wanted = self._shell.watched.subject, self._shell.attention.robot
        if self.dock.is_seen and wanted == (subject, robot):
            self._shown = subject, robot
            words = self.tr("{robot} at {seconds:.2f} s").format(
                robot=_full_name(moment, robot), seconds=ticks_to_seconds(moment.tick)
            )
            self.panel.show_picture(words, image.pixels, image.light)

    def _show_answers(self, picture: Picture, robot: int) -> None:
        """Show what a real robot has answered."""
        self.worker.forget()
        answers = {answer.quantity: answer for answer in picture.camera}
        pixels = answers.get(Quantity.CAMERA_PIXELS)
        if pixels is None:
            self._onlooker.say(
                self.tr(
                    "A real robot's camera is read only when the controller reads it, with "
                    "self.camera.pixels for example. So far it hasn't."
                )
            )
            return
        level = answers.get(Quantity.CAMERA_LIGHT)
        light = None if level is None else 256 * level.values[0] + level.values[1]
        words = self.tr("{robot}, as it answered at {seconds:.2f} s").format(
            robot=_full_name(picture.snapshot, robot), seconds=ticks_to_seconds(pixels.tick)
        )
        self.panel.show_picture(words, pixels.values, light)


def _full_name(moment: Snapshot, robot: int) -> str:
    """Return number and kind of a robot in words."""
    return f"{robot_name(robot)} ({robot_kind(moment.robots[robot].kind).title})"
