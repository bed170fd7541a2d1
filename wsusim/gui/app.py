"""Start of the window: ``main``. Nothing here imports the engine, so that it opens quickly."""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

from platformdirs import user_data_path
from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    Qt,
    QTimer,
    QTranslator,
    Signal,
)
from PySide6.QtWidgets import QApplication

from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.gui.features.camera.camera_side import CameraSide
from wsusim.gui.features.checking.checking_side import CheckingSide
from wsusim.gui.features.curves.curves_side import CurvesSide
from wsusim.gui.features.debugging.debug_side import DebugSide
from wsusim.gui.features.editing.editing import Editing
from wsusim.gui.features.eye.eye_side import EyeSide
from wsusim.gui.features.help.help_side import HelpSide
from wsusim.gui.features.lessons.lessons_side import LessonsSide
from wsusim.gui.features.model.model_side import ModelSide
from wsusim.gui.features.programs.programs_side import ProgramsSide
from wsusim.gui.features.replay.replay_side import ReplaySide
from wsusim.gui.features.robot_kinds.kinds_side import KindsSide
from wsusim.gui.features.robots.real_robots import RealRobots
from wsusim.gui.features.run.controllers import Controllers
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.features.start.start_side import StartSide
from wsusim.gui.features.variables.variables_side import VariablesSide
from wsusim.gui.features.why.why_side import WhySide
from wsusim.gui.shell.main_window import MainWindow
from wsusim.gui.shell.message_bar import Weight
from wsusim.gui.shell.own_folder import usable_folder
from wsusim.interrupts import EXIT_INTERRUPTED, INTERRUPTS
from wsusim.parts import missing_part
from wsusim.refusals import refusal_of
from wsusim.runs.run import Run
from wsusim.start_up import end_loading

SIMPLE = "--simple"
"""Among the arguments: hide what first lessons have no use for."""

HEARTBEAT_MS = 250
SWITCH_S = 0.001
"""So soon a thread of Python makes room for another. With the usual 5 ms the engine waits for
the painting of ten robots: its steps are 7 ms late at the 99th percentile instead of 3."""

_LOG = logging.getLogger(__name__)

TRANSLATIONS = Path(__file__).parent / "translations"


def main(argv: Sequence[str], run: Run | None = None) -> int:
    """Open the window on the files named in ``argv`` (without the program's name).

    ``run`` is shown at once; it ends with the window, or when another one begins.

    Returns the program's exit code.
    """
    application = make_application([sys.argv[0], *argv])
    ending = Ending()
    with INTERRUPTS.calls(ending.ask):
        folder, remark = usable_folder(user_data_path("wsusim", appauthor=False))
        window = make_window(folder, lambda: not ending.wanted.is_set())
        if ending.wanted.is_set():  # nothing has begun, and not all of it may be there
            window.closing.emit()
            return EXIT_INTERRUPTED
        ending.watch(window)
        for step in _first_steps(application, window, run, remark):
            # Who asks for the end of a window that isn't there yet does not wait for it.
            if ending.wanted.is_set():
                break
            step()
        end_loading()
        # Asked for in a dialogue that came before: its end would be all that comes of it.
        code = EXIT_INTERRUPTED if ending.has_come else application.exec()
        for side in window.findChildren(RunSide):
            side.bridge.finish_recordings()
        return code


def _first_steps(
    application: QApplication, window: MainWindow, run: Run | None, remark: str
) -> Iterator[Callable[[], object]]:
    """Yield the steps that are done with a window before it waits for a person."""
    arguments = application.arguments()[1:]
    first = [Path(name) for name in arguments if not name.startswith("-")]
    if remark:
        _LOG.warning(remark)
        yield lambda: window.messages.show_message(
            remark, Weight.WARNING, about="folder", stays=True
        )
    for path in first:
        yield partial(window.openers.open, path)
    if SIMPLE in arguments:
        yield window.simple.force
    yield lambda: show_failures(window)
    yield window.show
    for side in window.findChildren(RunSide):
        yield side.warming.begin_soon
    if run is not None:
        yield lambda: window.watched.run_made.emit(run)
    elif not first:
        for start in window.findChildren(StartSide):
            yield partial(start.begin, remark)
    yield window.unsaved.offer_leftovers


def show_failures(window: MainWindow) -> None:
    """Show and log mistakes of wsusim itself, while the window goes on."""

    def report(
        kind: type[BaseException], failure: BaseException, trace: TracebackType | None
    ) -> None:
        _LOG.error("A mistake in the window", exc_info=(kind, failure, trace))
        if told := refusal_of(failure):
            window.messages.show_message(told, Weight.WARNING)
            return
        text = QCoreApplication.translate(
            "App",
            "Something went wrong in wsusim ({failure}). Save your work; the terminal has the "
            "details.",
        )
        window.messages.show_message(text.format(failure=repr(failure)), Weight.WARNING)

    sys.excepthook = report


class Ending(QObject):
    """Closes the window when Ctrl-C in the terminal, or the system, asks the program to end.

    Runs end, their motors at zero; unsaved changes are kept as after a crash. This is done by the
    window's event loop, never in the middle of something else.
    """

    _asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.wanted = threading.Event()
        """Whether the end was requested."""
        self.has_come = False
        """Whether the window has been closed."""
        self._asked.connect(self._end, Qt.ConnectionType.QueuedConnection)
        # Python looks at signals only between its own instructions, so a timer gives it some.
        self._heartbeat = QTimer(self)
        self._heartbeat.timeout.connect(lambda: None)
        self._window: MainWindow | None = None
        self._is_early = False

    def watch(self, window: MainWindow) -> None:
        """Close this window."""
        self._window = window
        if self._is_early:
            self.ask()
        self._heartbeat.start(HEARTBEAT_MS)

    def ask(self) -> None:
        """Close the window soon; any thread."""
        self.wanted.set()
        self._asked.emit()

    def _end(self) -> None:
        if self._window is None:  # an event loop before there is one
            self._is_early = True
        elif not self.has_come:
            self.has_come = True
            self._window.unsaved.autosave_now()
            self._window.closing.emit()
            QCoreApplication.exit(EXIT_INTERRUPTED)


def make_application(argv: Sequence[str]) -> QApplication:
    """Return the application with its names and translations."""
    sys.setswitchinterval(SWITCH_S)
    application = QApplication(list(argv))
    application.setApplicationName("wsusim")
    application.setDesktopFileName("wsusim")
    for name, folder in (
        ("qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        ("wsusim", str(TRANSLATIONS)),
    ):
        translator = QTranslator(application)
        if translator.load(QLocale(), name, "_", folder):
            application.installTranslator(translator)
    return application


def make_window(folder: Path, is_wanted: Callable[[], bool] = lambda: True) -> MainWindow:
    """Return the window with all its panels.

    Args:
        folder: Keeps its settings and autosaves.
        is_wanted: Called again and again; as soon as it returns false, the rest is left out.
    """
    window = MainWindow(folder)
    for make in _PARTS:
        if not is_wanted():
            return window
        make(window)
    window.restore_layout()
    return window


def _begin_with_rooms(window: MainWindow) -> None:
    rooms = built_in_mazes().get("rooms")
    if rooms is not None:
        window.files.new_from_template(rooms)


def _make_if_there(window: MainWindow, module: str, side: str) -> None:
    """Make the side of a feature, unless its part of wsusim is not installed."""
    try:
        feature = importlib.import_module(f"wsusim.gui.features.{module}")
    except ModuleNotFoundError as error:
        if not missing_part(error):
            raise
        _LOG.info("the feature %s is left out: %s", module, error)
        return
    getattr(feature, side)(window)


_PARTS: tuple[Callable[[MainWindow], object], ...] = (
    Editing,
    _begin_with_rooms,
    RealRobots,
    lambda window: RunSide(window, Controllers(window)),
    ProgramsSide,
    CheckingSide,
    LessonsSide,
    ModelSide,
    KindsSide,
    # Before who opens other recordings:
    lambda window: _make_if_there(window, "match.match_side", "MatchSide"),
    ReplaySide,
    CurvesSide,
    VariablesSide,
    WhySide,
    CameraSide,
    EyeSide,
    lambda window: _make_if_there(window, "share.share_side", "ShareSide"),
    lambda window: _make_if_there(window, "lab.lab_side", "LabSide"),
    DebugSide,
    HelpSide,
    StartSide,
)
"""In this order."""
