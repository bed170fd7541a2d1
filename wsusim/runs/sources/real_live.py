"""A run on a real robot that people watch; like ``LiveRun``, but its time is the robot's.

The *run thread* connects, loads the controller, waits for its end and stops the robot; a stop has a
thread of its own, so that whoever asks for it does not wait for the serial line.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.control.report import FailureReport
from wsusim.errors import BadInput, ControllerLoadError, LinkLost, WsusimError
from wsusim.model.commands import RobotCommand
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.runs.live_events import (
    Ended,
    EndKind,
    Failed,
    Noticed,
    Picture,
    Printed,
    Refused,
    Started,
)
from wsusim.runs.live_request import LiveRequest
from wsusim.runs.live_run import LiveRun
from wsusim.runs.live_steering import Phase

if TYPE_CHECKING:
    from wsusim.engine.snapshots import RobotStatistics
    from wsusim.runs.sources.real_log import RealLog
    from wsusim.runs.sources.real_run import RealRunReport, StopButton

_LOG = logging.getLogger(__name__)

_NO_MISSION = MissionSnapshot(False, None, 0, ())

RETURN_PATIENCE_S = 10.0
"""A robot that could not be told to stop is waited for so long."""

IS_BACK = "It is back and was stopped."


class RealLiveRun(LiveRun):
    """One run on the robot at ``address``; the request's one robot says where it stands.

    Pictures show a dead-reckoned pose, and what the robot answered last.

    Args:
        request: The maze, the first robot of which is the real one, and its controller; other
            robots and their controllers are left out.
        address: ``serial:PORT?baud=N``.
        is_paused: Begin with time standing still: refused.
    """

    can_pause = False

    def __init__(self, request: LiveRequest, address: str, *, is_paused: bool = False) -> None:
        first = replace(request.world, robots=request.world.robots[:1])
        own = tuple((robot, spec) for robot, spec in request.controllers if robot == 0)
        super().__init__(replace(request, world=first, controllers=own))
        self._left_out = len(request.controllers) - len(own)
        self._begins_paused = is_paused
        self._address = address
        self._log: RealLog | None = None
        self._stop_button: StopButton | None = None
        self._was_away = False
        """Whether the robot had to be waited for at the end."""

    @property
    def recorded_file(self) -> Path | None:
        """The whole recording of this run, once it has ended; ``None`` when there is none."""
        figures = None if self._log is None else self._log.figures
        return None if figures is None or figures.failure else self.request.record_file

    def pause(self) -> None:
        """Stop: nobody can let a real robot's time stand still."""
        self._outbox.put(Noticed("A real robot can't be paused: it was stopped, the run ends."))
        self.stop()

    def resume(self) -> None:
        """Do nothing: it never stands still."""

    def step(self, ticks: int = 1) -> None:
        """Stop, as for ``pause``."""
        self.pause()

    def set_speed(self, speed: float) -> None:
        """Do nothing: a real robot knows one speed of time."""

    def stop(self) -> None:
        """End the run: the robot's motors are set to zero at once. Returns before they are."""
        with self._mutex:
            self._stop_asked = True
            button = self._stop_button
        if button is not None and not button.is_pressed:
            threading.Thread(target=button.press, name="wsusim-stop", daemon=True).start()

    def drag(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Say that the robot was carried elsewhere: its pose is reckoned from there."""
        log, picture = self._log, self.picture
        if log is None or picture is None:
            return
        if object_id != self.request.world.robots[0].id:
            self._outbox.put(Refused("Only the robot that runs can be put elsewhere now."))
            return
        log.place(picture.snapshot.tick, x_mm, y_mm)

    def order(self, robot: int, command: RobotCommand) -> None:
        """Do nothing: its controller drives."""

    def watch_rays(self, robot: int | None) -> None:
        """Do nothing: nobody knows what a real robot's sensors meet."""

    # The run thread

    def _run(self) -> None:
        ended = Ended("failed", 0, "", False, None)
        try:
            ended = self._follow()
        except ControllerLoadError as error:
            self._fail(FailureReport(type(error).__name__, str(error), error.file, error.line), 0)
        except (BadInput, LinkLost) as error:
            self._fail(FailureReport(type(error).__name__, str(error), None, None))
        except Exception as failure:  # noqa: BLE001 - the top of a thread: logged and shown
            _LOG.exception("A run broke off")
            text = f"wsusim itself failed: {failure!r}. Please report this; the terminal says more."
            self._fail(FailureReport(WsusimError.__name__, text, None, None))
        finally:
            if self._log is not None:
                self._log.cut_off()
            self.phase = Phase.ENDED
            self._outbox.put(ended)

    def _follow(self) -> Ended:
        """Run the controller; return how the run has ended."""
        from wsusim.backends.serial_line.address import parse_address
        from wsusim.runs.recorded.record import RecordingWish
        from wsusim.runs.sources.real_log import RealLog
        from wsusim.runs.sources.real_run import RealRunRequest, StopButton, execute_real

        wish, live = None, self.request
        self._check()
        if live.record_file is not None:
            wish = RecordingWish(live.record_file, live.may_replace)
        self._log = RealLog(wish, self.noticed, on_change=self._show, on_remark=self._hear)
        button = StopButton()
        with self._mutex:
            self._stop_button = button
            if self._stop_asked:
                return Ended("stopped", 0, "", False, _NO_MISSION)
        ((_, spec),) = live.controllers
        request = RealRunRequest(
            spec,
            parse_address(self._address),
            time_s=live.until_s,
            return_patience_s=RETURN_PATIENCE_S,
            world=live.world,
            pulse_mm=live.pulse_mm,
        )
        return self._conclude(execute_real(request, self, log=self._log, stop=button))

    def _check(self) -> None:
        """Refuse what can't be done with a real robot; say what is left out."""
        if not self.request.controllers:
            raise BadInput(
                "A real robot is driven by the controller of the maze's first robot, and there is "
                "none. Give it one, or choose the simulated robot to drive by hand."
            )
        if self._begins_paused:
            raise BadInput("A real robot can't go tick by tick. Let it run (F5).")
        if self._left_out:
            self.noticed("Only the first robot is the real one: the others' controllers rest.")

    def _conclude(self, report: RealRunReport) -> Ended:
        error, spec = report.error, report.controller
        if error is not None:
            kind_of_error = error.message.partition(":")[0]
            is_back = self._was_away and report.is_stopped
            message = f"{error.message} {IS_BACK}" if is_back else error.message
            failure = FailureReport(
                kind_of_error, message, error.file, error.line, hints=error.hints
            )
            self._outbox.put(Failed(0, spec, failure))
        if report.is_stopped:
            self.noticed("The robot has confirmed that its motors are at zero.")
        else:
            text = (
                "The robot could not be reached and MAY STILL BE DRIVING. Lift it up or switch it "
                "off."
            )
            self._fail(FailureReport(LinkLost.__name__, text, None, None))
        kinds: dict[str, EndKind] = {"time": "time", "stopped": "stopped"}
        kind = kinds.get(report.outcome, "finished")
        return Ended(kind, seconds_to_ticks(report.time_s), "", False, _NO_MISSION)

    def _fail(self, report: FailureReport, robot: int | None = None) -> None:
        self._outbox.put(Failed(robot, dict(self.request.controllers).get(0, ""), report))

    # Any thread: what the run tells; see ``listener.RunListener``

    def started(self, startup_s: float) -> None:
        """Hear that the controller is loaded."""
        self.phase = Phase.GOING
        self._outbox.put(Started())

    def printed(self, robot: int, text: str) -> None:
        """Pass on what the controller prints."""
        self._outbox.put(Printed(robot, text))

    def said(self, robot: int, time_s: float, text: str) -> None:
        """Do nothing: the log tells what is said."""

    def noticed(self, text: str) -> None:
        """Pass on a remark; that the robot is away is more than that."""
        from wsusim.runs.sources.real_run import ROBOT_IS_AWAY

        if text == ROBOT_IS_AWAY:
            self._was_away = True
            self._fail(FailureReport(LinkLost.__name__, text, None, None))
        else:
            self._outbox.put(Noticed(text))

    def progressed(self, time_s: float, end_s: float) -> None:
        """Do nothing: pictures tell the time."""

    def _show(self, snapshot: Snapshot, statistics: RobotStatistics) -> None:
        self.picture = Picture(
            snapshot=snapshot,
            statistics=(statistics,),
            says=self._remarks.says[:1],
            drawings=self._remarks.drawings[:1],
        )
