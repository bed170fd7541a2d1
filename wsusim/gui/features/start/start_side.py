"""Joins the start page to the window, and opens what was open last."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from wsusim.gui.features.start.gallery import Gallery
from wsusim.gui.shell.lesson_folder import lesson_folder
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.programs.ready_runs import ReadyRun

SEEN_FILE = "welcome-seen"

_LOG = logging.getLogger(__name__)


class StartSide(Side):
    """The page is made when it is first needed."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._gallery: Gallery | None = None
        make = shell.action_set.make
        make("start page", self.tr("S&tart page"), self.show_gallery, keys="Ctrl+Shift+N")
        shell.theme_changed.connect(lambda _theme: self._draw_again())
        shell.closing.connect(self._close)

    @property
    def gallery(self) -> Gallery:
        """The start page."""
        if self._gallery is None:
            shell = self._shell
            made = Gallery(shell.openers.recents, lambda: lesson_folder(shell.folder), shell.frame)
            made.run_wanted.connect(self.run)
            made.maze_wanted.connect(lambda path: shell.openers.copy_wanted.emit(path, _nothing))
            made.file_wanted.connect(shell.openers.open)
            made.lesson_wanted.connect(shell.openers.open)
            made.page_wanted.connect(shell.openers.page_wanted)
            made.at_start.setChecked(shell.preferences.value.start_page)
            made.at_start.toggled.connect(
                lambda on: shell.preferences.set(replace(shell.preferences.value, start_page=on))
            )
            self._gallery = made
        return self._gallery

    def show_gallery(self) -> Gallery:
        """Show the start page."""
        self.gallery.show_recent()
        self.gallery.show_progress()
        bring_to_front(self.gallery)
        return self.gallery

    def begin(self, remark: str = "") -> None:
        """Begin a session without a file: with the start page, or with what was open last.

        ``remark``: what a person should know first; the page would hide it, so it shows it, too.
        """
        is_first = not (self._shell.folder / SEEN_FILE).exists()
        if not is_first:
            self._shell.session.take_up()
        if is_first or self._shell.preferences.value.start_page:
            self.show_gallery()
            if remark:
                self.gallery.warning.show_message(remark, Weight.WARNING, stays=True)
            self._remember_seen(self._shell.folder)

    def run(self, run: ReadyRun) -> None:
        """Open a maze with controllers that fit it, and let them drive."""
        shell = self._shell

        def begin() -> None:
            robots = len(shell.document.world.robots)
            shell.setup.controllers_wanted.emit(run.specs_for(robots))
            shell.action_set["run"].trigger()

        shell.reset()
        shell.openers.copy_wanted.emit(run.maze, begin)

    def _remember_seen(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / SEEN_FILE).touch()
        except OSError as error:
            _LOG.warning("The start page will appear again next time: %s", error)

    def _draw_again(self) -> None:
        if self._gallery is not None:
            self._gallery.draw_again()

    def _close(self) -> None:
        if self._gallery is not None:
            self._gallery.close()


def _nothing() -> None:
    """Do nothing once a maze is open."""
