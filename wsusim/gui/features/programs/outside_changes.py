"""Handles what other programs do to the files of open programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from wsusim.gui.features.programs.program_document import ProgramDocument
from wsusim.gui.features.programs.program_panel import ProgramPanel
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_watch import FileWatch
from wsusim.programs.text_file import BadProgramFile

ABOUT_PROGRAM = "program"
"""Messages about a program on the screen."""


class OutsideChanges(Side):
    """Follows the files, without ever losing unsaved changes.

    Args:
        shell: The window.
        panel: Shows the programs.
        save: Saves one.
        ask_save: Saves one elsewhere.
    """

    def __init__(
        self,
        shell: Shell,
        panel: ProgramPanel,
        save: Callable[[ProgramDocument], object],
        ask_save: Callable[[ProgramDocument], None],
    ) -> None:
        super().__init__(shell)
        self._panel = panel
        self._save = save
        self._ask_save = ask_save
        self._told_gone: set[Path] = set()
        self._files = FileWatch(self)
        self._files.changed.connect(self.look_again)

    def watch(self) -> None:
        """Watch the files that are open now."""
        self._files.watch([document.path for document in self._panel.documents])

    def look_again(self) -> None:
        """Look whether another program has changed or removed the files."""
        for document in self._panel.documents:
            if document.is_gone:
                self._follow_gone(document)
            elif document.is_changed_outside:
                self.follow(document)
        self.watch()

    def follow(self, document: ProgramDocument) -> None:
        """Load what another program wrote, or ask if there are unsaved changes here."""
        if not document.is_modified:
            self._reload(document)
            return
        text = self.tr(
            "Another program has changed {file}, and you have changed it here, too. Which one "
            "should stay?"
        )
        self._ask(
            text.format(file=document.path.name),
            (self.tr("Take the file"), partial(self._reload, document)),
            (self.tr("Keep mine"), document.keep_mine),
        )

    def forget(self, path: Path) -> None:
        """Note that the window itself wrote the file."""
        self._told_gone.discard(path)

    def close(self) -> None:
        """Watch nothing any more."""
        self._files.close()

    # Inside

    def _follow_gone(self, document: ProgramDocument) -> None:
        if document.path in self._told_gone:
            return
        self._told_gone.add(document.path)
        document.text_document.setModified(True)
        text = self.tr("{file} was deleted or moved. Its text is still here: save it to keep it.")
        self._ask(
            text.format(file=document.path.name),
            (self.tr("Save"), partial(self._save_again, document)),
            (self.tr("Save as..."), partial(self._ask_save, document)),
        )

    def _save_again(self, document: ProgramDocument) -> None:
        self._save(document)

    def _reload(self, document: ProgramDocument) -> None:
        try:
            document.reload()
        except BadProgramFile as error:
            self._shell.tell(str(error), Weight.WARNING, about=ABOUT_PROGRAM, is_news=True)
            return
        text = self.tr("{file} was changed by another program and is shown as it is now.")
        self._shell.tell(text.format(file=document.path.name), about=ABOUT_PROGRAM)

    def _ask(self, text: str, *answers: Answer) -> None:
        self._shell.tell(text, Weight.WARNING, answers, about=ABOUT_PROGRAM, is_news=True)
