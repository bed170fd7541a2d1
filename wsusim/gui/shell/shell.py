"""What a feature may see of the window.

A feature is made with a ``Shell`` and adds its actions, panels and openers to it. It never sees
another feature: features communicate through the ports ``watched`` (what is shown), ``attention``
(what the person looks at), ``setup`` (the settings of the next run) and ``programs`` (whose text is
open, and what is marked in it). ``gui.app`` puts the features together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QMainWindow, QSplitter

from wsusim.gui.arena.arena_scene import ArenaScene
from wsusim.gui.arena.view import ArenaView
from wsusim.gui.document import Document
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.attention import Attention
from wsusim.gui.shell.histories import Histories
from wsusim.gui.shell.inspector import Inspector
from wsusim.gui.shell.menus import Menus
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.message_strip import MessageStrip
from wsusim.gui.shell.openers import Openers
from wsusim.gui.shell.panels import Panels
from wsusim.gui.shell.preferences import PreferenceStore
from wsusim.gui.shell.programs import Programs
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.gui.shell.session import Session
from wsusim.gui.shell.simple import Simple
from wsusim.gui.shell.status import StatusBar
from wsusim.gui.shell.unsaved import Unsaved
from wsusim.gui.shell.watched import Watched


class Shell(Protocol):
    """The window as its features see it."""

    folder: Path
    """Where settings are kept."""

    document: Document
    """The maze that is open."""

    scene: ArenaScene
    """What is drawn of it."""

    view: ArenaView
    """The arena on the screen."""

    watched: Watched
    """Port: the run or recording that is shown."""

    attention: Attention
    """Port: the robot and the reading that the person looks at."""

    setup: RunSetup
    """Port: the settings of the next run."""

    programs: Programs
    """Port: the programs that are open, their breakpoints and the lines pointed out in them."""

    middle: QSplitter
    """The arena, and what has its place beside it."""

    action_set: ActionSet
    """Where actions are made; ``MENUS`` in ``shell.menus`` says where they stand."""

    menus: Menus
    """Where submenus and the widgets of toolbars are added."""

    panels: Panels
    """Where panels are added, and brought to the front."""

    openers: Openers
    """Where it is registered who opens which files, and files are opened."""

    simple: Simple
    """Where it is registered what is hidden in first lessons."""

    session: Session
    """Where it is registered what is opened again at the next start."""

    inspector: Inspector
    """Where the pages about the maze and the run are added."""

    unsaved: Unsaved
    """Where documents are registered that can be lost."""

    histories: Histories
    """Where the history of each document is registered, for Undo and Redo."""

    messages: MessageStrip
    """The strip above the arena."""

    status: StatusBar
    """The line below the window, with the hint of what can be done now."""

    preferences: PreferenceStore
    """What the person has chosen in the settings."""

    @property
    def frame(self) -> QMainWindow:
        """The window itself: the parent of dialogs and of the feature's objects."""

    @property
    def theme_changed(self) -> SignalInstance:
        """Emits the new ``Theme`` for widgets that do more with the colours than paint in them."""

    @property
    def context_menu_opening(self) -> SignalInstance:
        """Emits the place (x_mm, y_mm) for which the arena's context menu is about to be shown."""

    @property
    def closing(self) -> SignalInstance:
        """Emitted when the window closes for good: threads and processes must end now."""

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
        """Show a message: a note below the window, what matters or can be answered above the arena.

        News is above the arena, too, and replaces what was there. ``stays``: until it is closed. A
        screen reader says it all.
        """

    def reset(self) -> None:
        """Show the maze itself again: runs end, recordings are closed."""


class Side(QObject):
    """A feature as the window sees it: joins its parts to the shell, and lives as long."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell.frame)
        self._shell = shell
