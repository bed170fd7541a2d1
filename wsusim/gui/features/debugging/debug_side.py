"""Joins the debugger to the window: breakpoints, runs, the lines of stops, and the way back."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from wsusim.control.debugging.breakpoints import Breakpoint, Go, Why
from wsusim.control.debugging.debugger import StackFrame, Stop
from wsusim.control.debugging.moment import Moment
from wsusim.gui.features.debugging.breakpoint_marks import ABOUT_DEBUGGING, BreakpointMarks
from wsusim.gui.features.debugging.change_watch import ChangeWatch
from wsusim.gui.features.debugging.condition_dialog import ask_expression
from wsusim.gui.features.debugging.debug_keys import IN_BAR, DebugKeys
from wsusim.gui.features.debugging.debug_panel import DebugPanel
from wsusim.gui.features.debugging.done_again import DoneAgain
from wsusim.gui.features.debugging.edited_lines import as_loaded, on_screen
from wsusim.gui.features.debugging.session import DebugSession, Texts, breakpoints_of
from wsusim.gui.features.debugging.shown_run import ShownRun, allowed
from wsusim.gui.features.debugging.stop_words import (
    idle_hint,
    is_edited,
    what_stands,
    where_it_stands,
)
from wsusim.gui.features.debugging.values_in_text import ValuesInText
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.programs import LineKind
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.layouts import action_button
from wsusim.gui.widgets.worker import Report
from wsusim.hosting.past import Change
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.debugged import DebuggedRun, Future, debugged_request
from wsusim.runs.outlook import edited_texts
from wsusim.runs.pictures import Picture
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

LONGEST_VALUE = 60
"""Characters of a value in a message."""


class DebugSide(Side):
    """The debugger as the window sees it."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._programs = shell.programs
        self._marks = BreakpointMarks(shell)
        self.session = DebugSession(self, self._text_now)
        self.again = DoneAgain(self)
        self.watch = ChangeWatch(shell, self.again, self._go_on_from)
        self._shown = ShownRun(shell, self.session, self.again)
        self._values = ValuesInText(self.session, lambda: self.panel.frame)
        self.keys = DebugKeys(
            shell.action_set,
            {
                "debug go": partial(self.session.go, Go.ON),
                "debug over": partial(self.session.go, Go.OVER),
                "debug into": partial(self.session.go, Go.INTO),
                "debug out": partial(self.session.go, Go.OUT),
                "debug wait": partial(self.session.go, Go.WAIT),
                "debug pause": self.session.pause,
                "debug back": self.session.step_back,
                "debug last": self.session.last_breakpoint,
                "debug here": self.stop_here,
                "debug present": self.session.return_to_present,
                "debug future": self.go_on_from_here,
                "debug origin": self._ask_origin,
                "debug first": self.ask_first,
                "debug clear": shell.programs.clear_breakpoints,
            },
            self.watch_changes,
            self,
        )
        actions = [shell.action_set[name] for name in IN_BAR]
        robots = RobotBox(shell.attention, shell.document)
        self.panel = DebugPanel(self.session, robots)
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        self.dock = shell.panels.add(
            "debugger", self.tr("Debugger"), self.panel, bottom, beside="console", is_open=False
        )
        self.panel.show_idle(idle_hint())
        for action in actions:
            button = action_button(action, Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAutoRaise(True)
            shell.programs.bar.addWidget(button)
        shell.programs.bar.addStretch(1)
        shell.programs.line_actions += [
            (self.tr("Condition..."), partial(self._marks.ask_condition, warn=self._warn)),
            (self.tr("Run to this line"), self.run_to),
        ]
        shell.programs.value_of = self._values.value_of
        self._connect()
        self._allow()

    def ask_first(self) -> None:
        """Ask what to find, and go to where it was first true."""
        ask_expression(self._shell.frame, self.session.find_first)

    def run_to(self, path: Path, line: int) -> None:
        """Go on to a line of a program, or run it up to there."""
        there = breakpoints_of(path, [(line, "")], self._programs.text_of(path))
        if not there:
            return
        if self.session.stop is not None:
            lines = self.session.lines_of(there[0].place.file)
            in_run = there[0] if lines is None else as_loaded(there[0], lines)
            if in_run is None:
                self._warn(self.tr("The program that is running doesn't have this line yet."))
            else:
                self.session.go(Go.TO_LINE, in_run.place)
        else:
            self._passing = there
            self._shell.action_set["run"].trigger()

    _passing: tuple[Breakpoint, ...] = ()
    """Where the next run stops once, without a breakpoint on the screen."""

    def stop_here(self) -> None:
        """Stop in the program at the moment of a recording, or of a run, that is shown."""
        if self._shell.watched.state in (RunState.LOADING, RunState.GOING):
            if self.session.debugged is not None:
                self.session.pause()
            else:
                self._warn(self.tr("Pause the run first (F5)."))
            return

        def go(run: DebuggedRun, tick: int) -> None:
            if self.session.debugged is not run:
                self.session.follow(run)
                self.session.choose_robot(self._shell.attention.robot)
            self.session.go_to_tick(tick)

        self._shown.ask(go, self._warn)

    def watch_changes(self, is_on: bool) -> None:
        """Show what programs will do from the moment that is shown, whenever one is saved."""
        stop, run = self.session.stop, self.session.debugged
        if not is_on:
            self.watch.end()
        elif stop is not None and run is not None:
            self.watch.begin(run, run.tick_of(stop.robot, stop.moment))
        else:
            self._shown.ask(self.watch.begin, self._cannot_watch)

    def go_on_from_here(self) -> None:
        """Begin a run that goes on from the program's stop, with its changes."""
        if not self._shell.setup.is_ready:  # what is on the screen is saved first
            return
        run = self.session.debugged
        if run is not None:
            self.session.make_future(self._edited(run), partial(self._new_request, run))

    # Inside

    def _cannot_watch(self, failure: Exception | str) -> None:
        self.keys.show_watching(False)
        self._warn(failure)

    def _go_on_from(self, run: DebuggedRun, tick: int) -> None:
        """Begin a run from a tick with the programs as they are now."""
        if self._shell.setup.is_ready:
            moment = Moment(run.known(self.session.robot).log.waits_until(tick))
            self.session.make_future(
                self._edited(run), partial(self._new_request, run), moment, run
            )

    def _connect(self) -> None:
        shell, session = self._shell, self.session
        shell.setup.add_part(self._prepare)
        shell.watched.run_begun.connect(self._follow_run)
        shell.watched.begun.connect(lambda _subject: self._follow_subject())
        shell.watched.begun.connect(lambda _subject: self.watch.end())
        shell.watched.cleared.connect(self.watch.end)
        self.watch.ended.connect(lambda: self.keys.show_watching(False))
        shell.watched.cleared.connect(self._follow_subject)
        shell.watched.state_changed.connect(lambda _state: self._allow())
        shell.attention.robot_changed.connect(session.choose_robot)
        shell.closing.connect(self._close)
        self._programs.breakpoint_toggled.connect(self._marks.put_at_statement)
        self._programs.breakpoints_changed.connect(lambda _path: self._take_breakpoints())
        self._programs.edited.connect(lambda _path: self._follow_edit())
        session.stopped.connect(self._show_stop)
        session.going.connect(self._show_going)
        session.over.connect(self._show_over)
        session.failed.connect(lambda text: self._warn(text))
        session.changed.connect(self._show_change)
        session.future_made.connect(self._show_future)
        self.panel.frame_chosen.connect(self._show_frame)
        self.panel.origin_wanted.connect(self._find_origin)

    def _take_breakpoints(self) -> None:
        self.session.set_breakpoints(self._marks.breakpoints)
        is_for_next = self.session.debugged is None or self.session.has_new_breakpoints
        if self._shell.watched.is_lively and is_for_next and self._programs.breakpoints:
            self._shell.tell(
                self.tr("The breakpoint counts from the next run on (F5)."), about=ABOUT_DEBUGGING
            )

    def _prepare(self, request: RunRequest) -> RunRequest:
        """Debug the next run if a person wants to see what its program thinks."""
        passing, self._passing = self._passing, ()
        is_wanted = bool(self._programs.breakpoints) or self.dock.is_seen or bool(passing)
        if not is_wanted or not request.driven or request.begin_at is not None:
            return request
        self.session.set_breakpoints({**self._marks.breakpoints, Path(): passing})
        return debugged_request(request, self.session.new_debugger())

    def _follow_run(self, run: Run) -> None:
        self.again.forget()
        self._shown.run = run
        self.session.follow(None if run.request.debugger is None else DebuggedRun(run))
        self._allow()

    def _follow_subject(self) -> None:
        """Follow what is shown: what was debugged is over, unless it is a run of ours."""
        watched = self._shell.watched
        if watched.subject is None or watched.is_recording:
            self.session.follow(None)
            self.again.forget()
            self._shown.run = None
        self._allow()

    def _new_request(self, run: DebuggedRun) -> RunRequest:
        """Return the request that says how a run from a moment is shown and recorded."""
        speed = run.request.speed or 1.0
        request = replace(run.request, debugger=None, record=None, speed=speed)
        return self._shell.setup.prepared(request)

    def _edited(self, run: DebuggedRun) -> Texts:
        """Return the programs that have changed since they were loaded, by robot."""
        return edited_texts(run, self.again.text_now)

    # What the session tells

    def _show_stop(self, stop: Stop) -> None:
        if stop.why is Why.PRESENT:  # nothing is known of what comes: F5 runs the program
            self.keys.give_back()
        else:
            self.keys.take()
        self._values.forget()
        self._shell.attention.choose(stop.robot)
        self.panel.show_stop(*self._words_of(stop))
        self._shell.panels.bring("debugger")
        if stop.frame is not None:
            seen = self._on_screen(stop.frame)
            self._programs.show_line(Path(seen.file), seen.line, LineKind.STOPPED)
        self._programs.hide_line(LineKind.CALLER)
        self._show_world(stop)
        if stop.detail:
            self._shell.tell(
                self.tr("The breakpoint's condition can't be worked out: {why}").format(
                    why=stop.detail
                ),
                Weight.WARNING,
                about=ABOUT_DEBUGGING,
            )
        words = self.tr("F10 does this line, F5 goes on, Ctrl+F10 steps back in time.")
        if stop.why is Why.PRESENT:
            words = self.tr("Ctrl+F10 steps back in time.")
        self._shell.status.set_hint(words)
        self._allow()

    def _show_going(self) -> None:
        self._programs.hide_line(LineKind.STOPPED)
        self._programs.hide_line(LineKind.CALLER)
        self._programs.hide_line(LineKind.FOUND)
        self.panel.show_going(self.tr("The program is running."))
        self._values.forget()
        if not self.session.is_past:
            self.keys.give_back()
        self._allow()

    def _show_over(self) -> None:
        self.keys.give_back()
        for kind in LineKind:
            self._programs.hide_line(kind)
        self._values.forget()
        self.panel.show_idle(idle_hint())
        self._allow()

    def _show_change(self, change: Change) -> None:
        run = self.session.debugged
        if run is None:
            return
        lines = self.session.lines_of(change.file)
        line = change.line if lines is None else lines.now_at(change.line)
        self._programs.show_line(Path(change.file), line, LineKind.FOUND)
        time_s = ticks_to_seconds(run.tick_of(self.session.robot, change.moment))
        text = self.tr("{new} came from line {line} at {time:.2f} s; before, it was {old}.").format(
            new=_short(change.new), old=_short(change.old), line=line, time=time_s
        )
        answers = ((self.tr("Go there"), partial(self.session.go_to, change.moment)),)
        self._shell.tell(text, Weight.NOTE, answers, about=ABOUT_DEBUGGING, is_news=True)

    def _show_future(self, future: Future) -> None:
        if not future.is_same:
            text = self.tr(
                "With your change the program does something else already at {time:.2f} s, so the "
                "run goes on from there."
            ).format(time=ticks_to_seconds(future.tick))
            self._shell.tell(text, Weight.NOTE, about=ABOUT_DEBUGGING, is_news=True)
        self._shell.watched.run_made.emit(future.run)

    def _show_frame(self, frame: StackFrame) -> None:
        self._programs.hide_line(LineKind.CALLER)
        if self.panel.frame == 0:
            self._programs.show_line(Path(frame.file), frame.line, LineKind.STOPPED)
        else:
            self._programs.show_line(Path(frame.file), frame.line, LineKind.CALLER)

    def _show_world(self, stop: Stop) -> None:
        """Show the world of a moment in the past."""
        watched, run = self._shell.watched, self.session.debugged
        if run is None:
            return
        if watched.is_recording:
            if self.session.is_past and stop.why is not Why.WAITING:
                watched.moment_wanted.emit(stop.tick)
            return

        def work(_report: Report) -> Picture:
            return run.picture_at(stop.tick)

        if self.session.is_past:
            show = partial(watched.show, at_once=True)
            self.again.worker.ask(work, show, self._warn)

    # Edited since it was loaded

    def _text_now(self, file: str) -> str | None:
        return self._programs.text_of(Path(file))

    def _on_screen(self, frame: StackFrame) -> StackFrame:
        """Return a stack frame with its line number on the screen."""
        lines = self.session.lines_of(frame.file)
        return frame if lines is None else on_screen(frame, lines)

    def _words_of(self, stop: Stop) -> tuple[Stop, str, str]:
        """Return a stop with its lines on the screen, its place, and what has stopped, in words."""
        seen = replace(stop, stack=tuple(map(self._on_screen, stop.stack)))
        return seen, where_it_stands(seen, is_past=self.session.is_past), self._hint(stop)

    def _follow_edit(self) -> None:
        """Follow an edit that has changed line numbers."""
        if self.session.stop is not None:
            self.panel.show_where(*self._words_of(self.session.stop))

    # Messages

    def _hint(self, stop: Stop) -> str:
        session, subject = self.session, self._shell.watched.subject
        if any(session.lines_of(frame.file) for frame in stop.stack):
            return is_edited()
        is_real = subject is not None and subject.is_real
        return what_stands(session.live_stop, is_past=session.is_past, is_real=is_real)

    def _warn(self, failure: Exception | str) -> None:
        self._shell.tell(str(failure), Weight.WARNING, about=ABOUT_DEBUGGING, is_news=True)
        self._allow()

    # Variables

    def _ask_origin(self) -> None:
        if self.panel.variables.chosen:
            self._find_origin(self.panel.variables.chosen)
        else:
            self._warn(self.tr("Choose a variable in the debugger first."))

    def _find_origin(self, name: str) -> None:
        frame = self.panel.chosen_frame
        if frame is not None:
            self.session.find_change(name, frame.function, frame.file)

    def _allow(self) -> None:
        self.keys.allow(allowed(self.session, self._shell.watched))

    def _close(self) -> None:
        self.watch.close()
        self.again.close()
        self.session.close()


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
