"""The recordings' side of the window: makes its parts and connects them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup

from wsusim.analysis.film import Film
from wsusim.analysis.recorded_programs import RecordedPrograms
from wsusim.analysis.takeaway import open_film
from wsusim.analysis.verification import verify_apart
from wsusim.formats.atomic import free_name
from wsusim.gui.document import Mode
from wsusim.gui.features.replay.compared_ways import ComparedWays
from wsusim.gui.features.replay.exports import Exports
from wsusim.gui.features.replay.playhead import Playhead
from wsusim.gui.features.replay.record_switch import RecordSwitch
from wsusim.gui.features.replay.replay_panel import ReplayPanel
from wsusim.gui.features.replay.replay_screen import ReplayScreen
from wsusim.gui.features.replay.runs_panel import RunsPanel
from wsusim.gui.features.replay.trial import Trial
from wsusim.gui.shell.exporter import Exporter
from wsusim.gui.shell.message_bar import ABOUT_RUN, Answer, Weight
from wsusim.gui.shell.openers import Opener
from wsusim.gui.shell.shell import Shell, Side
from wsusim.gui.shell.watched import Failure, Subject
from wsusim.gui.widgets.file_dialog import ask_to_open
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.recent_files import RecentFiles
from wsusim.gui.widgets.worker import Report, Worker
from wsusim.model.units import ticks_to_seconds
from wsusim.recording.file_layout import SUFFIX
from wsusim.recording.reader import BadRecording, UnfinishedRecording, is_recording
from wsusim.runs.request import DEFAULT_TIME_LIMIT_S, Moment, RunRequest

if TYPE_CHECKING:
    from wsusim.recording.repair import RepairReport

RESUMED_S = 60.0
"""A resumed run lasts at least so long, if its mission does not end it."""

FREE = QActionGroup.ExclusionPolicy.None_
WORDED = ("replay verify", "replay try", "replay resume", "replay close")


class ReplaySide(Side):
    """Everything about recordings. While one is shown, its panel is in front of those below."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.film: Film | None = None
        """The recording that is open."""
        self._screen: ReplayScreen | None = None
        self._programs: RecordedPrograms | None = None
        self.opener = Worker(self, newest_only=True)
        self.recent = RecentFiles(shell.folder / "recent-recordings.txt", self)
        self.recent.fill(
            shell.menus.add_submenu("recent recordings", self.tr("Open a recen&t one")), self.open
        )
        shell.openers.recents.append((self.tr("Your recordings"), self.recent))
        self.verifier = Worker(self)
        self.exporter = Exporter(self, partial(shell.tell, is_news=True))
        self.playhead = Playhead(self)
        self.record = RecordSwitch(shell, self.exporter, self.open)
        self.exports = Exports(shell, self.exporter, self._source, self._folder)
        self._needing_film = QActionGroup(self, exclusionPolicy=FREE)
        self._kept_menu = shell.menus.add_submenu("kept runs", self.tr("&Runs of this window"))
        self._make_actions()
        self.panel = ReplayPanel(shell.action_set, WORDED)
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        self.dock = shell.panels.add(
            *("replay", self.tr("Replay"), self.panel, bottom), beside="drive", is_passing=True
        )
        self.trial = Trial(shell, self.panel)
        self.runs = RunsPanel(self.record.kept)
        self.ways = ComparedWays(shell, self.runs)
        shell.panels.add("runs", self.tr("Runs"), self.runs, bottom, beside="drive")
        self._connect()
        shell.openers.register(Opener(self.tr("Recordings"), (SUFFIX,), self.open))

    # Opening

    def ask_open(self) -> None:
        """Ask for a recording."""
        kinds = (self.tr("Recordings (*.mcap)"),)
        title = self.tr("Open a recording")
        ask_to_open(self._shell.frame, title, self._folder(), kinds, self.open)

    def open(self, path: Path) -> None:
        """Open a recording; a running run ends once it is loaded."""
        words = self.tr("Opening {file}...").format(file=path.name)
        explain = partial(self._explain, path)
        self.opener.ask(partial(open_film, path), self._show_film, explain, words)

    def repair(self, path: Path, output: Path | None) -> None:
        """Repair a recording, in its place or into another file; then open it."""

        def work(report: Report) -> RepairReport:
            from wsusim.recording.repair import repair

            return repair(path, output, on_share=report)

        def follow(report: RepairReport) -> None:
            self._tell(report.as_text())
            self.open(report.file)

        words = self.tr("Repairing {file}...").format(file=path.name)
        self.opener.ask(work, follow, self._warn, words)

    def _show_film(self, film: Film) -> None:
        shell, header = self._shell, film.header
        shell.reset()
        shell.document.set_mode(Mode.REPLAY)
        self.film = film
        if not self.record.is_kept(film.recording.path):
            self.recent.remember(film.recording.path)
        shell.document.set_preview(header.world)
        shell.scene.clear_traces()
        self._programs = RecordedPrograms(header)
        self._screen = ReplayScreen(shell, film)
        shell.watched.begin(
            Subject(
                header.world,
                film.recording.path.name,
                header.seed,
                header.is_ideal,
                is_real=header.real_robot is not None,
                is_recording=True,
                history=film.history,
                values=film.values,
                video=film.video,
                failures=tuple(Failure(e.robot, e.report, e.tick) for e in film.errors),
                file=film.recording.path,
                locate=self._programs.locate,
            )
        )
        self.panel.show_film(film)
        self.trial.show_film(film)
        shell.panels.bring("replay")
        self.playhead.set_range(film.first_tick, film.last_tick, film.sample_ticks)
        self._allow()
        shell.view.fit()
        hint = self.tr(
            "This is the recording {file}. F5 plays it; F7 goes through it step by step."
        )
        shell.status.set_hint(hint.format(file=film.recording.path.name))

    def _close_film(self) -> None:
        film, screen, programs = self.film, self._screen, self._programs
        self.film = self._screen = self._programs = None
        self.playhead.pause()  # which would show the moment once more, as a trail in what follows
        if film is None or screen is None or programs is None:
            return
        screen.close()
        programs.close()
        film.close()
        self.dock.close()
        self.panel.show_film(None)
        self.trial.show_film(None)
        self._shell.status.set_hint("")
        self._allow()
        self._shell.watched.clear()

    def _explain(self, path: Path, error: Exception) -> None:
        """Say why a file can't be shown, and offer to repair it if that can help."""
        answers: tuple[Answer, ...] = ()
        if isinstance(error, UnfinishedRecording):
            answers = ((self.tr("Repair"), partial(self.repair, path, None)),)
        elif isinstance(error, BadRecording) and is_recording(path):
            copy = free_name(path.with_name(f"{path.stem}-repaired{SUFFIX}"))
            answers = ((self.tr("Save the intact part"), partial(self.repair, path, copy)),)
        self._tell(str(error), Weight.WARNING, answers)

    # What can be done with it

    def verify(self) -> None:
        """Repeat the run and compare."""
        if self.film is None or self.verifier.is_busy:
            return
        file = self.film.recording.path
        words = self.tr("Repeating the run in {file} and comparing...").format(file=file.name)
        self.verifier.ask(partial(verify_apart, file), self._show_verdict, self._warn, words)

    def _show_verdict(self, verdict: dict[str, Any]) -> None:
        words = {
            "identical": self.tr("Verified: the repeated run was identical ({ticks:,} ticks)."),
            "differs": self.tr("Not verified: the repeated run came out differently."),
            "damaged": self.tr("Not verified: the file was changed after it was written."),
            "other_controller": self.tr(
                "Not verified: this run was made with a different controller."
            ),
            "other_version": self.tr(
                "Not verified: it came out differently, and was made with other versions."
            ),
            "cannot_run": self.tr("This run can't be repeated."),
            "ended_by_clock": self.tr("Not verified: the clock ended a program."),
            "nothing_compared": self.tr("Not verified: there was nothing to compare."),
        }
        finding = verdict["finding"]
        if verdict.get("is_taped"):
            words["identical"] = self.tr(
                "Verified: given what the robot answered, the program did exactly the same. The "
                "world itself is only recorded."
            )
            words["differs"] = self.tr(
                "Not verified: given what the robot answered, the program did something else."
            )
        parts = [words[finding].format(ticks=verdict["ticks"])]
        found = verdict["difference"]
        if found is not None:
            text = self.tr(
                "First difference at {seconds:.2f} s, {quantity}: {recorded} in the recording, "
                "{again} this time."
            )
            parts.append(text.format(seconds=ticks_to_seconds(found["tick"]), **found))
        if verdict.get("place"):
            file, line = verdict["place"]
            parts.append(self.tr("It is in {file}, line {line}.").format(file=file, line=line))
        text = " ".join([*parts, *verdict["remarks"]])
        weight = Weight.NOTE if finding == "identical" else Weight.WARNING
        self._shell.tell(text, weight, about=ABOUT_RUN, is_news=True, stays=True)

    def try_changed(self) -> None:
        """Try the chosen program on what the real robot answered."""
        self.trial.start()

    def resume(self) -> None:
        """Begin a run at this moment, with the controllers of the panel."""
        film, tick = self.film, self.playhead.tick
        if film is None:
            return
        self.playhead.pause()
        world = film.header.world
        moment_s = ticks_to_seconds(tick)
        limit_s = film.header.options.get("time_s") or world.mission.time_limit_s
        request = RunRequest(
            (),
            world,
            seed=film.header.seed,
            is_ideal=film.header.is_ideal,
            time_s=max(limit_s or DEFAULT_TIME_LIMIT_S, moment_s + RESUMED_S),
            begin_at=Moment(film.recording.path.absolute(), tick),
        )
        self._shell.messages.forget(ABOUT_RUN)
        self._shell.setup.wanted.emit(request)
        is_told = film.header.real_robot is not None  # by the run: it is simulated from there on
        if self.film is None and not is_told:  # the run has put it away
            text = self.tr("The run continues from {seconds:.2f} s of the recording.")
            self._tell(text.format(seconds=moment_s))

    def _tell(
        self, text: str, weight: Weight = Weight.NOTE, answers: tuple[Answer, ...] = ()
    ) -> None:
        self._shell.tell(text, weight, answers, about=ABOUT_RUN, is_news=True)

    def _warn(self, error: Exception) -> None:
        self._tell(str(error), Weight.WARNING)

    # Inside

    def _source(self) -> Path | None:
        """Return the recording that is exported: the one that is shown, else the last run."""
        return self.record.last if self.film is None else self.film.recording.path

    def _folder(self) -> Path:
        """Return the folder in which a dialog begins."""
        source = self._source()
        if source is not None and not self.record.is_kept(source):
            return source.absolute().parent
        return self._shell.document.folder

    def _make_actions(self) -> None:
        make, turn, step = self._shell.action_set.make, self.playhead.turn, self.playhead.step
        back = "previous mark"
        for name, text, run, key, icon_name in (
            ("open", self.tr("&Open a recording..."), self.ask_open, "", ""),
            ("play", self.tr("&Play"), partial(turn, 1), "F8", "run"),
            ("backwards", self.tr("Play &backwards"), partial(turn, -1), "Shift+F8", "play back"),
            ("step", self.tr("&Step"), partial(step, 1), "F7", "step"),
            ("step back", self.tr("Step b&ack"), partial(step, -1), "Shift+F7", "step back"),
            ("next mark", self.tr("&Next event"), self._go_to_next, "Ctrl+F7", "next mark"),
            (back, self.tr("Pre&vious event"), self._go_to_previous, "Ctrl+Shift+F7", back),
            ("start", self.tr("Go to the be&ginning"), self._go_to_start, "Ctrl+F8", "to start"),
            ("resume", self.tr("&Resume from here"), self.resume, "Ctrl+F5", ""),
            ("verify", self.tr("&Verify"), self.verify, "", ""),
            ("try", self.tr("&Try a changed program"), self.try_changed, "", ""),
            ("close", self.tr("&Close the recording"), self._shell.reset, "", ""),
        ):
            action = make(f"replay {name}", text, run, keys=key, icon=icon_name)
            if name != "open":
                self._needing_film.addAction(action)
        self._shell.action_set["replay try"].setIconText(self.tr("Try program"))
        self._shell.action_set["replay resume"].setIconText(self.tr("Resume"))
        self._shell.action_set["replay close"].setIconText(self.tr("Close"))

    def _connect(self) -> None:
        shell, head = self._shell, self.playhead
        shell.closing.connect(self.close)
        shell.document.mode_changed.connect(self._follow_mode)
        shell.watched.moment_wanted.connect(self._go_to)
        shell.watched.play_wanted.connect(partial(head.turn, 1))
        shell.watched.step_wanted.connect(partial(head.step, 1))
        self.record.kept.changed.connect(self._list_kept)
        self.runs.replay_wanted.connect(lambda run: self.open(run.file))
        self.runs.save_wanted.connect(lambda run: self.record.ask_for_kept(run.file))
        shell.watched.ended.connect(lambda _ended: self._allow())
        head.moved.connect(self._show_tick)
        head.playing_changed.connect(self._follow_playing)
        self.panel.timeline.valueChanged.connect(head.go_to)
        self.panel.timeline.sliderPressed.connect(head.pause)
        self.panel.speed.entered.connect(head.set_speed)
        self._list_kept()
        self.trial.show_film(None)
        self._allow()

    def close(self) -> None:
        """End threads and close the file; the window is going away."""
        for part in (self.opener, self.verifier, self.exporter):
            part.close()
        self._close_film()
        self.record.close()

    def _follow_mode(self, mode: Mode) -> None:
        """Close the recording when the maze or a run is shown."""
        if mode is not Mode.REPLAY:
            self._close_film()

    def _show_tick(self, tick: int) -> None:
        if self.film is None or self._screen is None:
            return
        try:
            self._screen.show(tick, at_once=self.playhead.direction == 0)
        except BadRecording as error:
            self.playhead.pause()
            self._explain(self.film.recording.path, error)
        self.panel.show_tick(tick)

    def _follow_playing(self, direction: int) -> None:
        actions = self._shell.action_set
        actions["replay play"].setText(self.tr("&Play") if direction <= 0 else self.tr("&Pause"))
        actions["replay play"].setIcon(icon("run" if direction <= 0 else "pause"))
        actions.explain("replay play")
        actions["replay backwards"].setIcon(icon("play back" if direction >= 0 else "pause"))
        self._shell.watched.set_playing(direction > 0)
        if direction == 0:
            self._show_tick(self.playhead.tick)

    def _go_to_next(self) -> None:
        ticks = (mark.tick for mark in self.panel.timeline.marks)
        self._go_to(next((tick for tick in ticks if tick > self.playhead.tick), None))

    def _go_to_previous(self) -> None:
        ticks = (mark.tick for mark in reversed(self.panel.timeline.marks))
        self._go_to(next((tick for tick in ticks if tick < self.playhead.tick), None))

    def _go_to(self, tick: int | None) -> None:
        if tick is not None:
            self.playhead.pause()
            self.playhead.go_to(tick)

    def _go_to_start(self) -> None:
        if self.film is not None:
            self.playhead.go_to(self.film.first_tick)

    def _list_kept(self) -> None:
        self._kept_menu.clear()
        for run in self.record.kept.runs:
            self._kept_menu.addAction(run.name, partial(self.open, run.file))
        self._kept_menu.setEnabled(bool(self.record.kept.runs))

    def _allow(self) -> None:
        """Switch off what needs a recording while there is none."""
        self._needing_film.setEnabled(self.film is not None)
        self.exports.allow()
