"""The run bar: run, step, stop, restart, speed, and the time of the run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget

from wsusim.gui.features.run.bridge import RunBridge
from wsusim.gui.shell.shell import Shell
from wsusim.gui.shell.watched import RunState
from wsusim.gui.widgets.icons import icon
from wsusim.gui.widgets.layouts import in_row, named
from wsusim.gui.widgets.theme import fixed_width_style
from wsusim.model.units import ticks_to_seconds
from wsusim.runs.pictures import Picture
from wsusim.runs.request import AS_FAST_AS_IT_GOES, FASTEST, SLOWEST

SPEEDS = (SLOWEST, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, FASTEST, AS_FAST_AS_IT_GOES)
USUAL = SPEEDS.index(1.0)
SLIDER_PX = 96


def speed_text(speed: float) -> str:
    """Return a speed as people write it."""
    return "max" if speed >= AS_FAST_AS_IT_GOES else f"{speed:g}×"


class SpeedSlider(QWidget):
    """Chooses one of the speeds; shows the chosen and the actual one."""

    chosen = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self._slider = named(QSlider(Qt.Orientation.Horizontal), self.tr("Speed"))
        self._slider.setRange(0, len(SPEEDS) - 1)
        self._slider.setPageStep(1)
        self._slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self._slider.setFixedWidth(SLIDER_PX)
        self._slider.setToolTip(
            self.tr("Speed: 0.1 to 50 times real time, or as fast as possible (max)")
        )
        self._label = QLabel()
        self._label.setMinimumWidth(self._label.fontMetrics().horizontalAdvance("max (000.0×)"))
        self.setLayout(in_row(self._slider, self._label, margins=(2, 0, 2, 0)))
        self._slider.valueChanged.connect(self._tell)
        self._slider.setValue(USUAL)

    @property
    def speed(self) -> float:
        """The chosen speed."""
        return SPEEDS[self._slider.value()]

    def change(self, steps: int) -> None:
        """Choose a faster or slower one."""
        self._slider.setValue(self._slider.value() + steps)

    def choose(self, speed: float) -> None:
        """Choose the one that is nearest to a speed."""
        self._slider.setValue(min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - speed)))

    def show_reached(self, speed: float) -> None:
        """Show the actual speed if it differs from the chosen one."""
        wanted = self.speed
        is_kept = abs(speed - wanted) <= 0.1 * wanted
        reached = "" if is_kept else f" ({speed:.1f}×)" if speed < 100 else f" ({speed:.0f}×)"
        self._label.setText(speed_text(wanted) + reached)

    def show_nothing_reached(self) -> None:
        """Show the chosen speed alone."""
        self._label.setText(speed_text(self.speed))

    def _tell(self) -> None:
        self.show_nothing_reached()
        self._slider.setAccessibleDescription(speed_text(self.speed))
        self.chosen.emit(self.speed)


class RunBar(QObject):
    """Puts the actions of a run into menu and toolbar, and enables them by its state."""

    def __init__(
        self,
        shell: Shell,
        bridge: RunBridge,
        start: Callable[[bool], object],
        restart: Callable[[], object],
    ) -> None:
        """``start`` begins a run with what the controllers panel says (true: paused)."""
        super().__init__(shell.frame)
        self._bridge = bridge
        self._watched = shell.watched
        self._start = start
        self._restart = restart
        self._set = shell.action_set
        self._setup = shell.setup
        self.speed = SpeedSlider()
        self.time_label = named(QLabel(), self.tr("Time in the maze"), self.tr("Time in the maze"))
        self.time_label.setStyleSheet(fixed_width_style())
        self.time_label.setContentsMargins(6, 0, 6, 0)
        self.time_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._make_actions()
        shell.menus.add_widget("run", self.speed)
        shell.menus.add_widget("run", self.time_label)
        shell.watched.begun.connect(lambda _subject: self._follow_state(shell.watched.state))
        shell.watched.cleared.connect(lambda: self._follow_state(shell.watched.state))
        shell.watched.playing_changed.connect(lambda _is: self._follow_state(shell.watched.state))
        self.speed.chosen.connect(bridge.set_speed)
        shell.watched.state_changed.connect(self._follow_state)
        shell.watched.sampled.connect(self._show_time)
        shell.watched.cleared.connect(lambda: self._show_seconds(0.0))
        bridge.speed_measured.connect(self._show_reached)
        shell.setup.robot_changed.connect(self._follow_robot)
        shell.watched.state_changed.connect(lambda _state: self._follow_robot())
        self._show_seconds(0.0)
        self._follow_state(shell.watched.state)

    def run_or_pause(self) -> None:
        """Run, pause, or go on; play or pause a recording."""
        state = self._watched.state
        if self._watched.is_recording:
            self._watched.play_wanted.emit()
        elif state in (RunState.GOING, RunState.LOADING):
            self._bridge.pause()
        elif state is RunState.PAUSED:
            self._bridge.resume()
        else:
            self._start(False)

    def step(self) -> None:
        """Do one tick; begin a run, paused, if there is none. Step in a recording."""
        if self._watched.is_recording:
            self._watched.step_wanted.emit()
        elif self._watched.is_lively:
            self._bridge.step()
        else:
            self._start(True)

    def _make_actions(self) -> None:
        for name, text, run, key, icon_name in (
            ("run", self.tr("&Run"), self.run_or_pause, "F5", "run"),
            ("step", self.tr("&Single step"), self.step, "F10", "step"),
            ("stop", self.tr("&Stop"), self._bridge.stop, "Shift+F5", "stop"),
            ("restart", self.tr("Res&tart"), self._restart, "Ctrl+Shift+F5", "restart"),
            ("slower", self.tr("S&lower"), partial(self.speed.change, -1), "Ctrl+[", ""),
            ("faster", self.tr("&Faster"), partial(self.speed.change, 1), "Ctrl+]", ""),
        ):
            self._set.make(name, text, run, keys=key, icon=icon_name)

    def _follow_state(self, state: RunState) -> None:
        is_recording = self._watched.is_recording
        runs = state in (RunState.GOING, RunState.LOADING)
        action, again = self._set["run"], self._set["restart"]
        text = {RunState.PAUSED: self.tr("&Continue"), RunState.ENDED: self.tr("&Run again")}.get(
            state, self.tr("&Run")
        )
        if is_recording:
            runs, text = self._watched.is_playing, self.tr("&Play the recording")
        action.setText(self.tr("&Pause") if runs else text)
        self._set.explain("run")
        action.setIcon(icon("pause" if runs else "run"))
        again.setText(self.tr("&New run") if is_recording else self.tr("Res&tart"))
        self._set.explain("restart")
        self._set["stop"].setEnabled(self._watched.is_lively)
        again.setEnabled(is_recording or state is not RunState.IDLE)
        if state is not RunState.GOING:
            self.speed.show_nothing_reached()

    def _follow_robot(self) -> None:
        """Offer neither speeds nor single steps for a real robot."""
        run = self._bridge.run
        is_real = self._setup.robot is not None
        if run is not None and self._watched.is_lively:
            is_real = not run.source.abilities.pause
        self.speed.setEnabled(not is_real)
        self._set["step"].setEnabled(not is_real)

    def _show_time(self, picture: Picture) -> None:
        self._show_seconds(ticks_to_seconds(picture.snapshot.tick))

    def _show_seconds(self, seconds: float) -> None:
        minutes, rest = divmod(seconds, 60.0)
        self.time_label.setText(f"{int(minutes):3d}:{rest:05.2f}")

    def _show_reached(self, speed: float) -> None:
        if self._watched.state is RunState.GOING:
            self.speed.show_reached(speed)
