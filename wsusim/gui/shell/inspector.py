"""One panel that follows what the person looks at: the maze, the selection, or the run."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from wsusim.gui.document import Document, Mode


class Topic(Enum):
    """The subjects of the inspector; a feature provides the page for each."""

    MAZE = "maze"
    """The maze, or what is selected in it."""
    RUN = "run"
    """The run or the recording that is shown."""


class Inspector(QStackedWidget):
    """Shows the page of one topic: the last thing selected or begun."""

    titled = Signal(str)
    """What is inspected now, in words."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._pages: dict[Topic, tuple[QWidget, Callable[[], str]]] = {}
        self.topic = Topic.MAZE
        document.mode_changed.connect(self._follow_mode)
        document.selection.changed.connect(lambda ids: self._follow_selection(bool(ids)))
        document.shown_changed.connect(lambda _world: self._tell_title())

    def add_page(self, topic: Topic, page: QWidget, title: Callable[[], str]) -> None:
        """Provide the page of a topic; ``title`` says what it shows at the moment."""
        self._pages[topic] = (page, title)
        self.addWidget(page)
        self.show_topic(self.topic)

    def show_topic(self, topic: Topic) -> None:
        """Show the page of a topic, if there is one."""
        self.topic = topic
        if topic in self._pages:
            self.setCurrentWidget(self._pages[topic][0])
        self._tell_title()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size that doesn't depend on the page, so that its neighbours stay in place."""
        return QSize(0, 4 * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same whatever is inspected."""
        return QSize(0, 10 * self.fontMetrics().lineSpacing())

    def _follow_mode(self, mode: Mode) -> None:
        self.show_topic(Topic.MAZE if mode is Mode.EDIT else Topic.RUN)

    def _follow_selection(self, is_any: bool) -> None:
        """Show what is selected, also during a run; the run again when nothing is selected."""
        if is_any:
            self.show_topic(Topic.MAZE)
        else:
            self._follow_mode(self._document.mode)

    def _tell_title(self) -> None:
        if self.topic in self._pages:
            self.titled.emit(self._pages[self.topic][1]())
