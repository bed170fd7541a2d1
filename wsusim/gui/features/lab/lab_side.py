"""Sends controllers to a lab and follows them; asks the lab in a thread, and never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from wsusim.errors import BadInput
from wsusim.gui.features.lab.lab_dialog import LabDialog
from wsusim.gui.shell.shell import Shell
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.worker import Report, Worker

if TYPE_CHECKING:
    from wsusim.lab.client import LabClient

LOOK_MS = 2000


@dataclass(frozen=True, slots=True)
class Told:
    """What a lab has answered: whose token it is, and the runs; ``chosen``: all of one."""

    me: dict[str, Any]
    jobs: list[dict[str, Any]]
    chosen: dict[str, Any] | None = None


class LabSide(QObject):
    """The menu entry *Run in the lab*, its dialog, and what it keeps between sessions."""

    def __init__(
        self,
        shell: Shell,
        open_page: Callable[[QUrl], bool] = QDesktopServices.openUrl,
    ) -> None:
        """``open_page`` shows an address in the person's browser."""
        super().__init__(shell.frame)
        self._shell = shell
        self._open_page = open_page
        self._kept = QSettings(str(shell.folder / "lab.ini"), QSettings.Format.IniFormat)
        self._client: LabClient | None = None
        self.worker = Worker(self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        dialog = self.dialog = LabDialog(shell.frame)
        dialog.address.setText(str(self._kept.value("address", "")))
        dialog.token.setText(str(self._kept.value("token", "")))
        dialog.program.setText(str(self._kept.value("program", "")))
        dialog.sign_in_wanted.connect(self.sign_in)
        dialog.program_wanted.connect(self._ask_program)
        dialog.send_wanted.connect(self.send)
        dialog.stop_wanted.connect(self.stop)
        dialog.watch_wanted.connect(self.watch)
        dialog.recording_wanted.connect(self._ask_file)
        dialog.chosen_changed.connect(self.look)
        dialog.finished.connect(lambda _result: self._timer.stop())
        shell.action_set.make("lab", self.tr("Run in the &lab..."), self.open)
        shell.closing.connect(self.close)

    def open(self) -> None:
        """Show the dialog, and how things stand if the lab is known."""
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        if self._client is not None:
            self._timer.start()
            self.look()
        elif self.dialog.address.text() and self.dialog.token.text():
            self.sign_in()

    def sign_in(self) -> None:
        """Ask the lab whose token it is, and keep the address if it is somebody's."""
        from wsusim.lab.client import LabClient

        dialog = self.dialog
        try:
            client = LabClient(dialog.address.text().strip(), dialog.token.text().strip())
        except BadInput as error:
            dialog.show_trouble(str(error))
            return
        dialog.address.setText(client.address)
        dialog.token.setText(client.token)
        dialog.show_trouble(self.tr("Asking the lab..."))
        self.worker.ask(lambda _report: _told(client), lambda told: self._enter(client, told),
                        self._warn)  # fmt: skip

    def send(self, kind: str) -> None:
        """Send the chosen program; ``kind`` is ``robot`` or ``simulation``."""
        client, file = self._client, Path(self.dialog.program.text().strip())
        if client is None:
            self.sign_in()
            return
        options = self.dialog.options(kind)
        self._kept.setValue("program", str(file))

        def work(_report: Report) -> Told:
            from wsusim.formats.atomic import read_whole

            source = read_whole(file, self.tr("a program")).decode("utf-8", "replace")
            job = client.submit(file.name, source, kind=kind, **options)
            return _told(client, job["id"])

        self.worker.ask(work, self._show, self._warn, self.tr("Sending {file}...").format(
            file=file.name
        ))  # fmt: skip

    def stop(self, number: int) -> None:
        """Stop a run, or take it out of the queue."""
        client = self._client
        if client is not None:
            self.worker.ask(
                lambda _report: (client.stop(number), _told(client, number))[1],
                self._show,
                self._warn,
            )

    def watch(self, number: int) -> None:
        """Show a run in the browser, signed in."""
        if self._client is None:
            return
        page = QUrl(f"{self._client.address}/")
        page.setFragment(f"token={self._client.token}")
        if not self._open_page(page):
            self.dialog.show_trouble(
                self.tr("No browser could be opened. The address is {address}").format(
                    address=self._client.watch_address(number)
                )
            )

    def look(self) -> None:
        """Ask how the runs are going, unless an answer is still awaited."""
        client, chosen = self._client, self.dialog.chosen
        if client is not None and not self.worker.is_busy:
            self.worker.ask(lambda _report: _told(client, chosen), self._show, self._warn)

    def fetch(self, number: int, kind: str, file: Path) -> None:
        """Save a recording, and open it."""
        client = self._client
        if client is not None:
            self.worker.ask(
                lambda _report: client.fetch(number, kind, file, overwrite=True),
                self._shell.openers.open,
                self._warn,
                self.tr("Fetching the recording..."),
            )

    def close(self) -> None:
        """End with the window. What was sent stays in the lab."""
        self._timer.stop()
        self.worker.close()

    # Inside

    def _enter(self, client: LabClient, told: Told) -> None:
        self._client = client
        self._kept.setValue("address", client.address)
        self._kept.setValue("token", client.token if self.dialog.remember.isChecked() else "")
        self._timer.start()
        self._show(told)

    def _show(self, told: Told) -> None:
        self.dialog.show_lab(told.me)
        self.dialog.show_jobs(told.jobs, told.chosen)

    def _warn(self, error: Exception) -> None:
        self.dialog.show_trouble(str(error))

    def _ask_program(self) -> None:
        now = Path(self.dialog.program.text() or Path.home())
        ask_to_open(
            self.dialog,
            self.tr("Choose a program for the lab"),
            now.parent if now.suffix else now,
            (self.tr("Programs (*.py)"),),
            lambda file: self.dialog.program.setText(str(file)),
        )

    def _ask_file(self, number: int, kind: str, name: str) -> None:
        folder = Path(self.dialog.program.text() or Path.home()).parent
        ask_to_save(
            self.dialog,
            self.tr("Save the recording"),
            folder / f"{Path(name).stem}-{number}-{kind}.mcap",
            (self.tr("Recordings (*.mcap)"),),
            lambda file: self.fetch(number, kind, file),
        )


def _told(client: LabClient, chosen: int | None = None) -> Told:
    """Ask a lab for everything that the dialog shows."""
    me, jobs = client.me(), client.jobs()
    if chosen is None and jobs:
        chosen = jobs[0]["id"]
    return Told(me, jobs, None if chosen is None else client.job(chosen))
