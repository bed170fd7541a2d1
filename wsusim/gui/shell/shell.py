"""What a feature may see of the window.

A feature is made with a ``Shell`` and adds its actions, panels and openers to it. It never sees
another feature: what features have to do with each other goes through the three ports ``watched``
(what is shown), ``attention`` (what the person looks at) and ``setup`` (how the next run is to be).
``gui.app`` puts the features together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QMainWindow

from wsusim.gui.arena.scene import ArenaScene
from wsusim.gui.arena.view import ArenaView
from wsusim.gui.document import Document
from wsusim.gui.shell.actions import ActionSet
from wsusim.gui.shell.attention import Attention
from wsusim.gui.shell.menus import Menus
from wsusim.gui.shell.message_bar import Answer, MessageBar, Weight
from wsusim.gui.shell.openers import Openers
from wsusim.gui.shell.panels import Panels
from wsusim.gui.shell.preferences import PreferenceStore
from wsusim.gui.shell.run_setup import RunSetup
from wsusim.gui.shell.status import StatusBar
from wsusim.gui.shell.watched import Watched
from wsusim.gui.widgets.theme import Theme


class Shell(Protocol):
    """The window as its features see it."""

    @property
    def frame(self) -> QMainWindow:
        """The window itself: the parent of dialogs and of the feature's objects."""

    @property
    def folder(self) -> Path:
        """Where settings are kept."""

    @property
    def document(self) -> Document:
        """The maze that is open."""

    @property
    def scene(self) -> ArenaScene:
        """What is drawn of it."""

    @property
    def view(self) -> ArenaView:
        """The arena on the screen."""

    @property
    def watched(self) -> Watched:
        """Port: the run or recording that is shown."""

    @property
    def attention(self) -> Attention:
        """Port: the robot and the reading that the person looks at."""

    @property
    def setup(self) -> RunSetup:
        """Port: how the next run is to be."""

    @property
    def action_set(self) -> ActionSet:
        """Where actions are made; ``MENUS`` in ``shell.menus`` says where they stand."""

    @property
    def menus(self) -> Menus:
        """Where submenus and the widgets of toolbars are added."""

    @property
    def panels(self) -> Panels:
        """Where panels are added, and brought to the front."""

    @property
    def openers(self) -> Openers:
        """Where it is registered who opens which files, and files are opened."""

    @property
    def messages(self) -> MessageBar:
        """The line above the arena."""

    @property
    def status(self) -> StatusBar:
        """The line below the window, with the hint of what can be done now."""

    @property
    def preferences(self) -> PreferenceStore:
        """What the person has chosen in the settings."""

    @property
    def theme(self) -> Theme:
        """The colours in use."""

    @property
    def theme_changed(self) -> SignalInstance:
        """Tells the new ``Theme``."""

    @property
    def context_menu_opening(self) -> SignalInstance:
        """Tells the place (x_mm, y_mm) for which the arena's own menu is about to be shown."""

    @property
    def closing(self) -> SignalInstance:
        """The window is closed for good: threads and processes must end now."""

    def tell(
        self,
        text: str,
        weight: Weight = Weight.NOTE,
        answers: Sequence[Answer] = (),
        *,
        about: str = "maze",
    ) -> None:
        """Say something: a note below the window, what matters or can be answered above the arena.

        A screen reader says it, too.
        """

    def reset(self) -> None:
        """Show the maze itself again: runs end, recordings are closed."""
