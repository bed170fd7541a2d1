"""Takes a recording elsewhere: as a picture of the way, a film, or tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.analysis.takeaway import TablesExist, animate, draw_way, write_tables
from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_for_folder, ask_to_save
from wsusim.gui.widgets.worker import Report

if TYPE_CHECKING:
    from wsusim.recording.export_view import ViewName

PICTURES = (".png", ".svg")
ANIMATIONS = (".gif", ".mp4")


class Exports(Side):
    """The submenu of the File menu; ``allow`` it when there is something to export."""

    def __init__(
        self,
        shell: Shell,
        exporter: Exporter,
        source: Callable[[], Path | None],
        folder: Callable[[], Path],
    ) -> None:
        """``source`` is the recording that is exported; dialogs begin in ``folder``."""
        super().__init__(shell)
        self._exporter = exporter
        self._source = source
        self._folder = folder
        film = self._ask_film
        self._actions = [
            shell.action_set.make(f"replay export {name}", text, ask)
            for name, text, ask in (
                ("picture", self.tr("&Picture of the path..."), self._ask_picture),
                ("film", self.tr("&Film..."), partial(film, None)),
                ("eye", self.tr("Film through the &eye..."), partial(film, "eye")),
                ("chase", self.tr("Film from &behind..."), partial(film, "chase")),
                ("camera", self.tr("Film of the lab's &camera..."), partial(film, "camera")),
                ("tables", self.tr("&Tables..."), self._ask_tables),
            )
        ]
        menu = shell.menus.add_submenu("exports", self.tr("E&xport the recording"))
        menu.addActions(self._actions)

    def allow(self) -> None:
        """Switch off what needs a recording while there is none."""
        for action in self._actions:
            action.setEnabled(self._source() is not None)

    def export_picture(self, file: Path) -> None:
        """Draw the way of all robots; the ending says PNG or SVG."""
        self._export(file, PICTURES, draw_way)

    def export_film(self, file: Path, view: ViewName | None = None) -> None:
        """Make a film of the run, as a map or of a view; the ending says GIF or MP4."""
        robot = self._shell.attention.robot
        self._export(file, ANIMATIONS, partial(animate, view=view, robot=robot))

    def export_tables(self, folder: Path, *, may_replace: bool = False) -> None:
        """Write the tables into a folder; asks before it replaces any."""
        source = self._source()
        if source is None:
            return

        def work(report: Report) -> None:
            write_tables(source, folder, report, may_replace=may_replace)

        def explain(error: Exception) -> None:
            again = partial(self.export_tables, folder, may_replace=True)
            answers = ((self.tr("Replace them"), again),) if isinstance(error, TablesExist) else ()
            self._shell.messages.show_message(str(error), Weight.WARNING, answers)

        self._exporter.start(folder, work, explain)

    def _export(
        self, file: Path, suffixes: tuple[str, ...], write: Callable[[Path, Path, Report], object]
    ) -> None:
        source = self._source()
        if source is not None:
            self._exporter.save(file, suffixes, partial(write, source))

    def _ask_picture(self) -> None:
        kinds = (self.tr("Picture (*.png)"), self.tr("Drawing (*.svg)"))
        self._ask_file(self.tr("Picture of the path"), kinds, ".png", self.export_picture)

    def _ask_film(self, view: ViewName | None) -> None:
        kinds = (self.tr("Animation (*.gif)"), self.tr("Film (*.mp4)"))
        export = partial(self.export_film, view=view)
        self._ask_file(self.tr("Film of the run"), kinds, ".gif", export)

    def _ask_file(
        self, title: str, kinds: tuple[str, ...], suffix: str, export: Callable[[Path], object]
    ) -> None:
        source = self._source()
        assert source is not None
        proposed = self._folder() / f"{source.stem}{suffix}"
        ask_to_save(self._shell.frame, title, proposed, kinds, export)

    def _ask_tables(self) -> None:
        title = self.tr("Folder for the tables")
        ask_for_folder(self._shell.frame, title, self._folder(), self.export_tables)
