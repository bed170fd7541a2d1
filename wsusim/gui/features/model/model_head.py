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

ICONS = ("undo", "redo", "open", "save")


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
        self.actions_by_name: dict[str, QAction] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 4)
        layout.setSpacing(6)
        for fill in (self._fill_sources, self._fill_robots, self._fill_files):
            row = QHBoxLayout()
            row.setSpacing(4)
            fill(row)
            layout.addLayout(row)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in other colours."""
        for name in ICONS:
            self.actions_by_name[name].setIcon(icon(name, theme))

    def refresh(self) -> None:
        """Show what is in use."""
        settings, choice = self._settings, self._settings.choice
        self.sources[choice.source].setChecked(True)
        own = self.sources[Source.OWN]
        own.setText(settings.short_title(NAME_CHARS))
        where = self.tr("not saved yet") if choice.path is None else str(choice.path)
        tip = self.tr("Your own settings: {name} ({where})")
        own.setToolTip(tip.format(name=settings.own_title, where=where))
        self._list_robots()
        self.kinds.setCurrentIndex(self.kinds.findData(settings.shown.kind))
        is_modified = settings.is_own_modified
        self.actions_by_name["save"].setEnabled(choice.source is Source.OWN and is_modified)
        self.actions_by_name["revert"].setEnabled(choice.path is not None and is_modified)

    def _fill_sources(self, row: QHBoxLayout) -> None:
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
            button.clicked.connect(partial(self._use, source))
            group.addButton(button)
            row.addWidget(button)
            self.sources[source] = button
        row.addStretch()

    def _fill_robots(self, row: QHBoxLayout) -> None:
        settings = self._settings
        for text, box, tip, choose in (
            (
                self.tr("F&or:"),
                self.robots,
                self.tr("Robots that the model is for"),
                settings.choose_robot,
            ),
            (
                self.tr("&Kind:"),
                self.kinds,
                self.tr("Kind of robot that the figures belong to"),
                settings.set_kind,
            ),
        ):
            label = QLabel(text)
            label.setBuddy(box)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            box.activated.connect(lambda index, box=box, choose=choose: choose(box.itemData(index)))
            row.addWidget(label)
            row.addWidget(box)
            row.addSpacing(8)
        for kind in ROBOT_KINDS.values():
            self.kinds.addItem(kind.title, kind.name)
        row.addStretch()
        stack = settings.undo_stack
        self._add_button(row, "undo", stack.createUndoAction(self, self.tr("Undo")), "Ctrl+Z")
        self._add_button(row, "redo", stack.createRedoAction(self, self.tr("Redo")), "Ctrl+Shift+Z")

    def _fill_files(self, row: QHBoxLayout) -> None:
        files = self._files
        for name, text, run, keys in (
            ("open", self.tr("Open profile..."), files.ask_open, "Ctrl+O"),
            ("save", self.tr("Save"), files.save_or_ask, "Ctrl+S"),
            ("save as", self.tr("Save profile as..."), files.ask_save, "Ctrl+Shift+S"),
            ("revert", self.tr("Revert to saved"), self._revert, ""),
        ):
            action = QAction(text, self)
            action.triggered.connect(lambda _checked=False, run=run: run(self.window()))
            button = self._add_button(row, name, action, keys)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            if name == "open":
                menu = QMenu(self)
                files.recent.fill(menu, files.open)
                button.setMenu(menu)
                button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        row.addStretch()

    def _add_button(self, row: QHBoxLayout, name: str, action: QAction, keys: str) -> QToolButton:
        action.setShortcut(QKeySequence(keys))
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(action.text())
        if keys:
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{action.text()} ({shown})")
        self.addAction(action)
        row.addWidget(button)
        self.actions_by_name[name] = action
        return button

    def _use(self, source: Source, _checked: bool = False) -> None:
        self._settings.use(source)
        self.refresh()

    def _revert(self, _window: QWidget) -> None:
        self._settings.revert()

    def _list_robots(self) -> None:
        robots = self._document.world.robots
        ids = [None, *(robot.id for robot in robots)]
        if ids != [self.robots.itemData(k) for k in range(self.robots.count())]:
            self.robots.clear()
            self.robots.addItem(self.tr("All robots"), None)
            for number, robot in enumerate(robots):
                self.robots.addItem(robot_name(number), robot.id)
        self.robots.setCurrentIndex(ids.index(self._settings.choice.robot_id))
