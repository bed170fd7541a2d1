"""The start page: a picture for each run that can begin at once, mazes, and what was open last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTabWidget,
    QWidget,
)

from wsusim.errors import WsusimError
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.formats.maze_reader import read_maze
from wsusim.gui.features.start.maze_picture import maze_picture
from wsusim.gui.shell.message_bar import MessageBar
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import ScrollPanel, held, in_column, in_row, push_button, words
from wsusim.gui.widgets.phrases import title
from wsusim.gui.widgets.recent_files import RecentFiles
from wsusim.gui.widgets.theme import current_theme
from wsusim.lessons.catalogue import Glance, glances
from wsusim.lessons.progress import read_progress
from wsusim.programs.ready_runs import ReadyRun, ready_runs

PICTURE_PX = QSize(172, 116)
COLUMNS = 3
SPACING_PX = 8
SIZE_PX = QSize(880, 600)
RECENT_SHOWN = 6


class Card(QFrame):
    """A picture with a title, a sentence and a button; a click anywhere presses the button."""

    def __init__(
        self, maze: Path, heading: str, sentence: str, button: QPushButton, tip: str = ""
    ) -> None:
        super().__init__()
        self.maze = maze
        self.button = button
        self.picture = QLabel()
        self.picture.setFixedSize(PICTURE_PX)
        self.picture.setAccessibleName(heading)
        text = words("dim", sentence)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        text.setMinimumHeight(3 * text.fontMetrics().lineSpacing())
        name = words("heading", heading)
        name.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        button.setAccessibleName(f"{button.text()}: {heading}".replace("&", ""))
        self.state = words("heading", wraps=False)
        self.setToolTip(tip)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        head = in_row(name, self.state, spacing=4, grows=name)
        parts = (self.picture, held(head), text, button)
        self.setLayout(in_column(*parts, spacing=4, margins=(8, 8, 8, 8), grows=text))
        self.setFixedWidth(PICTURE_PX.width() + 18)
        # Enter presses the button that has the keyboard.
        button.setAutoDefault(True)
        self.setFocusProxy(button)

    def show_state(self, text: str, colour: str, mark: str) -> None:
        """Show a word beside the title, with a mark before it."""
        self.state.setText(f"{mark} {text}".strip())
        self.state.setStyleSheet(f"color: {colour}")
        self.state.setVisible(bool(text))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Press the button."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.pos()):
            self.button.click()


class CardGrid(ScrollPanel):
    """Cards in as many columns as there is room for."""

    def __init__(self, cards: Sequence[Card]) -> None:
        super().__init__()
        self._cards = cards
        self._columns = 0
        self._grid = QGridLayout()
        self._grid.setSpacing(SPACING_PX)
        self.hold(held(self._grid))
        self._lay_out(COLUMNS)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Set the number of columns."""
        super().resizeEvent(event)
        room_px = self.viewport().width() - SPACING_PX
        self._lay_out(max(1, room_px // (self._cards[0].width() + SPACING_PX)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Go from picture to picture with the arrow keys."""
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns,
            Qt.Key.Key_Down: self._columns,
        }
        step = steps.get(Qt.Key(event.key()))
        here = next((n for n, card in enumerate(self._cards) if card.button.hasFocus()), None)
        if step is None or here is None:
            super().keyPressEvent(event)
        elif 0 <= here + step < len(self._cards):
            self._cards[here + step].setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(self._cards[here + step], 0, SPACING_PX)

    def _lay_out(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._grid.setColumnStretch(self._columns, 0)
        self._columns = columns
        for number, card in enumerate(self._cards):
            self._grid.addWidget(card, number // columns, number % columns)
        self._grid.setColumnStretch(columns, 1)
        self._grid.setRowStretch(len(self._cards), 1)


class Gallery(QDialog):
    """Shows what can be started and emits the choice; not modal, so it blocks nothing."""

    run_wanted = Signal(object)
    """A ``ReadyRun``."""

    maze_wanted = Signal(object)
    """Asks to open a copy of the maze at this path."""

    file_wanted = Signal(object)
    """The path of a file that was used before."""

    lesson_wanted = Signal(object)
    """The ``lesson.toml`` of a lesson."""

    page_wanted = Signal(str)
    """The name of a page of the manual."""

    def __init__(
        self,
        recents: Sequence[tuple[str, RecentFiles]],
        lesson_folder: Callable[[], Path],
        parent: QWidget,
    ) -> None:
        """Make the page.

        Args:
            recents: Titles and lists of the files that were used last.
            lesson_folder: Returns where the student's copies of lessons are.
            parent: The window.
        """
        super().__init__(parent)
        self.setObjectName("start page")
        self.setWindowTitle(self.tr("Start"))
        self._recents = recents
        self._lesson_folder = lesson_folder
        self.cards = [self._run_card(run) for run in ready_runs()]
        self.mazes = [self._maze_card(name, path) for name, path in built_in_mazes().items()]
        self._glances = glances()
        self.lessons = [self._lesson_card(one) for one in self._glances]
        tabs = QTabWidget()
        tabs.addTab(CardGrid(self.cards), self.tr("Ready to run"))
        if self.lessons:
            tabs.addTab(CardGrid(self.lessons), self.tr("Lessons"))
        tabs.addTab(CardGrid(self.mazes), self.tr("Mazes"))
        self.tabs = tabs
        self.at_start = QCheckBox(self.tr("Show this page when wsusim starts"))
        self.recent = in_column(spacing=3)
        side = held(in_column(*self._links(), self.recent, None, spacing=6))
        side.setFixedWidth(13 * self.fontMetrics().height())
        close = push_button(self.tr("&Close"), self.close)
        close.setAutoDefault(True)
        self.head = words("dim")
        tabs.currentChanged.connect(self._say_what_happens)
        self._say_what_happens(0)
        body = in_row(tabs, side, spacing=12, grows=tabs)
        foot = in_row(self.at_start, None, close)
        self.warning = MessageBar()
        parts = (self.warning, self.head, body, foot)
        self.setLayout(in_column(*parts, spacing=8, margins=(12, 10, 12, 10), grows=body))
        self.resize(SIZE_PX)
        self._undrawn: list[Card] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw_next)
        self.draw_again()
        self.show_recent()
        self.show_progress()
        self.cards[0].setFocus(Qt.FocusReason.TabFocusReason)

    def draw_again(self) -> None:
        """Draw all pictures in the colours in use, one after the other, in idle time."""
        self._undrawn = [*self.cards, *self.lessons, *self.mazes]
        self._timer.start()

    def show_recent(self) -> None:
        """List the files that were used last."""
        while (item := self.recent.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        for heading, files in self._recents:
            paths = files.paths()[:RECENT_SHOWN]
            if paths:
                self.recent.addWidget(words("heading", heading))
            for path in paths:
                link = _link(path.name, partial(self._choose, self.file_wanted, path))
                link.setToolTip(str(path))
                self.recent.addWidget(link)

    def show_progress(self) -> None:
        """Show on each lesson's card how far the student is."""
        folder = self._lesson_folder()
        for card, lesson in zip(self.lessons, self._glances, strict=True):
            progress = read_progress(folder / lesson.name)
            if progress is not None and progress.passed:
                card.show_state(self.tr("Passed"), current_theme().good, "\N{CHECK MARK}")
            elif progress is not None and progress.started:
                card.show_state(self.tr("Begun"), current_theme().dim_text, "")
            else:
                card.show_state("", current_theme().dim_text, "")

    def _say_what_happens(self, page: int) -> None:
        """Show above a page what a click on a picture does."""
        said = [self.tr("Choose a picture: the maze opens, and the robot drives off.")]
        if self.lessons:
            said.append(self.tr("Choose a picture: the lesson opens, with its text and its maze."))
        said.append(self.tr("Choose a picture: a copy of the maze opens, for you to change."))
        self.head.setText(said[page])

    def _links(self) -> list[QWidget]:
        """Return the links for beginners, above the recent files."""
        wanted = self.page_wanted.emit
        return [
            words("heading", self.tr("New here?")),
            _link(self.tr("Tour of the window"), partial(wanted, "tutorial/the-window")),
            _link(self.tr("Your first steps"), partial(wanted, "tutorial/first-steps")),
            _link(self.tr("Write a controller"), partial(wanted, "how-to/write-a-controller")),
        ]

    def _run_card(self, run: ReadyRun) -> Card:
        button = push_button(self.tr("Open and run"), partial(self._choose, self.run_wanted, run))
        button.setIcon(icon("run"))
        programs = ", ".join(dict.fromkeys(Path(s.rpartition(".py")[0]).stem for s in run.specs))
        tip = self.tr("Controller {programs} in the maze {maze}")
        return Card(
            run.maze,
            run.title,
            run.sentence,
            button,
            tip.format(programs=programs, maze=run.maze.stem),
        )

    def _lesson_card(self, lesson: Glance) -> Card:
        wanted = partial(self._choose, self.lesson_wanted, lesson.file)
        button = push_button(self.tr("Open the lesson"), wanted)
        return Card(lesson.maze, lesson.title, lesson.sentence, button)

    def _maze_card(self, name: str, path: Path) -> Card:
        button = push_button(self.tr("Open"), partial(self._choose, self.maze_wanted, path))
        try:
            sentence = read_maze(path).description
        except WsusimError:
            sentence = ""
        return Card(path, title(name), sentence, button)

    def _choose(self, signal: object, what: object) -> None:
        self.close()
        signal.emit(what)  # type: ignore[attr-defined]

    def _draw_next(self) -> None:
        if not self._undrawn:
            self._timer.stop()
            return
        card = self._undrawn.pop(0)
        try:
            world = read_maze(card.maze)
        except WsusimError:
            return
        card.picture.setPixmap(maze_picture(world, PICTURE_PX, self.devicePixelRatioF()))


def _link(text: str, run: Callable[[], object]) -> QPushButton:
    button = push_button(text, run)
    button.setFlat(True)
    button.setAutoDefault(True)
    button.setProperty("role", "link")
    button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    return button
