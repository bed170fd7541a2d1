"""The dialog "Run in the lab": where the lab is, what to send, and how the runs are going."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from wsusim.gui.widgets.layouts import in_column, in_row, named, words
from wsusim.gui.widgets.row_table import RowTable

SIZE_PX = (760, 640)


class LabDialog(QDialog):
    """Shows what it is told, and tells what the person wants."""

    sign_in_wanted = Signal()
    program_wanted = Signal()
    send_wanted = Signal(str)
    """``robot`` or ``simulation``."""
    stop_wanted = Signal(int)
    watch_wanted = Signal(int)
    browse_wanted = Signal(int)
    """To see a run: in the window, in the browser."""
    recording_wanted = Signal(int, str, str)
    """Of a run: its number, ``robot`` or ``simulation``, the program's name."""
    chosen_changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Run in the lab"))
        self.resize(*SIZE_PX)
        self._jobs: list[dict[str, Any]] = []
        self.chosen: int | None = None
        """The number of the run that is shown; ``None``: the newest."""
        self._make_fields()
        self._make_runs()
        layout = in_column(
            self._lab_box(), self._program_box(), self._runs_box(), self.trouble, margins=(12,) * 4
        )
        self.setLayout(layout)
        self.show_lab(None)
        self.show_jobs([], None)

    def options(self, kind: str) -> dict[str, Any]:
        """Return what is chosen for the next run."""
        chosen: dict[str, Any] = {"seed": self.seed.value(), "time_s": float(self.time_s.value())}
        return chosen | ({"maze": self.maze.currentText()} if kind == "simulation" else {})

    def show_trouble(self, text: str) -> None:
        """Say what is wrong, or what is being done; empty: nothing."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def show_lab(self, me: dict[str, Any] | None) -> None:
        """Show whose lab it is and how it stands; ``None``: it is not known yet."""
        for part in (self.simulate, self.send):
            part.setEnabled(me is not None)
        if me is None:
            self.state.setText(
                self.tr("Your teacher gives you the lab's address. Your token may be part of it.")
            )
            return
        self.show_trouble("")
        mazes = list(me["mazes"])
        if mazes != [self.maze.itemText(index) for index in range(self.maze.count())]:
            self.maze.clear()
            self.maze.addItems(mazes)
        self.time_s.setMaximum(int(me["time_limit_s"]))
        free = sum(robot["is_ready"] and not robot["is_busy"] for robot in me["robots"])
        parts = [
            self.tr("Signed in as {name}.").format(name=me["name"]),
            self.tr("Robots: {count}, {free} free, {waiting} runs waiting.").format(
                count=len(me["robots"]), free=free, waiting=me["waiting"]
            ),
        ]
        if me["is_halted"]:
            parts[1] = self.tr("A teacher has stopped all robots.")
        elif not me["is_open"]:
            parts[1] = self.tr("The robots are not available now. Opening hours: {hours}.").format(
                hours=me["hours"]
            )
        self.state.setText(" ".join([*parts, me["notice"]]))

    def show_jobs(self, jobs: list[dict[str, Any]], chosen: dict[str, Any] | None) -> None:
        """Show all runs, and everything of one."""
        self._jobs = jobs
        self.chosen = None if chosen is None else chosen["id"]
        self.runs.blockSignals(True)
        self.runs.show_rows(
            [(str(job["id"]), job["name"], self._where(job), self.state_of(job)) for job in jobs]
        )
        for row, job in enumerate(jobs):
            if job["id"] == self.chosen:
                self.runs.selectRow(row)
        self.runs.blockSignals(False)
        self._show_chosen(chosen)

    def state_of(self, job: dict[str, Any]) -> str:
        """Return how a run is, in a few words."""
        if job.get("awaits_start"):
            return self.tr("next, as soon as the robot stands at its start")
        if job["place"]:
            return self.tr("waiting: place {place}, about {wait} s").format(
                place=job["place"], wait=job["wait_s"]
            )
        if job["kind"] == "simulation" and job["state"] == "checking":
            return self.tr("running")
        names = {
            "uploaded": self.tr("will be checked"),
            "checking": self.tr("being checked"),
            "running": self.tr("on the robot"),
            "refused": self.tr("refused"),
            "done": self.tr("done"),
            "failed": self.tr("failed"),
            "cancelled": self.tr("cancelled"),
            "interrupted": self.tr("interrupted"),
        }
        return names[job["state"]]

    # Inside

    def _show_chosen(self, job: dict[str, Any] | None) -> None:
        text = "" if job is None else "\n\n".join(
            part for part in (job["text"], "".join(job["printed"])) if part
        )  # fmt: skip
        if text != self.told.toPlainText():
            self.told.setPlainText(text)
            self.told.moveCursor(self.told.textCursor().MoveOperation.End)
        self.stop.setEnabled(job is not None and job["ended_s"] is None)
        for button in (self.watch, self.browser):
            button.setEnabled(job is not None and job["can_watch"])
        recordings = [] if job is None else job["recordings"]
        self.recorded.setEnabled("robot" in recordings)
        self.simulated.setEnabled("simulation" in recordings)

    def _choose(self) -> None:
        row = self.runs.currentRow()
        if 0 <= row < len(self._jobs) and self._jobs[row]["id"] != self.chosen:
            self.chosen = self._jobs[row]["id"]
            self.chosen_changed.emit()

    def _make_fields(self) -> None:
        self.address, self.token, self.program = QLineEdit(), QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("https://lab.school.example/#token=...")
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.remember = QCheckBox(self.tr("&Remember my token on this computer"))
        self.state, self.trouble = words("dim"), words()
        self.join = QPushButton(self.tr("Si&gn in"))
        self.join.clicked.connect(self.sign_in_wanted)
        for field in (self.address, self.token):
            field.returnPressed.connect(self.sign_in_wanted)
        self.browse = QPushButton(self.tr("&Choose..."))
        self.browse.clicked.connect(self.program_wanted)
        self.maze, self.seed, self.time_s = QComboBox(), QSpinBox(), QSpinBox()
        self.seed.setRange(0, 2**31 - 1)
        self.seed.setValue(1)
        self.time_s.setRange(1, 3600)
        self.time_s.setValue(60)
        self.time_s.setSuffix(" s")
        self.simulate = QPushButton(self.tr("Si&mulate in the lab"))
        self.send = QPushButton(self.tr("Send to the r&obot"))
        self.send.setDefault(True)
        self.simulate.clicked.connect(lambda: self.send_wanted.emit("simulation"))
        self.send.clicked.connect(lambda: self.send_wanted.emit("robot"))

    def _make_runs(self) -> None:
        titles = (self.tr("No."), self.tr("Program"), self.tr("Where"), self.tr("State"))
        self.runs = RowTable(self.tr("Your runs"), titles)
        self.runs.setShowGrid(True)
        self.runs.horizontalHeader().setStretchLastSection(True)
        self.runs.itemSelectionChanged.connect(self._choose)
        self.told = named(QPlainTextEdit(), self.tr("What the lab and the program say"))
        self.told.setReadOnly(True)
        self.told.setTabChangesFocus(True)
        self.stop = QPushButton(self.tr("S&top"))
        self.watch = QPushButton(self.tr("&Watch"))
        self.browser = QPushButton(self.tr("Watch in the &browser"))
        self.recorded = QPushButton(self.tr("Open the &recording"))
        self.simulated = QPushButton(self.tr("Open the simulation's recor&ding"))
        self.stop.clicked.connect(lambda: self._tell(self.stop_wanted))
        self.watch.clicked.connect(lambda: self._tell(self.watch_wanted))
        self.browser.clicked.connect(lambda: self._tell(self.browse_wanted))
        self.recorded.clicked.connect(lambda: self._want_recording("robot"))
        self.simulated.clicked.connect(lambda: self._want_recording("simulation"))

    def _lab_box(self) -> QGroupBox:
        box, form = QGroupBox(self.tr("The lab")), QFormLayout()
        form.addRow(self.tr("&Address"), self.address)
        form.addRow(
            _label(self.tr("To&ken"), self.token), in_row(self.token, self.join, grows=self.token)
        )
        form.addRow("", self.remember)
        form.addRow(self.state)
        self.address.setAccessibleName(self.tr("Address"))
        self.token.setAccessibleName(self.tr("Token"))
        box.setLayout(form)
        return box

    def _program_box(self) -> QGroupBox:
        box, form = QGroupBox(self.tr("The program")), QFormLayout()
        form.addRow(
            _label(self.tr("&File"), self.program),
            in_row(self.program, self.browse, grows=self.program),
        )
        form.addRow(
            self.tr("Maze of a simulation"),
            in_row(
                self.maze, QLabel(self.tr("Seed")), self.seed, QLabel(self.tr("Time limit")),
                self.time_s, None, spacing=8,
            ),
        )  # fmt: skip
        for field, name in (
            (self.program, self.tr("File")), (self.maze, self.tr("Maze of a simulation")),
            (self.seed, self.tr("Seed")), (self.time_s, self.tr("Time limit")),
        ):  # fmt: skip
            field.setAccessibleName(name)
        form.addRow(in_row(None, self.simulate, self.send, spacing=8))
        box.setLayout(form)
        return box

    def _runs_box(self) -> QGroupBox:
        box = QGroupBox(self.tr("Your runs"))
        left, right = (self.stop, self.watch, self.browser), (self.simulated, self.recorded)
        buttons = in_row(*left, None, *right, spacing=8)
        layout = in_column(self.runs, self.told, buttons, spacing=8, margins=(8, 8, 8, 8))
        layout.setStretch(0, 3)
        layout.setStretch(1, 2)
        box.setLayout(layout)
        return box

    def _tell(self, signal: Any) -> None:
        if self.chosen is not None:
            signal.emit(self.chosen)

    def _want_recording(self, kind: str) -> None:
        job = next((job for job in self._jobs if job["id"] == self.chosen), None)
        if job is not None:
            self.recording_wanted.emit(job["id"], kind, job["name"])

    def _where(self, job: dict[str, Any]) -> str:
        if job["kind"] == "robot":
            return str(job["robot"] or self.tr("robot"))
        return self.tr("simulation, {maze}").format(maze=job["maze"])


def _label(text: str, field: QWidget) -> QLabel:
    """Return a field's label, whose underlined letter leads to the field."""
    label = QLabel(text)
    label.setBuddy(field)
    return label
