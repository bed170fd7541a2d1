"""Sends controllers to a lab and follows them; asks the lab in a thread, without blocking."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSettings, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from wsusim.errors import BadInput
from wsusim.gui.features.lab.lab_dialog import LabDialog
from wsusim.gui.features.lab.token_file import keep_token, kept_token
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.gui.widgets.worker import Report, Worker

if TYPE_CHECKING:
    from wsusim.lab.lab_client import LabClient
    from wsusim.runs.run import Run

LOOK_MS = 2000

SETTLED_S = 5.0
"""After a run's last picture the lab may take so long to keep its result."""

ABOUT_LAB = "lab"


@dataclass(frozen=True, slots=True)
class Told:
    """A lab's answer: the owner of the token, and the runs; ``chosen``: all about one."""

    me: dict[str, Any]
    jobs: list[dict[str, Any]]
    chosen: dict[str, Any] | None = None


STOP_AGAIN_MS = 700


class LabSide(Side):
    """The menu entry *Run in the lab*, its dialog, and what it keeps between sessions."""

    def __init__(
        self,
        shell: Shell,
        open_page: Callable[[QUrl], bool] = QDesktopServices.openUrl,
    ) -> None:
        """``open_page`` shows an address in the person's browser."""
        super().__init__(shell)
        self._open_page = open_page
        self._kept = QSettings(str(shell.folder / "lab.ini"), QSettings.Format.IniFormat)
        self._client: LabClient | None = None
        self._is_closed = False
        self._watched: int | None = None
        """The run of the lab that the window shows."""
        self.worker = Worker(self)
        self.stopper = Worker(self)
        """For the emergency stop alone: the other one may be waiting for an answer."""
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        dialog = self.dialog = LabDialog(shell.frame)
        dialog.address.setText(str(self._kept.value("address", "")))
        dialog.token.setText(kept_token(shell.folder))
        dialog.remember.setChecked(bool(dialog.token.text()))
        dialog.program.setText(str(self._kept.value("program", "")))
        dialog.join.clicked.connect(self.sign_in)
        for field in (dialog.address, dialog.token):
            field.returnPressed.connect(self.sign_in)
        for button, run in (
            (dialog.browse, self._ask_program),
            (dialog.simulate, partial(self.send, "simulation")),
            (dialog.send, partial(self.send, "robot")),
            (dialog.stop_all, self.stop_all),
            (dialog.stop, partial(self._of_chosen, self.stop)),
            (dialog.watch, partial(self._of_chosen, self.watch)),
            (dialog.browser, partial(self._of_chosen, self.browse)),
            (dialog.recorded, partial(self._ask_file, "robot")),
            (dialog.simulated, partial(self._ask_file, "simulation")),
        ):
            button.clicked.connect(run)
        dialog.chosen_changed.connect(self.look)
        dialog.course_changed.connect(self.enter_course)
        dialog.finished.connect(lambda _result: self._timer.stop())
        action = shell.action_set.make("lab", self.tr("Run in the &lab..."), self.open)
        shell.simple.hide(action)
        shell.watched.begun.connect(self._forget_watched)
        shell.watched.ended.connect(self._ask_result)
        shell.closing.connect(self.close)

    def open(self) -> None:
        """Show the dialog, with the state if the lab is known."""
        bring_to_front(self.dialog)
        if self._client is not None:
            self._timer.start()
            self.look()
        elif self.dialog.address.text() and self.dialog.token.text():
            self.sign_in()

    def sign_in(self) -> None:
        """Ask the lab for the token's owner, and keep the address if the token is valid."""
        from wsusim.lab.lab_client import LabClient

        dialog = self.dialog
        address, token = dialog.address.text().strip(), dialog.token.text().strip()
        try:
            # A token in the address was pasted just now; the one in the field may be an old one.
            client = LabClient(address, "" if "#token=" in address else token)
        except BadInput as error:
            dialog.show_trouble(str(error))
            return
        dialog.address.setText(client.address)
        dialog.token.setText(client.token)
        dialog.show_trouble(self.tr("Asking the lab..."))
        enter, course = partial(self._enter, client), self._kept.value("course")
        self.worker.ask(lambda _report: _told_at_first(client, course), enter, self._warn)

    def enter_course(self, number: int) -> None:
        """Show another course of the person's, and send programs for it from now on."""
        self._kept.setValue("course", number)

        def work(client: LabClient, _report: Report) -> Told:
            client.enter_course(number)
            return _told(client)

        self._ask(work, self._show, self.tr("Asking the lab..."))

    def send(self, kind: str) -> None:
        """Send the chosen program; ``kind`` is ``robot`` or ``simulation``."""
        file = Path(self.dialog.program.text().strip())
        if self._client is None:
            self.sign_in()
            return
        options = self.dialog.options(kind)
        self._kept.setValue("program", str(file))

        def work(client: LabClient, _report: Report) -> Told:
            from wsusim.lab.lab_client import read_program

            job = client.submit(*read_program(file), kind=kind, **options)
            return _told(client, job["id"])

        self._ask(work, self._show, self.tr("Sending {file}...").format(file=file.name))

    def stop(self, number: int) -> None:
        """Stop a run, or take it out of the queue."""

        def work(client: LabClient, _report: Report) -> Told:
            client.stop(number)
            return _told(client, number)

        self._ask(work, self._show)

    def stop_all(self) -> None:
        """Stop all robots of the lab; repeat until it has confirmed that they stand still."""
        client = self._client
        if client is None:
            return
        self.dialog.stop_all.setEnabled(False)
        self.dialog.stop_all.setText(self.tr("Stopping all robots..."))
        self.stopper.ask(
            lambda _report: client.halt(), self._tell_stop, self._warn_stop, progressed=lambda _: 0
        )

    def watch(self, number: int) -> None:
        """Show a run in the window while it goes on."""
        words, show = self.tr("Waiting for the first picture..."), partial(self._show_run, number)
        self._ask(lambda client, report: _watched(client, number, report), show, words)

    def browse(self, number: int) -> None:
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
        """Ask for the state of the runs, unless an answer is still awaited."""
        chosen = self.dialog.chosen
        if not self.worker.is_busy:
            self._ask(lambda client, _report: _told(client, chosen), self._show)

    def fetch(self, number: int, kind: str, file: Path) -> None:
        """Save a recording, and open it."""

        def work(client: LabClient, _report: Report) -> Path:
            return client.fetch(number, kind, file, overwrite=True)

        self._ask(work, self._shell.openers.open, self.tr("Fetching the recording..."))

    def close(self) -> None:
        """Close with the window. What was sent stays in the lab."""
        self._timer.stop()
        self._is_closed = True
        self.worker.close()
        self.stopper.close()

    # Inside

    def _tell_stop(self, told: dict[str, Any]) -> None:
        if told["driving"]:
            self.dialog.show_trouble(
                self.tr("The lab is stopping its robots. Still driving: {robots}.").format(
                    robots=", ".join(told["driving"])
                )
            )
            QTimer.singleShot(STOP_AGAIN_MS, self._stop_again)
            return
        self.dialog.stop_all.setEnabled(True)
        self.dialog.stop_all.setText(self.tr("Stop all robots"))
        self.dialog.show_trouble(
            self.tr("All robots stand. To let them drive again, open the lab's page.")
        )

    def _warn_stop(self, error: Exception) -> None:
        self.dialog.show_trouble(
            self.tr(
                "THE STOP HAS NOT GONE THROUGH. {reason} Trying again... Lift the robot up or "
                "switch it off, or tell the person at the lab's computer."
            ).format(reason=error)
        )
        QTimer.singleShot(STOP_AGAIN_MS, self._stop_again)

    def _stop_again(self) -> None:
        if not self._is_closed:
            self.stop_all()

    def _ask(
        self,
        work: Callable[[LabClient, Report], Any],
        done: Callable[[Any], object],
        words: str = "",
    ) -> None:
        """Ask the lab something, if there is one."""
        client = self._client
        if client is not None:
            self.worker.ask(lambda report: work(client, report), done, self._warn, words)

    def _enter(self, client: LabClient, told: Told) -> None:
        self._client = client
        self._kept.setValue("address", client.address)
        self._kept.remove("token")  # of an older wsusim
        keep_token(self._shell.folder, client.token if self.dialog.remember.isChecked() else "")
        self._timer.start()
        self._show(told)

    def _show(self, told: Told) -> None:
        self.dialog.show_lab(told.me)
        self.dialog.show_jobs(told.jobs, told.chosen)

    def _show_run(self, number: int, run: Run) -> None:
        self.dialog.close()  # it would cover what the person wants to see
        self._shell.watched.run_made.emit(run)
        self._watched = number
        text = self.tr("You are watching run {number} in the lab.").format(number=number)
        self._shell.tell(text, about=ABOUT_LAB)

    def _forget_watched(self) -> None:
        """Note that something else is shown."""
        self._watched = None

    def _ask_result(self) -> None:
        """Report how the watched run has ended, when there is nothing more to see."""
        client, number = self._client, self._watched
        self._watched = None
        if client is not None and number is not None:
            work = partial(_settled, client, number)
            self.worker.ask(work, self._tell_result, lambda error: self._lead_back(str(error)))

    def _tell_result(self, job: dict[str, Any]) -> None:
        number = job["id"]
        if job["can_watch"]:
            text = self.tr("The connection has broken off, and run {number} goes on in the lab.")
            again = (self.tr("Watch again"), partial(self.watch, number))
            self._shell.tell(text.format(number=number), answers=(again,), about=ABOUT_LAB)
            return
        text = self.tr("Run {number} in the lab is over ({state}): {text}").format(
            number=number, state=self.dialog.state_of(job), text=job["text"].partition("\n")[0]
        )
        self._lead_back(text)

    def _lead_back(self, text: str) -> None:
        back = (self.tr("Back to the lab"), self.open)
        self._shell.tell(text, answers=(back,), about=ABOUT_LAB)

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

    def _of_chosen(self, do: Callable[[int], object]) -> None:
        if self.dialog.chosen is not None:
            do(self.dialog.chosen)

    def _ask_file(self, kind: str) -> None:
        job = self.dialog.job()
        if job is not None:
            title, kinds = self.tr("Save the recording"), (self.tr("Recordings (*.mcap)"),)
            folder = Path(self.dialog.program.text() or Path.home()).parent
            proposed = folder / f"{Path(job['name']).stem}-{job['id']}-{kind}.mcap"
            ask_to_save(self.dialog, title, proposed, kinds, partial(self.fetch, job["id"], kind))


def _told_at_first(client: LabClient, course: Any) -> Told:
    """Ask a lab for everything; in the last course, if the person is still in it."""
    courses = [one["id"] for one in client.me().get("courses", [])]
    known = next((one for one in courses if str(one) == str(course)), None)
    if known is not None:
        client.enter_course(known)
    return _told(client)


def _told(client: LabClient, chosen: int | None = None) -> Told:
    """Ask a lab for everything that the dialog shows, of one course."""
    me = client.me()
    jobs = [job for job in client.jobs() if job.get("course") in (None, me.get("course"))]
    if chosen not in [job["id"] for job in jobs]:
        chosen = None
    if chosen is None and jobs:
        chosen = jobs[0]["id"]
    return Told(me, jobs, None if chosen is None else client.job(chosen))


def _watched(client: LabClient, number: int, report: Report) -> Run:
    """Return a run of the lab, to be shown."""
    from wsusim.lab.watching import watched_run

    run = watched_run(client, number)
    try:
        report(1.0)
    except BaseException:  # it is no longer wanted
        run.close()
        raise
    return run


def _settled(client: LabClient, number: int, report: Report) -> dict[str, Any]:
    """Return a run once it is over, or if it still goes on after a while."""
    pause = threading.Event()
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        job = client.job(number)
        if job["ended_s"] is not None:
            break
        report(share)
        pause.wait(SETTLED_S / 4)
    return job
