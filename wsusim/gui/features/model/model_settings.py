"""The model settings in use: what the tables show and change, with undo."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from wsusim.editor.robot_model import presets
from wsusim.editor.robot_model.choice import Choice, Source
from wsusim.editor.robot_model.profile_parameters import Parameter
from wsusim.formats.profile import ProfileEntry
from wsusim.gui.document import Document
from wsusim.gui.widgets.undo_step import Step
from wsusim.model.world import RobotStart, World
from wsusim.robots import ROBOT_KINDS

UNDO_MAX = 500


class ModelSettings(QObject):
    """The one place that knows which model runs use; it has no widgets."""

    changed = Signal()
    """The choice, a number, or the robots it is about."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        first = presets.realistic(next(iter(ROBOT_KINDS)))
        self._choice = Choice(Source.MAZE, first)
        self._before_ideal = Source.MAZE
        self._session_began_with = first
        self._saved: dict[Path | None, ProfileEntry] = {None: first}
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_MAX)
        document.loaded.connect(self.changed)
        document.world_changed.connect(self._follow_world)

    # What is

    @property
    def choice(self) -> Choice:
        """What runs use; a robot that is not in the maze means all."""
        ids = [robot.id for robot in self._document.world.robots]
        chosen = self._choice
        return chosen if chosen.robot_id in ids else replace(chosen, robot_id=None)

    @property
    def own(self) -> ProfileEntry:
        """The person's own settings, whether in use or not."""
        return self._choice.profile

    @property
    def own_title(self) -> str:
        """Name of the person's own settings for people."""
        return self.tr("My settings") if self._choice.path is None else self.own.name

    def short_title(self, letters: int) -> str:
        """Return that name cut to so many letters, with a star when it is not saved."""
        name = self.own_title
        short = name if len(name) <= letters else f"{name[:letters]}…"
        return f"{short}*" if self.is_own_modified else short

    @property
    def is_own_modified(self) -> bool:
        """Whether the own settings are not as in their file."""
        return self._choice.profile != self._saved.get(self._choice.path)

    @property
    def robots(self) -> tuple[RobotStart, ...]:
        """The maze's robots to which the settings apply."""
        one = self.choice.robot_id
        return tuple(r for r in self._document.world.robots if one in (None, r.id))

    @property
    def shown(self) -> ProfileEntry:
        """The figures that runs use; where the maze decides, those of the first chosen robot."""
        if self._choice.source is Source.OWN:
            return self._choice.profile
        robot = next(iter(self.robots), None)
        kind = self._choice.profile.kind if robot is None else robot.kind
        if self._choice.source is Source.IDEAL:
            return presets.ideal(kind)
        if self._choice.source is Source.MAZE and robot is not None:
            return presets.of_robot(robot)
        return presets.realistic(kind)

    # Edits

    def use(self, source: Source) -> None:
        """Make runs use the figures of this source."""
        self._change(replace(self._choice, source=source), self.tr("choice of the model"))

    def set_ideal(self, on: bool) -> None:
        """Use the ideal robot for all robots, or return to what was in use before."""
        if on:
            chosen = replace(self._choice, source=Source.IDEAL, robot_id=None)
            self._change(chosen, self.tr("choice of the model"))
        elif self._choice.source is Source.IDEAL:
            self.use(self._before_ideal)

    def choose_robot(self, robot_id: int | None) -> None:
        """Apply the model to one robot, or to all (``None``)."""
        self._change(replace(self._choice, robot_id=robot_id), self.tr("choice of robots"))

    def set_kind(self, kind: str) -> None:
        """Make the settings those of another kind of robot."""
        self._change_own(presets.for_kind(self.shown, kind), self.tr("kind of robot"))

    def set_sensor_model(self, sensor_model: int) -> None:
        """Make the proximity sensors follow another law."""
        changed = presets.for_sensor_model(self.shown, sensor_model)
        self._change_own(changed, self.tr("choice of the sensor model"))

    def put(self, parameters: tuple[Parameter, ...], value: float, session: int) -> None:
        """Bring a number, or the mean of several, to a value; steps of a session are one edit.

        Several keep their ratios as far as possible. They start from their values at the session's
        beginning, so that the way back restores all.
        """
        key = (parameters, session)
        last = self.undo_stack.command(self.undo_stack.index() - 1)
        if not isinstance(last, Step) or last.key != key:
            self._session_began_with = self.shown
        first = self._session_began_with
        before = mean_of(first, parameters)
        changed = self.shown
        for parameter in parameters:
            is_scaled = before > 0.0 and len(parameters) > 1
            own = parameter.of(first) * value / before if is_scaled else value
            changed = parameter.put(changed, own)
        text = self.tr("change of all sensors")
        if len(parameters) == 1:
            text = self.tr("change of a number")
        self._change_own(changed, text, key)

    def put_usual(self, parameters: tuple[Parameter, ...]) -> None:
        """Make some numbers those of a robot just as its kind."""
        changed = self.shown
        for parameter in parameters:
            changed = parameter.put(
                changed, presets.usual(parameter, changed.kind, changed.sensor_model)
            )
        self._change_own(changed, self.tr("return to the usual value"))

    def revert(self) -> None:
        """Return to the settings as they are in their file."""
        saved = self._saved.get(self._choice.path)
        if saved is not None:
            self._change_own(saved, self.tr("return to what was saved"), path=self._choice.path)

    # Files

    def take(self, profile: ProfileEntry, path: Path) -> None:
        """Use the profile of a file."""
        profile = self._saved[path] = presets.plain(profile)
        chosen = replace(self._choice, source=Source.OWN, profile=profile, path=path)
        self._change(chosen, self.tr("opening of a profile"))

    def lay_out(self, profile: ProfileEntry, path: Path | None) -> None:
        """Keep settings of the last session ready; runs do not use them yet.

        Without a file they are unsaved ones.
        """
        profile = presets.plain(profile)
        if path is not None:
            self._saved[path] = profile
        self._choice = replace(self._choice, profile=profile, path=path)
        self.changed.emit()

    def mark_saved(self, profile: ProfileEntry, path: Path) -> None:
        """Note that the own settings are in a file now."""
        self._saved[path] = profile
        chosen = replace(self._choice, source=Source.OWN, profile=profile, path=path)
        self._change(chosen, self.tr("name of the profile"))
        self.changed.emit()

    # Inside

    def _put_choice(self, choice: Choice) -> None:
        """Exchange everything: for the steps on the undo stack only."""
        if choice.source is Source.IDEAL and self._choice.source is not Source.IDEAL:
            self._before_ideal = self._choice.source
        self._choice = choice
        self.changed.emit()

    def _follow_world(self, old: World, new: World) -> None:
        if new.robots != old.robots:
            self.changed.emit()

    def _change_own(
        self,
        profile: ProfileEntry,
        text: str,
        key: Hashable = None,
        path: Path | None = None,
    ) -> None:
        """Use other settings: those of the profile in use, or new ones based on a preset."""
        if profile == self.shown:
            return
        is_own = self._choice.source is Source.OWN
        if is_own:
            path = self._choice.path
        elif path is None:
            profile = profile.model_copy(update={"name": presets.OWN_NAME})
        chosen = replace(self._choice, source=Source.OWN, profile=profile, path=path)
        self._change(chosen, text, key)

    def _change(self, chosen: Choice, text: str, key: Hashable = None) -> None:
        if chosen != self._choice:
            self.undo_stack.push(Step(text, self._put_choice, self._choice, chosen, key))


def mean_of(profile: ProfileEntry, parameters: tuple[Parameter, ...]) -> float:
    """Return the mean of some numbers."""
    return sum(parameter.of(profile) for parameter in parameters) / len(parameters)
