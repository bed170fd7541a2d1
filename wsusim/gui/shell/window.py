"""The main window: arena in the middle, panels around it, menus, tools and status bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from wsusim.editor.hitting import object_at
from wsusim.editor.objects import ObjectKind, chosen
from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.arena.view import ArenaView
from wsusim.gui.features.editing.edit_menu import Availability, make_edit_actions
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.features.editing.palette import SHORTCUTS, Palette
from wsusim.gui.features.editing.properties import PropertiesPanel
from wsusim.gui.features.editing.tools.edit_tool import HandTool, KeyedTool
from wsusim.gui.features.editing.tools.place_tool import PlaceTool
from wsusim.gui.features.editing.tools.ruler_tool import RulerTool
from wsusim.gui.features.editing.tools.select_tool import SelectTool
from wsusim.gui.features.editing.tools.tool import Tool
from wsusim.gui.features.editing.workbench import Workbench
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.attention import Attention
from wsusim.gui.shell.autosave import Leftover
from wsusim.gui.shell.document import Document, Mode
from wsusim.gui.shell.file_dialogs import FileDialogs
from wsusim.gui.shell.files import Files, empty_world
from wsusim.gui.shell.menus import Menus
from wsusim.gui.shell.message_bar import Answer, MessageBar, Weight
from wsusim.gui.shell.panels import Panels
from wsusim.gui.shell.preferences import Preferences, PreferenceStore
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.gui.shell.settings_dialog import SettingsDialog
from wsusim.gui.shell.status import StatusBar
from wsusim.gui.shell.view_actions import make_view_actions
from wsusim.gui.shell.watched import Watched
from wsusim.gui.widgets.phrases import kind_name, phrase, title
from wsusim.gui.widgets.theme import apply_theme, set_text_size, theme_named
from wsusim.version import __version__

Key = QKeySequence.StandardKey


class MainWindow(QMainWindow):
    """Puts the parts together; what they do is in their own modules.

    Public parts for features that are added: ``document``, ``scene``, ``view``, ``workbench``,
    ``action_set``, ``menus``, ``panels``, ``dialogs``, ``messages``, ``preferences``. Call
    ``restore_layout`` once, after all panels were added.
    """

    reset_requested = Signal()
    """Reset was chosen: a run must go back to the start. The maze's edits stay."""

    theme_changed = Signal(object)
    """The new ``Theme``."""

    context_menu_opening = Signal(float, float)
    """The arena's own menu is about to be shown for this place of the world."""

    closing = Signal()
    """The window is closed for good: threads and processes must end now."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """Make the window; ``folder`` holds its settings, recent files and autosaves."""
        super().__init__(parent)
        self.setObjectName("wsusim")
        self.folder = folder
        self._may_close = False
        self._settings_dialog: SettingsDialog | None = None
        self.preferences = PreferenceStore(folder, self)
        self.theme = theme_named(self.preferences.value.theme)
        self.document = Document(empty_world(), self)
        self.scene = ArenaScene(self.document, self.theme, self)
        self.view = ArenaView(self.scene)
        self.workbench = Workbench(self.document, self.scene, self.preferences, self)
        self.editing = Editing(self.workbench, self)
        self.files = Files(self.document, self.preferences, folder, self)
        self.dialogs = FileDialogs(self, self.document, self.files)
        self.messages = MessageBar(self.theme)
        self.status = StatusBar(self.document)
        self.palette_panel = Palette(self.theme)
        self.properties = PropertiesPanel(self.workbench)
        self.watched = Watched(self)
        self.attention = Attention(self.document, self.scene, self)
        self.setup = RunSetup(self)
        self.action_set = ActionSet(self.theme, self)
        self.menus = Menus(self, self.action_set)
        panels_menu = self.menus.add_submenu("panels", self.tr("&Panels"))
        self.panels = Panels(self, self.view, self.theme, folder, panels_menu)
        self._tools = self._make_tools()
        make_view_actions(self)
        make_edit_actions(self, self.editing)
        self._make_actions()
        self._availability = Availability(self.document, self.action_set)
        self._arrange()
        self._connect()
        self.take_tool("select")
        self._use(self.preferences.value)
        self._show_title()

    def restore_layout(self) -> None:
        """Take up the layout of the last session; once, after all panels were added."""
        self.menus.arrange()
        self._leave_drops_to_window()
        self.panels.restore()
        if self.preferences.value.text_percent != Preferences().text_percent:
            # What was made before the size was set is dressed anew.
            application = _application()
            application.setStyleSheet(application.styleSheet())

    # What features see of it, beside its parts.

    @property
    def frame(self) -> QMainWindow:
        """The window itself."""
        return self

    def tell(self, text: str, weight: Weight = Weight.NOTE, answers: Sequence[Answer] = ()) -> None:
        """Show what matters or can be answered above the arena, the rest below; say both.

        A question above the arena stays there until it is answered.
        """
        if answers or (weight is Weight.WARNING and not self.messages.is_asking):
            self.messages.show_message(text, weight, answers)
        else:
            self.status.showMessage(text, 6000)
        self.view.announce(text)

    # What menus and tools call.

    def new_maze(self) -> None:
        """Start an empty maze, after asking about unsaved changes."""
        self.dialogs.after_saving(self.files.new)

    def new_from_template(self, path: Path) -> None:
        """Start a copy of a built-in maze, after asking about unsaved changes."""
        self.dialogs.after_saving(lambda: self.files.new_from_template(path))

    def take_tool(self, name: str) -> None:
        """Take up ``select``, ``pan``, ``ruler`` or ``place <kind>``."""
        self.view.set_tool(self._tools[name])

    def pick(self, kind: ObjectKind, *, by_key: bool) -> None:
        """Get ready to place an object: with the mouse, or with a cross moved by the arrow keys."""
        if not self.workbench.may_edit():
            return
        self.take_tool(f"place {kind.value}")
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        tool = self.view.tool
        if by_key and isinstance(tool, KeyedTool):
            tool.begin_at(self.view.centre_mm())

    def reset(self) -> None:
        """Show the start again: a run ends, the maze with its unsaved edits stays as it is."""
        self.reset_requested.emit()
        self.document.set_mode(Mode.EDIT)
        self.scene.show_start()

    def focus_properties(self) -> None:
        """Bring the keyboard to the properties panel."""
        self.panels["properties"].show()
        self.panels["properties"].raise_()
        self.properties.focus_first()

    def show_settings(self) -> None:
        """Open the settings."""
        if self._settings_dialog is None:
            self._settings_dialog = SettingsDialog(self.preferences, self)
        self._settings_dialog.show()
        self._settings_dialog.raise_()

    def show_about(self) -> None:
        """Say what this program is."""
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("About wsusim"))
        box.setText(self.tr("wsusim {version}").format(version=__version__))
        box.setInformativeText(
            self.tr(
                "A classroom simulator of the Khepera robot: the same controller drives it on the "
                "screen and in the lab. MIT licence."
            )
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def offer_leftovers(self) -> None:
        """Offer the unsaved maze of a window that crashed."""
        leftovers = self.files.leftovers()
        if leftovers:
            newest = leftovers[0]
            text = self.tr(
                "wsusim did not end properly. The unsaved changes of {name} can be recovered."
            )
            self.messages.show_message(
                text.format(name=newest.path.name if newest.path else newest.world.name),
                Weight.WARNING,
                (
                    (self.tr("Recover"), partial(self._recover, newest)),
                    (self.tr("Discard"), partial(self._discard, leftovers)),
                ),
            )

    # What Qt calls.

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask about unsaved changes; then remember the layout and end in good order."""
        if self.document.is_modified and not self._may_close:
            event.ignore()
            self.dialogs.after_saving(self._close_now)
            return
        self.panels.remember()
        self.closing.emit()
        self.files.close()
        self.document.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files dropped anywhere on the window."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Open files dropped anywhere on the window."""
        urls = event.mimeData().urls()
        self.open_dropped([url.toLocalFile() for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    def open_dropped(self, names: list[str]) -> None:
        """Open files that were dropped, each with whoever takes its kind."""
        for name in names:
            self.dialogs.open_file(Path(name))

    # Putting it together.

    def _leave_drops_to_window(self) -> None:
        """Have files dropped on a text opened, instead of their addresses written into it."""
        for text in self.findChildren(QPlainTextEdit):
            text.viewport().setAcceptDrops(False)
        for field in (*self.findChildren(QPlainTextEdit), *self.findChildren(QLineEdit)):
            field.setAcceptDrops(False)

    def _make_tools(self) -> dict[str, Tool]:
        bench, back = self.workbench, partial(self.take_tool, "select")
        request: Callable[[int, float, float], None] = self.view.object_drag_requested.emit
        tools: dict[str, Tool] = {
            "select": SelectTool(bench, request),
            "pan": HandTool(bench),
            "ruler": RulerTool(bench, back),
        }
        for kind in ObjectKind:
            tools[f"place {kind.value}"] = PlaceTool(bench, kind, back)
        return tools

    def _make_actions(self) -> None:
        make, dialogs = self.action_set.make, self.dialogs
        for name, text, run, keys, icon_name in (
            ("new", self.tr("&New"), self.new_maze, (Key.New,), "new"),
            ("open", self.tr("&Open..."), dialogs.ask_open, (Key.Open,), "open"),
            ("save", self.tr("&Save"), dialogs.save, (Key.Save,), "save"),
            ("save as", self.tr("Save &as..."), dialogs.save_as, ("Ctrl+Shift+S",), None),
            ("settings", self.tr("Se&ttings..."), self.show_settings, ("Ctrl+,",), "settings"),
            ("quit", self.tr("&Quit"), self.close, ("Ctrl+Q",), None),
            ("reset", self.tr("R&eset to the start"), self.reset, ("Ctrl+Backspace",), "reset"),
            ("about", self.tr("&About wsusim"), self.show_about, (), None),
        ):
            make(name, text, run, keys=keys, icon_name=icon_name)
        make(
            "properties",
            self.tr("Edit propert&ies"),
            self.focus_properties,
            keys=("F2",),
            only_in=self.view,
        )
        for kind in ObjectKind:
            make(
                f"insert {kind.value}",
                title(kind_name(kind)),
                partial(self.pick, kind, by_key=True),
                keys=(SHORTCUTS[kind],),
                icon_name=kind.value,
                only_in=self.view,
            )
        group = QActionGroup(self)
        # No tool of the bar is marked while an object is being placed.
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for name, text, key in (
            ("select", self.tr("Select and move"), "V"),
            ("pan", self.tr("Pan (or hold Space)"), "H"),
            ("ruler", self.tr("Ruler"), "M"),
        ):
            action = make(
                f"tool {name}",
                text,
                partial(self.take_tool, name),
                keys=(key,),
                icon_name=name,
                only_in=self.view,
            )
            action.setCheckable(True)
            group.addAction(action)
        self._recent = self.menus.add_submenu("recent", self.tr("Open &recent"))
        self._templates = self.menus.add_submenu("templates", self.tr("New from &template"))
        self._recent.aboutToShow.connect(self._list_recent)
        self._templates.aboutToShow.connect(self._list_templates)
        self.files.recent_changed.connect(self._list_recent)
        self._list_recent()
        self._list_templates()

    def _list_recent(self) -> None:
        self._recent.clear()
        paths = self.files.recent()
        self._recent.setEnabled(bool(paths))
        for path in paths:
            action = self._recent.addAction(f"{path.name}  —  {path.parent}")
            action.setToolTip(str(path))
            action.triggered.connect(lambda _checked=False, path=path: self.dialogs.open_file(path))
        if paths:
            self._recent.addSeparator()
            forget = self._recent.addAction(self.tr("Forget these files"))
            forget.triggered.connect(lambda _checked=False: self.files.forget_recent())

    def _list_templates(self) -> None:
        self._templates.clear()
        templates = self.files.templates()
        self._templates.setEnabled(bool(templates))
        for name, path in templates.items():
            action = self._templates.addAction(title(name))
            action.triggered.connect(lambda _checked=False, path=path: self.new_from_template(path))

    def _arrange(self) -> None:
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.messages)
        layout.addWidget(self.view, 1)
        self.setCentralWidget(middle)
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.panels.add("palette", self.tr("Palette"), self.palette_panel, left)
        self.panels.add("properties", self.tr("Properties"), self.properties, right)
        self.view.setFocus()

    def _connect(self) -> None:
        view, document = self.view, self.document
        view.cursor_moved.connect(self.status.show_cursor)
        view.cursor_left.connect(self.status.hide_cursor)
        view.zoom_changed.connect(self._follow_zoom)
        view.files_dropped.connect(self.open_dropped)
        view.edit_requested.connect(self._edit_selection)
        view.menu_requested.connect(self._show_context_menu)
        view.tool_changed.connect(self._mark_tool)
        document.loaded.connect(self._follow_load)
        document.path_changed.connect(lambda _path: self._show_title())
        document.world_changed.connect(lambda _old, _new: self._show_title())
        document.modified_changed.connect(self.setWindowModified)
        document.selection.changed.connect(lambda _ids: self._announce())
        document.mode_changed.connect(lambda _mode: self._follow_mode())
        self.workbench.told.connect(self.tell)
        self.workbench.hinted.connect(self.status.set_hint)
        self.files.told.connect(self.tell)
        self.palette_panel.picked.connect(lambda kind, by_key: self.pick(kind, by_key=by_key))
        self.preferences.changed.connect(self._use)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_desktop)
        self._follow_zoom(view.mm_per_px)

    def _use(self, preferences: Preferences) -> None:
        """Take over what was chosen in the settings."""
        theme = theme_named(preferences.theme)
        application = _application()
        set_text_size(application, preferences.text_percent)
        apply_theme(application, theme)
        if theme is not self.theme:
            self.theme = theme
            self.action_set.set_theme(theme)
            self.palette_panel.set_theme(theme)
            self.messages.set_theme(theme)
            self.panels.set_theme(theme)
            self.view.set_theme(theme)
            self.theme_changed.emit(theme)
        self.scene.set_grid(preferences.grid_mm)

    def _follow_desktop(self) -> None:
        self._use(self.preferences.value)

    def _show_context_menu(self, at_px: QPoint, x_mm: float, y_mm: float) -> None:
        """Select what is there, unless it is selected already, and show what can be done."""
        thing = object_at(self.document.shown, (x_mm, y_mm), 4.0 * self.view.mm_per_px)
        if thing is not None and thing.id not in self.document.selection.ids:
            self.document.selection.select([thing.id])
        self.context_menu_opening.emit(x_mm, y_mm)
        self.menus.show_context_menu(at_px)

    def _edit_selection(self) -> None:
        """Show the properties; in a run a double click has other meanings."""
        if self.document.can_edit:
            self.focus_properties()

    def _follow_zoom(self, mm_per_px: float) -> None:
        self.workbench.mm_per_px = mm_per_px
        self.status.show_zoom(mm_per_px)

    def _follow_load(self) -> None:
        self.scene.clear_traces()
        self.take_tool("select")
        self.view.fit()
        self._show_title()

    def _follow_mode(self) -> None:
        self.scene.set_mm_per_px(self.view.mm_per_px)
        if not self.document.can_edit:
            self.take_tool("select")

    def _mark_tool(self, tool: Tool) -> None:
        for name in ("select", "pan", "ruler"):
            self.action_set[f"tool {name}"].setChecked(tool is self._tools[name])
        self.palette_panel.show_tool(tool.kind if isinstance(tool, PlaceTool) else None)

    def _announce(self) -> None:
        things = chosen(self.document.shown, self.document.selection.ids)
        self.view.announce(phrase(things) if things else self.tr("Nothing selected"))

    def _show_title(self) -> None:
        path = self.document.path
        name = path.name if path else self.document.world.name
        self.setWindowTitle(f"{name}[*] — wsusim")
        self.setWindowModified(self.document.is_modified)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()

    def _recover(self, leftover: Leftover) -> None:
        self.dialogs.after_saving(lambda: self.files.recover(leftover))

    def _discard(self, leftovers: list[Leftover]) -> None:
        for leftover in leftovers:
            self.files.discard(leftover)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
