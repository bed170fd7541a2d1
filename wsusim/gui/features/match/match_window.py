"""The window of a match: the arena, the roster, and what can be done; live or recorded."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QSlider,
    QWidget,
)

from wsusim.ciber.arena import Phase
from wsusim.ciber.catalogue import find_grid, find_lab
from wsusim.ciber.live import LiveMatch, MatchView
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.ciber.written import Overlay, Written, written_in
from wsusim.errors import WsusimError
from wsusim.gui.features.match.lab_picture import LabPicture
from wsusim.gui.features.match.match_setup import MatchSetup
from wsusim.gui.features.match.roster import Roster
from wsusim.gui.features.match.written_box import WrittenBox
from wsusim.gui.shell.message_bar import MessageBar, Weight
from wsusim.gui.widgets.layouts import (
    ScrollPanel,
    held,
    in_column,
    in_row,
    named,
    push_button,
    side_by_side,
    words,
)
from wsusim.gui.widgets.property_boxes import ChoiceBox

LOOK_MS = 40
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0)
USUAL_SIZE = QSize(1240, 640)
SIDE_PX = 460


class MatchWindow(QWidget):
    """Stands beside the main window. Shows a live match, a recorded one, or the lab alone."""

    def __init__(self, kept: QSettings, owner: QWidget) -> None:
        """``kept`` remembers size and place between sessions."""
        super().__init__(owner, Qt.WindowType.Window)
        self.setObjectName("match window")
        self.setWindowTitle(self.tr("CiberMouse match"))
        self._kept = kept
        self.match: LiveMatch | None = None
        self.recording: MatchRecording | None = None
        self.setup = MatchSetup()
        self.picture = LabPicture()
        self.roster = Roster()
        self.messages = MessageBar()
        self.open_button = push_button(self.tr("Open the arena"))
        self.start_button = push_button(self.tr("Start"), self._start)
        self.stop_button = push_button(self.tr("Stop"), self._stop)
        self.end_button = push_button(self.tr("End the match"), self.put_away)
        self.play_button = push_button(self.tr("Play"), self._turn)
        self.replay_button = push_button(self.tr("Watch a recorded match..."))
        self.slider = named(QSlider(Qt.Orientation.Horizontal), self.tr("Cycle"))
        self.speed = ChoiceBox({speed: f"{speed:g} x" for speed in SPEEDS}, self.tr("Speed"))
        self.speed.show_value(1.0)
        self.thinker = named(QComboBox(), self.tr("Whose thoughts are shown"))
        self.thinker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.thinker.addItem(self.tr("Nobody's thoughts"), None)
        self.written, self.marks = WrittenBox(), words()
        self.clock, self.figures = words(wraps=False), words()
        self._exact_time = 0.0
        self._told_failure = ""
        self._recorded_written: Mapping[int, Written] = {}
        self._timer = QTimer(self, interval=LOOK_MS)
        self._arrange()
        self._connect()
        self._show_setup_lab()
        self._allow()
        geometry = kept.value("geometry")
        self.resize(USUAL_SIZE)
        if geometry is not None:
            self.restoreGeometry(geometry)

    # What is shown

    def show_live(self, match: LiveMatch) -> None:
        """Show a live match from now on, and let it begin to wait for agents."""
        self.put_away()
        self.match = match
        self.picture.show_lab(match.lab, match.grid)
        self.written.begin(match.lab, match.grid, match.scoring.split()[0])
        self._told_failure = ""
        match.open()
        self._timer.start()
        self._look()
        self._allow()

    def show_recording(self, recording: MatchRecording) -> None:
        """Show a recorded match from its beginning; raises ``BadRecording``."""
        last_time, head = recording.last_time, recording.head
        self.put_away()
        self.recording = recording
        self.picture.show_lab(head.lab, head.grid)
        self.written.begin(head.lab, head.grid, head.judge.split()[0])
        self._exact_time = 0.0
        self._recorded_written = written_in(recording.summary)
        self.slider.setRange(0, last_time)
        self.slider.setValue(0)
        self._show_recorded()
        self._allow()
        self.setWindowTitle(f"{recording.path.name} — {self.tr('CiberMouse match')}")

    def put_away(self) -> None:
        """End the match, or close the recording; the lab alone is shown."""
        self._timer.stop()
        match, self.match = self.match, None
        if match is not None:
            match.close()
        recording, self.recording = self.recording, None
        if recording is not None:
            recording.close()
        self.roster.setRowCount(0)
        self.written.clear_all()
        self.clock.setText("")
        self.figures.setText("")
        self.setWindowTitle(self.tr("CiberMouse match"))
        self._show_setup_lab()
        self._allow()

    def tell(self, text: str, weight: Weight = Weight.WARNING) -> None:
        """Say something above the arena."""
        self.messages.show_message(text, weight, ())

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember the size, and close what is shown."""
        self._kept.setValue("geometry", self.saveGeometry())
        self.put_away()
        super().closeEvent(event)

    # Inside

    def _arrange(self) -> None:
        buttons = (self.start_button, self.stop_button, self.play_button)
        of_time = (self.slider, self.speed, self.clock, None, self.thinker, self.written)
        transport = in_row(*buttons, *of_time, spacing=6, grows=self.slider)
        left = in_column(self.messages, self.picture, transport, spacing=6, grows=self.picture)
        choices = (self.setup, self.open_button, self.end_button, self.replay_button)
        right = in_column(
            *choices, self.roster, self.marks, self.figures, None, spacing=6, grows=self.roster
        )
        splitter = side_by_side(held(left), held(right))
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([USUAL_SIZE.width() - SIDE_PX, SIDE_PX])
        whole = ScrollPanel()  # on a small screen it scrolls, and is never wider than that
        whole.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        whole.hold(splitter)
        self.setLayout(in_row(whole, margins=(11, 11, 11, 11)))

    def _connect(self) -> None:
        self._timer.timeout.connect(self._look)
        self.setup.changed.connect(self._show_setup_lab)
        self.slider.valueChanged.connect(self._follow_slider)
        self.thinker.currentIndexChanged.connect(
            lambda _index: self.picture.set_thinker(self.thinker.currentData())
        )
        self.written.chosen.connect(self._show_written)
        self.roster.itemSelectionChanged.connect(self._follow_row)

    def _allow(self) -> None:
        """Enable only what can be done now."""
        is_live, is_recorded = self.match is not None, self.recording is not None
        is_shown = is_live or is_recorded
        groups: tuple[tuple[tuple[QWidget, ...], bool], ...] = (
            ((self.setup, self.open_button, self.replay_button), not is_shown),
            ((self.start_button, self.stop_button), is_live),
            ((self.play_button, self.slider, self.speed), is_recorded),
            (
                (self.roster, self.marks, self.figures, self.thinker, self.clock, self.end_button),
                is_shown,
            ),
        )
        for parts, is_visible in groups:
            for part in parts:
                part.setVisible(is_visible)
        self.end_button.setText(
            self.tr("End the match") if is_live else self.tr("Close the recording")
        )

    def _show_setup_lab(self) -> None:
        if self.match is not None or self.recording is not None:
            return
        try:
            lab, path = find_lab(self.setup.lab.currentText())
            self.picture.show_lab(lab, find_grid(None, path))
        except WsusimError as error:
            self.tell(str(error))

    def _start(self) -> None:
        if self.match is not None:
            self.match.start()

    def _stop(self) -> None:
        if self.match is not None:
            self.match.stop()

    def _turn(self) -> None:
        """Play the recording, or pause it; from its end it begins again."""
        if self.recording is None:
            return
        if self._timer.isActive():
            self._timer.stop()
        else:
            if self.slider.value() >= self.slider.maximum():
                self.slider.setValue(0)
            self._exact_time = float(self.slider.value())
            self._timer.start()
        is_playing = self._timer.isActive()
        self.play_button.setText(self.tr("Pause") if is_playing else self.tr("Play"))

    def _look(self) -> None:
        """Show the newest picture of a live match, or the next one of a recorded one."""
        if self.match is not None:
            frame = self.match.frame
            self._show(frame, self.match.parameters.requests_per_cycle)
            self._show_phase(frame)
            if self.match.failure != self._told_failure:
                self._told_failure = self.match.failure
                self.tell(self._told_failure)
        elif self.recording is not None:
            cycles = LOOK_MS / self.recording.head.parameters.cycle_ms
            self._exact_time += cycles * self.speed.currentData()
            self.slider.setValue(min(self.slider.maximum(), round(self._exact_time)))
            if self.slider.value() >= self.slider.maximum():
                self._turn()

    def _follow_slider(self, time: int) -> None:
        if self.recording is not None:
            if abs(time - self._exact_time) > 1.0:
                self._exact_time = float(time)
            self._show_recorded()

    def _show_recorded(self) -> None:
        recording = self.recording
        if recording is None:
            return
        time = self.slider.value()
        try:
            thoughts = recording.thoughts_at(time)
            frame = MatchView(recording.at(time), thoughts, written=self._recorded_written)
        except WsusimError as error:
            self._timer.stop()
            self.tell(str(error))
            return
        self._show(frame, recording.head.parameters.requests_per_cycle)

    def _show(self, frame: MatchView, budget: int) -> None:
        picture = frame.picture
        self.picture.show_moment(picture, frame.thoughts)
        self.roster.show_moment(picture, budget, dict(frame.gone))
        self._offer_thinkers(frame)
        self.written.offer(frame.written)
        total = sum(robot.score for robot in picture.robots)
        self.clock.setText(
            self.tr("Cycle {time}   Score {score}").format(time=picture.time, score=total)
        )
        parts = []
        if frame.late_cycles:
            parts.append(self.tr("{count} cycles were late.").format(count=frame.late_cycles))
        if frame.refused:
            count = sum(frame.refused.values())
            parts.append(self.tr("{count} datagrams were refused.").format(count=count))
            self.figures.setToolTip("\n".join(f"{n} x {why}" for why, n in frame.refused.items()))
        if self.match is not None and not picture.robots:
            host, port = self.match.address
            text = self.tr("The arena listens at {host}:{port}. No robot is there yet.")
            parts.append(text.format(host=host, port=port))
        self.figures.setText(" ".join(parts))

    def _show_phase(self, frame: MatchView) -> None:
        phase = frame.picture.phase
        self.start_button.setEnabled(phase is Phase.STOPPED and bool(frame.picture.robots))
        self.stop_button.setEnabled(phase is Phase.RUNNING)
        if phase is Phase.FINISHED:
            self.clock.setText(self.clock.text() + "   " + self.tr("The time is up."))

    def _offer_thinkers(self, frame: MatchView) -> None:
        """Offer the robots whose agents report what they think."""
        offered = {self.thinker.itemData(index) for index in range(self.thinker.count())}
        for robot in frame.picture.robots:
            if robot.number in frame.thoughts and robot.number not in offered:
                text = self.tr("Thoughts of robot {number}").format(number=robot.number)
                self.thinker.addItem(text, robot.number)

    def _show_written(self, overlay: Overlay | None) -> None:
        self.picture.set_overlay(overlay)
        self.marks.setText("\n".join(overlay.told) if overlay is not None else "")

    def _follow_row(self) -> None:
        index = self.thinker.findData(self.roster.robot)
        if self.roster.robot is not None and index >= 0:
            self.thinker.setCurrentIndex(index)
