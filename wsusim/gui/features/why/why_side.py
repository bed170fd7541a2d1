"""Connects the panel "Why this reading?" with runs, recordings, arena and sensor panel."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QDockWidget

from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.why.answers import Answer, Answerer, Question
from wsusim.gui.features.why.mark_item import MarkItem
from wsusim.gui.features.why.why_panel import WhyPanel
from wsusim.gui.shell.document import Mode
from wsusim.gui.widgets.newest_first import NewestFirst
from wsusim.gui.widgets.theme import Theme
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart
from wsusim.robots import robot_kind
from wsusim.robots.khepera1 import KHEPERA_1
from wsusim.runs.live_events import Picture
from wsusim.runs.sources.real_live import RealLiveRun

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

REFRESH_MS = 200
"""While time goes on, the answer is worked out anew so often."""

ROBOT_SLACK_PX = 6.0
HEIGHT_PX = 280
"""The panel is made so high when it opens, if there is less."""

Spot = tuple[int, int]
"""Number of a robot and of one of its sensors."""


class WhySide(QObject):
    """Make it once, after run and replay side, before ``window.restore_layout``."""

    def __init__(self, window: MainWindow, run_side: RunSide, replay: ReplaySide) -> None:
        super().__init__(window)
        self._window = window
        self._run_side = run_side
        self._replay = replay
        self._picture: Picture | None = None
        self._answerer = Answerer()
        self._is_out_of_date = False
        self._aimed: Spot | None = None
        self.is_open = False
        """Whether the panel can be seen; else nothing is worked out."""
        self.worker = NewestFirst("wsusim-why", self)
        self.panel = WhyPanel(window.document, window.attention, window.theme, KHEPERA_1)
        self.mark = MarkItem(window.theme)
        self.mark.setVisible(False)
        window.scene.addItem(self.mark)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REFRESH_MS)
        area = Qt.DockWidgetArea.BottomDockWidgetArea
        title = self.tr("Why this reading?")
        self.dock = window.panels.add("why", title, self.panel, area, is_open=False)
        window.tabifyDockWidget(window.panels["drive"], self.dock)
        self.dock.hide()
        self._make_actions()
        self._connect()

    def ask(self, robot: int, sensor: int, *, is_light: bool) -> None:
        """Open the panel and explain this reading."""
        self._window.attention.choose(robot)
        self.panel.choose(sensor, is_light=is_light)
        self.panel.table.clearSelection()
        self.dock.show()
        self.dock.raise_()
        if self.dock.height() < HEIGHT_PX and not self.dock.isFloating():
            self._window.resizeDocks([self.dock], [HEIGHT_PX], Qt.Orientation.Vertical)
        self._ask_now()

    def close(self) -> None:
        """End the thread; the window is going away."""
        self._timer.stop()
        self.worker.close()

    # Inside

    def _make_actions(self) -> None:
        make = self._window.action_set.make
        make("why reading", self.tr("&Why this reading?"), self._ask_again, keys=("Ctrl+Shift+Y",))
        make("why here", self.tr("&Why does this sensor read that?"), self._ask_aimed)

    def _connect(self) -> None:
        window, side = self._window, self._run_side
        bridge, view = side.bridge, window.view
        bridge.pictured.connect(self._follow_picture)
        bridge.sampled.connect(self._follow_picture)
        bridge.begun.connect(lambda _run: self._forget())
        bridge.cleared.connect(self._forget)
        bridge.state_changed.connect(lambda _state: self._ask_soon())
        window.attention.robot_changed.connect(lambda _number: self._ask_now())
        window.attention.why_wanted.connect(
            lambda sensor, is_light: self.ask(window.attention.robot, sensor, is_light=is_light)
        )
        self.panel.asked.connect(self._ask_now)
        self.panel.row_chosen.connect(lambda _row: self._show_mark())
        self.worker.done.connect(self._show)
        self.worker.failed.connect(
            lambda error: self.panel.show_message(
                self.tr("wsusim itself failed: {error}. The terminal says more.").format(
                    error=repr(error)
                )
            )
        )
        self._timer.timeout.connect(self._follow_timer)
        self.dock.visibilityChanged.connect(self._follow_visibility)
        self.dock.topLevelChanged.connect(self._follow_visibility)
        window.theme_changed.connect(self._set_theme)
        view.zoom_changed.connect(self.mark.set_mm_per_px)
        self.mark.set_mm_per_px(view.mm_per_px)
        window.context_menu_opening.connect(self._aim)
        view.double_clicked.connect(self._follow_double_click)
        window.closing.connect(self.close)

    def _follow_picture(self, picture: Picture) -> None:
        """Ask anew when something has changed; a run that is paused goes on to send pictures."""
        before, self._picture = self._picture, picture
        if before is not picture and (before is None or before.snapshot != picture.snapshot):
            self._ask_soon()

    def _follow_timer(self) -> None:
        if self._is_out_of_date:
            self._ask_now()

    def _follow_visibility(self, is_visible: bool) -> None:
        """Begin or end to explain; a panel under another tab is not visible."""
        self.is_open = is_visible or _is_beside(self.dock)
        self._ask_now()

    def _forget(self) -> None:
        """There is another run, or none."""
        self._picture = None
        self.worker.forget()
        self.panel.show_message("")
        self._ask_now()

    def _ask_soon(self) -> None:
        """Ask now, or when the last question is old enough."""
        if self._timer.isActive():
            self._is_out_of_date = True
        else:
            self._ask_now()

    def _ask_now(self) -> None:
        self._is_out_of_date = False
        if not self.is_open:
            self.worker.forget()
            self._show_mark()
            self._side_marks_sensor(None)
            return
        self._timer.start()
        question = self._question()
        self._side_marks_sensor(self.panel.sensor.currentIndex())
        if isinstance(question, str):
            self.worker.forget()
            self.panel.show_message(question)
            self._show_mark()
            return
        before = self.panel.answer
        if before is None or not _is_alike(before.question, question):
            self.panel.show_message(self.tr("Working it out…"))
            self._show_mark()
        answerer = self._answerer
        self.worker.ask(lambda: answerer.answer(question))

    def _question(self) -> Question | str:
        """Return what is to be explained, or why that can't be."""
        robot, sensor = self._window.attention.robot, self.panel.sensor.currentIndex()
        film, run, picture = self._replay.film, self._run_side.bridge.run, self._picture
        mode = self._window.document.mode
        if mode is Mode.EDIT or (film is None and run is None):
            return self.tr(
                "There is no reading yet: sensors read while time goes on. Run a controller (F5), "
                "do one single step (F10), or drive by hand; then ask again."
            )
        if mode is Mode.REPLAY:
            is_real = film is not None and film.header.real_robot is not None
        else:
            is_real = isinstance(run, RealLiveRun)
        if is_real:
            return self.tr(
                "This is a real robot: wsusim has its readings, but nobody knows what its sensors "
                "saw. Simulate the same run to see what the model says."
            )
        if picture is None:
            return self.tr("Waiting for the first reading…")
        if robot >= len(picture.snapshot.robots):
            return self.tr("There is no robot in this maze.")
        if mode is Mode.REPLAY:
            assert film is not None
            header = film.header
            world, seed, is_ideal = header.world, header.seed, header.is_ideal
        else:
            assert run is not None
            request = run.request
            world, seed, is_ideal = request.world, request.seed, request.is_ideal
        state = picture.snapshot.robots[robot]
        readings = state.ambient if self.panel.is_light else state.proximity
        return Question(
            world=world,
            moment=picture.sensed or picture.snapshot,
            seed=seed,
            is_ideal=is_ideal,
            robot=robot,
            sensor=sensor,
            is_light=self.panel.is_light,
            reading=readings[sensor],
        )

    def _show(self, answer: Answer) -> None:
        question = self._question()
        if not self.is_open or isinstance(question, str):
            return
        if not _is_alike(answer.question, question):
            return
        assert self._picture is not None
        self.panel.show_answer(answer, self._picture.snapshot.tick)
        self._show_mark()

    def _show_mark(self) -> None:
        answer = self.panel.answer if self.is_open else None
        self.mark.show_answer(answer, self.panel.chosen_row)

    def _side_marks_sensor(self, sensor: int | None) -> None:
        self._window.attention.explained_changed.emit(sensor)

    def _set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.mark.set_theme(theme)

    def _ask_again(self) -> None:
        """Explain the sensor that was asked for last, of the robot that the panels show."""
        sensor = self.panel.sensor.currentIndex()
        self.ask(self._window.attention.robot, sensor, is_light=self.panel.is_light)
        self.panel.sensor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask_aimed(self) -> None:
        if self._aimed is not None:
            self.ask(*self._aimed, is_light=self.panel.is_light)

    def _aim(self, x_mm: float, y_mm: float) -> None:
        """Remember the sensor under the pointer, for the menu that opens there."""
        self._aimed = self._sensor_at(x_mm, y_mm)
        self._window.action_set["why here"].setVisible(self._aimed is not None)

    def _follow_double_click(self, x_mm: float, y_mm: float) -> None:
        spot = self._sensor_at(x_mm, y_mm)
        if spot is not None and self._window.document.mode is not Mode.EDIT:
            self.ask(*spot, is_light=self.panel.is_light)

    def _sensor_at(self, x_mm: float, y_mm: float) -> Spot | None:
        """Return the sensor that is nearest, of the robot at a place."""
        window = self._window
        thing = window.scene.movable_at((x_mm, y_mm), ROBOT_SLACK_PX * window.view.mm_per_px)
        if not isinstance(thing, RobotStart):
            return None
        starts = window.document.shown.robots
        number = next(k for k, start in enumerate(starts) if start.id == thing.id)
        pose = thing.pose if self._picture is None else self._pose_of(number, thing.pose)
        places = [pose.place((mount.x_mm, mount.y_mm)) for mount in robot_kind(thing.kind).sensors]
        nearest = min(range(len(places)), key=lambda k: math.dist(places[k], (x_mm, y_mm)))
        return number, nearest

    def _pose_of(self, number: int, start: Pose) -> Pose:
        assert self._picture is not None
        robots = self._picture.snapshot.robots
        return robots[number].pose if number < len(robots) else start


def _is_beside(dock: QDockWidget) -> bool:
    """Tell whether a dock stands beside the window; Qt calls one that was under a tab invisible."""
    return dock.isFloating() and dock.isVisible()


def _is_alike(one: Question, other: Question) -> bool:
    """Tell whether two questions differ in their moment only."""
    return one.world is other.world and (one.robot, one.sensor, one.is_light) == (
        other.robot,
        other.sensor,
        other.is_light,
    )
