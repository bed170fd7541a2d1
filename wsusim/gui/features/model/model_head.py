"""The upper part of the model window: which model runs use, for which robots, from which file."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wsusim.editor.robot_model.choice import Source
from wsusim.gui.features.model.profile_files import ProfileFiles
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.shell.document import Document
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.phrases import robot_name
from wsusim.gui.widgets.theme import Theme
from wsusim.robots import ROBOT_KINDS

NAME_CHARS = 24
"""A longer name of a profile is cut on its button."""


class ModelHead(QWidget):
    """Buttons and choices; what they do is in ``ModelSettings`` and ``ProfileFiles``."""

    def __init__(
        self, settings: ModelSettings, files: ProfileFiles, document: Document, theme: Theme
    ) -> None:
        super().__init__()
        self._settings = settings
        self._files = files
        self._document = document
        self.sources: dict[Source, QToolButton] = {}
        self.robots = QComboBox()
        self.kinds = QComboBox()
        self._actions: dict[str, QAction] = {}
        self._recent = QMenu(self)
        self._recent.aboutToShow.connect(self._list_recent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 4)
        layout.setSpacing(6)
        layout.addLayout(self._row_of_sources())
        layout.addLayout(self._row_of_robots())
        layout.addLayout(self._row_of_files())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in other colours."""
        for name, action in self._actions.items():
            if name in ("undo", "redo", "open", "save"):
                action.setIcon(icon(name, theme))

    def action(self, name: str) -> QAction:
        """Return ``undo``, ``redo``, ``open``, ``save``, ``save as`` or ``revert``."""
        return self._actions[name]

    def refresh(self) -> None:
        """Show what is in use."""
        settings, choice = self._settings, self._settings.choice
        self.sources[choice.source].setChecked(True)
        name = settings.own_title
        short = name if len(name) <= NAME_CHARS else f"{name[:NAME_CHARS]}…"
        mark = "*" if settings.is_own_modified else ""
        self.sources[Source.OWN].setText(f"{short}{mark}")
        where = self.tr("not saved yet") if choice.path is None else str(choice.path)
        self.sources[Source.OWN].setToolTip(
            self.tr("Your own settings: {name} ({where})").format(name=name, where=where)
        )
        self._fill_robots()
        self.kinds.setCurrentIndex(self.kinds.findData(settings.shown.kind))
        is_own = choice.source is Source.OWN
        has_file = choice.path is not None
        self._actions["save"].setEnabled(is_own and settings.is_own_modified)
        self._actions["revert"].setEnabled(has_file and settings.is_own_modified)

    def _row_of_sources(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(QLabel(self.tr("Runs use:")))
        row.addSpacing(6)
        group = QButtonGroup(self)
        for source, text, tip in (
            (
                Source.MAZE,
                self.tr("As the maze says"),
                self.tr("Each robot as the maze's file describes it"),
            ),
            (
                Source.REALISTIC,
                self.tr("Realistic"),
                self.tr("Like a real robot of its kind, with noise and unequal sensors"),
            ),
            (
                Source.IDEAL,
                self.tr("Ideal"),
                self.tr("Without noise, all sensors and motors alike"),
            ),
            (Source.OWN, self.tr("My settings"), ""),
        ):
            button = QToolButton()
            button.setText(text)
            button.setToolTip(tip)
            button.setAccessibleName(text)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._use, source))
            group.addButton(button)
            row.addWidget(button)
            self.sources[source] = button
        row.addStretch()
        return row

    def _row_of_robots(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for text, box, tip in (
            (self.tr("F&or:"), self.robots, self.tr("Robots that the model is for")),
            (self.tr("&Kind:"), self.kinds, self.tr("Kind of robot that the figures belong to")),
        ):
            label = QLabel(text)
            label.setBuddy(box)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            row.addWidget(label)
            row.addWidget(box)
            row.addSpacing(8)
        for kind in ROBOT_KINDS.values():
            self.kinds.addItem(kind.title, kind.name)
        self.robots.activated.connect(
            lambda index: self._settings.choose_robot(self.robots.itemData(index))
        )
        self.kinds.activated.connect(
            lambda index: self._settings.set_kind(self.kinds.itemData(index))
        )
        row.addStretch()
        stack = self._settings.undo_stack
        for name, action, key in (
            ("undo", stack.createUndoAction(self, self.tr("Undo")), "Ctrl+Z"),
            ("redo", stack.createRedoAction(self, self.tr("Redo")), "Ctrl+Shift+Z"),
        ):
            action.setShortcut(QKeySequence(key))
            self._add_button(row, name, action)
        return row

    def _row_of_files(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        files = self._files
        for name, text, run, key in (
            ("open", self.tr("Open profile..."), files.ask_open, "Ctrl+O"),
            ("save", self.tr("Save"), files.save_or_ask, "Ctrl+S"),
            ("save as", self.tr("Save profile as..."), files.ask_save, "Ctrl+Shift+S"),
            ("revert", self.tr("Revert to saved"), None, ""),
        ):
            action = QAction(text, self)
            action.setShortcut(QKeySequence(key))
            if run is None:
                action.triggered.connect(lambda _checked=False: self._settings.revert())
            else:
                action.triggered.connect(lambda _checked=False, run=run: run(self.window()))
            button = self._add_button(row, name, action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            if name == "open":
                button.setMenu(self._recent)
                button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        row.addStretch()
        return row

    def _add_button(self, row: QHBoxLayout, name: str, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(action.text())
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        if keys:
            button.setToolTip(f"{action.text()} ({keys})")
        self.addAction(action)
        row.addWidget(button)
        self._actions[name] = action
        return button

    def _use(self, source: Source, _checked: bool = False) -> None:
        self._settings.use(source)
        self.refresh()

    def _fill_robots(self) -> None:
        robots = self._document.world.robots
        ids = [None, *(robot.id for robot in robots)]
        if ids != [self.robots.itemData(k) for k in range(self.robots.count())]:
            self.robots.clear()
            self.robots.addItem(self.tr("All robots"), None)
            for number, robot in enumerate(robots):
                self.robots.addItem(robot_name(number), robot.id)
        self.robots.setCurrentIndex(ids.index(self._settings.choice.robot_id))

    def _list_recent(self) -> None:
        self._recent.clear()
        for path in self._files.recent():
            action = self._recent.addAction(f"{path.name}  —  {path.parent}")
            action.triggered.connect(lambda _checked=False, path=path: self._files.open(path))
        if self._recent.isEmpty():
            self._recent.addAction(self.tr("No profile was used yet")).setEnabled(False)
