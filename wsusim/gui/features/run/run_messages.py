"""What the window says about a run: hints, failures, its end; removed at the next run."""

from __future__ import annotations

from pathlib import Path

from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.shell.message_bar import ABOUT_FILE, ABOUT_RUN, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Failure, RunState, Subject
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.events import Ended, LeftBehind
from wsusim.runs.pictures import Picture


class RunMessages(Side):
    """Follows the runs of a window."""

    def __init__(self, shell: Shell, bridge: RunBridge, controllers: Controllers) -> None:
        super().__init__(shell)
        self._bridge = bridge
        self._controllers = controllers
        self._failures: list[Failure] = []
        self._has_left = False
        self._lacks: set[str] = set()
        """What has been said of robots and their programs, once for each window."""
        watched = shell.watched
        watched.begun.connect(self._follow_begin)
        watched.state_changed.connect(self._hint)
        watched.failed.connect(self._show_failure)
        watched.ended.connect(self._show_end)
        watched.sampled.connect(self._watch_place)
        bridge.left_behind.connect(self._show_left_behind)
        bridge.refused.connect(shell.tell)
        bridge.noticed.connect(self._show_notice)
        bridge.lacking.connect(self._show_lack)

    def _follow_begin(self, _subject: Subject) -> None:
        self._shell.messages.forget(ABOUT_RUN, ABOUT_FILE)
        self._shell.status.clearMessage()
        if self._failures:
            # The failure was brought to the front; now show what the next run prints.
            self._shell.panels.bring("console")
        self._failures.clear()
        self._has_left = False

    def _hint(self, state: RunState) -> None:
        """Say in the status bar what can be done now."""
        if state is RunState.IDLE:
            self._shell.status.clearMessage()  # how the run ended, which was reset
        run = self._bridge.run
        going = self.tr(
            "You can drag robots, caps and balls during the run (keys: Tab and arrows)."
        )
        if run is not None and not run.source.abilities.drag:
            going = run.source.abilities.no_pause
        elif run is not None and run.source.abilities.order and not run.request.driven:
            going = self.tr("Drive with the arrow keys. The mouse drags robots, caps and balls.")
        again = self.tr("Run again (F5), or reset (Ctrl+Backspace) to change the maze.")
        if self._shell.document.is_locked:
            again = self.tr("Run again (F5), or reset (Ctrl+Backspace) to see the maze as it was.")
        self._shell.status.set_hint(
            {
                RunState.IDLE: "",
                RunState.LOADING: self.tr("Loading the controllers..."),
                RunState.GOING: going,
                RunState.PAUSED: self.tr("Paused. F10 runs one tick (10 ms); F5 continues."),
                RunState.ENDED: again,
            }[state]
        )

    def _show_failure(self, failure: Failure) -> None:
        """Show the first robot's failure, and how many others failed.

        What comes later of the same robot, or of the run, is news: it may still be driving.
        """
        known = {one.robot for one in self._failures}
        self._failures.append(failure)
        self._shell.panels.bring("errors")
        is_another = bool(known) and failure.robot not in known | {None}
        if is_another:
            failure = self._failures[0]
        report = failure.report
        who = self.tr("The run") if failure.robot is None else robot_name(failure.robot)
        first = report.message.splitlines()[0] if report.message else report.kind
        where = ""
        if report.file is not None and Path(report.file).name not in first:
            where = self.tr("{file}, line {line}: ").format(
                file=Path(report.file).name, line=report.line or 1
            )
        others = ""
        if is_another:
            words = self.tr(" Others failed, too ({count}): see Errors.")
            others = words.format(count=len(known - {failure.robot, None}) + 1)
        self._show(f"{who}: {where}{first}{others}", Weight.WARNING, report.file, report.line)

    def _show_left_behind(self, left: LeftBehind) -> None:
        where = ""
        if left.file is not None:
            where = self.tr(" at {file}, line {line}").format(
                file=Path(left.file).name, line=left.line or 1
            )
        text = self.tr(
            "{robot}: its controller has been busy{where} for {seconds:g} s. The simulation is "
            "carrying on without it, so this run can't be repeated exactly. Did you forget "
            "self.sleep(...)?"
        ).format(robot=robot_name(left.robot), where=where, seconds=left.patience_s)
        self._show(text, Weight.WARNING, left.file, left.line)

    def _watch_place(self, picture: Picture) -> None:
        """Say once when the computed place of a real robot has left the arena."""
        subject = self._shell.watched.subject
        if subject is None or not subject.is_real or self._has_left:
            return
        arena = subject.world.arena
        for number, robot in enumerate(picture.snapshot.robots):
            x_mm, y_mm = robot.pose.x_mm, robot.pose.y_mm
            if not (0.0 <= x_mm <= arena.width_mm and 0.0 <= y_mm <= arena.height_mm):
                self._has_left = True
                text = self.tr(
                    "Going by its wheels, {robot} would be outside the arena by now, so they must "
                    "have slipped. In the maze, drag it to where it really is."
                )
                self._show(text.format(robot=robot_name(number)), Weight.WARNING)

    def _show_notice(self, text: str) -> None:
        """Show all of a remark about the run, unless there is more to read; *Errors* keeps it."""
        if self._shell.messages.text:
            self._shell.tell(text)
        else:
            self._show(text, Weight.NOTE)

    def _show_lack(self, text: str) -> None:
        """Show once, until it is closed, that a program was written for another robot."""
        if text not in self._lacks:
            self._lacks.add(text)
            self._shell.tell(text, about=ABOUT_RUN, is_news=True, stays=True)

    def _show_end(self, ended: Ended) -> None:
        if ended.kind == "failed":
            return
        words = {
            "goal": self.tr("Goal reached after {seconds:.2f} s."),
            "time": self.tr("Time ran out after {seconds:.2f} s."),
            "stopped": self.tr("Stopped after {seconds:.2f} s."),
            "finished": self.tr("The controllers ended after {seconds:.2f} s."),
        }[ended.kind]
        text = words.format(seconds=ticks_to_seconds(ended.tick))
        if self._failures or self._shell.messages.is_asking or ended.kind == "stopped":
            self._shell.status.showMessage(text, 10_000)
            self._shell.view.announce(text)
        else:
            self._show(text, Weight.NOTE)

    def _show(
        self, text: str, weight: Weight, file: str | None = None, line: int | None = None
    ) -> None:
        answers = self._controllers.line_answer(file, line)
        self._shell.tell(text, weight, answers, about=ABOUT_RUN, is_news=True)
