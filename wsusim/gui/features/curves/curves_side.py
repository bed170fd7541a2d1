"""The curves in the window: collects what runs and recordings have, and shows it on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QGuiApplication

from wsusim.analysis.curves import table_of
from wsusim.analysis.sample_history import Gatherer, History
from wsusim.gui.features.curves.chosen_curves import ChosenCurves
from wsusim.gui.features.curves.curves_panel import CurvesPanel
from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import RunState, Subject
from wsusim.gui.widgets.file_dialog import ask_to_save
from wsusim.gui.widgets.worker import Report
from wsusim.model.robot_kind import RobotKind
from wsusim.recording.samples import Samples, from_snapshots
from wsusim.robots import robot_kind
from wsusim.runs.pictures import Picture
from wsusim.runs.value_book import ValueBook


class CurvesSide(Side):
    """Keeps the values of a run even while hidden; a recording brings all of its own."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._colours: tuple[QColor, ...] = ()
        self._kinds: tuple[RobotKind, ...] = ()
        self._moved: list[list[int]] = []
        """Of each robot the ticks in which a person has put it elsewhere."""
        self._gatherer = Gatherer(0)
        self.panel = CurvesPanel(ChosenCurves(shell.folder, self))
        self.exporter = Exporter(self, shell.tell)
        self._fill_menu()
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        title = self.tr("Curves")
        self.dock = shell.panels.add(
            "curves", title, self.panel, bottom, beside="console", is_open=False
        )
        shell.action_set.make("curves", self.tr("&Curves"), self.toggle, keys="Ctrl+Shift+C")
        self._connect()

    @property
    def of_run(self) -> History:
        """The run that is shown, or was last."""
        return self._gatherer.history

    def toggle(self) -> None:
        """Bring the panel to the front, with the keyboard; close it if it is there."""
        shell, focused = self._shell, self._shell.frame.focusWidget()
        if self.dock.is_seen and focused is not None and self.panel.isAncestorOf(focused):
            self.dock.close()
            shell.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        shell.panels.open("curves")

    # Taking it elsewhere

    def save_table(self, file: Path) -> None:
        """Write all known values of the chosen curves."""
        table = table_of(self.panel.stack.history, self.panel.stack.curves)

        def write(draft: Path, report: Report) -> None:
            draft.write_text(table.text(",", report), encoding="utf-8")

        self.exporter.save(file, (".csv",), write)

    def save_picture(self, file: Path) -> None:
        """Draw the plots as they are shown."""
        image = self.panel.picture()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload]
        png = bytes(buffer.data().data())
        self.exporter.save(file, (".png",), lambda draft, _report: draft.write_bytes(png))

    def copy_values(self) -> None:
        """Put the values in view on the clipboard, as a table for a spreadsheet."""
        stack = self.panel.stack
        table = table_of(stack.history, stack.curves, stack.rows_in_view())

        def keep(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            words = self.tr("Copied {count} rows to the clipboard.").format(count=len(table.ticks))
            self._shell.tell(words)

        self.exporter.work(lambda report: table.text("\t", report), keep, self.tr("Copying..."))

    def copy_picture(self) -> None:
        """Put the plots on the clipboard as they are shown."""
        QGuiApplication.clipboard().setImage(self.panel.picture())
        self._shell.tell(self.tr("Copied the picture to the clipboard."))

    # Inside

    def _fill_menu(self) -> None:
        menu, stack = self.panel.menu, self.panel.stack
        for text, run in (
            (self.tr("Save as &CSV..."), self._ask_table),
            (self.tr("Save &picture..."), self._ask_picture),
            (self.tr("&Copy the values in view"), self.copy_values),
            (self.tr("C&opy the picture"), self.copy_picture),
        ):
            menu.addAction(text, run)

        def allow() -> None:
            for action in menu.actions():
                action.setEnabled(bool(stack.curves) and len(stack.history) > 0)

        menu.aboutToShow.connect(allow)

    def _ask_table(self) -> None:
        title = self.tr("Save the curves as a table")
        self._ask(title, self.tr("Table (*.csv)"), ".csv", self.save_table)

    def _ask_picture(self) -> None:
        title = self.tr("Save a picture of the curves")
        self._ask(title, self.tr("Picture (*.png)"), ".png", self.save_picture)

    def _ask(self, title: str, kind: str, suffix: str, save: Callable[[Path], object]) -> None:
        folder = self._shell.document.folder
        ask_to_save(self.panel, title, folder / f"{self.tr('curves')}{suffix}", [kind], save)

    def _connect(self) -> None:
        shell, watched, stack = self._shell, self._shell.watched, self.panel.stack
        self.dock.seen_changed.connect(self.panel.set_seen)
        watched.begun.connect(self._begin)
        watched.carried.connect(lambda tick, robot: self._moved[robot].append(tick))
        watched.refreshed.connect(self._take)
        watched.pictured.connect(self._follow_picture)
        # The last run comes back when a recording is closed.
        watched.cleared.connect(lambda: self.panel.show_run(self.of_run))
        stack.moment_chosen.connect(watched.moment_wanted)
        stack.spoken.connect(shell.view.announce)
        shell.theme_changed.connect(lambda _theme: self.panel.stack.arrange())
        shell.document.shown_changed.connect(lambda _world: self._list_robots())
        shell.attention.values_changed.connect(self._choose_values)
        shell.closing.connect(self.exporter.close)
        self._list_robots()

    def _begin(self, subject: Subject) -> None:
        """Show a run from its beginning, or all of a recording."""
        book = subject.values if isinstance(subject.values, ValueBook) else ValueBook()
        self.panel.stack.show_values(book)
        if isinstance(subject.history, History):
            self.panel.show_film(subject.history, int(subject.history.ticks[0]))
        else:
            self._moved = [[] for _ in subject.world.robots]
            self._gatherer = Gatherer(len(subject.world.robots), self._moved)
            self.panel.show_run(self.of_run)

    def _choose_values(self) -> None:
        self.panel.stack.choose_values(self._shell.attention.values)

    def _take(self, blocks: Sequence[Samples]) -> None:
        """Keep the values of a run."""
        for block in blocks:
            self._gatherer.take(block)
        self.panel.touch()

    def _follow_picture(self, picture: Picture) -> None:
        """Follow the playhead of a recording, and what is moved while a run is paused."""
        watched = self._shell.watched
        if watched.subject is not None and watched.subject.is_recording:
            self.panel.set_playhead(picture.snapshot.tick)
        elif watched.state is RunState.PAUSED and picture.snapshot.robots:
            self._take([from_snapshots([picture.snapshot])])

    def _list_robots(self) -> None:
        """Follow how many robots there are, and their colours."""
        scene = self._shell.scene
        robots = self._shell.document.shown.robots
        colours = tuple(scene.robot_colour(robot.id) for robot in robots)
        kinds = tuple(robot_kind(robot.kind) for robot in robots)
        if (colours, kinds) != (self._colours, self._kinds):
            self._colours, self._kinds = colours, kinds
            self.panel.set_robots(colours, kinds)
