"""Help in the main window: the Help menu, F1, and the examples that run from a page."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from wsusim.gui.document import Mode
from wsusim.gui.features.help.context import WINDOWS, page_for
from wsusim.gui.features.help.help_window import HelpWindow
from wsusim.gui.shell.message_bar import ABOUT_RUN, Answer, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.manual import Manual
from wsusim.shipped import shipped_folder


class HelpSide(Side):
    """Everything about help; make it once. Windows are made when they are first needed."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._manual = Manual(shipped_folder("manual"))
        self._help: HelpWindow | None = None
        self._make_actions()
        shell.openers.page_wanted.connect(lambda page: self.help_window.open_page(page))
        shell.theme_changed.connect(self._follow_theme)
        shell.closing.connect(self._close)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._offer_help)

    @property
    def help_window(self) -> HelpWindow:
        """The help window."""
        if self._help is None:
            self._help = HelpWindow(self._manual, self._shell.frame)
            self._help.browser.file_wanted.connect(self.open_example)
        return self._help

    def show_help(self) -> None:
        """Open the page that fits the widget with the keyboard; the contents if none does."""
        mode = self._shell.document.mode
        # A panel that floats is a window of its own: the main window does not know its focus.
        fitting = page_for(QApplication.focusWidget(), mode) or page_for(
            self._shell.frame.focusWidget(), mode
        )
        if fitting is None:
            self.help_window.open_index()
        else:
            self.help_window.open_page(*fitting)

    def open_example(self, path: Path) -> None:
        """Load a controller, or open a copy of a maze, that a page of the manual links to."""
        self._shell.frame.raise_()
        self._shell.frame.activateWindow()
        if path.suffix == ".json":
            self._shell.openers.copy_wanted.emit(path, lambda: None)
            return
        self._shell.openers.open(path)
        text = self.tr("{name} is loaded.").format(name=path.stem)
        self._shell.messages.show_message(text, Weight.NOTE, self._run_answer(), about=ABOUT_RUN)

    def _run_answer(self) -> tuple[Answer, ...]:
        """Return the button that starts a run with what was loaded."""
        actions = self._shell.action_set
        name = "run" if self._shell.document.mode is Mode.EDIT else "restart"
        return ((self.tr("Run it"), actions[name].trigger),) if name in actions.names() else ()

    def _offer_help(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Make F1 work in a dialog, too, from the moment when it gets the keyboard."""
        if now is not None and now.window().objectName() in WINDOWS:
            now.window().addAction(self._shell.action_set["help"])

    def _make_actions(self) -> None:
        make = self._shell.action_set.make
        key = QKeySequence.StandardKey.HelpContents
        make("help", self.tr("&Help"), self.show_help, keys=key, icon="help")
        make("contents", self.tr("&Manual"), lambda: self.help_window.open_index())
        make("search help", self.tr("&Search the manual"), self._search)

    def _search(self) -> None:
        self.help_window.open_index()
        self.help_window.search.setFocus()

    def _follow_theme(self, _theme: object) -> None:
        if self._help is not None:
            self._help.browser.show_again()

    def _close(self) -> None:
        if self._help is not None:
            self._help.close()
