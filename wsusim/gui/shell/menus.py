"""Menus and toolbars of the window: one table says where each action goes.

A name without an action or a submenu is left out.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar, QWidget

from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.widgets.layouts import dress_bar

ICON_PX = 20

LINE = ""

MENUS = {
    "file": (
        *("start page", "new", "templates", "open", "recent", LINE, "save", "save as", LINE),
        *("exports", LINE, "settings", LINE, "quit"),
    ),
    "edit": (
        *("undo", "redo", LINE, "cut", "copy", "paste", "duplicate", "delete", LINE),
        *("rotate left", "rotate right", "align", LINE),
        *("select all", "select none", "select alike", LINE, "properties", "lock maze"),
    ),
    "insert": (
        *("insert wall", "insert light", "insert cap", "insert ball"),
        *("insert cylinder", "insert box"),
        *("insert robot", "insert goal", "insert note", LINE, "insert picture"),
    ),
    "view": (
        *("program", LINE, "zoom in", "zoom out", "fit", "find robot", LINE, "snap", "layers"),
        *("panels", "curves", "variables", "camera", "eye", LINE, "present", "full screen"),
    ),
    "run": (
        *("run", "step", "stop", "restart", "reset", LINE, "slower", "faster", LINE),
        *("drive by hand", "check solution", "lesson menu", "why reading", LINE),
        *("controller menu", "robot menu", "share menu", LINE, "match", "lab"),
    ),
    "debug": (
        *("debug go", "debug over", "debug into", "debug out", "debug wait", "debug pause", LINE),
        *("debug back", "debug last", "debug origin", "debug first", "debug here", LINE),
        *("debug present", "debug future", "debug watch", LINE, "debug clear"),
    ),
    "replay": (
        *("replay open", "recent recordings", LINE),
        *("replay last run", "save last run", "kept runs", LINE),
        *("replay play", "replay backwards"),
        *("replay step", "replay step back", "replay next mark", "replay previous mark"),
        *("replay start", LINE, "replay verify", "replay try", "replay resume"),
        "replay close",
    ),
    "help": ("help", "contents", "search help", "start page", LINE, "about"),
}

SUBMENUS = {
    "controller menu": (
        "load controller",
        "new controllers",
        "ready controller",
        "edit controller",
    ),
    "lesson menu": (
        "lesson check",
        "lesson leave",
        LINE,
        "lesson make",
        "lesson edit",
        "lesson sheet",
    ),
    "robot menu": ("model settings", "robot editor"),
    "share menu": ("record", LINE, "share", "look 3d"),
}
"""Parts of a menu; one in which there is nothing is left out."""

BARS = {
    "main": (
        *("new", "open", "save", LINE, "undo", "redo", LINE),
        *("zoom out", "fit", "zoom in", "find robot", "layer grid", "snap", LINE, "program"),
    ),
    "tools": (
        *("tool select", "tool pan", "tool ruler", LINE),
        *("rotate left", "rotate right", "duplicate", "delete"),
    ),
    "run": ("run", "step", "stop", "restart", "record", "reset"),
}

SPARED = (
    ("rotate left", "rotate right", "duplicate", "delete"),
    ("zoom out", "zoom in", "find robot"),
    ("undo", "redo", "layer grid", "snap"),
    ("new", "save"),
)
"""What leaves the toolbars, group by group, where a window is too narrow for all of them: each has
its keys and its place in a menu."""

CONTEXT_MENU = (
    *("why here", "cut", "copy", "paste", "duplicate", "delete", LINE),
    *("rotate left", "rotate right", LINE, "properties"),
)
"""The arena's own menu; what is hidden leaves no gap."""


class Menus(QObject):
    """Lays out the actions of an ``ActionSet``. Call ``arrange`` once, after all were made."""

    def __init__(self, window: QMainWindow, actions: ActionSet) -> None:
        super().__init__(window)
        self._window = window
        self._set = actions
        self._submenus: dict[str, QMenu] = {}
        self._widgets: dict[str, list[QWidget]] = {name: [] for name in BARS}
        self.bars: dict[str, QToolBar] = {}
        """The toolbars by name, once they are arranged."""
        self._all_in_bars: dict[str, tuple[QAction, ...]] = {}
        self._needed_px: dict[tuple[int, int], int] = {}
        """Width of the bars, by the number of groups that have left them and the text's height."""

    def __getitem__(self, name: str) -> QMenu:
        """Return a menu or submenu by its name in the table."""
        return self._submenus[name]

    def add_submenu(self, name: str, text: str) -> QMenu:
        """Make a submenu at its place in the table."""
        self._submenus[name] = QMenu(text, self._window)
        return self._submenus[name]

    def add_widget(self, bar: str, widget: QWidget) -> None:
        """Put a widget at the end of a toolbar."""
        self._widgets[bar].append(widget)

    def arrange(self) -> None:
        """Fill menu bar and toolbars."""
        titles = {
            "file": self.tr("&File"),
            "edit": self.tr("&Edit"),
            "insert": self.tr("&Insert"),
            "view": self.tr("&View"),
            "run": self.tr("&Run"),
            "debug": self.tr("Debu&g"),
            "replay": self.tr("Re&play"),
            "help": self.tr("&Help"),
        }
        for name, text in (
            ("controller menu", self.tr("&Controller")),
            ("lesson menu", self.tr("Less&on")),
            ("robot menu", self.tr("Robot &model and editor")),
            ("share menu", self.tr("Record and s&hare")),
        ):
            self._fill(self.add_submenu(name, text), SUBMENUS[name])
        for name, entries in MENUS.items():
            menu = self.add_submenu(name, titles[name])
            self._fill(menu, entries)
            menu.aboutToShow.connect(self.hide_empty)
            if not menu.isEmpty():
                self._window.menuBar().addMenu(menu)
        words = {"main": self.tr("File and edit"), "tools": self.tr("Tools"), "run": self.tr("Run")}
        for name, entries in BARS.items():
            self._add_bar(name, words[name], entries)
        for menu in self._window.findChildren(QMenu):
            menu.installEventFilter(self)
        self._window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the window's size; keep the keys that are pressed in a menu away from the arena.

        A menu does not take the keyboard focus, so Qt would still give plain letters to the arena's
        shortcuts.
        """
        if isinstance(event, QResizeEvent) and watched is self._window:
            self._fold_bars()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
            if watched is not self._window and not event.modifiers() & ~plain:
                event.accept()
                return True
        return False

    def _fold_bars(self) -> None:
        """Keep the bars in one row: if the window is too narrow, some buttons are hidden.

        If that is not enough, the last bar gets a row of its own.
        """
        room_px, text_px = self._window.width(), self._window.fontMetrics().height()
        needed_px = 0
        away: set[str] = set()
        for number, group in enumerate(((), *SPARED)):
            away |= set(group)
            is_last = number == len(SPARED)
            if is_last or self._needed_px.get((number, text_px), 0) <= room_px:
                for name in self.bars:
                    self._show_buttons(name, away)
                bars = [bar for bar in self.bars.values() if not bar.isHidden()]
                needed_px = sum(bar.sizeHint().width() for bar in bars)
                self._needed_px[number, text_px] = needed_px
                if needed_px <= room_px:
                    break
        *_, last = self.bars.values()
        should_fold = needed_px > room_px
        if should_fold != self._window.toolBarBreak(last):
            window = self._window
            (window.insertToolBarBreak if should_fold else window.removeToolBarBreak)(last)

    def _show_buttons(self, name: str, away: set[str]) -> None:
        """Remove buttons from a bar, and put others back in their places."""
        bar = self.bars[name]
        names = self._set.names()
        spared = [e for group in SPARED for e in group if e in BARS[name] and e in names]
        following: QAction | None = None
        for action in reversed(self._all_in_bars[name]):
            entry = next((entry for entry in spared if self._set[entry] is action), "")
            if entry in away and entry:
                bar.removeAction(action)
            elif entry and action not in bar.actions():
                if following is None:
                    bar.addAction(action)
                else:
                    bar.insertAction(following, action)
                dress_bar(bar)
            if action in bar.actions():
                following = action
        self._show_lines(bar)

    def _show_lines(self, bar: QToolBar) -> None:
        """Show a separator only if there is something on both of its sides."""
        groups: list[list[QAction]] = [[]]
        lines = []
        for action in bar.actions():
            if action.isSeparator():
                lines.append(action)
                groups.append([])
            else:
                groups[-1].append(action)
        for number, line in enumerate(lines, 1):
            line.setVisible(any(groups[:number]) and bool(groups[number]))

    def show_context_menu(self, at_px: QPoint) -> None:
        """Show what can be done with the selection, at a place of the screen."""
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.installEventFilter(self)
        self._fill(menu, CONTEXT_MENU)
        menu.popup(at_px)

    def _fill(self, place: QMenu | QToolBar, names: tuple[str, ...]) -> None:
        for name in names:
            if name == LINE:
                place.addSeparator()
            elif name in self._set.names():
                place.addAction(self._set[name])
            elif name in self._submenus and not self._is_empty(name):
                place.addAction(self._submenus[name].menuAction())

    def hide_empty(self) -> None:
        """Hide the parts of menus in which everything is hidden, and show the others."""
        for name in SUBMENUS:
            menu = self._submenus[name]
            menu.menuAction().setVisible(any(action.isVisible() for action in menu.actions()))

    def _is_empty(self, name: str) -> bool:
        return name in SUBMENUS and self._submenus[name].isEmpty()

    def _add_bar(self, name: str, words: str, entries: tuple[str, ...]) -> None:
        bar = QToolBar(words, self._window)
        bar.setObjectName(f"toolbar {name}")
        bar.setIconSize(QSize(ICON_PX, ICON_PX))
        self._fill(bar, entries)
        dress_bar(bar)
        for widget in self._widgets[name]:
            bar.addWidget(widget)
        self.bars[name] = bar
        self._all_in_bars[name] = tuple(bar.actions())
        self._window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
