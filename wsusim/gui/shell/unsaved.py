"""Edited work in the window that could be lost: asked about at the end, kept over a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.message_strip import MessageStrip
from wsusim.gui.widgets.question import Then, ask


@dataclass(frozen=True, slots=True)
class Salvage:
    """Unsaved work of a window that crashed."""

    name: str
    recover: Callable[[], object]
    discard: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Work:
    """One document, as far as it can be lost."""

    name: Callable[[], str]
    is_modified: Callable[[], bool]
    save: Callable[[Then], object]
    """Saves, asking for a file where there is none; what is given to it runs once it is saved."""
    autosave: Callable[[], object]
    leftovers: Callable[[], Sequence[Salvage]]
    """Returns what windows left that crashed, newest first."""


class Unsaved(QObject):
    """All documents of a window. No question blocks: what comes after it is a callback."""

    def __init__(self, frame: QWidget, messages: MessageStrip) -> None:
        super().__init__(frame)
        self._frame = frame
        self._messages = messages
        self._works: list[Work] = []

    def add(self, work: Work) -> None:
        """Add a document."""
        self._works.append(work)

    @property
    def is_any(self) -> bool:
        """Whether anything has unsaved changes."""
        return any(work.is_modified() for work in self._works)

    def after_saving_all(self, then: Then) -> None:
        """Do something that loses all unsaved changes, after asking about one after the other."""
        for work in reversed(self._works):
            then = partial(self.after_saving, work, then)
        then()

    def after_saving(self, work: Work, then: Then) -> None:
        """Do something that loses unsaved changes, after asking what to do with them."""
        if not work.is_modified():
            then()
            return
        button = QMessageBox.StandardButton
        ask(
            self._frame,
            "unsaved changes",
            self.tr("Unsaved changes"),
            self.tr("Save the changes to {name}?").format(name=work.name()),
            self.tr("If you don't save, they will be lost."),
            {button.Save: lambda: work.save(then), button.Discard: then},
        )

    def autosave_now(self) -> None:
        """Write the copies that survive a crash."""
        for work in self._works:
            work.autosave()

    def offer_leftovers(self) -> None:
        """Offer the newest unsaved work of windows that crashed, of each kind."""
        found = [work.leftovers() for work in self._works]
        newest = [leftovers[0] for leftovers in found if leftovers]
        if not newest:
            return
        text = self.tr(
            "wsusim didn't close properly last time. Your unsaved changes to {name} can be "
            "recovered."
        )
        names = self.tr(" and ").join(salvage.name for salvage in newest)
        self._messages.show_message(
            text.format(name=names),
            Weight.WARNING,
            (
                (self.tr("Recover"), partial(_all, [salvage.recover for salvage in newest])),
                (
                    self.tr("Discard"),
                    partial(_all, [one.discard for leftovers in found for one in leftovers]),
                ),
            ),
            about="leftovers",
        )


def _all(actions: Sequence[Callable[[], object]]) -> None:
    for action in actions:
        action()
