"""Connects the panel "Why this reading?" with what is shown, the arena and the sensor panel."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, QTimer

from wsusim.analysis.answers import Answer, Answerer, Question
from wsusim.gui.document import Mode
from wsusim.gui.features.why.mark_item import MarkItem
from wsusim.gui.features.why.why_panel import WhyPanel
from wsusim.gui.shell.attention import RobotBox
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.phrases import mistake
from wsusim.gui.widgets.worker import Worker
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import RobotStart
from wsusim.robots import robot_kind

REFRESH_MS = 200
"""How often the answer is worked out while time goes on."""

ROBOT_SLACK_PX = 6.0
Spot = tuple[int, int]
"""Number of a robot and of one of its sensors."""


class WhySide(Side):
    """Explains the readings of what is shown."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._answerer = Answerer()
        self._asked: Snapshot | None = None
        self._is_out_of_date = False
        self._aimed: Spot | None = None
        self.worker = Worker(self, newest_only=True)
        self.panel = WhyPanel(RobotBox(shell.attention, shell.document))
        self.mark = MarkItem()
        self.mark.setVisible(False)
        shell.scene.addItem(self.mark)
        self._timer = QTimer(self, singleShot=True, interval=REFRESH_MS)
        area = Qt.DockWidgetArea.BottomDockWidgetArea
        title = self.tr("Why this reading?")
        self.dock = shell.panels.add("why", title, self.panel, area, beside="drive", is_open=False)
        self._make_actions()
        self._connect()

    def ask(self, robot: int, sensor: int, *, is_light: bool) -> None:
        """Open the panel and explain this reading."""
        self._shell.attention.choose(robot)
        self._show_kind()
        self.panel.choose(sensor, is_light=is_light)
        self.panel.table.clearSelection()
        self._shell.panels.bring("why")
        self._ask_now()

    def close(self) -> None:
        """End the thread; the window is going away."""
        self._timer.stop()
        self.worker.close()

    # Inside

    def _make_actions(self) -> None:
        make = self._shell.action_set.make
        make("why reading", self.tr("&Why this reading?"), self._ask_again, keys="Ctrl+Shift+Y")
        make("why here", self.tr("&Why does this sensor read this?"), self._ask_aimed)

    def _connect(self) -> None:
        shell, watched, attention = self._shell, self._shell.watched, self._shell.attention
        watched.pictured.connect(lambda _picture: self._follow_picture())
        watched.begun.connect(lambda _subject: self._forget())
        watched.cleared.connect(self._forget)
        watched.state_changed.connect(lambda _state: self._ask_soon())
        attention.robot_changed.connect(lambda _number: self._ask_now())
        attention.why_wanted.connect(
            lambda sensor, is_light: self.ask(attention.robot, sensor, is_light=is_light)
        )
        self.panel.asked.connect(self._ask_now)
        self.panel.table.row_chosen.connect(self._show_mark)
        self._timer.timeout.connect(self._follow_timer)
        self.dock.seen_changed.connect(lambda _seen: self._ask_now())
        shell.theme_changed.connect(lambda _theme: self.panel.repaint_answer())
        shell.context_menu_opening.connect(self._aim)
        shell.view.double_clicked.connect(self._follow_double_click)
        shell.closing.connect(self.close)

    def _follow_picture(self) -> None:
        """Ask again when something has changed; a paused run continues to send pictures."""
        picture = self._shell.watched.picture
        if picture is not None and picture.snapshot != self._asked:
            self._ask_soon()

    def _follow_timer(self) -> None:
        if self._is_out_of_date:
            self._ask_now()

    def _forget(self) -> None:
        """Forget the answer, since something else is shown."""
        self._asked = None
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
        attention = self._shell.attention
        if not self.dock.is_seen:
            self.worker.forget()
            self._show_mark()
            attention.explained_changed.emit(None)
            return
        self._timer.start()
        question = self._question()
        attention.explained_changed.emit(self.panel.sensor.currentIndex())
        if isinstance(question, str):
            self.worker.forget()
            self.panel.show_message(question)
            self._show_mark()
            return
        picture = self._shell.watched.picture
        self._asked = None if picture is None else picture.snapshot
        before = self.panel.answer
        if before is None or not before.question.is_alike(question):
            self.panel.show_message(self.tr("Working it out…"))
            self._show_mark()
        answerer, panel = self._answerer, self.panel
        self.worker.ask(
            lambda _report: answerer.answer(question),
            self._show,
            lambda error: panel.show_message(mistake(error)),
        )

    def _show_kind(self) -> None:
        """Offer the sensors of the robot that is asked."""
        robots, number = self._shell.document.shown.robots, self._shell.attention.robot
        if number < len(robots):
            self.panel.show_kind(robot_kind(robots[number].kind))

    def _question(self) -> Question | str:
        """Return what to explain, or why that is impossible."""
        self._show_kind()
        robot, sensor = self._shell.attention.robot, self.panel.sensor.currentIndex()
        subject, picture = self._shell.watched.subject, self._shell.watched.picture
        if subject is None:
            return self.tr(
                "There is no reading yet: sensors only read while a run is going. Run a "
                "controller (F5), take a single step (F10) or drive by hand, then ask again."
            )
        if subject.is_real:
            return self.tr(
                "This is a real robot: wsusim has its readings but can't know what its sensors "
                "saw. Simulate the same run to see what the model says."
            )
        if picture is None:
            return self.tr("Waiting for the first reading…")
        if robot >= len(picture.snapshot.robots):
            return self.tr("There is no robot in this maze.")
        state = picture.snapshot.robots[robot]
        readings = state.ambient if self.panel.is_light else state.proximity
        return Question(
            world=subject.world,
            moment=picture.sensed or picture.snapshot,
            seed=subject.seed,
            is_ideal=subject.is_ideal,
            robot=robot,
            sensor=sensor,
            is_light=self.panel.is_light,
            reading=readings[sensor],
        )

    def _show(self, answer: Answer) -> None:
        question, picture = self._question(), self._shell.watched.picture
        if not self.dock.is_seen or isinstance(question, str) or picture is None:
            return
        if answer.question.is_alike(question):
            self.panel.show_answer(answer, picture.snapshot.tick)
            self._show_mark()

    def _show_mark(self) -> None:
        answer = self.panel.answer if self.dock.is_seen else None
        self.mark.show_answer(answer, self.panel.chosen_row)

    def _ask_again(self) -> None:
        """Explain the sensor that was asked for last, of the robot that the panels show."""
        sensor = self.panel.sensor.currentIndex()
        self.ask(self._shell.attention.robot, sensor, is_light=self.panel.is_light)
        self.panel.sensor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _ask_aimed(self) -> None:
        if self._aimed is not None:
            self.ask(*self._aimed, is_light=self.panel.is_light)

    def _aim(self, x_mm: float, y_mm: float) -> None:
        """Remember the sensor under the pointer, for the menu that opens there."""
        self._aimed = self._sensor_at(x_mm, y_mm)
        self._shell.action_set["why here"].setVisible(self._aimed is not None)

    def _follow_double_click(self, x_mm: float, y_mm: float) -> None:
        spot = self._sensor_at(x_mm, y_mm)
        if spot is not None and self._shell.document.mode is not Mode.EDIT:
            self.ask(*spot, is_light=self.panel.is_light)

    def _sensor_at(self, x_mm: float, y_mm: float) -> Spot | None:
        """Return the sensor that is nearest, of the robot at a place."""
        shell, picture = self._shell, self._shell.watched.picture
        thing = shell.scene.movable_at((x_mm, y_mm), ROBOT_SLACK_PX * shell.view.mm_per_px)
        if not isinstance(thing, RobotStart):
            return None
        starts = shell.document.shown.robots
        number = next(k for k, start in enumerate(starts) if start.id == thing.id)
        robots = () if picture is None else picture.snapshot.robots
        pose = robots[number].pose if number < len(robots) else thing.pose
        places = [pose.place((mount.x_mm, mount.y_mm)) for mount in robot_kind(thing.kind).sensors]
        nearest = min(range(len(places)), key=lambda k: math.dist(places[k], (x_mm, y_mm)))
        return number, nearest
