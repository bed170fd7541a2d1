"""The contest's side in the main window: its menu entry, and the recorded matches that it opens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from wsusim.errors import WsusimError
from wsusim.formats.maze_file import save_maze
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_to_open
from wsusim.gui.widgets.layouts import bring_to_front
from wsusim.recording.match_kind import is_match

if TYPE_CHECKING:
    from wsusim.gui.features.match.match_window import MatchWindow

SUFFIX = ".mcap"


class MatchSide(Side):
    """Everything about matches. Sees of the main window the ``Shell`` only.

    The arena is imported when it is first needed, so that a window opens without it.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._kept = QSettings(str(shell.folder / "match.ini"), QSettings.Format.IniFormat)
        self._window: MatchWindow | None = None
        action = shell.action_set.make("match", self.tr("CiberMouse &match..."), self.show_window)
        shell.simple.hide(action)
        shell.openers.register(Opener(self.tr("Recorded matches"), (SUFFIX,), self.open, is_match))
        shell.closing.connect(self.close)

    @property
    def window(self) -> MatchWindow:
        """The window of matches; made when it is first needed."""
        if self._window is None:
            from wsusim.gui.features.match.match_window import MatchWindow

            window = MatchWindow(self._kept, self._shell.frame)
            window.open_button.clicked.connect(self._open_arena)
            window.replay_button.clicked.connect(self._ask)
            window.setup.edit_wanted.connect(self.edit_lab)
            self._window = window
        return self._window

    def show_window(self) -> None:
        """Bring the window of matches to the front."""
        bring_to_front(self.window)

    def open(self, path: Path) -> None:
        """Show a recorded match."""
        from wsusim.ciber.recorded.match_reader import MatchRecording

        try:
            recording = MatchRecording(path)
        except WsusimError as error:
            self._shell.tell(str(error), Weight.WARNING)
            return
        try:
            self.window.show_recording(recording)
        except WsusimError as error:
            recording.close()
            self._shell.tell(str(error), Weight.WARNING)
            return
        self.show_window()

    def edit_lab(self, file: Path) -> None:
        """Save the chosen lab as a maze, open it in the main window, and play in it."""
        from wsusim.ciber.catalogue import find_grid, find_lab
        from wsusim.ciber.conversion import world_of

        window = self.window
        try:
            lab, path = find_lab(window.setup.lab.currentText())
            save_maze(world_of(lab, find_grid(None, path)), file)
        except WsusimError as error:
            window.tell(str(error))
            return
        self._shell.openers.open(file)
        window.setup.choose_lab(file)
        window.tell(
            self.tr(
                "The lab is open as a maze in the main window: edit and save it there. The match "
                "is then played in {file}."
            ).format(file=file.name),
            Weight.NOTE,
        )

    def close(self) -> None:
        """End what is going on, as the main window closes."""
        if self._window is not None:
            self._window.put_away()

    def _open_arena(self) -> None:
        """Open the arena of the setup, recorded into the chosen file."""
        from wsusim.ciber.live import LiveMatch
        from wsusim.ciber.recorded.match_recorder import MatchRecorder

        window = self.window
        file = window.setup.record_file
        request = window.setup.request
        try:
            if not request.agents and not window.setup.outside.isChecked():
                window.tell(
                    self.tr("There is no agent yet. Add one, or let agents come from outside.")
                )
                return
            recorder = None
            if file is not None:  # where there is one already, the dialog has asked
                recorder = MatchRecorder(file, request.clock, request.agents, overwrite=True)
            window.show_live(LiveMatch(request, recorder))
        except WsusimError as error:
            window.tell(str(error))

    def _ask(self) -> None:
        kinds = (self.tr("Recorded matches (*.mcap)"),)
        ask_to_open(self.window, self.tr("Watch a recorded match"), Path.home(), kinds, self._take)

    def _take(self, path: Path) -> None:
        if is_match(path):
            self.open(path)
        else:
            self.window.tell(
                self.tr(
                    "{file} is not a recorded match. Recordings of runs open in the main window."
                ).format(file=path.name)
            )
