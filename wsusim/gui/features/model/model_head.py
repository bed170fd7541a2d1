"""The upper part of the model window: which model runs use, for which robots, from which file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from wsusim.editor.robot_model.choice import Source
from wsusim.gui.document import Document
from wsusim.gui.features.model.profile_files import ProfileFiles
from wsusim.gui.features.model.settings import ModelSettings
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.phrases import robot_name
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL
from wsusim.robots import ROBOT_KINDS

NAME_CHARS = 24
"""A longer name of a profile is cut on its button."""

ICONS = ("undo", "redo", "open", "save")


class ModelHead(QWidget):
    """Buttons and choices; what they do is in ``ModelSettings`` and ``ProfileFiles``."""

    def __init__(self, settings: ModelSettings, files: ProfileFiles, document: Document) -> None:
        super().__init__()
        self._settings = settings
        self._document = document
        self.sources: dict[Source, QAction] = {}
        self.robots, self.kinds, self.laws = QComboBox(), QComboBox(), QComboBox()
        self.actions_by_name: dict[str, QAction] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 0)
        layout.setSpacing(0)
        for bar in (self._sources_bar(), self._robots_bar(), self._files_bar(files)):
            layout.addWidget(bar)
            for button in bar.findChildren(QToolButton):
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for name in ICONS:
            self.actions_by_name[name].setIcon(icon(name))

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
        law = CONE_MODEL if settings.shown.uses_cone else RAYS_MODEL
        self.laws.setCurrentIndex(self.laws.findData(law))
        is_modified = settings.is_own_modified
        self.actions_by_name["save"].setEnabled(choice.source is Source.OWN and is_modified)
        self.actions_by_name["revert"].setEnabled(choice.path is not None and is_modified)

    def _sources_bar(self) -> QToolBar:
        bar, group = QToolBar(), QActionGroup(self)
        bar.addWidget(QLabel(self.tr("Runs use:")))
        for source, text, tip in (
            (
                Source.MAZE,
                self.tr("As set in the maze"),
                self.tr("Each robot as the maze file describes it"),
            ),
            (
                Source.REALISTIC,
                self.tr("Realistic"),
                self.tr("Like a real robot of its kind, with noise and unequal sensors"),
            ),
            (
                Source.IDEAL,
                self.tr("Ideal"),
                self.tr("No noise; all sensors and all motors are identical"),
            ),
            (Source.OWN, self.tr("My settings"), ""),
        ):
            action = bar.addAction(text)
            action.setToolTip(tip)
            action.setCheckable(True)
            action.triggered.connect(partial(self._use, source))
            group.addAction(action)
            self.sources[source] = action
        return bar

    def _robots_bar(self) -> QToolBar:
        bar, settings = QToolBar(), self._settings
        for kind in ROBOT_KINDS.values():
            self.kinds.addItem(kind.title, kind.name)
        self.laws.addItem(self.tr("2: by angle"), CONE_MODEL)
        self.laws.addItem(self.tr("1: seven rays"), RAYS_MODEL)
        for text, box, tip, choose in (
            (
                self.tr("F&or:"),
                self.robots,
                self.tr("Which robots this model is for"),
                settings.choose_robot,
            ),
            (
                self.tr("&Kind:"),
                self.kinds,
                self.tr("Kind of robot these values belong to"),
                settings.set_kind,
            ),
            (
                self.tr("Sensor &model:"),
                self.laws,
                self.tr("How the proximity sensors work out what they read"),
                settings.set_sensor_model,
            ),
        ):
            label = QLabel(text)
            label.setBuddy(box)
            box.setToolTip(tip)
            box.setAccessibleName(tip)
            box.activated.connect(lambda index, box=box, choose=choose: choose(box.itemData(index)))
            bar.addWidget(label)
            bar.addWidget(box)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(space)
        stack = settings.undo_stack
        for name, action, keys in (
            ("undo", stack.createUndoAction(self, self.tr("Undo")), "Ctrl+Z"),
            ("redo", stack.createRedoAction(self, self.tr("Redo")), "Ctrl+Shift+Z"),
        ):
            self._add(bar, name, action, keys)
        return bar

    def _files_bar(self, files: ProfileFiles) -> QToolBar:
        bar, revert = QToolBar(), self._settings.revert
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        entries: tuple[tuple[str, str, Callable[[], object], str], ...] = (
            ("open", self.tr("Open profile..."), lambda: files.ask_open(self.window()), "Ctrl+O"),
            ("save", self.tr("Save"), lambda: files.save_or_ask(self.window()), "Ctrl+S"),
            (
                "save as",
                self.tr("Save profile as..."),
                lambda: files.ask_save(self.window()),
                "Ctrl+Shift+S",
            ),
            ("revert", self.tr("Revert to saved"), revert, ""),
        )
        for name, text, run, keys in entries:
            action = QAction(text, self)
            action.triggered.connect(lambda _checked=False, run=run: run())
            self._add(bar, name, action, keys)
        recent = QMenu(self)
        files.recent.fill(recent, files.open)
        self.actions_by_name["open"].setMenu(recent)
        return bar

    def _add(self, bar: QToolBar, name: str, action: QAction, keys: str) -> None:
        if keys:
            action.setShortcut(QKeySequence(keys))
            shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{action.text()} ({shown})")
        bar.addAction(action)
        self.actions_by_name[name] = action

    def _use(self, source: Source, _checked: bool = False) -> None:
        self._settings.use(source)
        self.refresh()

    def _list_robots(self) -> None:
        robots = self._document.world.robots
        ids = [None, *(robot.id for robot in robots)]
        if ids != [self.robots.itemData(k) for k in range(self.robots.count())]:
            self.robots.clear()
            self.robots.addItem(self.tr("All robots"), None)
            for number, robot in enumerate(robots):
                self.robots.addItem(robot_name(number), robot.id)
        self.robots.setCurrentIndex(ids.index(self._settings.choice.robot_id))
