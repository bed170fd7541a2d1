"""Controllers in the window: loading, choosing, creating, and opening in an editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt

from wsusim.control.class_finder import FoundFile, look_into, summary_of
from wsusim.errors import WsusimError
from wsusim.formats.atomic import free_name
from wsusim.gui.features.run.controller_book import Choice, ControllerBook
from wsusim.gui.features.run.controllers_panel import ControllersPanel
from wsusim.gui.features.run.ready_dialog import ReadyDialog
from wsusim.gui.shell.message_bar import ABOUT_FILE, ABOUT_RUN, Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.gui.widgets.phrases import robot_name
from wsusim.programs.new_controller import copy_template, is_ready_controller, templates
from wsusim.programs.ready_programs import ReadyProgram
from wsusim.programs.text_editor import Opening, TextEditors

ASKED_MAX = 5
"""Classes of a file that are offered in a message; the panel has all of them."""

Edit = Callable[[Path, int, str], Opening]
"""Opens a file at a line in the editor that the person prefers; tells what became of it."""


class Controllers(Side):
    """Everything about controllers except running them."""

    def __init__(self, shell: Shell, edit: Edit | None = None) -> None:
        """``edit``: replaces the usual ways to open an editor."""
        super().__init__(shell)
        self._edit = edit or TextEditors().open
        self._ready: ReadyDialog | None = None
        self.book = ControllerBook(shell.document, shell.folder, self)
        self._make_actions()
        self.panel = ControllersPanel(
            self.book, shell.document, shell.action_set, shell.setup, shell.simple
        )
        right = Qt.DockWidgetArea.RightDockWidgetArea
        title = self.tr("Controllers")
        shell.panels.add("controllers", title, self.panel, right, is_fitted=True)
        self.panel.class_wanted.connect(self._ask_class)
        self.book.file_changed.connect(self._show_change)
        self.book.problem_found.connect(self._show_problem)
        self.book.chosen.connect(lambda: shell.messages.forget(ABOUT_RUN, ABOUT_FILE))
        shell.openers.register(Opener(self.tr("Controllers in Python"), (".py",), self.load))
        shell.openers.recents.append((self.tr("Your controllers"), self.book.recent))
        shell.setup.controllers_wanted.connect(self._take)
        shell.setup.program_wanted.connect(self.load)
        shell.programs.outside_wanted.connect(self.open_outside)
        shell.session.add("controllers", self._kept, self._take)
        shell.closing.connect(self.book.close)

    def load(self, path: Path) -> None:
        """Load a controller's file and say what is in it; of several classes, ask for one."""
        robot_id = self.book.robot_to_serve()
        found = self.book.load(path)
        self._shell.panels.bring("controllers")
        self._shell.programs.loaded.emit(found.path)
        if found.problem is not None or robot_id is None:
            return
        if len(found.classes) > 1:
            self._ask_class(robot_id, found)
            return
        ids = [robot.id for robot in self._shell.document.world.robots]
        text = self.tr("{file} is loaded. Run it with F5.")
        if len(ids) > 1:
            text = self.tr("{file} drives {robot}. Run it with F5.")
        robot = robot_name(ids.index(robot_id))
        self._shell.tell(text.format(file=found.path.name, robot=robot))

    def ask_load(self) -> None:
        """Ask for a controller's file."""
        filters = [self.tr("Python (*.py)"), self.tr("All files (*)")]
        title = self.tr("Load a controller")
        ask_to_open(self._shell.frame, title, self._folder(), filters, self.load)

    def ask_new(self, template: Path) -> None:
        """Ask where to save a new controller."""
        self._ask_copy(self.tr("New controller"), "my_robot.py", partial(self.make_new, template))

    def show_ready(self) -> ReadyDialog:
        """Show the programs to begin with."""
        if self._ready is None:
            self._ready = ReadyDialog(self._shell.frame)
            self._ready.wanted.connect(self.ask_copy_of)
        bring_to_front(self._ready)
        return self._ready

    def ask_copy_of(self, program: ReadyProgram) -> None:
        """Ask where to save a copy of a ready controller or template, and open it."""
        if program.is_template:
            self.ask_new(program.path)
            return

        def make(to: Path) -> None:
            if self._copy(program.path, to):
                self.load(to)
                self.open(to)

        title = self.tr("Save your own copy of {file}").format(file=program.path.name)
        self._ask_copy(title, program.path.name, make)

    def make_new(self, template: Path, to: Path) -> None:
        """Copy a template, load the copy and open it."""
        if self._copy(template, to):
            self.load(to)
            self.open(to)

    def open(self, path: Path, line: int = 1) -> None:
        """Open a file in the editor, or the one that the person prefers.

        For a ready controller, open a copy.
        """
        if is_ready_controller(path):
            title = self.tr("Save your own copy of {file}").format(file=path.name)
            self._ask_copy(title, path.name, partial(self._open_copy, path, line))
        elif self._shell.programs.has_editor and not self._shell.preferences.value.editor:
            self._shell.programs.line_wanted.emit(path, line)
        else:
            self.open_outside(path, line)

    def open_outside(self, path: Path, line: int = 1) -> None:
        """Open a file in a text editor with a window of its own."""
        opening = self._edit(path, line, self._shell.preferences.value.editor)
        self._tell_opening(opening, path, line)

    def _tell_opening(self, opening: Opening, path: Path, line: int) -> None:
        """Say where to look when the editor does not show the line by itself."""
        if opening is Opening.NOT:
            text = self.tr(
                "No text editor was found. Choose one in File, Settings. The place to look is "
                "{file}, line {line}."
            )
            self._shell.tell(text.format(file=path, line=line), Weight.WARNING)
        elif opening is Opening.ALREADY:
            text = self.tr("{file} is already open in your editor. Go to line {line} there.")
            self._shell.tell(text.format(file=path.name, line=line), is_news=True)
        elif opening is Opening.AT_TOP and line > 1:
            text = self.tr("{file} is open in your editor. Go to line {line} there.")
            self._shell.tell(text.format(file=path.name, line=line), is_news=True)

    def line_answer(self, file: str | None, line: int | None) -> tuple[Answer, ...]:
        """Return the button that opens a line, when the line is known."""
        if file is None or line is None:
            return ()
        words = self.tr("Open line {line}").format(line=line)
        return ((words, partial(self.open, Path(file), line)),)

    # Inside

    def _kept(self) -> list[str]:
        """Return the controllers of all robots, in the form for ``_take``."""
        chosen = dict(self.book.assigned())
        robots = range(len(self._shell.document.world.robots))
        return [chosen[number].spec if number in chosen else "" for number in robots]

    def _take(self, specs: Sequence[str]) -> None:
        """Give the robots these controllers; one whose file is gone is left out."""
        for robot, spec in zip(self._shell.document.world.robots, specs, strict=False):
            file, joint, name = spec.rpartition(".py:")
            path = Path(f"{file}.py" if joint else spec)
            if spec and path.is_file():
                found = look_into(path)
                choice = Choice(found.path, name) if joint else self.book.choices_in(found)[0]
                self.book.assign(robot.id, choice)

    def _make_actions(self) -> None:
        ask, template = self.ask_new, templates()[0]
        make, new = self._shell.action_set.make, partial(ask, template)
        for name, text, words, run, key in (
            ("load", self.tr("&Load controller..."), self.tr("Load"), self.ask_load, "Ctrl+L"),
            ("edit", self.tr("&Edit controller"), self.tr("Edit"), self._edit_now, "Ctrl+E"),
            ("new", self.tr("&New controller..."), self.tr("New"), new, ""),
        ):
            picture = "open" if name == "load" else name
            make(f"{name} controller", text, run, keys=key, icon=picture).setIconText(words)
        words = self.tr("&Ready controllers and templates...")
        make("ready controller", words, self.show_ready, icon="duplicate")
        menu = self._shell.menus.add_submenu("new controllers", self.tr("&New controller"))
        menu.setToolTipsVisible(True)
        for template in templates():
            name, run = template.stem.replace("_", " ").capitalize(), partial(ask, template)
            menu.addAction(name, run).setToolTip(summary_of(template))

    def _ask_class(self, robot_id: int, found: FoundFile) -> None:
        """Ask which class of a file is to drive a robot, as the command line does."""
        ids = [robot.id for robot in self._shell.document.world.robots]
        text = self.tr(
            "{file} contains several controllers. Which one should drive {robot}?"
        ).format(file=found.path.name, robot=robot_name(ids.index(robot_id)))
        answers = tuple(
            (cls.name, partial(self.book.assign, robot_id, Choice(found.path, cls.name)))
            for cls in found.classes[:ASKED_MAX]
        )
        self._shell.tell(text, Weight.NOTE, answers, about=ABOUT_RUN, is_news=True)

    def _edit_now(self) -> None:
        """Open the controller's file of the selected robot, or of the first robot that has one."""
        choice = self.panel.current
        if choice is not None:
            lines = {cls.name: cls.line for cls in look_into(choice.path).classes}
            self.open(choice.path, lines.get(choice.class_name or "", 1))

    def _ask_copy(self, title: str, name: str, then: Callable[[Path], object]) -> None:
        filters = [self.tr("Python (*.py)")]
        # Python imports no name with a hyphen in it.
        proposed = free_name(self._folder() / name, joint="_")
        ask_to_save(self._shell.frame, title, proposed, filters, then)

    def _open_copy(self, ready: Path, line: int, to: Path) -> None:
        """Copy a ready controller; robots that it drove are driven by the copy."""
        if self._copy(ready, to):
            self.book.replace(ready, to)
            self.open(to, line)

    def _copy(self, file: Path, to: Path) -> bool:
        try:
            copy_template(file, to)
        except (OSError, WsusimError) as error:
            self._shell.tell(str(error), Weight.WARNING)
            return False
        return True

    def _show_change(self, found: FoundFile) -> None:
        """Say that a file has changed or is gone; complaints about it are removed."""
        if not found.path.exists():
            text = self.tr("{file} has been deleted or moved. Load it from where it is now.")
            self._shell.tell(
                text.format(file=found.path.name),
                Weight.WARNING,
                about=f"{ABOUT_FILE} {found.path}",
            )
            return
        if self._shell.programs.has_watch:
            return
        if found.problem is not None:
            self.panel.show_hint("")
            self._show_problem(found)
            return
        text = self.tr("{file} has changed. The next run will use the new version.").format(
            file=found.path.name
        )
        self.panel.show_hint(text, found.path)
        self._shell.messages.forget(f"{ABOUT_FILE} {found.path}")
        if self._shell.watched.is_lively:
            restart = self._shell.action_set["restart"].trigger
            answers = ((self.tr("Restart"), restart),)
            self._shell.tell(text, Weight.NOTE, answers, about=ABOUT_RUN, is_news=True)
        else:
            self._shell.messages.forget(ABOUT_RUN)  # what went wrong in it may be mended
            self._shell.tell(text)

    def _show_problem(self, found: FoundFile) -> None:
        answers = self.line_answer(str(found.path), found.problem_line)
        about = f"{ABOUT_FILE} {found.path}"
        self._shell.tell(found.problem or "", Weight.WARNING, answers, about=about, is_news=True)

    def _folder(self) -> Path:
        """Return the folder in which a dialog begins: that of the newest controller, or maze."""
        own = [path for path in self.book.recent.paths() if not is_ready_controller(path)]
        return own[0].parent if own else self._shell.document.folder
