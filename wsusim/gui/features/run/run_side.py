"""The feature that runs controllers: bridge, run bar and the panels that show a run."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt

from wsusim.control.report import FailureReport
from wsusim.errors import BadInput
from wsusim.gui.document import Mode
from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.features.run.console_panel import ConsolePanel
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.drive_panel import DrivePanel
from wsusim.gui.features.run.errors_panel import NOTICE, ErrorsPanel
from wsusim.gui.features.run.mission_panel import MissionPanel
from wsusim.gui.features.run.program_keys import ProgramKeys
from wsusim.gui.features.run.run_bar import RunBar
from wsusim.gui.features.run.run_messages import RunMessages
from wsusim.gui.features.run.sensor_panel import SensorPanel
from wsusim.gui.features.run.warming import Warming
from wsusim.gui.shell.inspector import Topic
from wsusim.gui.shell.message_bar import ABOUT_RUN, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Failure, Subject
from wsusim.runs.actions import Action, Drag, SetSpeed
from wsusim.runs.events import Ended
from wsusim.runs.request import RunRequest, in_order
from wsusim.runs.run import Run


class RunSide(Side):
    """Everything about running."""

    def __init__(self, shell: Shell, controllers: Controllers) -> None:
        super().__init__(shell)
        self.controllers = controllers
        self.bridge = RunBridge(shell.document, shell.scene, shell.watched, self)
        self.warming = Warming(shell)
        self.bar = RunBar(shell, self.bridge, self.start, self.restart)
        self.sensors = SensorPanel(shell)
        self.mission = MissionPanel(shell.document)
        self.console = ConsolePanel()
        self.errors = ErrorsPanel()
        self.drive = DrivePanel(shell, self.bridge)
        ProgramKeys(shell, self.bridge)
        self._add_panels()
        self._connect()
        RunMessages(shell, self.bridge, controllers)
        speed, seed = self.bar.speed, controllers.panel.seed
        shell.session.add("speed", lambda: speed.speed, lambda kept: speed.choose(float(kept)))
        shell.session.add("seed", seed.value, lambda kept: seed.show_value(float(kept)))

    def start(self, is_paused: bool = False) -> None:
        """Begin a run with the controllers of the panel; say so when there are none."""
        if not self._shell.setup.is_ready:
            return
        controllers = self._assigned()
        if controllers:
            self._begin(self._new_request(controllers), is_paused=is_paused)
        elif not self._shell.document.world.robots:
            self._shell.tell(
                self.tr("There is no robot in this maze. Drag one in from the palette."),
                Weight.WARNING,
                about=ABOUT_RUN,
            )
        else:
            self._shell.tell(
                self.tr("No robot has a controller yet."),
                Weight.NOTE,
                (
                    *self._shell.setup.first_answers(),
                    (self.tr("Load a controller..."), self.controllers.ask_load),
                    (self.tr("Drive by hand"), self.start_by_hand),
                ),
                about=ABOUT_RUN,
            )

    def restart(self) -> None:
        """Begin again; a run that went on from a moment of a recording begins there again."""
        run = self.bridge.run
        if run is None or run.request.begin_at is None:
            self.start()
        elif self._shell.setup.is_ready:
            self._begin(replace(run.request, record=None))

    def start_by_hand(self) -> None:
        """Begin a run in which only the person drives, in real time."""
        self.bar.speed.choose(1.0)
        self._begin(self._new_request({}))
        self._shell.panels.bring("drive")
        self._shell.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """End runs and threads."""
        self.controllers.book.close()
        self.bridge.close()

    # Beginning

    def _chosen(self) -> tuple[str, ...]:
        return in_order(self._assigned())

    def _assigned(self) -> dict[int, str]:
        """Return the controllers by the number of their robot."""
        self.controllers.book.look_again()
        return {number: choice.spec for number, choice in self.controllers.book.assigned()}

    def _new_request(self, controllers: dict[int, str]) -> RunRequest:
        return RunRequest(
            in_order(controllers),
            self._shell.document.world,
            seed=round(self.controllers.panel.seed.value()),
            real_robot=self._shell.setup.robot,
        )

    def _begin(self, request: RunRequest, *, is_paused: bool = False) -> None:
        try:
            request = self._shell.setup.prepared(request)
        except BadInput as error:
            self._shell.tell(str(error), Weight.WARNING, about=ABOUT_RUN)
            return

        self.warming.then(lambda: self.bridge.begin(request, is_paused=is_paused))

    def _begin_made(self, run: Run) -> None:
        """Begin a prepared run; changes of its files are no news then."""
        self.controllers.book.look_again()
        self.bridge.begin_made(run)

    def _begin_wanted(self, request: RunRequest) -> None:
        """Begin a run for another feature, with the controllers of the panel."""
        if not self._shell.setup.is_ready:
            return
        if not request.controllers:
            robots = len(request.world.robots)
            assigned = {k: spec for k, spec in self._assigned().items() if k < robots}
            request = replace(request, controllers=in_order(assigned))
        if request.controllers:
            self._begin(request)
        else:
            self._shell.tell(
                self.tr("No robot has a controller that can continue from here."),
                Weight.NOTE,
                ((self.tr("Load a controller..."), self.controllers.ask_load),),
                about=ABOUT_RUN,
            )

    # Putting it together

    def _add_panels(self) -> None:
        frame, panels = self._shell.frame, self._shell.panels
        right = Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        frame.setCorner(Qt.Corner.BottomRightCorner, right)
        frame.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        panels.add("sensors", self.tr("Sensors"), self.sensors, right)
        self._shell.inspector.add_page(Topic.RUN, self.mission, lambda: self.tr("Run"))
        panels.add("console", self.tr("Console"), self.console, bottom)
        panels.add("errors", self.tr("Errors"), self.errors, bottom, beside="console")
        panels.add("drive", self.tr("Drive by hand"), self.drive, bottom, beside="errors")
        make = self._shell.action_set.make
        make("drive by hand", self.tr("&Drive by hand"), self.start_by_hand, keys="Ctrl+Shift+D")

    def _connect(self) -> None:
        shell, bridge, watched = self._shell, self.bridge, self._shell.watched
        shell.closing.connect(self.close)
        shell.theme_changed.connect(lambda _theme: self.errors.paint())
        shell.view.object_drag_requested.connect(self._drag)
        shell.setup.wanted.connect(self._begin_wanted)
        shell.setup.controllers = self._chosen
        shell.attention.rays_changed.connect(self._choose_rays)
        self._choose_rays()
        watched.reset_wanted.connect(bridge.reset)
        watched.run_made.connect(self._begin_made)
        watched.action_wanted.connect(self._do)
        watched.begun.connect(self._follow_begin)
        watched.sampled.connect(self.sensors.show_picture)
        watched.sampled.connect(self.mission.show_picture)
        watched.cleared.connect(self._follow_clear)
        watched.printed.connect(self.console.add)
        watched.rewound.connect(self.console.clear)
        watched.failed.connect(self.errors.add)
        shell.document.loaded.connect(self.errors.forget)
        bridge.noticed.connect(self._keep_remark)
        watched.ended.connect(self._follow_end)
        self.console.told.connect(shell.tell)
        self.errors.line_clicked.connect(self.controllers.open)
        self.errors.moment_clicked.connect(watched.moment_wanted)
        self.drive.start.clicked.connect(self.start_by_hand)

    def _follow_begin(self, subject: Subject) -> None:
        self.console.clear()
        self.console.set_robots(len(subject.world.robots))
        self.errors.show_subject(subject)
        self.mission.clear()
        self.controllers.panel.show_hint("")
        self.sensors.show_picture(None)

    def _follow_clear(self) -> None:
        self.errors.show_subject(None)
        self.mission.clear()
        self.sensors.show_picture(None)

    def _keep_remark(self, text: str) -> None:
        """Keep what was said about the run (a full disk): it matters when the run is over, too."""
        self.errors.add(Failure(None, FailureReport(NOTICE, text, None, None)))

    def _follow_end(self, ended: Ended) -> None:
        self.console.finish()
        self.mission.show_end(self._shell.watched.picture, ended)

    def _drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        if self._shell.watched.is_lively:
            self.bridge.do(Drag(object_id, x_mm, y_mm))
        elif self._shell.document.mode is Mode.RUN:
            self._shell.tell(self.tr("The run is over. Reset it to edit the maze."))

    def _do(self, action: Action) -> None:
        """Do what a remote viewer asks for."""
        if isinstance(action, SetSpeed):
            self.bar.speed.choose(action.speed)
        else:
            self.bridge.do(action)

    def _choose_rays(self) -> None:
        self.bridge.watch_rays(self._shell.attention.rays_robot)
