"""The running side of the window: makes bridge, bar and panels, and connects them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QScrollArea

from wsusim.control.class_finder import FoundFile
from wsusim.control.report import FailureReport
from wsusim.errors import BadInput
from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.features.run.console_panel import ConsolePanel
from wsusim.gui.features.run.controller_book import ControllerBook
from wsusim.gui.features.run.controllers_panel import ControllersPanel
from wsusim.gui.features.run.drive_panel import DrivePanel
from wsusim.gui.features.run.editor import open_in_editor
from wsusim.gui.features.run.errors_panel import Entry, ErrorsPanel
from wsusim.gui.features.run.mission_panel import MissionPanel
from wsusim.gui.features.run.new_controller import NewController, templates
from wsusim.gui.features.run.run_bar import RunBar
from wsusim.gui.features.run.run_messages import RunMessages
from wsusim.gui.features.run.sensor_panel import SensorPanel
from wsusim.gui.shell.document import Mode
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell
from wsusim.gui.shell.watched import Failure, RunState, Subject
from wsusim.gui.widgets.file_dialog import ask_to_open
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.live_events import Ended, Failed, LeftBehind, Picture
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_run import LiveRun
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S
from wsusim.runs.sources.real_live import RealLiveRun
from wsusim.runs.warm_up import warm_up

WARM_UP_MS = 400
"""The engine is imported so long after the window is there, in a thread of its own."""


class RunSide(QObject):
    """Everything about running; make it once, before ``window.restore_layout``."""

    def __init__(self, shell: Shell, edit: Callable[[Path, int], bool] = open_in_editor) -> None:
        """``edit`` opens a file at a line."""
        super().__init__(shell.frame)
        self._shell = shell
        self._edit = edit
        self.warming: threading.Thread | None = None
        """Imports the engine while nobody waits for it."""
        self._has_failed = False
        self._said = RunMessages(shell.messages)
        document, scene = shell.document, shell.scene
        self.bridge = RunBridge(document, scene, self)
        self.book = ControllerBook(document, shell.folder, self)
        new_menu = shell.menus.add_submenu("new controllers", self.tr("&New controller"))
        self.new = NewController(shell.frame, self._folder, new_menu)
        self._make_actions()
        self.bar = RunBar(shell, self.bridge, self.start, self.restart)
        self.controllers = ControllersPanel(
            self.book, document, shell.action_set, shell.setup, self.open_editor
        )
        self.sensors = SensorPanel(document, scene, shell.attention, shell.theme)
        self.mission = MissionPanel(document)
        self.console = ConsolePanel()
        self.errors = ErrorsPanel(shell.theme)
        self.drive = DrivePanel(self.bridge, shell.attention, shell.view)
        self._add_panels()
        self._connect()
        shell.openers.register(
            Opener(self.tr("Controllers in Python"), (".py",), self.load_controller)
        )

    def start(self, is_paused: bool = False) -> None:
        """Begin a run with the controllers of the panel; say so when there are none."""
        self.book.look_again()
        if not self.book.assigned():
            self._shell.messages.show_message(
                self.tr("No robot has a controller yet."),
                Weight.NOTE,
                (
                    (self.tr("Load a controller..."), self.ask_load),
                    (self.tr("Drive by hand"), self.start_by_hand),
                ),
            )
            return
        self._begin(self._new_request(self._assigned()), is_paused=is_paused)

    def restart(self) -> None:
        """Begin anew: a run that went on from a moment of a recording begins there again."""
        run = self.bridge.run
        if run is None or run.request.resume_file is None:
            self.start()
        else:
            self._begin(replace(run.request, record_file=None, may_replace=False))

    def start_by_hand(self) -> None:
        """Begin a run in which nobody but the person drives."""
        self._begin(self._new_request(()))
        self._shell.panels.bring("drive")
        self._shell.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def load_controller(self, path: Path) -> None:
        """Take a controller's file in and say what is in it."""
        found = self.book.load(path)
        if found.problem is None:
            names = ", ".join(cls.name for cls in found.classes) or self.tr("no class in sight")
            text = self.tr("{file} is loaded ({names}). Run it with F5.")
            self._shell.tell(text.format(file=found.path.name, names=names), Weight.NOTE)
        self._shell.panels.bring("controllers")

    def ask_load(self) -> None:
        """Ask for a controller's file."""
        filters = [self.tr("Python (*.py)"), self.tr("All files (*)")]
        title = self.tr("Load a controller")
        ask_to_open(self._shell.frame, title, self._folder(), filters, self.load_controller)

    def open_editor(self, path: Path, line: int = 1) -> None:
        """Open a file in the person's editor."""
        if not self._edit(path, line):
            text = self.tr("No editor could be opened. The line is {file}, line {line}.")
            self._shell.tell(text.format(file=path, line=line), Weight.WARNING)

    def warm_up_soon(self) -> None:
        """Import the engine in the background once the window is there."""
        QTimer.singleShot(WARM_UP_MS, self._warm_up)

    def close(self) -> None:
        """End runs and threads."""
        self.book.close()
        self.bridge.close()

    # Inside

    def _warm_up(self) -> None:
        self.warming = threading.Thread(target=warm_up, name="wsusim-warm-up", daemon=True)
        self.warming.start()

    def _assigned(self) -> tuple[tuple[int, str], ...]:
        """Return (number of the robot, controller) as requests have it."""
        self.book.look_again()
        return tuple((number, choice.spec) for number, choice in self.book.assigned())

    def _new_request(self, controllers: tuple[tuple[int, str], ...]) -> LiveRequest:
        world = self._shell.document.world
        limit_s = world.mission.time_limit_s or DEFAULT_TIME_LIMIT_S
        return LiveRequest(
            world,
            controllers,
            seed=round(self.controllers.seed.value()),
            until_s=limit_s if controllers else None,
            robot=self._shell.setup.robot,
        )

    def _begin(self, request: LiveRequest, *, is_paused: bool = False) -> None:
        try:
            request = self._shell.setup.prepared(request)
        except BadInput as error:
            self._shell.tell(str(error), Weight.WARNING)
            return
        self.bridge.begin(request, is_paused=is_paused)

    def _begin_wanted(self, request: LiveRequest) -> None:
        """Begin a run that another feature wants, with the controllers of the panel."""
        if not request.controllers:
            robots = len(request.world.robots)
            controllers = tuple(pair for pair in self._assigned() if pair[0] < robots)
            request = replace(request, controllers=controllers)
        if request.controllers:
            self._begin(request)
        else:
            self._shell.messages.show_message(
                self.tr("No robot has a controller that could go on from here."),
                Weight.NOTE,
                ((self.tr("Load a controller..."), self.ask_load),),
            )

    def _make_actions(self) -> None:
        make = self._shell.action_set.make
        load = make(
            "load controller",
            self.tr("&Load controller..."),
            self.ask_load,
            keys=("Ctrl+L",),
            icon_name="open",
        )
        load.setIconText(self.tr("Load"))
        edit = make(
            "edit controller",
            self.tr("&Edit controller"),
            lambda: self.controllers.edit_current(),
            keys=("Ctrl+E",),
            icon_name="edit",
        )
        edit.setIconText(self.tr("Edit"))
        new = make("new controller", self.tr("&New controller..."), icon_name="new")
        new.setIconText(self.tr("New"))
        new.triggered.connect(lambda _checked=False: self.new.ask(templates()[0]))
        make("drive by hand", self.tr("&Drive by hand"), self.start_by_hand, keys=("Ctrl+Shift+D",))

    def _add_panels(self) -> None:
        frame, panels = self._shell.frame, self._shell.panels
        right = Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        frame.setCorner(Qt.Corner.BottomRightCorner, right)
        frame.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        panels.add(
            "controllers",
            self.tr("Controllers"),
            self.controllers,
            right,
            beside="properties",
        )
        panels.add("sensors", self.tr("Sensors"), self.sensors, right)
        panels.add("mission", self.tr("Mission"), self.mission, right, beside="sensors")
        panels.add("console", self.tr("Console"), self.console, bottom)
        panels.add("errors", self.tr("Errors"), self.errors, bottom, beside="console")
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.drive)
        panels.add("drive", self.tr("Drive by hand"), scroll, bottom, beside="errors")
        for name in ("controllers", "sensors", "console"):
            panels[name].raise_()

    def _connect(self) -> None:
        shell, bridge = self._shell, self.bridge
        shell.watched.reset_wanted.connect(bridge.reset)
        shell.closing.connect(self.close)
        shell.theme_changed.connect(self.sensors.set_theme)
        shell.theme_changed.connect(self.errors.set_theme)
        shell.view.object_drag_requested.connect(self._drag)
        shell.attention.rays_changed.connect(self._choose_rays)
        self._choose_rays()
        shell.setup.wanted.connect(self._begin_wanted)
        self.sensors.why_requested.connect(shell.attention.why_wanted)
        shell.attention.explained_changed.connect(self.sensors.sensors.set_explained)
        watched = shell.watched
        bridge.begun.connect(self._publish)
        bridge.pictured.connect(
            lambda picture: watched.show(picture, at_once=bridge.state is not RunState.GOING)
        )
        bridge.cleared.connect(watched.clear)
        bridge.printed.connect(watched.printed)
        bridge.failed.connect(
            lambda failed: watched.failed.emit(Failure(failed.robot, failed.report))
        )
        bridge.ended.connect(watched.end)
        bridge.state_changed.connect(watched.set_state)
        bridge.state_changed.connect(self._hint)
        watched.begun.connect(self._follow_begin)
        watched.sampled.connect(self._show_picture)
        watched.cleared.connect(self._follow_clear)
        watched.printed.connect(self.console.add)
        watched.rewound.connect(self.console.clear)
        self.errors.moment_clicked.connect(watched.moment_wanted)
        bridge.failed.connect(self._show_failure)
        bridge.left_behind.connect(self._show_left_behind)
        bridge.refused.connect(lambda text: self._shell.tell(text, Weight.NOTE))
        bridge.noticed.connect(self._show_notice)
        bridge.ended.connect(self._show_end)
        self.book.file_changed.connect(self._show_change)
        self.book.problem_found.connect(self._show_problem)
        self.console.told.connect(
            lambda text, bad: self._shell.tell(text, Weight.WARNING if bad else Weight.NOTE)
        )
        self.errors.line_clicked.connect(self.open_editor)
        self.drive.start_requested.connect(self.start_by_hand)
        self.new.made.connect(self._follow_new)
        self.new.failed.connect(lambda text: self._shell.tell(text, Weight.WARNING))

    def _hint(self, state: RunState) -> None:
        """Say in the status bar what can be done now."""
        loading = self.tr("The controllers are being loaded...")
        if self.warming is not None and self.warming.is_alive():
            loading = self.tr("The engine is being prepared; after an update this takes a minute.")
        self._shell.status.set_hint(
            {
                RunState.IDLE: "",
                RunState.LOADING: loading,
                RunState.GOING: self.tr(
                    "Robots, caps and balls can be dragged while it runs (keys: Tab and arrows)."
                ),
                RunState.PAUSED: self.tr("Paused. F10 does one tick (10 ms), F5 goes on."),
                RunState.ENDED: self.tr("Run again (F5), or reset to edit (Ctrl+Backspace)."),
            }[state]
        )

    def _follow_begin(self, subject: Subject) -> None:
        self._has_failed = False
        self._said.forget()
        self._shell.status.clearMessage()
        self.console.clear()
        self.console.set_robots(len(subject.world.robots))
        self.mission.clear()
        self.controllers.show_hint("")
        self.sensors.show_picture(None)
        self.errors.locate = subject.locate
        self.errors.show_recorded(
            [self._entry(failure) for failure in reversed(subject.failures)]
            if subject.is_recording
            else None
        )

    def _entry(self, failure: Failure) -> Entry:
        who = self.tr("The run") if failure.robot is None else robot_name(failure.robot)
        clock = f"{ticks_to_seconds(failure.tick or 0):.2f} s"
        return Entry(who, clock, failure.report, failure.tick)

    def _show_picture(self, picture: Picture) -> None:
        self.sensors.show_picture(picture)
        self.mission.show_picture(picture)

    def _follow_clear(self) -> None:
        self.errors.show_recorded(None)
        self.sensors.show_picture(None)
        self.mission.clear()

    def _show_failure(self, failed: Failed) -> None:
        self._has_failed = True
        report = failed.report
        who = self.tr("The run") if failed.robot is None else robot_name(failed.robot)
        self.errors.add(who, report)
        self._shell.panels.bring("errors")
        first = report.message.splitlines()[0] if report.message else report.kind
        where = ""
        if report.file is not None and Path(report.file).name not in first:
            where = self.tr("{file}, line {line}: ").format(
                file=Path(report.file).name, line=report.line or 1
            )
        text = f"{who}: {where}{first}"
        self._said.show(text, Weight.WARNING, self._line_answer(report.file, report.line))
        self._shell.view.announce(text)

    def _show_left_behind(self, left: LeftBehind) -> None:
        where = ""
        if left.file is not None:
            where = self.tr(" at {file}, line {line}").format(
                file=Path(left.file).name, line=left.line or 1
            )
        text = self.tr(
            "{robot}: its controller has been busy{where} for {seconds:g} s. The world goes on "
            "without it; this run cannot be repeated exactly. Did you forget self.sleep(...)?"
        ).format(robot=robot_name(left.robot), where=where, seconds=left.patience_s)
        self._said.show(text, Weight.WARNING, self._line_answer(left.file, left.line))

    def _show_notice(self, text: str) -> None:
        """Show all of a remark about the run, and keep it in the panel of errors.

        What it tells (a recording that ended with a full disk) matters when the run is over, too.
        """
        self.errors.add(self.tr("The run"), FailureReport("Notice", text, None, None))
        self._said.show(text, Weight.WARNING)
        self._shell.view.announce(text)

    def _show_end(self, ended: Ended) -> None:
        self.console.finish()
        self.mission.show_end(self.bridge.picture, ended)
        if ended.kind == "failed":
            return
        seconds = ticks_to_seconds(ended.tick)
        words = {
            "goal": self.tr("Goal reached after {seconds:.2f} s."),
            "time": self.tr("The time is up after {seconds:.2f} s."),
            "stopped": self.tr("Stopped after {seconds:.2f} s."),
            "finished": self.tr("The controllers ended after {seconds:.2f} s."),
        }[ended.kind]
        text = words.format(seconds=seconds)
        if self._has_failed or self._shell.messages.is_asking or ended.kind == "stopped":
            self._shell.status.showMessage(text, 10_000)
        else:
            self._said.show(text, Weight.NOTE)
        self._shell.view.announce(text)

    def _show_change(self, path: Path) -> None:
        text = self.tr("{file} has changed: the next run uses it.").format(file=path.name)
        self.controllers.show_hint(text)
        is_idle = self.bridge.state is RunState.IDLE
        if is_idle:
            self._shell.tell(text, Weight.NOTE)
        else:
            self._said.show(text, Weight.NOTE, ((self.tr("Restart"), self.start),))

    def _show_problem(self, found: FoundFile) -> None:
        answers = self._line_answer(str(found.path), found.problem_line)
        self._said.show(found.problem or "", Weight.WARNING, answers)

    def _line_answer(self, file: str | None, line: int | None) -> tuple[Answer, ...]:
        """Return the button that opens a line, when the line is known."""
        if file is None or line is None:
            return ()
        words = self.tr("Open line {line}").format(line=line)
        return ((words, partial(self.open_editor, Path(file), line)),)

    def _follow_new(self, path: Path) -> None:
        self.load_controller(path)
        self.open_editor(path)

    def _drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        if self.bridge.is_lively:
            self.bridge.drag(object_id, x_mm, y_mm)
        elif self._shell.document.mode is Mode.RUN:
            self._shell.tell(self.tr("The run is over. Reset it to edit the maze."), Weight.NOTE)

    def _publish(self, run: LiveRun) -> None:
        request = run.request
        self._shell.watched.begin(
            Subject(
                request.world,
                seed=request.seed,
                is_ideal=request.is_ideal,
                is_real=isinstance(run, RealLiveRun),
                can_pause=run.can_pause,
            )
        )

    def _choose_rays(self) -> None:
        self.bridge.watch_rays(self._shell.attention.rays_robot)

    def _folder(self) -> Path:
        """Return the folder in which a dialog begins: that of the newest controller."""
        path = self._shell.document.path
        if path is not None and not self.book.recent.paths():
            return path.parent
        return self.book.recent.folder()
