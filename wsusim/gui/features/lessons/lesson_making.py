"""What a teacher does with lessons: make one from what is open, fill it in, print it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QInputDialog

from wsusim.errors import BadInput, WsusimError
from wsusim.formats.atomic import write_whole
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.file_dialog import ask_for_folder, ask_to_save
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.lessons.lesson_files import LESSON

if TYPE_CHECKING:
    from wsusim.gui.features.lessons.lesson_form import LessonForm
    from wsusim.lessons.lesson import Lesson
    from wsusim.lessons.lesson_fields import LessonFields

ABOUT = "lesson"
LONGEST_TITLE = 100


class LessonMaking(QObject):
    """The teacher's entries of the lesson menu."""

    def __init__(
        self,
        shell: Shell,
        current: Callable[[], Lesson | None],
        open_lesson: Callable[[Path], bool],
        pages: Path,
    ) -> None:
        """``current`` is the lesson that is open; ``pages`` has its text and pictures."""
        super().__init__(shell.frame)
        self._shell = shell
        self._current = current
        self._open = open_lesson
        self._pages = pages
        self.form: LessonForm | None = None
        make = shell.action_set.make
        make("lesson sheet", self.tr("&Print the lesson..."), self._ask_sheet)
        make("lesson make", self.tr("&Make a lesson from this maze..."), self._ask_title)
        make("lesson edit", self.tr("&Edit the lesson..."), self.edit)

    def save_sheet(self, file: Path) -> None:
        """Write the lesson's text as a PDF, with the teacher's notes if there are any."""
        from wsusim.gui.features.lessons.sheet import write_sheet

        lesson = self._current()
        if lesson is None:
            return
        write_sheet(lesson.text, lesson.notes, lesson.entry.title, self._pages, file)
        self._shell.tell(self.tr("Saved to {path}.").format(path=file))

    def make_lesson(self, title: str, parent: Path) -> Path | None:
        """Make a lesson from the open maze and its program; open it and its text."""
        from wsusim.lessons.new_lesson import new_lesson

        spec = next((one for one in self._shell.setup.controllers() if one), "")
        program = Path(spec.partition(".py:")[0] + (".py" if ".py:" in spec else ""))
        try:
            folder = new_lesson(
                parent,
                title,
                self._shell.document.world,
                program if spec and program.is_file() else None,
            )
        except WsusimError as error:
            self._shell.tell(in_window_words(str(error)), Weight.WARNING, about=ABOUT, is_news=True)
            return None
        text = self.tr(
            "The lesson is in {folder}. Write its text in text.md, and your notes in notes.md."
        )
        self._open(folder)
        self._shell.tell(text.format(folder=folder), is_news=True, about=ABOUT)
        self._shell.programs.outside_wanted.emit(folder / "text.md", 1)
        return folder

    def edit(self) -> None:
        """Show the contents of the lesson's file for editing."""
        from wsusim.gui.features.lessons.lesson_form import LessonForm
        from wsusim.lessons.lesson_fields import read_fields

        file = self._file()
        if file is None:
            return
        try:
            fields = read_fields(file.read_text("utf-8"))
        except (OSError, WsusimError) as error:
            self._shell.tell(in_window_words(str(error)), Weight.WARNING, about=ABOUT, is_news=True)
            return
        self.form = LessonForm(self._shell.frame, fields)
        self.form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form.save_wanted.connect(lambda fields: self._save(file, fields))
        self.form.finished.connect(self._forget_form)
        self.form.open()

    def _save(self, file: Path, fields: LessonFields) -> None:
        """Write the form into the file and open the lesson again, or say what is impossible."""
        from wsusim.lessons.lesson import load_lesson
        from wsusim.lessons.lesson_fields import with_fields

        assert self.form is not None
        before = ""
        try:
            before = file.read_text("utf-8")
            write_whole(file, with_fields(before, fields).encode())
            load_lesson(file)
        except OSError as error:
            self.form.show_problem(f"{file}: {error.strerror}.")
            return
        except BadInput as error:
            if before:
                write_whole(file, before.encode())
            self.form.show_problem(in_window_words(str(error)))
            return
        self.form.accept()
        self._open(file)
        self._shell.tell(self.tr("Saved to {path}.").format(path=file), about=ABOUT)

    def _file(self) -> Path | None:
        """Return the ``lesson.toml`` of the lesson that is open, or say why it can't be edited."""
        lesson = self._current()
        if lesson is None:
            self._shell.tell(self.tr("No lesson is open. Open one first."), Weight.WARNING)
            return None
        if not lesson.source.is_dir():
            text = self.tr(
                "This lesson is packed in one file, for students. Open the folder that it was made "
                "from to edit it."
            )
            self._shell.tell(text, Weight.WARNING, about=ABOUT)
            return None
        return lesson.source / LESSON

    def _forget_form(self) -> None:
        self.form = None

    def _ask_sheet(self) -> None:
        lesson = self._current()
        if lesson is None:
            self._shell.tell(self.tr("No lesson is open. Open one first."), Weight.WARNING)
            return
        proposed = Path.home() / f"{lesson.name}.pdf"
        title = self.tr("Print the lesson")
        ask_to_save(self._shell.frame, title, proposed, ["PDF (*.pdf)"], self.save_sheet)

    def _ask_title(self) -> None:
        """Ask for title and place of a new lesson."""
        dialog = QInputDialog(self._shell.frame)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Make a lesson"))
        dialog.setLabelText(self.tr("Title of the lesson:"))
        dialog.textValueSelected.connect(self._ask_place)
        dialog.open()

    def _ask_place(self, title: str) -> None:
        title = title.strip()[:LONGEST_TITLE]
        if title:
            ask_for_folder(
                self._shell.frame,
                self.tr("Choose the folder in which to make the lesson's folder"),
                self._shell.document.folder,
                lambda parent: self.make_lesson(title, parent),
            )
