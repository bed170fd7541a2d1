"""Exports a recording as a picture of the paths, a film, or tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.analysis.takeaway import export
from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.widgets.file_dialog import ask_for_folder, ask_to_save
from wsusim.gui.widgets.worker import Report
from wsusim.recording.csv_tables import TablesExist
from wsusim.recording.export_format import Choices, ExportFormat, Group
from wsusim.recording.export_table import export_formats
from wsusim.recording.export_view import ViewChoice

if TYPE_CHECKING:
    from wsusim.recording.export_view import ViewName


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
        asks: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("picture", self.tr("&Picture of the path..."), self._ask_picture),
            ("film", self.tr("&Film..."), partial(film, None)),
            ("eye", self.tr("Film through the &eye..."), partial(film, "eye")),
            ("chase", self.tr("Film from &behind..."), partial(film, "chase")),
            ("camera", self.tr("Film of the lab's &camera..."), partial(film, "camera")),
            *(
                (
                    row.name,
                    self.tr("&{what}...").format(what=self._title(row)),
                    partial(self._ask_other, row),
                )
                for row in _rows(Group.OTHER)
            ),
        )
        self._actions = [
            shell.action_set.make(f"replay export {name}", text, ask) for name, text, ask in asks
        ]
        menu = shell.menus.add_submenu("exports", self.tr("E&xport the recording"))
        menu.addActions(self._actions)

    def allow(self) -> None:
        """Switch off what needs a recording while there is none."""
        for action in self._actions:
            action.setEnabled(self._source() is not None)

    def export_picture(self, file: Path) -> None:
        """Draw the paths of all robots; the suffix says what kind of picture."""
        self._export(file, _rows(Group.PICTURE))

    def export_film(self, file: Path, view: ViewName | None = None) -> None:
        """Make a film of the run, as a map or of a view; the suffix says what kind of film."""
        robot = self._shell.attention.robot
        choices = Choices() if view is None else Choices(ViewChoice(view, robot))
        self._export(file, _rows(Group.FILM, view), choices)

    def fill_folder(self, row: ExportFormat, folder: Path, *, may_replace: bool = False) -> None:
        """Write tables into a folder; asks before it replaces any."""
        source = self._source()
        if source is None:
            return

        def work(report: Report) -> None:
            export(row, source, folder, report, Choices(overwrite=may_replace))

        def explain(error: Exception) -> None:
            again = partial(self.fill_folder, row, folder, may_replace=True)
            answers = ((self.tr("Replace them"), again),) if isinstance(error, TablesExist) else ()
            self._shell.messages.show_message(str(error), Weight.WARNING, answers)

        self._exporter.start(folder, work, explain)

    def _export(self, file: Path, rows: list[ExportFormat], choices: Choices | None = None) -> None:
        source = self._source()
        if source is None:
            return

        def write(draft: Path, report: Report) -> None:
            row = next(row for row in rows if row.suffix == file.suffix.lower())
            export(row, source, draft, report, choices or Choices())

        self._exporter.save(file, tuple(row.suffix for row in rows), write)

    def _ask_picture(self) -> None:
        rows = _rows(Group.PICTURE)
        self._ask_file(self.tr("Picture of the path"), rows, self.export_picture)

    def _ask_film(self, view: ViewName | None) -> None:
        export = partial(self.export_film, view=view)
        self._ask_file(self.tr("Film of the run"), _rows(Group.FILM, view), export)

    def _ask_other(self, row: ExportFormat) -> None:
        if row.suffix:
            self._ask_file(self._title(row), [row], lambda file: self._export(file, [row]))
        else:
            title = self.tr("{what}: choose a folder").format(what=self._title(row))
            ask_for_folder(self._shell.frame, title, self._folder(), partial(self.fill_folder, row))

    def _ask_file(
        self, title: str, rows: list[ExportFormat], export: Callable[[Path], object]
    ) -> None:
        source = self._source()
        assert source is not None
        kinds = [f"{self._title(row)} (*{row.suffix})" for row in rows]
        proposed = self._folder() / f"{source.stem}{rows[0].suffix}"
        ask_to_save(self._shell.frame, title, proposed, kinds, export)

    def _title(self, row: ExportFormat) -> str:
        """Return the title of a format; those of other packages are not translated."""
        own = {
            "csv": self.tr("Tables"),
            "png": self.tr("Picture"),
            "svg": self.tr("Drawing"),
            "gif": self.tr("Animation"),
            "mp4": self.tr("Film"),
        }
        return own.get(row.name, row.title)


def _rows(group: Group, view: str | None = None) -> list[ExportFormat]:
    """Return what belongs to a group, and can show a view."""
    rows = [row for row in export_formats().values() if row.group is group]
    return rows if view is None else [row for row in rows if row.has_views]
