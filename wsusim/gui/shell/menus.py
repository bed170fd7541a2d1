"""Menus and toolbars of the window, filled with the editor's actions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QSize, Qt
from PySide6.QtGui import QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton

from wsusim.editor.objects import ObjectKind
from wsusim.gui.arena.object_item import Layer
from wsusim.gui.features.editing.edit_menu import Availability, fill_edit_menu
from wsusim.gui.features.editing.palette import SHORTCUTS
from wsusim.gui.shell.menu_keys import MenuKeys
from wsusim.gui.widgets.phrases import kind_name, title

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow

ICON_PX = 20

CONTEXT_MENU = (
    *("cut", "copy", "paste", "duplicate", "delete", ""),
    *("rotate left", "rotate right", "", "properties"),
)
"""Actions of the arena's own menu; the empty name is a line."""

Key = QKeySequence.StandardKey


class Menus(QObject):
    """Holds ``file``, ``edit``, ``insert``, ``view``, ``run`` and ``help``, and the toolbars.

    Whoever adds a feature makes actions on ``window.action_set`` and puts them here.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._set = window.action_set
        self.keys = MenuKeys(self)
        bar = window.menuBar()
        self.file = bar.addMenu(self.tr("&File"))
        self.edit = bar.addMenu(self.tr("&Edit"))
        self.insert = bar.addMenu(self.tr("&Insert"))
        self.view = bar.addMenu(self.tr("&View"))
        self.run = bar.addMenu(self.tr("&Run"))
        self.help = bar.addMenu(self.tr("&Help"))
        self.panels = window.panels.menu
        self.layers = QMenu(self.tr("&Layers"), window)
        self.context_extras: list[str] = []
        """Actions above all others in the arena's own menu; hidden ones leave no gap."""
        self._recent = QMenu(self.tr("Open &recent"), window)
        self._templates = QMenu(self.tr("New from &template"), window)
        self._fill_file()
        fill_edit_menu(window, self.edit)
        self._fill_insert()
        self._fill_view()
        self._fill_run()
        self._fill_help()
        self._availability = Availability(window.document, window.action_set)
        self.main_bar = self._main_bar()
        self.tool_bar = self._tool_bar()

    def _fill_file(self) -> None:
        window, make = self._window, self._set.make
        dialogs, files = window.dialogs, window.files
        self.file.addAction(
            make("new", self.tr("&New"), window.new_maze, keys=(Key.New,), icon_name="new")
        )
        self.file.addMenu(self._templates)
        self._templates.aboutToShow.connect(self._list_templates)
        self.file.addAction(
            make("open", self.tr("&Open..."), dialogs.ask_open, keys=(Key.Open,), icon_name="open")
        )
        self.file.addMenu(self._recent)
        self._recent.aboutToShow.connect(self._list_recent)
        self.file.addSeparator()
        self.file.addAction(
            make("save", self.tr("&Save"), dialogs.save, keys=(Key.Save,), icon_name="save")
        )
        self.file.addAction(
            make("save as", self.tr("Save &as..."), dialogs.save_as, keys=("Ctrl+Shift+S",))
        )
        self.file.addSeparator()
        self.file.addAction(
            make(
                "settings",
                self.tr("Se&ttings..."),
                window.show_settings,
                keys=("Ctrl+,",),
                icon_name="settings",
            )
        )
        self.file.addSeparator()
        self.file.addAction(make("quit", self.tr("&Quit"), window.close, keys=("Ctrl+Q",)))
        files.recent_changed.connect(self._list_recent)
        self._list_recent()
        self._list_templates()

    def _fill_insert(self) -> None:
        for kind in ObjectKind:
            self.insert.addAction(
                self._set.make(
                    f"insert {kind.value}",
                    title(kind_name(kind)),
                    partial(self._window.pick, kind, by_key=True),
                    keys=(SHORTCUTS[kind],),
                    icon_name=kind.value,
                    only_in=self._window.view,
                )
            )

    def _fill_view(self) -> None:
        window, make, switch, view = (
            self._window,
            self._set.make,
            self._set.switch,
            self._window.view,
        )
        for name, text, run, keys in (
            ("zoom in", self.tr("Zoom &in"), view.zoom_in, ("Ctrl++", "Ctrl+=")),
            ("zoom out", self.tr("Zoom &out"), view.zoom_out, ("Ctrl+-",)),
            ("fit", self.tr("&Fit the arena"), view.fit, ("Ctrl+0",)),
        ):
            self.view.addAction(make(name, text, run, keys=keys, icon_name=name))
        self.view.addSeparator()
        preferences = window.preferences
        self.view.addAction(
            switch(
                "snap",
                self.tr("&Snap to grid and wall ends"),
                window.set_snap,
                is_on=preferences.value.snap,
                keys=("Ctrl+Shift+G",),
                icon_name="snap",
            )
        )
        self._fill_layers()
        self.view.addMenu(self.layers)
        self.view.addMenu(self.panels)
        focus = window.panels.focus_next
        for name, text, step, key in (
            ("next panel", self.tr("&Next panel"), 1, "F6"),
            ("previous panel", self.tr("&Previous panel"), -1, "Shift+F6"),
        ):
            self.panels.addAction(make(name, text, partial(focus, step), keys=(key,)))
        self.panels.addSeparator()
        self.view.addSeparator()
        self.view.addAction(
            switch("full screen", self.tr("F&ull screen"), window.set_full_screen, keys=("F11",))
        )

    def _fill_layers(self) -> None:
        words = {
            Layer.GRID: self.tr("&Grid"),
            Layer.GOALS: self.tr("G&oal regions"),
            Layer.NOTES: self.tr("&Notes"),
            Layer.LIGHT_REACH: self.tr("&Reach of lights"),
            Layer.SENSORS: self.tr("&Sensors"),
            Layer.RAYS: self.tr("Ra&ys of the sensors"),
            Layer.TRAILS: self.tr("&Trails"),
            Layer.DRAWINGS: self.tr("&Drawings of controllers"),
            Layer.SPEECH: self.tr("S&peech of controllers"),
        }
        for layer, text in words.items():
            action = self._set.switch(
                f"layer {layer.value}",
                text,
                partial(self._window.scene.set_layer_visible, layer),
                is_on=True,
                keys=("Ctrl+G",) if layer is Layer.GRID else (),
                icon_name="grid" if layer is Layer.GRID else None,
            )
            self.layers.addAction(action)
        self.layers.addAction(
            self._set.switch(
                "layer scale bar",
                self.tr("S&cale bar"),
                self._window.view.set_scale_bar_visible,
                is_on=True,
            )
        )

    def _fill_run(self) -> None:
        self.run.addAction(
            self._set.make(
                "reset",
                self.tr("R&eset to the start"),
                self._window.reset,
                keys=("Ctrl+Backspace",),
                icon_name="reset",
            )
        )

    def _fill_help(self) -> None:
        self.help.addAction(
            self._set.make("about", self.tr("&About wsusim"), self._window.show_about)
        )

    def _main_bar(self) -> QToolBar:
        bar = self._bar("main", self.tr("File and edit"))
        for name in ("new", "open", "save", "", "undo", "redo", "", "zoom out", "fit", "zoom in"):
            if name:
                bar.addAction(self._set[name])
            else:
                bar.addSeparator()
        bar.addAction(self._set["layer grid"])
        bar.addAction(self._set["snap"])
        return bar

    def _tool_bar(self) -> QToolBar:
        """Return the bar of tools; exactly one of them is in hand."""
        bar = self._bar("tools", self.tr("Tools"))
        group = QActionGroup(self)
        # No tool of the bar is marked while an object is being placed.
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name, text, key in (
            ("select", self.tr("Select and move"), "V"),
            ("pan", self.tr("Pan (or hold Space)"), "H"),
            ("ruler", self.tr("Ruler"), "M"),
        ):
            action = self._set.make(
                f"tool {name}",
                text,
                partial(self._window.take_tool, name),
                keys=(key,),
                icon_name=name,
                only_in=self._window.view,
            )
            action.setCheckable(True)
            group.addAction(action)
            bar.addAction(action)
        bar.addSeparator()
        for name in ("rotate left", "rotate right", "duplicate", "delete"):
            bar.addAction(self._set[name])
        return bar

    def _bar(self, name: str, words: str) -> QToolBar:
        bar = QToolBar(words, self._window)
        bar.setObjectName(f"toolbar {name}")
        bar.setIconSize(QSize(ICON_PX, ICON_PX))
        self._window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
        return bar

    def show_context_menu(self, at_px: QPoint) -> None:
        """Show what can be done with the selection, at a place of the screen."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.keys.watch(menu)
        for name in (*self.context_extras, *CONTEXT_MENU):
            if name:
                menu.addAction(self._set[name])
            else:
                menu.addSeparator()
        menu.popup(at_px)

    def name_buttons(self) -> None:
        """Give every toolbar button the name a screen reader says, and the keyboard a way to it."""
        for bar in self._window.findChildren(QToolBar):
            for action in bar.actions():
                button = bar.widgetForAction(action)
                if isinstance(button, QToolButton):
                    button.setAccessibleName(action.text().replace("&", ""))
                    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _list_recent(self) -> None:
        self._recent.clear()
        paths = self._window.files.recent()
        self._recent.setEnabled(bool(paths))
        for path in paths:
            action = self._recent.addAction(_short(path))
            action.setToolTip(str(path))
            action.triggered.connect(
                lambda _checked=False, path=path: self._window.dialogs.open_file(path)
            )
        if paths:
            self._recent.addSeparator()
            forget = self._recent.addAction(self.tr("Forget these files"))
            forget.triggered.connect(lambda _checked=False: self._window.files.forget_recent())

    def _list_templates(self) -> None:
        self._templates.clear()
        templates = self._window.files.templates()
        self._templates.setEnabled(bool(templates))
        for name, path in templates.items():
            action = self._templates.addAction(title(name))
            action.triggered.connect(
                lambda _checked=False, path=path: self._window.new_from_template(path)
            )


def _short(path: Path) -> str:
    return f"{path.name}  —  {path.parent}"
