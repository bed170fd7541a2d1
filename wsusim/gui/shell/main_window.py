"""The main window: arena in the middle, panels around it, menus, tools and status bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QSplitter,
    QWidget,
)

from wsusim.editor.hitting import object_at
from wsusim.editor.new_objects import empty_world
from wsusim.editor.objects import chosen
from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.showing import Showing
from wsusim.gui.arena.view import ArenaView
from wsusim.gui.document import Document, Mode
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.attention import Attention
from wsusim.gui.shell.file_dialogs import FileDialogs
from wsusim.gui.shell.histories import Histories
from wsusim.gui.shell.inspector import Inspector
from wsusim.gui.shell.maze_files import Files
from wsusim.gui.shell.menus import Menus
from wsusim.gui.shell.message_bar import ABOUT_FILE, ABOUT_RUN, Answer, Weight
from wsusim.gui.shell.message_strip import MessageStrip
from wsusim.gui.shell.openers import Openers
from wsusim.gui.shell.panels import Panels
from wsusim.gui.shell.preferences import Preferences, PreferenceStore, read_preferences
from wsusim.gui.shell.presentation import Presentation
from wsusim.gui.shell.programs import Programs
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.gui.shell.session import Session
from wsusim.gui.shell.settings_dialog import SettingsDialog
from wsusim.gui.shell.simple import Simple
from wsusim.gui.shell.status import StatusBar
from wsusim.gui.shell.unsaved import Unsaved
from wsusim.gui.shell.view_actions import make_view_actions
from wsusim.gui.shell.watched import RunState, Subject, Watched
from wsusim.gui.widgets.layouts import bring_to_front, held, in_column
from wsusim.gui.widgets.phrases import mission_phrase, selection_phrase
from wsusim.gui.widgets.theme import (
    apply_theme,
    current_theme,
    dress,
    set_text_size,
    theme_named,
    undress,
)
from wsusim.gui.widgets.window_words import in_window_words
from wsusim.runs.pictures import Picture
from wsusim.version import __version__

HIT_PX = 4.0
DRESSED_MS = 50
"""So long after another text size was chosen everything has taken it."""


class MainWindow(QMainWindow):
    """Assembles the parts that every feature needs: it is the ``Shell``.

    Features add themselves to it; then call ``restore_layout`` once.
    """

    theme_changed = Signal(object)
    """The new ``Theme``."""

    context_menu_opening = Signal(float, float)
    """The arena's own menu is about to be shown for this place of the world."""

    closing = Signal()
    """The window is closed for good: threads and processes must end now."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """Make the window; ``folder`` holds its settings, recent files and autosaves."""
        undress(_application())
        # Before anything is made in another size, which it would keep.
        set_text_size(_application(), read_preferences(folder).text_percent)
        super().__init__(parent)
        self.setObjectName("wsusim")
        self.folder = folder
        self._may_close = False
        self._text_percent = 0
        self._settings_dialog: SettingsDialog | None = None
        self.preferences = PreferenceStore(folder, self)
        self.document = Document(empty_world(self.tr("New maze")), self)
        self.scene = ArenaScene(self.document, self)
        self.view = ArenaView(self.scene)
        self._showing = Showing(self.scene)
        self.watched = Watched(self)
        self.attention = Attention(self.document, self.scene, self)
        self.setup = RunSetup(self)
        self.programs = Programs(self)
        self.messages = MessageStrip()
        self.inspector = Inspector(self.document)
        self.status = StatusBar(self.document)
        self.action_set = ActionSet(self)
        self.menus = Menus(self, self.action_set)
        panels_menu = self.menus.add_submenu("panels", self.tr("&Panels"))
        self.panels = Panels(self, self.view, folder, panels_menu)
        self.session = Session(folder)
        self.simple = Simple(self.preferences, self)
        self.unsaved = Unsaved(self, self.messages)
        self.histories = Histories(self.action_set, self)
        self.histories.add(self.view, self.document.undo_stack, lambda: self.document.can_edit)
        self.files = Files(self.document, self.preferences, folder, self)
        self.openers = Openers(self)
        self.dialogs = FileDialogs(self, self.files)
        self.session.add("maze", self.files.kept, self.files.take_up)
        make_view_actions(self)
        self.presentation = Presentation(self)
        self._make_actions()
        self._arrange()
        self._connect()
        self._use(self.preferences.value)
        self._show_title()

    def restore_layout(self) -> None:
        """Restore the layout of the last session; call it once, after adding all features."""
        self.menus.arrange()
        self._leave_drops_to_window()
        dress(_application())
        self.panels.restore()

    # What features see of it, beside its parts.

    @property
    def frame(self) -> QMainWindow:
        """The window itself."""
        return self

    def tell(
        self,
        text: str,
        weight: Weight = Weight.NOTE,
        answers: Sequence[Answer] = (),
        *,
        about: str = "maze",
        is_news: bool = False,
        stays: bool = False,
    ) -> None:
        """Show news, and what matters or can be answered, above the arena, the rest below.

        Only news replaces a question, which otherwise stays until it is answered.
        """
        text = in_window_words(text)
        if is_news or answers or (weight is Weight.WARNING and not self.messages.is_asking):
            self.messages.show_message(text, weight, answers, about=about, stays=stays)
        else:
            self.messages.remember(text, weight)
            self.status.showMessage(text, 6000)
        self.view.announce(text)

    def reset(self) -> None:
        """Show the start again: a run ends, but the maze keeps its unsaved edits."""
        # Before the run ends: what is said at its end is news.
        self.messages.forget(ABOUT_RUN, ABOUT_FILE)
        self.watched.reset_wanted.emit()
        self.document.set_mode(Mode.EDIT)
        self.scene.show_start()

    # What Qt calls.

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask about unsaved changes; then remember the layout and end in good order."""
        if self.unsaved.is_any and not self._may_close:
            event.ignore()
            self.unsaved.after_saving_all(self._close_now)
            return
        self.presentation.leave()
        self.panels.remember()
        self.session.remember()
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
        self.openers.open_all([url.toLocalFile() for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    # Putting it together.

    def _make_actions(self) -> None:
        make = self.action_set.make
        make("quit", self.tr("&Quit"), self.close, keys="Ctrl+Q")
        make("about", self.tr("&About wsusim"), self._show_about)
        settings, reset = self.tr("Se&ttings..."), self.tr("R&eset to the start")
        make("settings", settings, self._show_settings, keys="Ctrl+,", icon="settings")
        self.action_set.switch(
            "lock maze",
            self.tr("Loc&k the maze"),
            lambda on: self.preferences.set(replace(self.preferences.value, locked=on)),
            icon="lock",
        )
        make("reset", reset, self.reset, keys="Ctrl+Backspace", icon="reset")

    def _arrange(self) -> None:
        head = self.presentation.head
        arena = held(in_column(self.view, spacing=0, grows=self.view))
        # Editors of programs may stand beside the arena.
        self.middle = QSplitter()
        self.middle.addWidget(arena)
        self.setCentralWidget(
            held(in_column(self.messages, head, self.middle, spacing=0, grows=self.middle))
        )
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        self.view.setFocus()

    def _connect(self) -> None:
        view, document = self.view, self.document
        view.cursor_moved.connect(
            lambda x, y: self.status.show_cursor(x, y, self.scene.matrix.what_is_at(x, y))
        )
        view.cursor_left.connect(self.status.hide_cursor)
        view.zoom_changed.connect(self.status.show_zoom)
        view.files_dropped.connect(self.openers.open_all)
        view.menu_requested.connect(self._show_context_menu)
        document.loaded.connect(self._follow_load)
        document.path_changed.connect(lambda _path: self._show_title())
        document.world_changed.connect(lambda _old, _new: self._show_title())
        document.modified_changed.connect(lambda _modified: self._show_title())
        document.selection.changed.connect(lambda _ids: self._announce())
        document.editable_changed.connect(lambda _can: self.scene.mark())
        document.editable_changed.connect(lambda _can: self._show_title())
        self.watched.begun.connect(self._show_title)
        self.watched.cleared.connect(self._show_title)
        self.watched.begun.connect(lambda _subject: self._showing.begin())
        self.watched.pictured.connect(self._showing.show)
        self.watched.sampled.connect(self._draw_all)
        self.preferences.changed.connect(self._use)
        self.preferences.trouble.connect(lambda text: self.tell(text, Weight.WARNING))
        QGuiApplication.styleHints().colorSchemeChanged.connect(
            lambda _scheme: self._use(self.preferences.value)
        )
        self.status.show_zoom(view.mm_per_px)

    def _use(self, preferences: Preferences) -> None:
        """Apply what was chosen in the settings."""
        theme = theme_named(preferences.theme)
        application = _application()
        has_other_text = preferences.text_percent != self._text_percent
        if has_other_text:
            self._text_percent = preferences.text_percent
            set_text_size(application, preferences.text_percent)
        before = current_theme()
        apply_theme(application, theme)
        if theme is not before:
            self.scene.repaint()
            self.theme_changed.emit(theme)
        if has_other_text:
            # When everything has taken its new size, panels that had to grow shrink again.
            QTimer.singleShot(DRESSED_MS, self.panels, self.panels.follow_text_size)
        self.scene.set_grid(preferences.grid_mm)
        self.document.lock(preferences.locked)
        self.action_set["lock maze"].setChecked(preferences.locked)

    def _leave_drops_to_window(self) -> None:
        """Open files dropped on a text, instead of inserting their addresses."""
        for text in self.findChildren(QPlainTextEdit):
            text.setAcceptDrops(False)
            text.viewport().setAcceptDrops(False)
        for line in self.findChildren(QLineEdit):
            line.setAcceptDrops(False)

    def _show_settings(self) -> None:
        if self._settings_dialog is None:
            self._settings_dialog = SettingsDialog(self.preferences, self)
        bring_to_front(self._settings_dialog)

    def _show_about(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("About wsusim"))
        box.setText(self.tr("wsusim {version}").format(version=__version__))
        box.setInformativeText(
            self.tr(
                "A classroom simulator for the Khepera robot: the same controller drives it on "
                "screen and in the lab. MIT licence."
            )
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _show_context_menu(self, at_px: QPoint, x_mm: float, y_mm: float) -> None:
        """Select the object there, unless it is selected already, and show the context menu."""
        thing = object_at(self.document.shown, (x_mm, y_mm), HIT_PX * self.view.mm_per_px)
        if thing is not None and thing.id not in self.document.selection.ids:
            self.document.selection.select([thing.id])
        self.context_menu_opening.emit(x_mm, y_mm)
        self.menus.show_context_menu(at_px)

    def _follow_load(self) -> None:
        self.messages.forget("maze", ABOUT_RUN, ABOUT_FILE)
        self.scene.clear_traces()
        self.view.fit()
        self._show_title()

    def _draw_all(self, picture: Picture) -> None:
        """Draw everything that was put off, while time stands still."""
        if self.watched.state is not RunState.GOING:
            self._showing.draw_all(picture)

    def _announce(self) -> None:
        world = self.document.shown
        things = chosen(world, self.document.selection.ids)
        words = selection_phrase(world, things) if things else self.tr("Nothing selected")
        self.view.announce(words)

    def _show_title(self, subject: Subject | None = None) -> None:
        """Name the maze that is open, or the recording that is shown."""
        subject = subject or self.watched.subject
        if subject is not None and subject.is_recording:
            name, is_modified = subject.name, False
        else:
            path = self.document.path
            name = path.name if path else self.document.world.name
            is_modified = self.document.is_modified
        self.messages.set_rest(self._rest_text(name))
        self.setWindowTitle(f"{name}[*] — wsusim")
        self.setWindowModified(is_modified)

    def _rest_text(self, name: str) -> str:
        """Return what the strip shows without news: what is open, and its task."""
        world = self.document.shown if self.watched.subject is None else self.watched.subject.world
        parts = [name, mission_phrase(world.mission)]
        if self.document.is_locked:
            parts.insert(1, self.tr("locked"))
        return "  —  ".join(parts)

    def _close_now(self) -> None:
        self._may_close = True
        self.close()


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
