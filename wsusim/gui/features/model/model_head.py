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
    QWidget,
)

from wsusim.editor.robot_model.choice import Source
from wsusim.gui.document import Document
from wsusim.gui.features.model.model_settings import ModelSettings
from wsusim.gui.features.model.profile_files import ProfileFiles
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import in_column, named
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
        bars = (self._sources_bar(), self._robots_bar(), self._files_bar(files))
        self.setLayout(in_column(*bars, spacing=0, margins=(4, 4, 4, 0)))
        for button in self.findChildren(QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

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
        as_kind = self.tr("Like a real robot of its kind, with noise and unequal sensors")
        as_none = self.tr("No noise; all sensors and all motors are identical")
        as_told = self.tr("Each robot as the maze file describes it")
        for source, text, tip in (
            (Source.MAZE, self.tr("As set in the maze"), as_told),
            (Source.REALISTIC, self.tr("Realistic"), as_kind),
            (Source.IDEAL, self.tr("Ideal"), as_none),
            (Source.OWN, self.tr("My settings"), ""),
        ):
            action = self.sources[source] = bar.addAction(text)
            action.setToolTip(tip)
            action.setCheckable(True)
            action.triggered.connect(partial(self._use, source))
            group.addAction(action)
        return bar

    def _robots_bar(self) -> QToolBar:
        bar, settings = QToolBar(), self._settings
        for kind in ROBOT_KINDS.values():
            self.kinds.addItem(kind.title, kind.name)
        self.laws.addItem(self.tr("2: by angle"), CONE_MODEL)
        self.laws.addItem(self.tr("1: seven rays"), RAYS_MODEL)
        of_robots = self.tr("Which robots this model is for")
        of_kinds = self.tr("Kind of robot these values belong to")
        of_laws = self.tr("How the proximity sensors work out what they read")
        for text, box, tip, choose in (
            (self.tr("F&or:"), self.robots, of_robots, settings.choose_robot),
            (self.tr("&Kind:"), self.kinds, of_kinds, settings.set_kind),
            (self.tr("Sensor &model:"), self.laws, of_laws, settings.set_sensor_model),
        ):
            label = QLabel(text)
            label.setBuddy(named(box, tip, tip))
            box.activated.connect(lambda index, box=box, choose=choose: choose(box.itemData(index)))
            bar.addWidget(label)
            bar.addWidget(box)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(space)
        stack = settings.undo_stack
        self._add(bar, "undo", stack.createUndoAction(self, self.tr("Undo")), "Ctrl+Z")
        self._add(bar, "redo", stack.createRedoAction(self, self.tr("Redo")), "Ctrl+Shift+Z")
        return bar

    def _files_bar(self, files: ProfileFiles) -> QToolBar:
        bar = QToolBar()
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        entries: tuple[tuple[str, str, Callable[[QWidget], object], str], ...] = (
            ("open", self.tr("Open profile..."), files.ask_open, "Ctrl+O"),
            ("save", self.tr("Save"), files.save_or_ask, "Ctrl+S"),
            ("save as", self.tr("Save profile as..."), files.ask_save, "Ctrl+Shift+S"),
            ("revert", self.tr("Revert to saved"), lambda _window: self._settings.revert(), ""),
        )
        for name, text, run, keys in entries:
            action = QAction(text, self)
            action.triggered.connect(lambda _checked=False, run=run: run(self.window()))
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
        if name in ICONS:
            action.setIcon(icon(name))
        bar.addAction(action)
        self.actions_by_name[name] = action

    def _use(self, source: Source) -> None:
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
