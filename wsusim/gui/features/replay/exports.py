"""Makes pictures, films and tables of the recording that is open."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from wsusim.errors import BadInput
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.jobs import Job, Report, WatchedRecording

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

PICTURE_SUFFIXES = (".png", ".svg")
FILM_SUFFIXES = (".gif", ".mp4")

PICTURE_PASSES, FILM_PASSES, TABLE_PASSES = 2, 1, 6
"""How often each of them reads the recording."""


class TablesExist(BadInput):
    """The folder holds such tables already; nothing was written."""


class Exports(QObject):
    """The submenu of the File menu. Files are made beside their places and put there when whole."""

    exported = Signal(object)
    """The file or folder (``Path``) that was made."""

    def __init__(
        self,
        window: MainWindow,
        recording: Callable[[], Path | None],
        begin: Callable[[Job], object],
    ) -> None:
        """``recording`` tells the open file; ``begin`` starts jobs."""
        super().__init__(window)
        self._window = window
        self._recording = recording
        self._begin = begin
        menu = window.menus.add_submenu("exports", self.tr("E&xport the recording"))
        for name, text, ask in (
            ("replay export picture", self.tr("&Picture of the way..."), self._ask_picture),
            ("replay export film", self.tr("&Film..."), self._ask_film),
            ("replay export tables", self.tr("&Tables..."), self._ask_tables),
        ):
            menu.addAction(window.action_set.make(name, text, ask))

    def export_picture(self, file: Path) -> None:
        """Draw the way of all robots; the ending says PNG or SVG."""

        def write(recording: WatchedRecording, draft: Path) -> None:
            from wsusim.recording.export_picture import export_picture

            export_picture(recording, draft)

        self._export_file(file, PICTURE_SUFFIXES, PICTURE_PASSES, write)

    def export_film(self, file: Path) -> None:
        """Make a film of the run; the ending says GIF or MP4."""

        def write(recording: WatchedRecording, draft: Path) -> None:
            from wsusim.recording.export_animation import export_animation

            export_animation(recording, draft)

        self._export_file(file, FILM_SUFFIXES, FILM_PASSES, write)

    def export_tables(self, folder: Path, *, may_replace: bool = False) -> None:
        """Write the tables into a folder; asks before it replaces any."""
        source = self._recording()
        if source is None:
            return

        def work(report: Report) -> Path:
            from wsusim.recording.export_csv import export_csv

            folder.mkdir(parents=True, exist_ok=True)
            with (
                tempfile.TemporaryDirectory(prefix=".draft-", dir=folder) as draft,
                WatchedRecording(source, report, TABLE_PASSES) as recording,
            ):
                tables = export_csv(recording, Path(draft))
                taken = [file.name for file in tables if (folder / file.name).exists()]
                if taken and not may_replace:
                    text = self.tr("{folder} holds {files} already. Nothing was written.")
                    raise TablesExist(text.format(folder=folder, files=", ".join(taken)))
                for file in tables:
                    shutil.move(file, folder / file.name)
            return folder

        def explain(error: Exception) -> None:
            replace = (
                self.tr("Replace them"),
                partial(self.export_tables, folder, may_replace=True),
            )
            answers = (replace,) if isinstance(error, TablesExist) else ()
            self._window.messages.show_message(str(error), Weight.WARNING, answers)

        self._start(folder, work, explain)

    def _export_file(
        self,
        file: Path,
        suffixes: tuple[str, ...],
        passes: int,
        write: Callable[[WatchedRecording, Path], None],
    ) -> None:
        source = self._recording()
        if source is None:
            return
        if file.suffix.lower() not in suffixes:
            text = self.tr("The name must end in {suffixes}, but it is {name}. Choose another one.")
            words = text.format(suffixes=self.tr(" or ").join(suffixes), name=file.name)
            self._window.messages.show_message(words, Weight.WARNING)
            return

        def work(report: Report) -> Path:
            draft = file.with_name(f".{file.stem}.draft{file.suffix}")
            try:
                with WatchedRecording(source, report, passes) as recording:
                    write(recording, draft)
                draft.replace(file)
            finally:
                draft.unlink(missing_ok=True)
            return file

        def explain(error: Exception) -> None:
            self._window.messages.show_message(str(error), Weight.WARNING)

        self._start(file, work, explain)

    def _start(
        self, place: Path, work: Callable[[Report], Path], explain: Callable[[Exception], None]
    ) -> None:
        job = Job(self.tr("Exporting to {name}...").format(name=place.name), work, self._window)
        job.done.connect(self._tell)
        job.failed.connect(explain)
        self._begin(job)

    def _tell(self, place: Path) -> None:
        text = self.tr("Exported to {place}.").format(place=place)
        self._window.messages.show_message(text, Weight.NOTE)
        self._window.view.announce(text)
        self.exported.emit(place)

    def _ask_picture(self) -> None:
        self._ask(
            self.tr("Picture of the way"),
            (self.tr("Picture (*.png)"), self.tr("Drawing (*.svg)")),
            ".png",
            self.export_picture,
        )

    def _ask_film(self) -> None:
        self._ask(
            self.tr("Film of the run"),
            (self.tr("Animation (*.gif)"), self.tr("Film (*.mp4)")),
            ".gif",
            self.export_film,
        )

    def _ask(
        self, title: str, filters: tuple[str, ...], suffix: str, export: Callable[[Path], None]
    ) -> None:
        source = self._recording()
        if source is None:
            return
        dialog = QFileDialog(self._window, title, str(source.absolute().parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(filters)
        dialog.setDefaultSuffix(suffix[1:])
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")"))
        )
        dialog.selectFile(source.stem + suffix)
        dialog.fileSelected.connect(lambda name: export(Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _ask_tables(self) -> None:
        source = self._recording()
        if source is None:
            return
        dialog = QFileDialog(
            self._window, self.tr("Folder for the tables"), str(source.absolute().parent)
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda name: self.export_tables(Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
