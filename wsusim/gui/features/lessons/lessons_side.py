"""Joins lessons to the window: open, begin, get hints, check, go on; locks and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer

from wsusim.errors import WsusimError
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.gui.features.lessons.lesson_making import LessonMaking
from wsusim.gui.features.lessons.lesson_pages import LessonPages
from wsusim.gui.features.lessons.lesson_panel import LessonPanel, missing_words
from wsusim.gui.shell.lesson_folder import keep_lesson_folder, lesson_folder
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.teachers_check import MakeWorkers, processes, teachers_check
from wsusim.gui.widgets.file_dialog import ask_for_folder
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.gui.widgets.worker import Worker
from wsusim.lessons.catalogue import next_lesson, numbered
from wsusim.lessons.lesson_files import LESSON, SUFFIX, is_lesson
from wsusim.lessons.progress import Progress, read_progress, write_progress

if TYPE_CHECKING:
    from wsusim.grading.grade import Grades
    from wsusim.lessons.lesson import Lesson
    from wsusim.runs.request import RunRequest

PANEL = "lesson"
WIDTH_EM, LEAST_EM = 26, 22
ABOUT = "lesson"
OPENING_MS = 300
"""So long after its start a window has given its panels their usual places."""


class LessonsSide(Side):
    """One lesson at a time."""

    def __init__(
        self,
        shell: Shell,
        workers: MakeWorkers = processes,
        today: Callable[[], date] = date.today,
    ) -> None:
        """``workers``: how many do the runs of a check; ``today`` is noted with the progress."""
        super().__init__(shell)
        self._workers = workers
        self._today = today
        self._pages = LessonPages(shell.folder / "lesson")
        self.lesson: Lesson | None = None
        self.progress: Progress | None = None
        self.worker = Worker(self)
        self._is_checking = False
        self.panel = LessonPanel()
        dock = shell.panels.add(
            PANEL,
            self.tr("Lesson"),
            self.panel,
            Qt.DockWidgetArea.LeftDockWidgetArea,
            beside="palette",
            is_passing=True,
        )
        # What is narrower can't be read.
        dock.setMinimumWidth(LEAST_EM * shell.frame.fontMetrics().height())
        title = self.tr("Lessons")
        shell.openers.register(Opener(title, (SUFFIX,), self.open))
        shell.openers.register(Opener(title, (".toml",), self.open, is_lesson))
        shell.setup.add_part(self.allow)
        shell.setup.first_answers = self._ways_to_begin
        shell.session.add("lesson", self._kept, self._take_up)
        shell.closing.connect(self._close)
        self._make_actions()
        self.making = LessonMaking(shell, lambda: self.lesson, self.open, self._pages.folder)

    # What people do

    def open(self, path: Path, maze: str = "") -> bool:
        """Open a lesson (folder, ``lesson.toml`` or ``.lesson``); return whether it worked.

        ``maze``: the one of its mazes to open, if not the first.
        """
        from wsusim.lessons.lesson import load_lesson

        try:
            lesson = load_lesson(path)
            self._pages.lay_out(lesson)
        except WsusimError as error:
            self._shell.tell(str(error), Weight.WARNING, about=ABOUT, is_news=True)
            return False
        self.stop()
        self.leave()
        self.lesson = lesson
        self._read_progress()
        entry = lesson.entry
        facts = self.tr("{minutes} minutes").format(minutes=entry.minutes)
        chosen = maze if maze in entry.mazes else entry.mazes[0]
        title = numbered(lesson.name, entry.title)
        self.panel.show_lesson(title, facts, entry.mazes, self._page())
        self.panel.choose_maze(chosen)
        self._show_state()
        self._shell.panels.bring(PANEL)
        is_shown = self._shell.frame.isVisible()
        QTimer.singleShot(0 if is_shown else OPENING_MS, self, self._make_room)
        self._open_maze(chosen, self._take_up_copy)
        return True

    def leave(self) -> None:
        """Close the lesson: nothing is locked, hidden or allowed any more."""
        self.lesson = self.progress = None
        self.panel.clear()
        self._shell.document.lock(False, ABOUT)
        self._shell.simple.hold(False)

    def start(self) -> None:
        """Make the student's own copy, or use the existing one, and show it."""
        from wsusim.lessons.student_copy import begin

        lesson = self.lesson
        if lesson is None:
            return
        try:
            program = begin(lesson, self.root)
            assert self.progress is not None
            self._keep(self.progress.begun(self._today()))
        except WsusimError as error:
            self.panel.show_result(in_window_words(str(error)), is_good=False)
            return
        self._give_robots(program)
        if self._shell.programs.has_editor:
            self._shell.programs.line_wanted.emit(program, 1)
        else:
            self._shell.programs.outside_wanted.emit(program, 1)
        self._show_state()

    def show_hint(self) -> None:
        """Show the next hint below the text."""
        if self.lesson is None or self.progress is None:
            return
        shown = min(self.progress.hints + 1, len(self.lesson.entry.hints))
        self.progress = self.progress.hinted(shown)
        if self.program.is_file():
            self._keep(self.progress)
        self.panel.show_page(self._page(), at_end=True)
        self._show_state()

    def check(self) -> None:
        """Run the student's program as the teacher will."""
        from wsusim.grading.submissions import submission_of

        if self.lesson is None or self._is_checking or not self._shell.setup.is_ready:
            return
        class_name = (self.lesson.entry.file or "").partition(":")[2]
        spec = f"{self.program}:{class_name}" if class_name else str(self.program)
        try:
            assignment = self.lesson.assignment()
            submission = submission_of(spec, assignment.entry.file)
        except WsusimError as error:
            self.panel.show_result(in_window_words(str(error)), is_good=False)
            return
        self._show_checking(True)
        self.worker.ask(  # after what was called off and hasn't ended yet
            partial(teachers_check, assignment, submission, self._workers, _ignore),
            self._finish,
            self._fail,
            progressed=self.panel.show_share,
        )

    def stop(self) -> None:
        """Cancel the check."""
        self.worker.forget()
        self._show_checking(False)

    def go_on(self) -> None:
        """Open the next lesson."""
        if self.lesson is None:
            return
        following = next_lesson(self.lesson.entry.next, self.lesson.source)
        if following is not None:
            self._shell.openers.open(following / LESSON if following.is_dir() else following)

    def choose_root(self, root: Path) -> None:
        """Keep students' copies in another folder from now on."""
        keep_lesson_folder(self._shell.folder, root)
        self._read_progress()
        self._show_state()

    @property
    def root(self) -> Path:
        """Where students' copies are kept."""
        return lesson_folder(self._shell.folder)

    @property
    def program(self) -> Path:
        """The student's own program, which may not be there yet."""
        assert self.lesson is not None
        return self.root / self.lesson.name / self.lesson.entry.program

    def allow(self, request: RunRequest) -> RunRequest:
        """Return the request of a run with what the lesson allows: nothing with a real robot."""
        if self.lesson is None or request.real_robot is not None:
            return request
        entry = self.lesson.entry
        profile = self._profile()
        return replace(
            request,
            allowed=tuple(entry.allow),
            robot_kind=entry.robot or request.robot_kind,
            is_ideal=entry.ideal or request.is_ideal,
            sensor_model=entry.sensor_model or request.sensor_model,
            profile=profile or request.profile,
            time_s=entry.time_limit_s if request.time_s is None else request.time_s,
        )

    # Inside

    def _kept(self) -> dict[str, str]:
        """Return what opens the lesson again in the next session."""
        if self.lesson is None:
            return {}
        return {
            "source": str(self.lesson.source.absolute()),
            "maze": self.panel.mazes.currentText(),
        }

    def _take_up(self, kept: dict[str, str]) -> None:
        """Open the lesson of the last session, if it is still there."""
        if kept and Path(kept["source"]).exists():
            self.open(Path(kept["source"]), kept["maze"])

    def _ways_to_begin(self) -> tuple[Answer, ...]:
        return () if self.lesson is None else ((self.tr("Start the lesson"), self.start),)

    def _make_actions(self) -> None:
        make, panel = self._shell.action_set.make, self.panel
        make("lesson check", self.tr("Check the &lesson"), self.check, keys="Ctrl+Shift+J")
        make("lesson leave", self.tr("Lea&ve the lesson"), self._leave_by_hand)
        for button, run in (
            (panel.start, self.start),
            (panel.hint, self.show_hint),
            (panel.check, self.check),
            (panel.stop, self.stop),
            (panel.next, self.go_on),
        ):
            button.clicked.connect(lambda _checked=False, run=run: run())
        panel.mazes.currentTextChanged.connect(lambda maze: self._open_maze(maze, _nothing))
        panel.folder_wanted.connect(self._ask_root)
        panel.text.file_wanted.connect(self._shell.openers.open)
        self._shell.theme_changed.connect(lambda _theme: panel.text.show_again())

    def _make_room(self) -> None:
        """Give the panel its width, once it has its place."""
        if self.lesson is None:
            return
        self._shell.panels.bring(PANEL)
        frame, dock = self._shell.frame, self._shell.panels[PANEL]
        text_px = frame.fontMetrics().height()
        frame.resizeDocks([dock], [WIDTH_EM * text_px], Qt.Orientation.Horizontal)
        self._shell.view.fit()

    def _leave_by_hand(self) -> None:
        self.stop()
        self.leave()
        self._shell.panels.let_pass(self._shell.panels[PANEL])

    def _ask_root(self) -> None:
        title = self.tr("Choose the folder for your copies of lessons")
        folder = self.root if self.root.is_dir() else Path.home()
        ask_for_folder(self._shell.frame, title, folder, self.choose_root)

    def _page(self) -> Path:
        """Write the text with the hints so far; return its file."""
        assert self.lesson is not None
        return self._pages.page(self.lesson, 0 if self.progress is None else self.progress.hints)

    def _open_maze(self, maze: str, then: Callable[[], None]) -> None:
        built_in = built_in_mazes().get(maze)
        place = built_in or self._pages.folder / maze
        self._shell.document.lock(False, ABOUT)
        self._shell.reset()
        self._shell.openers.copy_wanted.emit(place, partial(self._use_maze, then))

    def _use_maze(self, then: Callable[[], None]) -> None:
        """Lock and hide what the lesson says, once the maze is open."""
        if self.lesson is None:
            return
        entry = self.lesson.entry
        self._shell.document.lock("maze" in entry.locked, ABOUT)
        self._shell.simple.hold(bool(entry.hidden))
        self._shell.panels.bring(PANEL)
        then()

    def _take_up_copy(self) -> None:
        """Give the robots the student's program, if there is one already."""
        if self.program.is_file():
            self._give_robots(self.program)

    def _give_robots(self, program: Path) -> None:
        assert self.lesson is not None
        entry = self.lesson.entry
        class_name = (entry.file or "").partition(":")[2]
        spec = f"{program}:{class_name}" if class_name else str(program)
        others = tuple(self._other(one) for one in entry.others)
        self._shell.setup.controllers_wanted.emit((spec,) * entry.robots + others)

    def _other(self, spec: str) -> str:
        """Return a program of the lesson, or a ready one, in the form for robots."""
        from wsusim.control.source_file import find_file, split_spec

        name, class_name = split_spec(spec)
        file = str(self._pages.find(name) or find_file(name))
        return f"{file}:{class_name}" if class_name else file

    def _profile(self) -> str | None:
        assert self.lesson is not None
        entry = self.lesson.entry
        name = entry.profile or (entry.profiles[0] if entry.profiles else None)
        return None if name is None else str(self._pages.find(name) or name)

    def _read_progress(self) -> None:
        if self.lesson is None:
            return
        name, entry = self.lesson.name, self.lesson.entry
        kept = read_progress(self.root / name)
        self.progress = kept or Progress(name, entry.title, entry.minutes)

    def _keep(self, progress: Progress) -> None:
        """Keep the progress in the student's folder."""
        self.progress = progress
        try:
            write_progress(self.program.parent, progress)
        except WsusimError as error:
            self._shell.tell(str(error), Weight.WARNING, about=ABOUT)

    def _show_checking(self, is_going: bool) -> None:
        self._is_checking = is_going
        self.panel.show_checking(is_going=is_going)

    def _show_state(self) -> None:
        if self.lesson is None or self.progress is None:
            return
        program = self.program if self.program.is_file() else None
        self.panel.show_copy(program, self.root)
        self.panel.show_hints(self.progress.hints, len(self.lesson.entry.hints))
        following = next_lesson(self.lesson.entry.next, self.lesson.source)
        self.panel.show_next(following is not None, is_passed=bool(self.progress.passed))
        if self.progress.passed:
            text = self.tr("You have passed this lesson.")
            self.panel.show_result(text, is_good=True)

    def _finish(self, grades: Grades) -> None:
        from wsusim.lessons.passing import outcome_of

        self._show_checking(False)
        if self.lesson is None or self.progress is None:
            return
        outcome = outcome_of(self.lesson.entry, grades.students[0])
        self._keep(
            self.progress.checked(outcome.points, outcome.of, outcome.is_passed, self._today())
        )
        self._show_state()
        if outcome.is_passed:
            text = self.tr("Passed: {passed} of {runs} runs. Well done!")
            text = text.format(passed=outcome.passed, runs=outcome.runs)
        else:
            text = self.tr("Not yet: {passed} of {runs} runs passed. What is missing:")
            text = text.format(passed=outcome.passed, runs=outcome.runs)
            text = f"{text}\n{missing_words(outcome.missing)}"
        self.panel.show_result(text, is_good=outcome.is_passed)

    def _fail(self, error: Exception) -> None:
        self._show_checking(False)
        self.panel.show_result(in_window_words(str(error)), is_good=False)

    def _close(self) -> None:
        self.worker.close()
        self._pages.remove()


def _ignore(_runs: object) -> None:
    """Ignore single runs: they are shown when all are judged."""


def _nothing() -> None:
    """Do nothing once the maze is open."""
