"""A list of programs to begin with; opens a copy of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from wsusim.gui.widgets.layouts import in_column, in_row, named, push_button
from wsusim.programs.ready_programs import ReadyProgram, ready_programs

WIDTH_EM, HEIGHT_EM = 72, 26
DOES = 1
"""The column that gets the room that the others leave."""

PROGRAM = Qt.ItemDataRole.UserRole


class ReadyDialog(QDialog):
    """Not modal: a run can go on beside it."""

    wanted = Signal(object)
    """Asks to make a copy of this ``ReadyProgram``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ready controllers")
        self.setWindowTitle(self.tr("Ready controllers and templates"))
        self.search = named(QLineEdit(), self.tr("Search for programs"))
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.tree = named(QTreeWidget(), self.tr("Ready controllers and templates"))
        self.tree.setHeaderLabels(
            [self.tr("Name"), self.tr("What it does"), self.tr("Robots"), self.tr("Mazes")]
        )
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(True)
        for program in ready_programs():
            self._add(program)
        em = self.fontMetrics().height()
        header = self.tree.header()
        header.setStretchLastSection(False)
        for column in range(self.tree.columnCount()):
            is_wide = column == DOES
            header.setSectionResizeMode(
                column,
                QHeaderView.ResizeMode.Stretch
                if is_wide
                else QHeaderView.ResizeMode.ResizeToContents,
            )
        self.copy = push_button(self.tr("&Open a copy..."), self._want)
        self.copy.setDefault(True)
        close = push_button(self.tr("Close"), self.close)
        buttons = in_row(None, self.copy, close)
        parts = (self.search, self.tree, buttons)
        self.setLayout(in_column(*parts, spacing=6, margins=(11, 11, 11, 11), grows=self.tree))
        self.tree.itemActivated.connect(lambda _item, _column: self._want())
        self.choose(ready_programs()[0].path.stem)
        self.resize(WIDTH_EM * em, HEIGHT_EM * em)

    @property
    def program(self) -> ReadyProgram | None:
        """The one that is chosen."""
        item = self.tree.currentItem()
        found = None if item is None or item.isHidden() else item.data(0, PROGRAM)
        return found if isinstance(found, ReadyProgram) else None

    def choose(self, name: str) -> None:
        """Choose the program of this name."""
        for row in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(row)
            if item is not None and item.text(0) == name:
                self.tree.setCurrentItem(item)

    def _add(self, program: ReadyProgram) -> None:
        robots, mazes = program.robots, ", ".join(program.mazes)
        if program.is_template:
            robots, mazes = self.tr("any"), self.tr("any")
        does = program.does
        if program.is_template:
            does = self.tr("Template: {what}").format(what=does)
        item = QTreeWidgetItem(self.tree, [program.path.stem, does, robots, mazes])
        item.setData(0, PROGRAM, program)
        for column in range(4):
            item.setToolTip(column, item.text(column))

    def _filter(self, text: str) -> None:
        wanted = text.lower().split()
        for row in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(row)
            if item is not None:
                words = " ".join(item.text(column) for column in range(4)).lower()
                item.setHidden(not all(word in words for word in wanted))

    def _want(self) -> None:
        program = self.program
        if program is not None:
            self.close()
            self.wanted.emit(program)
