"""The process in which a lab runs one job: on a robot, or in a simulation of it.

The job comes as a line of JSON on standard input; each event is a line on standard output. When the
input ends, the server is gone: the robot is stopped and the process ends. The student's program
runs in a sandbox of its own below this process.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from wsusim.control.report import FailureReport
from wsusim.errors import ControllerLoadError, LinkLost, WsusimError
from wsusim.json_lines import line_of, message_of
from wsusim.lab.camera.filming import Filming
from wsusim.lab.drive import Drive
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.job_start import Heeding, Stoppable
from wsusim.lab.lateness import Lateness
from wsusim.lab.pushing import Pushing
from wsusim.lab.real_run import Breakdown, RealRunJudge
from wsusim.lab.standing_at import StandingAt
from wsusim.runs.observer import RunObserver, RunStart
from wsusim.runs.report import RunReport
from wsusim.runs.request import PATIENCE_S, REAL_PATIENCE_S, RecordingOptions, RunRequest
from wsusim.runs.robot_labels import RobotLabels
from wsusim.runs.run import Run

EMULATED = "emulated"
SIMULATED = "simulated"

MOST_PRINTED = 200_000
"""Characters that a program may print in a job; then it is stopped."""

TOO_MUCH_PRINTED = (
    f"The program printed more than {MOST_PRINTED:,} characters, so it was stopped. Print less in "
    "its loop."
)

SAID = b"say "
"""Before a line for the robot."""

LINES: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
"""What a client from outside has said; ``None``: it has gone. ``remote_driver`` takes them."""

ANSWER: list[Callable[[str], None]] = []
"""Where the answers to them go, once the run is about to begin."""

REMOTE_DRIVER = f"{Path(__file__).with_name('remote_driver.py')}:RemoteDriver"

PROGRESS_TICKS = 50
END_S = 15.0
"""After its server has gone a job has so long to stop its robot and to keep its recording."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to run.

    Attributes:
        controller: The program's file.
        maze: Built-in maze or maze file.
        robot: ``simulated``, ``emulated`` (on a port, in real time), or ``serial:PORT``.
        profile: File of the measured robot that simulated ones are to match; or ``None``.
        seed: Of simulated robots' noise.
        time_s: The program's time limit.
        speed: Pace of a simulation; ``None``: as fast as it goes.
        record: File to record into.
        publish_host: The name of this computer under which it can be watched; empty: nowhere.
        is_sandboxed: Whether the program is locked in.
        is_remote: Whether lines from outside drive it, instead of the program.
        is_patient: Whether it yields the processor to pages and to runs on robots.
        camera: File of the newest picture of a camera that looks at the robot; ``None``: none does.
        halt_file: File of the lab's emergency stop (see ``halt_switch``); empty: it is not for it.
        allowed: What a lesson allows beyond what a robot can (see ``model.extras``).
        robots: How many robots, from the first, the program drives.
        others: The programs of those after them, as ``RunRequest`` has them.
        stand_at_tick: Run a simulation only up to this tick, and report its program's variables
            there.
    """

    controller: str
    maze: str
    robot: str = SIMULATED
    profile: str | None = None
    seed: int = 1
    time_s: float = 60.0
    speed: float | None = None
    record: str | None = None
    publish_host: str = ""
    is_sandboxed: bool = True
    is_remote: bool = False
    is_patient: bool = False
    camera: str | None = None
    halt_file: str = ""
    allowed: Sequence[str] = ()
    robots: int = 1
    others: Sequence[str] = ()
    stand_at_tick: int | None = None

    def request(self, address: str | None) -> RunRequest:
        """Return the request for a run; ``address``: of a robot on a port."""
        program = REMOTE_DRIVER if self.is_remote else self.controller
        return RunRequest(
            controllers=(*[program] * self.robots, *self.others),
            maze=self.maze,
            seed=self.seed,
            time_s=self.time_s,
            is_isolated=not self.is_remote,
            is_sandboxed=self.is_sandboxed and not self.is_remote,
            speed=self.speed,
            patience_s=PATIENCE_S if address is None else REAL_PATIENCE_S,
            profile=self.profile if address is None else None,
            real_robot=address,
            record=None if self.record is None else self._recording(),
            has_variables=address is None and self.stand_at_tick is None,
            allowed=tuple(dict.fromkeys(("episodes", *self.allowed))),
        )

    def _recording(self) -> RecordingOptions:
        """Return where to record to: a robot's run, or one that is watched, as it goes on.

        A simulation that goes as fast as it can is written at its end: to start a process that
        writes beside it costs more than all of the run.
        """
        assert self.record is not None
        is_fast = self.robot == SIMULATED and self.speed is None
        return RecordingOptions(Path(self.record), overwrite=True, is_beside=not is_fast)


class Teller(RunObserver):
    """Reports a run's progress to the server; a run never waits for a server that doesn't listen.

    Args:
        out: Where to.
        own: How many robots, from the first, have the student's program.
        labels: Say which robot prints; ``None``: there is only one that may.
    """

    def __init__(self, out: IO[bytes], own: int = 1, labels: RobotLabels | None = None) -> None:
        self._out = out
        self._own = own
        self._labels = labels
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._speaker = threading.Thread(target=self._speak, name="teller", daemon=True)
        self._speaker.start()
        self._told_tick = -PROGRESS_TICKS
        self._printed = 0
        self.on_enough: Callable[[], None] = lambda: None
        """Called when the program has printed more than it may."""

    def tell(self, event: str, **values: Any) -> None:
        """Queue a line to be written, unless the server has gone."""
        self._said.put(line_of({"event": event, **values}))

    def finish(self) -> None:
        """Wait until everything is written or the server has gone."""
        self._said.put(None)
        self._speaker.join(END_S)

    def _speak(self) -> None:
        with suppress(OSError):
            while (line := self._said.get()) is not None:
                self._out.write(line)
                self._out.flush()

    def started(self, start: RunStart) -> None:
        """Tell that it has begun."""
        self.tell("begin")

    def progressed(self, tick: int) -> None:
        """Tell how far it has come."""
        if tick >= self._told_tick + PROGRESS_TICKS:
            self._told_tick = tick
            self.tell("progress", tick=tick)

    def printed(self, tick: int, robot: int, text: str) -> None:
        """Tell what was printed, as long as it is not too much."""
        self._printed += len(text)
        if self._printed <= MOST_PRINTED:
            text = text if self._labels is None else self._labels.label(robot, text)
            self.tell("print", tick=tick, text=text)
        elif self._printed - len(text) <= MOST_PRINTED:
            self.tell("failure", text=TOO_MUCH_PRINTED, line=None)
            self.on_enough()

    def noticed(self, tick: int, text: str) -> None:
        """Tell a remark."""
        self.tell("notice", tick=tick, text=text)

    def failed(self, robot: int | None, spec: str, report: FailureReport) -> None:
        """Report why a controller failed; without the line if it isn't the student's program."""
        if robot is None or robot < self._own:
            self.tell("failure", text=report.summary, line=report.line)
        else:
            name = Path(spec).name
            text = f"Robot {robot + 1} has another program, {name}, which failed: {report.summary}"
            self.tell("failure", text=text, line=None)


def main() -> None:
    """Run the job that standard input describes, and end this process."""
    first = sys.stdin.buffer.readline()
    if not first:
        os._exit(0)
    do(first)


def do(line: bytes, heeding: Heeding | None = None) -> None:
    """Run the job that a line describes, and end this process; standard input may bring more lines.

    Args:
        line: The message of an order's fields.
        heeding: Watches the emergency stop already; ``None``: nothing does yet.
    """
    orders = sys.stdin.buffer  # a run puts something else into the place of ``sys.stdin``
    order = Order(**(message_of(line) or {}))
    if heeding is None and order.halt_file:
        heeding = Heeding(HaltSwitch(Path(order.halt_file)))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed in this process is no message
    has_host_group = order.robots > 1 or bool(order.others)
    teller = Teller(out, order.robots, RobotLabels() if has_host_group else None)
    try:
        report = _run(order, orders, teller, heeding)
        teller.tell("end", report=report.to_json(), exit_code=report.exit_code)
    except WsusimError as error:
        teller.tell(
            "refused",
            text=str(error),
            line=getattr(error, "line", None),
            is_programs=isinstance(error, ControllerLoadError),
            is_link=isinstance(error, LinkLost),
        )
    teller.finish()
    os._exit(0)


def _run(order: Order, orders: IO[bytes], teller: Teller, heeding: Heeding | None) -> RunReport:
    with ExitStack() as stack:
        address = order.robot if order.robot not in (SIMULATED, EMULATED) else None
        if order.robot == EMULATED:
            address = _emulate(order, stack)
        request = order.request(address)
        if order.stand_at_tick is not None:
            standing = StandingAt(
                order.stand_at_tick, lambda stood: _tell_and_stop(run, teller, stood)
            )
            request = replace(request, debugger=standing)
        run = Run(request, [teller])
        lateness = Lateness()
        if address is not None:
            lateness.start()
        is_emulated = order.robot == EMULATED
        run.observe(
            RealRunJudge(partial(_break_off, run, teller), lateness.late_s, is_emulated=is_emulated)
        )
        pushing = Pushing()
        run.observe(pushing)
        drive = Drive(teller.tell)
        if address is None:
            run.observe(drive)
        if order.camera is not None:
            run.observe(Filming(run, Path(order.camera)))
        if order.publish_host:
            _publish(run, order.publish_host, teller, stack)
        teller.on_enough = run.stop
        if order.is_remote:
            ANSWER[:] = [lambda text: teller.tell("answer", text=text)]
        threading.Thread(target=_obey, args=(run, orders), name="orders", daemon=True).start()
        if heeding is not None:
            heeding.begin(_Remote(run))
        report = run.execute()
        drive.flush()
        teller.tell("pushed", seconds=pushing.seconds, from_s=pushing.from_s)
        return report


def _break_off(run: Run, teller: Teller, reason: Breakdown) -> None:
    """End a run on a real robot that can't go on."""
    teller.tell("breakdown", **asdict(reason))
    run.stop()


def _tell_and_stop(run: Run, teller: Teller, stood: dict[str, Any]) -> None:
    teller.tell("stood", **stood)
    run.stop()


def _obey(run: Run, orders: IO[bytes]) -> None:
    """Stop the run when the server says so, or has gone."""
    for line in orders:
        if line.strip() == b"stop":
            LINES.put(None)
            run.stop()
        elif line.startswith(SAID):
            LINES.put(line.removeprefix(SAID).rstrip(b"\n"))
    run.stop()
    # A run that can't end must not keep its robot from the next one.
    threading.Event().wait(END_S)
    os._exit(1)


@dataclass(frozen=True, slots=True)
class _Remote:
    """A run whose orders may come from outside; once stopped, it accepts no more of them."""

    run: Stoppable

    def stop(self) -> None:
        LINES.put(None)
        self.run.stop()


def _emulate(order: Order, stack: ExitStack) -> str:
    """Put a robot at its start on a port of this computer; return its address."""
    from wsusim.emulator.emulation import EmulationRequest
    from wsusim.runs.sources.emulated import EmulatedRobots

    source = EmulatedRobots(EmulationRequest(maze=order.maze, seed=order.seed))
    robot = Run(source.request, source=source)
    stack.callback(robot.close)
    robot.start()
    return f"serial:{source.ports[0].address}"


def _publish(run: Run, host: str, teller: Teller, stack: ExitStack) -> None:
    from wsusim.live.publisher import Publisher
    from wsusim.live.run_feed import RunFeed
    from wsusim.live.watch_address import Place

    publisher = Publisher(Place(host, 0))
    stack.callback(publisher.close)
    RunFeed(publisher, run)
    publisher.steer = lambda job_request: None  # a lab's viewers watch
    teller.tell("watch", address=publisher.watch_address)
