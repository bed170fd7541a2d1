"""The setup of a match: lab, rules, agents, as a ``LiveRequest``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QListWidget,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from wsusim.ciber.arena_server import PORT
from wsusim.ciber.catalogue import ready_labs
from wsusim.ciber.live import LiveRequest
from wsusim.ciber.match_choice import Scene
from wsusim.ciber.match_parameters import PRESETS
from wsusim.ciber.scoring import MODES
from wsusim.formats.atomic import free_name
from wsusim.gui.widgets.file_dialog import ask_to_open, ask_to_save
from wsusim.gui.widgets.layouts import form, held, in_column, in_row, push_button
from wsusim.shipped import shipped_folder

GREATEST_SEED = 999_999


class MatchSetup(QWidget):
    """A form; ``request`` is its content."""

    changed = Signal()
    """Another lab was chosen."""

    edit_wanted = Signal(object)
    """Asks to edit the lab as a maze, saved at this ``Path``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lab, self.preset, self.scoring = QComboBox(), QComboBox(), QComboBox()
        self.lab.addItems([*ready_labs()])
        self.lab.setCurrentText("meadow")
        self.browse = push_button(self.tr("Lab file..."), self._ask_lab)
        self.edit = push_button(self.tr("Edit as a maze..."), self._ask_maze)
        self.preset.addItems([*PRESETS])
        self.preset.setCurrentText("2026")
        for mode, words in MODES.items():
            self.scoring.addItem(mode)
            self.scoring.setItemData(self.scoring.count() - 1, words, Qt.ItemDataRole.ToolTipRole)
        self.seed = QSpinBox(maximum=GREATEST_SEED, value=1)
        self.agents = QListWidget()
        self.agents.setMaximumHeight(110)
        self.add = push_button(self.tr("Add..."), self._ask_agent)
        self.remove = push_button(self.tr("Remove"), self._remove_agent)
        self.remove.setEnabled(False)
        self.outside = QCheckBox(
            self.tr("Agents come from outside, to port {port}").format(port=PORT)
        )
        self.lockstep = QCheckBox(self.tr("Wait for every agent in every cycle"))
        self.lockstep.setToolTip(
            self.tr("Then the same seed gives the same match, however slow the computer is.")
        )
        self.record = QCheckBox(self.tr("Record the match..."))
        self.record_file: Path | None = None
        """Where it is recorded, if it is."""
        fields = form(
            (self.tr("&Lab"), self.lab, self.browse, self.edit),
            (self.tr("&Rules"), self.preset),
            (self.tr("S&coring"), self.scoring),
            (self.tr("Seed"), self.seed),
            (self.tr("Agents"), self.agents),
        )
        fields.addRow("", held(in_row(self.add, self.remove, spacing=6)))
        self.setLayout(in_column(fields, self.outside, self.lockstep, self.record, spacing=6))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.lab.currentTextChanged.connect(self.changed)
        self.outside.toggled.connect(self._follow_outside)
        self.record.toggled.connect(self._follow_record)

    @property
    def scene(self) -> Scene:
        """What to play."""
        return Scene(
            self.lab.currentText(),
            preset=self.preset.currentText(),
            scoring=self.scoring.currentText(),
            seed=self.seed.value(),
        )

    @property
    def request(self) -> LiveRequest:
        """The match as it is set up."""
        is_outside = self.outside.isChecked()
        return LiveRequest(
            self.scene,
            () if is_outside else tuple(self.agent_names()),
            "lockstep" if self.lockstep.isChecked() else "real",
            port=PORT if is_outside else 0,
        )

    def agent_names(self) -> list[str]:
        """Return the agents in the order of their robots."""
        return [self.agents.item(row).text() for row in range(self.agents.count())]

    def add_agent(self, path: Path | str) -> None:
        """Add an agent: a file, with a class or without."""
        self.agents.addItem(str(path))
        self.remove.setEnabled(True)

    def choose_lab(self, path: Path) -> None:
        """Play in the lab of a file."""
        if self.lab.findText(str(path)) < 0:
            self.lab.addItem(str(path))
        self.lab.setCurrentText(str(path))

    def _follow_record(self, is_on: bool) -> None:
        self._name_file(None)
        if is_on:
            kinds = (self.tr("Recorded matches (*.mcap)"),)
            proposed = free_name(Path.home() / "match.mcap")
            dialog = ask_to_save(
                self, self.tr("Record the match"), proposed, kinds, self._name_file
            )
            dialog.rejected.connect(lambda: self.record.setChecked(False))

    def _name_file(self, file: Path | None) -> None:
        self.record_file = file
        words = self.tr("Record the match...")
        if file is not None:
            words = self.tr("Record the match into {file}").format(file=file.name)
        self.record.setText(words)

    def _follow_outside(self, is_outside: bool) -> None:
        for part in (self.agents, self.add):
            part.setEnabled(not is_outside)
        self.remove.setEnabled(not is_outside and self.agents.count() > 0)

    def _ask_lab(self) -> None:
        kinds = (self.tr("Labs and mazes (*.xml *.json)"),)
        folder = shipped_folder("templates") / "ciber"
        ask_to_open(self, self.tr("Choose a lab"), folder, kinds, self.choose_lab)

    def _ask_maze(self) -> None:
        name = Path(self.lab.currentText()).name.partition(".")[0]
        proposed = free_name(Path.home() / f"{name}.json")
        kinds = (self.tr("Mazes (*.json)"),)
        ask_to_save(self, self.tr("Keep the lab as a maze"), proposed, kinds, self.edit_wanted.emit)

    def _ask_agent(self) -> None:
        kinds = (self.tr("Agents (*.py run.sh)"),)
        folder = shipped_folder("controllers") / "ciber"
        ask_to_open(self, self.tr("Choose an agent"), folder, kinds, self._take_agent)

    def _take_agent(self, path: Path) -> None:
        self.add_agent(path.parent if path.name == "run.sh" else path)

    def _remove_agent(self) -> None:
        row = self.agents.currentRow()
        self.agents.takeItem(row if row >= 0 else self.agents.count() - 1)
        self.remove.setEnabled(self.agents.count() > 0)
