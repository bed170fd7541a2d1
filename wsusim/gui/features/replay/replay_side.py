"""The side of the window that has to do with recordings; makes its parts and connects them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from wsusim.gui.features.replay.error_list import ErrorList
from wsusim.gui.features.replay.exports import Exports
from wsusim.gui.features.replay.film import Film
from wsusim.gui.features.replay.playhead import Playhead
from wsusim.gui.features.replay.record_switch import RecordSwitch
from wsusim.gui.features.replay.replay_panel import ReplayPanel
from wsusim.gui.features.replay.screen import ReplayScreen
from wsusim.gui.features.replay.verifier import Verifier
from wsusim.gui.features.run.run_side import RunSide
from wsusim.gui.shell.document import Mode
from wsusim.gui.shell.message_bar import Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.widgets.jobs import Job, Report, WatchedRecording
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.names import SUFFIX, free_name
from wsusim.recording.reader import BadRecording, UnfinishedRecording, check_head
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S

if TYPE_CHECKING:
    from wsusim.gui.shell.window import MainWindow
    from wsusim.recording.repair import RepairReport

PASSES = 4
"""How often a film reads its recording: orders, events, lines, samples."""

CLOSE_S = 2.0

RESUMED_S = 60.0
"""A resumed run lasts at least so long, if its mission does not end it."""

WORDED = ("replay verify", "replay resume", "replay close")


class ReplaySide(QObject):
    """Everything about recordings; make it once, after the ``RunSide``.

    The timeline lies under the arena while a recording is shown.
    """

    film_changed = Signal(object)
    """Another ``Film`` is shown, its first tick was; ``None``: no longer any."""

    def __init__(self, window: MainWindow, run_side: RunSide) -> None:
        super().__init__(window)
        self._window = window
        self._run_side = run_side
        self.film: Film | None = None
        """The recording that is open."""
        self._job: Job | None = None
        self.playhead = Playhead(self)
        self.screen = ReplayScreen(window.scene, run_side.bridge, run_side.console)
        self.errors = ErrorList(run_side.errors, self.playhead)
        self.record = RecordSwitch(window, run_side, self.open)
        self.exports = Exports(window, self._path, self.begin)
        self.verifier = Verifier(window)
        self._make_actions()
        self.panel = ReplayPanel(window.action_set, window.theme, WORDED)
        window.panels.add_below_arena(self.panel)
        self.panel.hide()
        self._connect()
        window.openers.register(Opener(self.tr("Recordings"), (SUFFIX,), self.open))

    def ask_open(self) -> None:
        """Ask for a recording."""
        dialog = QFileDialog(self._window, self.tr("Open a recording"), str(self.folder()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Recordings (*.mcap)"))
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def open(self, path: Path) -> None:
        """Open a recording; a run that is going on ends when it is there."""

        def load(report: Report) -> Film:
            recording = WatchedRecording(path, report, PASSES)
            try:
                film = Film(recording)
            except BaseException:
                recording.close()
                raise
            recording.stop_reporting()
            return film

        words = self.tr("Opening {file}...").format(file=path.name)
        job = Job(words, load, self._window)
        job.done.connect(self._show_film)
        job.failed.connect(lambda error: self._explain(path, error))
        self.begin(job)

    def begin(self, job: Job) -> None:
        """Start a job; the one before is called off."""
        if self._job is not None:
            self._job.call_off()
        self._job = job
        job.destroyed.connect(lambda _job: self._forget_job(job))
        job.start()

    def folder(self) -> Path:
        """Return the folder in which a dialog begins."""
        if self.film is not None:
            return self.film.recording.path.absolute().parent
        path = self._window.document.path
        return path.parent if path is not None else Path.home()

    def tell(
        self, text: str, weight: Weight = Weight.NOTE, answers: tuple[Answer, ...] = ()
    ) -> None:
        """Show a message."""
        self._window.messages.show_message(text, weight, answers)

    def close(self) -> None:
        """End threads and close the file; the window is going away."""
        self.playhead.pause()
        job = self._job
        if job is not None:
            job.call_off()
            job.wait(CLOSE_S)
        self.verifier.close()
        self._close_film()
        self.screen.rays.close()
        self.errors.close()

    def verify(self) -> None:
        """Do the run again and compare."""
        if self.film is not None:
            self.verifier.verify(self.film.recording.path)

    def resume(self) -> None:
        """Begin a run at this moment, with the controllers of the panel."""
        film, tick, side = self.film, self.playhead.tick, self._run_side
        if film is None:
            return
        self.playhead.pause()
        world = film.header.world
        moment_s = ticks_to_seconds(tick)
        limit_s = film.header.options.get("time_s") or world.mission.time_limit_s
        request = LiveRequest(
            world,
            (),
            seed=film.header.seed,
            is_ideal=film.header.is_ideal,
            until_s=max(limit_s or DEFAULT_TIME_LIMIT_S, moment_s + RESUMED_S),
            resume_file=film.recording.path.absolute(),
            resume_tick=tick,
        )
        self._window.setup.wanted.emit(request)
        run = side.bridge.run
        if run is not None:
            names = ", ".join(Path(spec).name for _, spec in run.request.controllers)
            text = self.tr("{controllers} goes on from {seconds:.2f} s of the recording.")
            self.tell(text.format(controllers=names, seconds=moment_s))

    # Inside

    def _path(self) -> Path | None:
        return None if self.film is None else self.film.recording.path

    def _make_actions(self) -> None:
        window, make, head = self._window, self._window.action_set.make, self.playhead
        make("replay open", self.tr("&Open a recording..."), self.ask_open)
        make("replay play", self.tr("&Play"), self._play, keys=("F8",), icon_name="run")
        make(
            "replay backwards",
            self.tr("Play &backwards"),
            self._play_back,
            keys=("Shift+F8",),
            icon_name="play back",
        )
        make("replay step", self.tr("&Step"), lambda: head.step(1), keys=("F7",), icon_name="step")
        make(
            "replay step back",
            self.tr("Step b&ack"),
            lambda: head.step(-1),
            keys=("Shift+F7",),
            icon_name="step back",
        )
        make(
            "replay next mark",
            self.tr("&Next event"),
            self._go_to_next,
            keys=("Ctrl+F7",),
            icon_name="next mark",
        )
        make(
            "replay previous mark",
            self.tr("Pre&vious event"),
            self._go_to_previous,
            keys=("Ctrl+Shift+F7",),
            icon_name="previous mark",
        )
        make(
            "replay start",
            self.tr("Go to the be&ginning"),
            self._go_to_start,
            keys=("Ctrl+F8",),
            icon_name="to start",
        )
        make("replay resume", self.tr("&Resume from here"), self.resume, keys=("Ctrl+F5",))
        make("replay verify", self.tr("&Verify"), self.verify)
        make("replay close", self.tr("&Close the recording"), window.reset)
        window.action_set["replay resume"].setIconText(self.tr("Resume"))
        window.action_set["replay close"].setIconText(self.tr("Close"))

    def _connect(self) -> None:
        window, head = self._window, self.playhead
        window.closing.connect(self.close)
        window.theme_changed.connect(self.panel.timeline.set_theme)
        window.document.mode_changed.connect(self._follow_mode)
        head.moved.connect(self._show_tick)
        head.playing_changed.connect(self._follow_playing)
        self.panel.timeline.valueChanged.connect(head.go_to)
        self.panel.timeline.sliderPressed.connect(head.pause)
        self.panel.speed_chosen.connect(self._set_speed)
        self._allow()

    def _show_film(self, film: Film) -> None:
        window = self._window
        self._run_side.bridge.reset()
        self._close_film()
        window.document.set_mode(Mode.REPLAY)
        self.film = film
        window.document.set_preview(film.header.world)
        window.scene.clear_traces()
        self._run_side.bridge.cleared.emit()
        self.screen.take(film)
        self.errors.take(film)
        self.panel.show_film(film)
        self.panel.show()
        head = self.playhead
        head.set_range(film.first_tick, film.last_tick, film.sample_ticks)
        self._allow()
        window.view.fit()
        hint = self.tr("The recording {file} is shown. F8 plays it, F7 goes step by step.")
        window.status.set_hint(hint.format(file=film.recording.path.name))
        self.film_changed.emit(film)

    def _explain(self, path: Path, error: Exception) -> None:
        """Say why a file can't be shown, and offer to repair it when that can help."""
        answers: tuple[Answer, ...] = ()
        if isinstance(error, UnfinishedRecording):
            answers = ((self.tr("Repair"), lambda: self.repair(path, None)),)
        elif isinstance(error, BadRecording) and _is_recording(path):
            copy = free_name(path.with_name(f"{path.stem}-repaired{SUFFIX}"))
            answers = ((self.tr("Save what is whole"), lambda: self.repair(path, copy)),)
        self.tell(str(error), Weight.WARNING, answers)
        self._window.view.announce(str(error))

    def repair(self, path: Path, output: Path | None) -> None:
        """Repair a recording, in its place or into another file; then open it."""

        def work(report: Report) -> RepairReport:
            from wsusim.recording.repair import repair

            return repair(path, output, on_share=report)

        job = Job(self.tr("Repairing {file}...").format(file=path.name), work, self._window)
        job.done.connect(self._follow_repair)
        job.failed.connect(lambda error: self.tell(str(error), Weight.WARNING))
        self.begin(job)

    def _follow_repair(self, report: RepairReport) -> None:
        self.tell(report.as_text())
        self.open(report.file)

    def _forget_job(self, job: Job) -> None:
        if self._job is job:
            self._job = None

    def _follow_mode(self, mode: Mode) -> None:
        """Put the recording away when the maze or a run is shown."""
        if mode is not Mode.REPLAY and self.film is not None:
            self._close_film()

    def _close_film(self) -> None:
        film, self.film = self.film, None
        self.playhead.pause()
        if film is None:
            return
        self.screen.take(None)
        self.errors.take(None)
        film.close()
        self.panel.hide()
        self.panel.show_film(None)
        self._window.status.set_hint("")
        self._allow()
        self.film_changed.emit(None)

    def _show_tick(self, tick: int) -> None:
        if self.film is None:
            return
        try:
            self.screen.show(tick, at_once=self.playhead.direction == 0)
        except BadRecording as error:
            self.playhead.pause()
            self._explain(self.film.recording.path, error)
        self.panel.show_tick(tick)

    def _follow_playing(self, direction: int) -> None:
        actions = self._window.action_set
        actions["replay play"].setText(self.tr("&Play") if direction <= 0 else self.tr("&Pause"))
        actions.set_icon("replay play", "run" if direction <= 0 else "pause")
        actions.explain("replay play")
        actions.set_icon("replay backwards", "play back" if direction >= 0 else "pause")
        if direction == 0:
            self._show_tick(self.playhead.tick)

    def _play(self) -> None:
        self._turn(1)

    def _play_back(self) -> None:
        self._turn(-1)

    def _turn(self, direction: int) -> None:
        if self.playhead.direction == direction:
            self.playhead.pause()
        else:
            self.playhead.play(direction)

    def _go_to_next(self) -> None:
        mark = None if self.film is None else self.film.mark_after(self.playhead.tick)
        if mark is not None:
            self.playhead.pause()
            self.playhead.go_to(mark.tick)

    def _go_to_previous(self) -> None:
        mark = None if self.film is None else self.film.mark_before(self.playhead.tick)
        if mark is not None:
            self.playhead.pause()
            self.playhead.go_to(mark.tick)

    def _go_to_start(self) -> None:
        if self.film is not None:
            self.playhead.go_to(self.film.first_tick)

    def _set_speed(self, speed: float) -> None:
        self.playhead.speed = speed

    def _allow(self) -> None:
        """Switch off what needs a recording while there is none."""
        for name in self._window.action_set.names():
            if name.startswith("replay ") and name != "replay open":
                self._window.action_set[name].setEnabled(self.film is not None)


def _is_recording(path: Path) -> bool:
    try:
        check_head(path)
    except BadRecording:
        return False
    return True
