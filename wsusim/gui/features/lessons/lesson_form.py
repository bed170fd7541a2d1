"""The dialog "Edit the lesson": its title, task, hints and rules, for the teacher to fill in."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTabWidget,
    QWidget,
)

from wsusim.gui.features.lessons.counts_table import CountsTable
from wsusim.gui.widgets.layouts import form, held, in_column, named, words
from wsusim.gui.widgets.theme import current_theme
from wsusim.lessons.lesson_entry import LEVELS
from wsusim.lessons.lesson_fields import LessonFields

MOST_MINUTES, MOST_SECONDS = 600, 100_000.0
WIDTH_EM, HEIGHT_EM = 56, 30
_PLACE = re.compile(r"^.*?\blesson\.toml(, line \d+)?: ")
_EMPTY_LINES = re.compile(r"\n\s*\n")


class LessonForm(QDialog):
    """Shows fields and returns changed ones; writes no file."""

    save_wanted = Signal(object)
    """With the ``LessonFields`` that were filled in."""

    def __init__(self, parent: QWidget, fields: LessonFields) -> None:
        super().__init__(parent)
        self.setObjectName("lesson-form")
        self.setWindowTitle(self.tr("Edit the lesson"))
        tr = self.tr
        self.title = named(QLineEdit(fields.title), tr("Title"))
        self.description = named(
            QLineEdit(fields.description), tr("In one sentence"), tr("It is on the start page.")
        )
        self.level = named(QComboBox(), tr("Level"))
        for number, meaning in LEVELS.items():
            self.level.addItem(f"{number}: {meaning}", number)
        self.level.setCurrentIndex(self.level.findData(fields.level))
        self.minutes = named(QSpinBox(), tr("Minutes"))
        self.minutes.setRange(5, MOST_MINUTES)
        self.minutes.setValue(fields.minutes)
        self.next = named(
            QLineEdit(fields.next),
            tr("Next lesson"),
            tr("Name of the folder of the lesson that follows; empty: none."),
        )
        self.mazes = named(
            QLineEdit(", ".join(fields.mazes)),
            tr("Mazes"),
            tr("Files in the lesson's folder, or mazes that come with wsusim; with commas between"),
        )
        self.seeds = named(
            QLineEdit(fields.seeds), tr("Seeds"), tr("A run each: 1-10, or 1, 5, 9.")
        )
        self.time_limit = named(QDoubleSpinBox(), tr("Time limit"))
        self.time_limit.setRange(0.0, MOST_SECONDS)
        self.time_limit.setDecimals(1)
        self.time_limit.setSuffix(tr(" s"))
        self.time_limit.setSpecialValueText(tr("the maze's own"))
        self.time_limit.setValue(fields.time_limit_s)
        self.counts = CountsTable(fields.counts)
        self.hints = named(
            QPlainTextEdit("\n\n".join(fields.hints)),
            tr("Hints"),
            tr("Leave an empty line between one hint and the next."),
        )
        self._choices = {
            "locked": _boxes(fields.locked, {"maze": tr("Students can't change the maze")}),
            "hidden": _boxes(
                fields.hidden,
                {
                    "model": tr("Hide the robot model and its settings"),
                    "lab": tr("Hide real robots and the lab"),
                },
            ),
            "allow": _boxes(
                fields.allow,
                {
                    "goal": tr("Programs are told where the goal is (self.goal)"),
                    "pose": tr("Programs are told where the robot is (self.pose)"),
                    "keys": tr("Programs can ask for keys (self.keys)"),
                    "episodes": tr("Programs can try again in one run (self.new_episode)"),
                },
            ),
        }
        self.problem = words()
        self.problem.hide()
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(lambda: self.save_wanted.emit(self.fields()))
        buttons.rejected.connect(self.reject)
        self.tabs = self._made_tabs()
        whole = (self.tabs, self.problem, buttons)
        self.setLayout(in_column(*whole, spacing=8, margins=(11, 11, 11, 11), grows=self.tabs))
        text_px = self.fontMetrics().height()
        self.resize(WIDTH_EM * text_px, HEIGHT_EM * text_px)
        for box in (self.title, self.description, self.mazes):
            box.setCursorPosition(0)

    def fields(self) -> LessonFields:
        """Return what is filled in."""
        return LessonFields(
            title=self.title.text().strip(),
            description=self.description.text().strip(),
            level=self.level.currentData(),
            minutes=self.minutes.value(),
            mazes=_parts(self.mazes.text()),
            seeds=self.seeds.text().strip(),
            time_limit_s=self.time_limit.value(),
            hints=tuple(
                hint.strip()
                for hint in _EMPTY_LINES.split(self.hints.toPlainText())
                if hint.strip()
            ),
            locked=self._chosen("locked"),
            hidden=self._chosen("hidden"),
            allow=self._chosen("allow"),
            next=self.next.text().strip(),
            counts=self.counts.counts(),
        )

    def show_problem(self, text: str) -> None:
        """Say why it can't be saved, without the place in the file, which isn't on the screen."""
        said = _PLACE.sub("", text)
        self.problem.setText(said[:1].upper() + said[1:])
        self.problem.setStyleSheet(f"color: {current_theme().bad}")
        self.problem.show()

    def _made_tabs(self) -> QTabWidget:
        tr, tabs = self.tr, QTabWidget()
        about = form(
            (tr("&Title"), self.title),
            (tr("In one &sentence"), self.description),
            (tr("&Level"), self.level),
            (tr("&Minutes"), self.minutes),
            (tr("Ne&xt lesson"), self.next),
        )
        task = form(
            (tr("Ma&zes"), self.mazes),
            (tr("See&ds"), self.seeds),
            (tr("Time li&mit"), self.time_limit),
        )
        count = words("", tr("What counts:"))
        told = words("dim", tr("Shown one after the other; an empty line ends a hint. Markdown."))
        margins = (11, 11, 11, 11)
        rules = [box for boxes in self._choices.values() for box in boxes.values()]
        for title, page in (
            (tr("Lesson"), in_column(held(about), None, margins=margins)),
            (
                tr("Task"),
                in_column(
                    held(task), count, self.counts, spacing=6, margins=margins, grows=self.counts
                ),
            ),
            (
                tr("Hints"),
                in_column(told, self.hints, spacing=6, margins=margins, grows=self.hints),
            ),
            (tr("Rules"), in_column(*rules, None, spacing=6, margins=margins)),
        ):
            tabs.addTab(held(page), title)
        return tabs

    def _chosen(self, group: str) -> tuple[str, ...]:
        return tuple(name for name, box in self._choices[group].items() if box.isChecked())


def _boxes(chosen: tuple[str, ...], labels: dict[str, str]) -> dict[str, QCheckBox]:
    boxes = {}
    for name, label in labels.items():
        boxes[name] = QCheckBox(label)
        boxes[name].setChecked(name in chosen)
    return boxes


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
