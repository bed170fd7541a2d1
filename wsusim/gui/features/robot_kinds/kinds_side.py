"""Joins the robot editor to the window: its panel, its files, and driving what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer

from wsusim.errors import BadInput, WsusimError
from wsusim.formats.entry_file import says_format
from wsusim.formats.robot_file import load_robot, robot_of, save_robot
from wsusim.formats.world_check import find_problems
from wsusim.gui.features.robot_kinds.kind_document import KindDocument
from wsusim.gui.features.robot_kinds.kind_panel import KindPanel
from wsusim.gui.shell.autosave import Autosave, discard, find_leftovers
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.unsaved import Salvage, Work
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.question import Then
from wsusim.gui.widgets.recent_files import RecentFiles
from wsusim.gui.widgets.undo_step import Step
from wsusim.model.robot_kind import RobotKind
from wsusim.robots import introduce, robot_kind

FIRST_KIND = "epuck"
TOML, JSON = ".toml", ".json"
COPY_SUFFIX = ".autosave-robot.json"


def is_robot_file(path: Path) -> bool:
    """Return whether a file contains a robot; other files have the same suffixes."""
    return says_format(path, "wsusim-robot")


class KindsSide(Side):
    """Everything about the robot editor."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.document = KindDocument(robot_kind(FIRST_KIND), self)
        self.panel = KindPanel(self.document)
        self.recent = RecentFiles(shell.folder / "recent-robots.txt", self)
        bottom, title = Qt.DockWidgetArea.BottomDockWidgetArea, self.tr("Robot editor")
        self.dock = shell.panels.add(
            "robot kinds", title, self.panel, bottom, beside="console", is_open=False
        )
        make, text = shell.action_set.make, self.tr("Robot &editor")
        shell.simple.hide(make("robot editor", text, self.open_panel, keys="Ctrl+Shift+B"))
        opener = Opener(self.tr("Robot files"), (TOML, JSON), self.open, is_robot_file)
        shell.openers.register(opener)
        self.document.refused.connect(self._warn)
        self.panel.new_wanted.connect(self.begin)
        for button, run in (
            (self.panel.open, self.ask_open),
            (self.panel.save, lambda _checked=False: self.save_or_ask()),
            (self.panel.save_as, lambda _checked=False: self.ask_save()),
            (self.panel.drive, self.drive),
        ):
            button.clicked.connect(run)
        shell.closing.connect(self._close)
        shell.histories.add(self.panel, self.document.undo_stack, lambda: True)
        self._keep_safe()
        shell.theme_changed.connect(lambda _theme: self.panel.drawing.update())

    def open_panel(self) -> None:
        """Bring the editor to the front, with the keyboard."""
        self._shell.panels.open_apart("robot kinds")

    def begin(self, name: str) -> None:
        """Begin with a copy of a shipped kind."""
        self._replace(lambda: self.document.load(robot_kind(name), None))

    def open(self, path: Path) -> None:
        """Open a robot file."""
        try:
            kind = load_robot(path)
        except BadInput as error:
            self._warn(str(error))
            return
        path = path.absolute()

        def load() -> None:
            self.document.load(kind, path)
            self.recent.remember(path)
            self.open_panel()

        self._replace(load)

    def save(self, path: Path) -> bool:
        """Save into a file; return whether it worked."""
        path = path.absolute()
        try:
            save_robot(self.document.kind, path)
        except BadInput as error:
            self._warn(str(error))
            return False
        self.document.mark_saved(path)
        self.recent.remember(path)
        self._copy.remove()
        text = self.tr(
            "Saved to {file}. To use {robot} here, select a robot of the maze and press Drive it; "
            "it is then one of the kinds in the robot's properties."
        )
        told = text.format(file=path.name, robot=self.document.kind.title)
        answers = ((self.tr("Drive it"), self.drive),)
        self._shell.tell(told, Weight.NOTE, answers, about="robot editor")
        self.panel.show_remark(told)
        return True

    def ask_open(self) -> None:
        """Ask for a robot file and open it."""
        path = self.document.path
        folder = self.recent.folder() if path is None else path.parent
        title = self.tr("Open a robot file")
        ask_to_open(self._shell.frame, title, folder, self._filters(), self.open)

    def ask_save(self, then: Then | None = None) -> None:
        """Ask for a file and save into it; then call ``then``."""
        name = f"{self.document.file['name']}{TOML}"
        path = self.document.path or self.recent.folder() / name
        title = self.tr("Save the robot as")

        def save(to: Path) -> None:
            if self.save(to) and then is not None:
                then()

        ask_to_save(self._shell.frame, title, path, self._filters(), save)

    def save_or_ask(self, then: Then | None = None) -> None:
        """Save into the robot's file; ask for one if it has none."""
        if self.document.path is None:
            self.ask_save(then)
        elif self.save(self.document.path) and then is not None:
            then()

    def drive(self) -> None:
        """Make the selected robots of the maze robots of this kind, and begin to drive by hand.

        If none is selected, use the one that the panels show.
        """
        shell = self._shell
        shell.reset()
        kind = introduce(self.document.kind)
        world, ids = shell.document.world, shell.document.selection.ids
        chosen = [n for n, robot in enumerate(world.robots) if robot.id in ids]
        chosen = chosen or [shell.attention.robot]
        robots = tuple(
            replace(robot, kind=kind.name, tuning=None) if number in chosen else robot
            for number, robot in enumerate(world.robots)
        )
        changed = replace(world, robots=robots)
        if not robots:
            self._warn(self.tr("There is no robot in the maze. Insert one, then drive it."))
            return
        problems = find_problems(changed)
        if problems:
            text = self.tr("There is no room for a {kind} where the maze's robots start. {problem}")
            self._warn(text.format(kind=kind.title, problem=problems[0]))
            return
        if changed != world:
            text = self.tr("robot becomes {kind}").format(kind=kind.title)
            shell.document.undo_stack.push(Step(text, shell.document.put_world, world, changed))
        shell.attention.choose(chosen[0])
        if "drive by hand" in shell.action_set.names():
            action = shell.action_set["drive by hand"]
            if not action.isChecked():
                action.trigger()
        shell.frame.activateWindow()  # the arrow keys are the arena's, not the editor's

    # Inside

    def _keep_safe(self) -> None:
        """Ask for unsaved changes at the end, and keep a copy that survives a crash."""
        shell, document = self._shell, self.document
        self._copies = shell.folder / "autosave"
        self._copy = Autosave(self._copies, COPY_SUFFIX)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._autosave_now)
        document.changed.connect(self._schedule)
        shell.unsaved.add(
            Work(
                name=lambda: document.kind.title,
                is_modified=lambda: document.is_modified,
                save=self.save_or_ask,
                autosave=self._autosave_now,
                leftovers=self._leftovers,
            )
        )

    def _schedule(self) -> None:
        interval_s = self._shell.preferences.value.autosave_s
        if not self.document.is_modified:
            self._timer.stop()
            self._copy.remove()
        elif interval_s and not self._timer.isActive():
            self._timer.start(1000 * interval_s)

    def _autosave_now(self) -> bool:
        """Write the copy that survives a crash; return whether no change can be lost."""
        if not self.document.is_modified:
            return True
        path = self.document.path
        try:
            self._copy.write({"path": str(path) if path else None, "robot": self.document.file})
        except WsusimError as error:
            self._warn(str(error))
            return False
        return True

    def _leftovers(self) -> list[Salvage]:
        """Return the unsaved robots of windows that crashed."""

        def read(file: Path, kept: dict[str, Any]) -> Salvage:
            kind = robot_of(kept["robot"])
            path = Path(kept["path"]) if kept["path"] else None
            return Salvage(
                kind.title, partial(self._recover, kind, path, file), partial(discard, file)
            )

        return find_leftovers(self._copies, COPY_SUFFIX, read)

    def _recover(self, kind: RobotKind, path: Path | None, file: Path) -> None:
        """Show an unsaved robot of a window that crashed; it is still not saved."""

        def load() -> None:
            self.document.load(kind, path, modified=True)
            if self._autosave_now():
                discard(file)
            self.open_panel()

        self._replace(load)

    def _close(self) -> None:
        self._timer.stop()
        self.document.close()
        self._copy.close()

    def _replace(self, load: Callable[[], object]) -> None:
        """Show another robot; unsaved changes of the current one can be recovered."""
        document = self.document
        kind, path, was_modified = document.kind, document.path, document.is_modified
        load()
        if was_modified:
            self._shell.tell(
                self.tr("The changes to {robot} were not saved.").format(robot=kind.title),
                Weight.NOTE,
                ((self.tr("Go back to it"), lambda: document.load(kind, path, modified=True)),),
                about="robot editor",
            )

    def _warn(self, text: str) -> None:
        self._shell.tell(text, Weight.WARNING, about="robot editor")
        self.panel.show_remark(text)

    def _filters(self) -> tuple[str, str]:
        return (self.tr("Robot files (*.toml)"), self.tr("Robot files (*.json)"))
