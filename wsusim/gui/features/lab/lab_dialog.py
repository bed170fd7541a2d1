"""The dialog "Run in the lab": where the lab is, what to send, and how the runs are going."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from wsusim.gui.widgets.layouts import form, in_column, in_row, named, push_button, words
from wsusim.gui.widgets.row_table import RowTable
from wsusim.gui.widgets.window_words import in_window_words

SIZE_PX = (760, 640)


class LabDialog(QDialog):
    """Shows what it is told; the side defines what its buttons do."""

    chosen_changed = Signal()
    course_changed = Signal(int)
    """The number of the course that the person has chosen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
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
        self.trouble.setText(in_window_words(text))
        self.trouble.setVisible(bool(text))

    def show_lab(self, me: dict[str, Any] | None) -> None:
        """Show which lab it is and its state; ``None``: unknown yet."""
        for part in (self.simulate, self.send):
            part.setEnabled(me is not None)
        self.stop_all.setVisible(me is not None and me["may_halt"])
        if me is None:
            self.state.setText(
                self.tr("Your teacher gives you the lab's address. Your token may be part of it.")
            )
            self._show_courses([], None)
            return
        self.show_trouble("")
        self._show_courses(me.get("courses", []), me.get("course"))
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
        """Return the state of a run in a few words."""
        if job.get("held"):
            return self.tr("waiting: place {place}. {why}").format(
                place=job["place"], why=job["held"]
            )
        if job.get("awaits_start"):
            return self.tr("next, as soon as the robot is at its start")
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
            "stopped": self.tr("stopped"),
            "cancelled": self.tr("cancelled"),
            "interrupted": self.tr("interrupted"),
        }
        return names[job["state"]]

    # Inside

    def _show_courses(self, courses: list[dict[str, Any]], now: int | None) -> None:
        """Show the courses that the person is in, if there is a choice."""
        is_choice = len(courses) > 1
        for part in (self.course, self.of_course):
            part.setVisible(is_choice)
        known = [(self.course.itemText(at), self.course.itemData(at)) for at in _all(self.course)]
        if known != [(one["title"], one["id"]) for one in courses]:
            self.course.clear()
            for one in courses:
                self.course.addItem(one["title"], one["id"])
        self.course.setCurrentIndex(self.course.findData(now))

    def _choose_course(self, index: int) -> None:
        self.course_changed.emit(self.course.itemData(index))

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
        self.join = push_button(self.tr("Si&gn in"))
        self.stop_all = push_button(self.tr("Stop all robots"))
        self.stop_all.setVisible(False)
        self.stop_all.setStyleSheet("background: #c62828; color: white; font-weight: bold")
        self.course = named(QComboBox(), self.tr("Course"))
        self.of_course = QLabel(self.tr("Cours&e"))
        self.of_course.setBuddy(self.course)
        self.course.activated.connect(self._choose_course)
        self.browse = push_button(self.tr("&Choose..."))
        self.maze = QComboBox()
        self.seed = named(QSpinBox(maximum=2**31 - 1, value=1), self.tr("Seed"))
        self.time_s = QSpinBox(minimum=1, maximum=3600, value=60, suffix=" s")
        self.time_s.setAccessibleName(self.tr("Time limit"))
        self.simulate = push_button(self.tr("Si&mulate in the lab"))
        self.send = push_button(self.tr("Send to the r&obot"))
        self.send.setDefault(True)

    def _make_runs(self) -> None:
        titles = (self.tr("No."), self.tr("Program"), self.tr("Where"), self.tr("State"))
        self.runs = RowTable(self.tr("Your runs"), titles)
        self.runs.setShowGrid(True)
        self.runs.horizontalHeader().setStretchLastSection(True)
        self.runs.itemSelectionChanged.connect(self._choose)
        self.told = named(QPlainTextEdit(), self.tr("What the lab and the program say"))
        self.told.setReadOnly(True)
        self.told.setTabChangesFocus(True)
        self.stop = push_button(self.tr("S&top"))
        self.watch = push_button(self.tr("&Watch"))
        self.browser = push_button(self.tr("Watch in the &browser"))
        self.recorded = push_button(self.tr("Open the &recording"))
        self.simulated = push_button(self.tr("Open the simulation's recor&ding"))

    def _lab_box(self) -> QGroupBox:
        fields = form(
            (self.tr("&Address"), self.address), (self.tr("To&ken"), self.token, self.join)
        )
        fields.addRow("", self.remember)
        fields.addRow(self.of_course, self.course)
        fields.addRow(self.state)
        fields.addRow(self.stop_all)
        return _box(self.tr("The lab"), fields)

    def _program_box(self) -> QGroupBox:
        of_run = (QLabel(self.tr("Seed")), self.seed, QLabel(self.tr("Time limit")), self.time_s)
        fields = form(
            (self.tr("&File"), self.program, self.browse),
            (self.tr("Maze of a simulation"), self.maze, *of_run, None),
        )
        fields.addRow(in_row(None, self.simulate, self.send, spacing=8))
        return _box(self.tr("The program"), fields)

    def _runs_box(self) -> QGroupBox:
        left, right = (self.stop, self.watch, self.browser), (self.simulated, self.recorded)
        buttons = in_row(*left, None, *right, spacing=8)
        layout = in_column(self.runs, self.told, buttons, spacing=8, margins=(8, 8, 8, 8))
        layout.setStretch(0, 3)
        layout.setStretch(1, 2)
        return _box(self.tr("Your runs"), layout)

    def job(self) -> dict[str, Any] | None:
        """Return the run that is shown."""
        return next((job for job in self._jobs if job["id"] == self.chosen), None)

    def _where(self, job: dict[str, Any]) -> str:
        if job["kind"] == "robot":
            return str(job["robot"] or self.tr("robot"))
        return self.tr("simulation, {maze}").format(maze=job["maze"])


def _all(choice: QComboBox) -> range:
    return range(choice.count())


def _box(title: str, layout: QLayout) -> QGroupBox:
    box = QGroupBox(title)
    box.setLayout(layout)
    return box
