"""The mission panel: the task, and how far the run has come."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFormLayout, QLabel

from wsusim.gui.document import Document
from wsusim.gui.widgets.layouts import ScrollPanel, held, named, push_button, words
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.units import TICK_S, ticks_to_seconds
from wsusim.model.world import World
from wsusim.runs.events import Ended
from wsusim.runs.pictures import Picture


class MissionPanel(ScrollPanel):
    """A form of words and numbers."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._trace = ""
        self._form = QFormLayout()
        self._form.setContentsMargins(10, 8, 10, 8)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.goal = self._row(self.tr("Task"))
        self.state = self._row(self.tr("State"))
        self.time = self._row(self.tr("Time"))
        self.caps = self._row(self.tr("Caps in the goal"))
        self.robots = self._row(self.tr("Robots at the goal"))
        self.contacts = self._row(self.tr("Contacts"))
        self.way = self._row(self.tr("Distance driven"))
        self.repeatable = self._row(self.tr("Repeatable"))
        tip = self.tr("To compare runs: two equal runs have the same fingerprint (trace)")
        text = self.tr("Copy the fingerprint")
        self.copy_trace = push_button(text, self._copy_trace, tip)
        self._form.addRow("", self.copy_trace)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.hold(held(self._form))
        document.world_changed.connect(self._follow_world)
        document.mode_changed.connect(lambda _mode: self.clear())
        self.clear()

    def clear(self) -> None:
        """Show the mission of the maze, before any run."""
        self.goal.setText(self._goal_text())
        world = self._document.shown
        self._form.setRowVisible(self.caps, bool(world.caps))
        self._form.setRowVisible(self.robots, world.mission.kind == "reach_goal")
        self.state.setText(self.tr("not started"))
        self._show_time(0.0)
        for label in (self.caps, self.robots, self.contacts, self.way):
            label.setText("–")
        self._show_trace("")

    def _follow_world(self, old: World, new: World) -> None:
        """Show another mission; a maze that is saved under another name keeps its run."""
        if replace(old, name=new.name) != new:
            self.clear()

    def show_picture(self, picture: Picture) -> None:
        """Show the state of the mission."""
        mission = picture.snapshot.mission
        self._show_time(ticks_to_seconds(picture.snapshot.tick))
        if mission.achieved and mission.goal_time_s is not None:
            text = self.tr("done after {seconds:.2f} s").format(seconds=mission.goal_time_s)
            self.state.setText(text)
        else:
            self.state.setText(self.tr("under way"))
        world = self._document.shown
        wanted = world.mission.caps_to_deliver or len(world.caps)
        is_delivery = world.mission.kind == "deliver_caps"
        of_all = self.tr("{count} of {wanted}").format(count=mission.caps_delivered, wanted=wanted)
        self.caps.setText(of_all if is_delivery else str(mission.caps_delivered))
        numbers = {robot.id: number for number, robot in enumerate(picture.snapshot.robots)}
        names = [robot_name(numbers[ident]) for ident in mission.robots_in_goal]
        self.robots.setText(", ".join(names) or self.tr("none"))
        count = sum(statistics.contacts for statistics in picture.statistics)
        seconds = sum(statistics.contact_ticks for statistics in picture.statistics) * TICK_S
        self.contacts.setText(
            self.tr("{count} ({seconds:.2f} s)").format(count=count, seconds=seconds)
        )
        way_m = sum(statistics.distance_mm for statistics in picture.statistics) / 1000.0
        self.way.setText(self.tr("{metres:.2f} m").format(metres=way_m))

    def show_end(self, picture: Picture | None, ended: Ended) -> None:
        """Show how the run ended, and its fingerprint."""
        if picture is not None:
            self.show_picture(picture)
        ending = {
            "goal": self.tr("done"),
            "time": self.tr("the time is up"),
            "stopped": self.tr("stopped"),
            "finished": self.tr("all controllers have ended"),
            "failed": self.tr("could not start"),
        }
        if ended.kind != "goal":
            self.state.setText(ending[ended.kind])
        self._show_trace(ended.trace_sha256, is_reproducible=ended.is_reproducible)

    def _row(self, name: str) -> QLabel:
        label = named(words(), name)
        keyboard = Qt.TextInteractionFlag.TextSelectableByKeyboard
        label.setTextInteractionFlags(label.textInteractionFlags() | keyboard)
        self._form.addRow(name, label)
        return label

    def _goal_text(self) -> str:
        mission = self._document.shown.mission
        return {
            "free": self.tr("none: drive freely"),
            "reach_goal": self.tr("reach the goal"),
            "deliver_caps": self.tr("bring the caps into the goal"),
            "soccer": self.tr("soccer: get the ball into the other team's goal"),
        }[mission.kind]

    def _show_time(self, seconds: float) -> None:
        limit_s = self._document.shown.mission.time_limit_s
        text = self.tr("{seconds:.2f} of {limit:g} s")
        if limit_s is None:
            text = self.tr("{seconds:.2f} s")
        self.time.setText(text.format(seconds=seconds, limit=limit_s))

    def _show_trace(self, trace: str, *, is_reproducible: bool = True) -> None:
        self._trace = trace
        self.copy_trace.setEnabled(bool(trace))
        text = self.tr("no: something was moved by hand, or a controller took too long")
        if is_reproducible:
            text = self.tr("yes (same seed)")
        self.repeatable.setText(text if trace else "–")

    def _copy_trace(self) -> None:
        QGuiApplication.clipboard().setText(self._trace)
