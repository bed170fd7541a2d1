"""Shows what programs will do from a marked moment on, again each time one of them is saved.

The path without any change stays in the arena as a ghost, and the new one is drawn over it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from wsusim.gui.arena.compared_item import ComparedRun
from wsusim.gui.arena.painting import see_through
from wsusim.gui.features.debugging.done_again import DoneAgain
from wsusim.gui.features.debugging.verdict import verdict
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_watch import FileWatch
from wsusim.gui.widgets.theme import current_theme
from wsusim.gui.widgets.worker import CalledOff, Report, Worker
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.outlook import (
    LOOK_AHEAD_S,
    LookCalledOff,
    Outlook,
    Outlooks,
    Texts,
    Ways,
    edited_texts,
)

ABOUT_CHANGES = "changes"
"""Messages of the watch."""

SETTLE_MS = 30
"""Other editors write a file in several steps; it is looked at so long after the last one."""

GHOST_OPACITY = 0.35


class ChangeWatch(Side):
    """Watches the files of the programs of one run.

    Args:
        shell: The window.
        again: Knows where the files are.
        go_on: Begins a run from a tick with the programs as they are now.
    """

    ended = Signal()
    """Nothing is watched any more."""

    looked = Signal(object)
    """The ``Outlook`` that is shown now."""

    _came_closer = Signal(object)
    """From another thread: how far the ways of the look are that is being taken."""

    def __init__(
        self, shell: Shell, again: DoneAgain, go_on: Callable[[DebuggedRun, int], None]
    ) -> None:
        super().__init__(shell)
        self._again = again
        self._go_on = go_on
        self._outlooks: Outlooks | None = None
        self._old: Outlook | None = None
        self._texts: Texts = {}
        self._shown: Ways = ()
        self._worker = Worker(self, newest_only=True)
        self._files = FileWatch(self, SETTLE_MS)
        self._files.changed.connect(self.look)
        shell.programs.saved.connect(lambda _path: self.look())
        shell.theme_changed.connect(lambda _theme: self._draw(None))
        self._came_closer.connect(self._draw)

    @property
    def is_on(self) -> bool:
        """Whether a moment is marked."""
        return self._outlooks is not None

    def begin(self, run: DebuggedRun, tick: int) -> None:
        """Mark a moment of a run."""
        self.end()
        outlooks = self._outlooks = Outlooks(run, tick)
        self._texts = {}
        self._shell.programs.has_watch = True

        self._look(outlooks, {}, self._take_old, self._give_up)

    def end(self) -> None:
        """Watch nothing any more."""
        if self._outlooks is None:
            return
        self._outlooks.call_off()
        self._outlooks = self._old = None
        self._shell.programs.has_watch = False
        self._worker.forget()
        self._files.watch(())
        self._shell.scene.set_outlook(())
        self._shell.messages.forget(ABOUT_CHANGES)
        self.ended.emit()

    def close(self) -> None:
        """End everything."""
        if self._outlooks is not None:
            self._outlooks.call_off()
        self._worker.close()
        self._files.close()

    def look(self) -> None:
        """Read the files, and look ahead if one of them has changed since the last look."""
        outlooks = self._outlooks
        if outlooks is None or self._old is None:
            return
        self._watch_files(outlooks.run)
        texts = edited_texts(outlooks.run, self._again.text_now)
        if texts == self._texts:
            return
        self._texts = texts
        if not texts:  # as it was
            self._take(self._old)
            return
        outlooks.call_off()
        self._look(outlooks, texts, self._take, self._warn)

    # Inside

    def _look(
        self,
        outlooks: Outlooks,
        texts: Texts,
        take: Callable[[Outlook], object],
        fail: Callable[[Exception], object],
    ) -> None:
        def work(_report: Report) -> Outlook:
            try:
                return outlooks.look(texts, self._came_closer.emit)
            except LookCalledOff:
                raise CalledOff from None

        def done(outlook: Outlook) -> None:
            # While the person reads and types: the next look begins with half of its work done.
            self._worker.ask(lambda _report: outlooks.prepare(), lambda _none: None, self._warn)
            take(outlook)

        self._worker.ask(work, done, fail)

    def _take_old(self, outlook: Outlook) -> None:
        self._old = outlook
        assert self._outlooks is not None
        time_s = ticks_to_seconds(self._outlooks.tick)
        words = self.tr(
            "Watching from {time:.2f} s: change your program and save it (Ctrl+S), and you see "
            "what becomes of the next {seconds:g} s."
        )
        self._tell(words.format(time=time_s, seconds=LOOK_AHEAD_S))
        self._draw(outlook.ways)
        self.looked.emit(outlook)
        self.look()  # it may have been changed before

    def _take(self, outlook: Outlook) -> None:
        outlooks, old = self._outlooks, self._old
        if outlooks is None or old is None:
            return
        self._draw(outlook.ways)
        text = verdict(old, outlook)
        if outlook.from_tick < outlooks.tick:
            words = self.tr("{verdict} Your change counts from {time:.2f} s on already.")
            text = words.format(verdict=text, time=ticks_to_seconds(outlook.from_tick))
        run, tick = outlooks.run, outlooks.tick
        answers: tuple[Answer, ...] = (
            (self.tr("Go on from here"), partial(self._go_on, run, tick)),
            (self.tr("Stop watching"), self.end),
        )
        self._tell(text, Weight.WARNING if outlook.failure else Weight.NOTE, answers)
        self.looked.emit(outlook)

    def _draw(self, new: Ways | None) -> None:
        """Draw the ghost, and the new paths over it."""
        if self._outlooks is None:
            return
        theme = current_theme()
        ghost = self._old.ways if self._old is not None else ()
        self._shown = new if new is not None else self._shown
        self._shell.scene.set_outlook(
            [
                ComparedRun(see_through(theme.text, GHOST_OPACITY), ghost),
                ComparedRun(see_through(theme.good, 1.0), self._shown),
            ]
        )

    def _watch_files(self, run: DebuggedRun) -> None:
        texts = (run.debugger.texts_of(robot) for robot in run.debugger.robots)
        files = {file for there in texts for file in there}
        originals = self._again.originals
        self._files.watch(
            {Path(one) for file in files for one in (file, originals.get(file, file))}
        )

    def _give_up(self, failure: Exception) -> None:
        self._warn(failure)
        self.end()
        self._shell.tell(str(failure), Weight.WARNING, about=ABOUT_CHANGES, is_news=True)

    def _warn(self, failure: Exception) -> None:
        self._tell(str(failure), Weight.WARNING)

    def _tell(
        self, text: str, weight: Weight = Weight.NOTE, answers: tuple[Answer, ...] = ()
    ) -> None:
        self._shell.tell(text, weight, answers, about=ABOUT_CHANGES, is_news=True, stays=True)
