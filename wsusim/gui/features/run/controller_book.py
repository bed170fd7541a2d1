"""The controllers at hand: files and their classes, and which robot gets which."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from wsusim.control.class_finder import FoundFile, look_into
from wsusim.gui.document import Document
from wsusim.gui.widgets.file_watch import FileWatch
from wsusim.gui.widgets.recent_files import RecentFiles


@dataclass(frozen=True, slots=True)
class Choice:
    """A controller: a class of a file, or the file's only one."""

    path: Path
    class_name: str | None = None

    @property
    def spec(self) -> str:
        """Its name for runs."""
        return f"{self.path}:{self.class_name}" if self.class_name else str(self.path)

    @property
    def label(self) -> str:
        """Its name for people."""
        return f"{self.class_name} — {self.path.name}" if self.class_name else self.path.name


class ControllerBook(QObject):
    """Knows the loaded files, watches them, and remembers the recent ones.

    Robots are identified by their ids, so that an edit of the maze loses no controller.
    """

    changed = Signal()
    """Files, classes or robots' controllers are others now."""

    chosen = Signal()
    """A robot's controller was chosen, or a file was loaded to choose from."""

    file_changed = Signal(object)
    """The ``FoundFile`` of a controller of some robot has another content than before."""

    problem_found = Signal(object)
    """A ``FoundFile`` that can't be used was loaded."""

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.recent = RecentFiles(folder / "recent-controllers.txt", self)
        self._files: dict[Path, FoundFile] = {}
        self._choices: dict[int, Choice] = {}
        self._watch = FileWatch(self)
        self._watch.changed.connect(self.look_again)
        document.world_changed.connect(lambda _old, _new: self.changed.emit())
        document.loaded.connect(self._follow_maze)

    @property
    def files(self) -> tuple[FoundFile, ...]:
        """The files that were loaded, in that order."""
        return tuple(self._files.values())

    def choice_of(self, robot_id: int) -> Choice | None:
        """Return the controller of a robot, or ``None``."""
        return self._choices.get(robot_id)

    def drives(self, path: Path) -> bool:
        """Return whether a robot has a controller of this file."""
        return any(choice.path == path for choice in self._choices.values())

    def assigned(self) -> tuple[tuple[int, Choice], ...]:
        """Return (number of the robot, controller) of all robots that have one."""
        return tuple(
            (number, self._choices[robot.id])
            for number, robot in enumerate(self._document.world.robots)
            if robot.id in self._choices
        )

    def assign(self, robot_id: int, choice: Choice | None) -> None:
        """Give a robot a controller, or none."""
        if choice is None:
            self._choices.pop(robot_id, None)
        else:
            if choice.path not in self._files:
                self._take(choice.path)
            self._choices[robot_id] = choice
        self.chosen.emit()
        self.changed.emit()

    def assign_to_all(self, choice: Choice | None) -> None:
        """Give every robot the same controller."""
        for robot in self._document.world.robots:
            self.assign(robot.id, choice)

    def load(self, path: Path) -> FoundFile:
        """Load a file; if it has one controller, assign that to the ``robot_to_serve``.

        A file with an error is loaded, too: once corrected, it works at the next run.
        """
        found = self._take(path)
        self.recent.remember(found.path)
        robot_id = self.robot_to_serve()
        if robot_id is not None and len(found.classes) < 2:
            self.assign(robot_id, self.choices_in(found)[0])
        else:
            self.chosen.emit()
            self.changed.emit()
        if found.problem is not None:
            self.problem_found.emit(found)
        return found

    def choices_in(self, found: FoundFile) -> tuple[Choice, ...]:
        """Return the controllers of a file; the file itself if none can be found in it."""
        classes = tuple(Choice(found.path, cls.name) for cls in found.classes)
        return classes or (Choice(found.path),)

    def look_again(self) -> None:
        """Look into all files again, as before a run."""
        self._watch.watch(self._files)
        for path, before in tuple(self._files.items()):
            found = look_into(path)
            if found.sha256 == before.sha256 and (found.problem is None) == (
                before.problem is None
            ):
                continue
            self._files[path] = found
            self._follow_renamed_class(found)
            self.changed.emit()
            if self.drives(path):
                self.file_changed.emit(found)

    def replace(self, path: Path, by: Path) -> None:
        """Let another file drive the robots of this one, with the same classes."""
        before, found = path.resolve(), self._take(by)
        for robot_id, choice in self._choices.items():
            if choice.path == before:
                self._choices[robot_id] = Choice(found.path, choice.class_name)
        self.recent.remember(found.path)
        self.changed.emit()

    def robot_to_serve(self) -> int | None:
        """Return the selected robot, else the first without a controller, else the first one."""
        robots = self._document.world.robots
        selected = [robot.id for robot in robots if robot.id in self._document.selection.ids]
        without = [robot.id for robot in robots if robot.id not in self._choices]
        every = [robot.id for robot in robots]
        return next(iter([*selected, *without, *every]), None)

    def close(self) -> None:
        """Watch no file any more."""
        self._watch.close()

    def _take(self, path: Path) -> FoundFile:
        found = look_into(path)
        self._files[found.path] = found
        self._watch.watch(self._files)
        return found

    def _follow_renamed_class(self, found: FoundFile) -> None:
        """Give robots whose class is gone the only class that is left in the file."""
        names = {cls.name for cls in found.classes}
        for robot_id, choice in self._choices.items():
            if choice.path == found.path and choice.class_name not in names and len(names) == 1:
                self._choices[robot_id] = self.choices_in(found)[0]

    def _follow_maze(self) -> None:
        """Give the first robot of another maze the controller of the first one before.

        Ids rise in the order in which robots are added, whichever got its controller first.
        """
        robots = self._document.world.robots
        before = self._choices[min(self._choices)] if self._choices else None
        self._choices = {robots[0].id: before} if robots and before is not None else {}
        self.changed.emit()
