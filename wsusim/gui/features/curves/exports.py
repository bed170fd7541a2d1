"""Takes curves elsewhere: as a table or a picture, into a file or onto the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QBuffer, QIODevice, QObject, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from wsusim.formats.atomic import write_whole
from wsusim.gui.features.curves.curves_panel import CurvesPanel
from wsusim.gui.features.curves.tables import table_of
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.widgets.jobs import Job, Report

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

CLOSE_S = 2.0
TABLE_SUFFIX, PICTURE_SUFFIX = ".csv", ".png"


class CurveExports(QObject):
    """Fills the menu of the panel. What may take long is done in a thread."""

    def __init__(self, window: MainWindow, panel: CurvesPanel) -> None:
        super().__init__(panel)
        self._window = window
        self._panel = panel
        self._jobs: list[Job] = []
        for text, run in (
            (self.tr("Save as &CSV..."), self._ask_table),
            (self.tr("Save &picture..."), self._ask_picture),
            (self.tr("&Copy the values in view"), self.copy_values),
            (self.tr("C&opy the picture"), self.copy_picture),
        ):
            panel.menu.addAction(text).triggered.connect(lambda _checked=False, run=run: run())
        panel.menu.aboutToShow.connect(self._allow)
        window.closing.connect(self._close)

    def save_table(self, file: Path) -> None:
        """Write all that is known of the chosen curves."""
        stack = self._panel.stack
        table = table_of(stack.history, stack.curves, slice(None))

        def write(report: Report) -> None:
            write_whole(file, table.text(",", report).encode())

        self._start(self.tr("Saving {name}...").format(name=file.name), write, self._told(file))

    def save_picture(self, file: Path) -> None:
        """Draw the plots as they are shown."""
        image = self._panel.picture()
        self._start(
            self.tr("Saving {name}...").format(name=file.name),
            lambda _report: write_whole(file, _png(image)),
            self._told(file),
        )

    def copy_values(self) -> None:
        """Put the values in view on the clipboard, as a table for a spreadsheet."""
        stack = self._panel.stack
        table = table_of(stack.history, stack.curves, self._panel.rows_in_view())

        def keep(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            words = self.tr("{count} rows are on the clipboard.").format(count=len(table.ticks))
            self._tell(words)

        self._start(self.tr("Copying..."), lambda report: table.text("\t", report), keep)

    def copy_picture(self) -> None:
        """Put the plots on the clipboard as they are shown."""
        QGuiApplication.clipboard().setImage(self._panel.picture())
        self._tell(self.tr("The picture is on the clipboard."))

    # Inside

    def _start(
        self, words: str, work: Callable[[Report], object], then: Callable[[Any], None]
    ) -> None:
        job = Job(words, work, self._window)
        self._jobs.append(job)
        job.done.connect(then)
        job.failed.connect(
            lambda error: self._window.messages.show_message(str(error), Weight.WARNING)
        )
        job.destroyed.connect(lambda _job: self._jobs.remove(job))
        job.start()

    def _told(self, file: Path) -> Callable[[object], None]:
        return lambda _nothing: self._tell(self.tr("Saved as {file}.").format(file=file))

    def _tell(self, text: str) -> None:
        self._window.tell(text)

    def _allow(self) -> None:
        stack = self._panel.stack
        for action in self._panel.menu.actions():
            action.setEnabled(bool(stack.curves) and len(stack.history) > 0)

    def _close(self) -> None:
        for job in self._jobs:
            job.call_off()
            job.wait(CLOSE_S)

    def _ask_table(self) -> None:
        self._ask(
            self.tr("Save the curves as a table"),
            self.tr("Table (*.csv)"),
            TABLE_SUFFIX,
            self.save_table,
        )

    def _ask_picture(self) -> None:
        self._ask(
            self.tr("Save a picture of the curves"),
            self.tr("Picture (*.png)"),
            PICTURE_SUFFIX,
            self.save_picture,
        )

    def _ask(self, title: str, filters: str, suffix: str, save: Callable[[Path], None]) -> None:
        path = self._window.document.path
        folder = path.parent if path is not None else Path.home()
        dialog = QFileDialog(self._window, title, str(folder))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(filters)
        dialog.setDefaultSuffix(suffix[1:])
        dialog.selectFile(self.tr("curves") + suffix)
        dialog.fileSelected.connect(lambda name: save(Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
