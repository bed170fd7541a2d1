"""One job while a worker process does it, as the server sees it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, cast

from wsusim.control.report import shown_file
from wsusim.json_lines import JsonLines
from wsusim.lab.halt_switch import HaltSwitch
from wsusim.lab.job_fork_server import JobProcess, start_alone
from wsusim.lab.job_process import SAID, Order
from wsusim.lab.own_time import Deadline
from wsusim.lab.real_run import LOST_LINK
from wsusim.lab.shapes import ToldScenery
from wsusim.side_process import end_beside

GRACE_S = 20.0
"""After a stop a worker has so long to end; a real robot is waited for that long at most."""

STARTING_S = 60.0
"""A worker may take so long beside the time of its run: compiling, connecting, recording."""

EMERGENCY = "A teacher stopped all robots, and so this run."
BY_HAND = "It was stopped by hand."
TOO_LONG = (
    "It took much longer than its time limit, so it was stopped. The lab's computer may be too "
    "busy: tell your teacher."
)
"""Of its own time: what it stood in line for a processor does not count until a robot drives."""

MOST_PLACES = 40_000
"""Of where a robot was: those of an hour, the longest run."""

MOST_LINES = 2000
"""Of what a program prints that are kept for those who look."""


@dataclass(slots=True)
class Result:
    """How a job ended.

    Attributes:
        report: The run's, as ``runs.report`` has it; ``None``: there was none.
        text: Why there was none, or what went wrong.
        line: Of the program, if known.
        why_stopped: Who or what stopped it, a sentence; empty: it wasn't stopped.
        breakdown: Why a run on a real robot was ended: ``stuck``, ``lost link``, ``slow answers``
            or ``busy computer`` (see ``real_run``); empty: it wasn't.
        about_robot: What the teacher should then know about the robot.
        pushed_s: How long it pushed at something, in a simulation.
        pushed_from_s: When it first did so.
        refused: Whose fault it is that it has not begun: the ``program``'s, or the ``robot``'s (it
            can't be reached, or nothing can be recorded); empty: it has.
    """

    report: dict[str, Any] | None = None
    text: str = ""
    line: int | None = None
    why_stopped: str = ""
    breakdown: str = ""
    about_robot: str = ""
    pushed_s: float = 0.0
    pushed_from_s: float = 0.0
    refused: Literal["", "program", "robot"] = ""

    def without_folder(self, folder: Path) -> Result:
        """Return a result that calls the program's file by its author's name for it."""
        text, report = self.text, json.dumps(self.report)
        for name in (str(folder), shown_file(str(folder))):  # errors name files the short way
            place = f"{name}{os.sep}"
            text, report = text.replace(place, ""), report.replace(json.dumps(place)[1:-1], "")
        return replace(self, text=text, report=json.loads(report))


@dataclass(slots=True)
class Going:
    """The progress of a running job. Only its own thread writes to it."""

    tick: int = 0
    watch_address: str = ""
    printed: list[str] = field(default_factory=list)
    scene: ToldScenery | None = None
    """Of a simulation: what stands in the maze (see ``drive``)."""
    places: list[Any] = field(default_factory=list)
    """Of a simulation: where the robot was, every tenth of a second."""
    stood: dict[str, Any] | None = None
    """What a program held at the moment at which it was to stand (see ``standing_at``)."""


class Work:
    """Has a worker process do a job; ``run`` returns when it is over."""

    def __init__(
        self,
        order: Order,
        gate: threading.Semaphore | None = None,
        processors: Collection[int] | None = None,
        start: Callable[[], JobProcess] = start_alone,
    ) -> None:
        """Prepare the work.

        Args:
            order: What to run.
            gate: Held while the work starts, so that not too many start at once.
            processors: The only ones that it may use; ``None``: all.
            start: Starts the process that does it.
        """
        self.order = order
        self._processors = processors
        self._start = start
        self.going = Going()
        self._gate = gate
        self._result = Result()
        self._process: JobProcess | None = None
        self.why_stopped = ""
        self._timers: list[threading.Timer] = []
        self.has_begun = False
        """Whether the robot is ready and the time counts."""
        self._on_start: Callable[[], None] = lambda: None
        self.on_begin: Callable[[], None] = lambda: None
        self.on_answer: Callable[[str], None] = lambda text: None
        """Called with each line that a robot answers to ``send_line``."""

    def run(self) -> Result:
        """Do the job; returns within its time and some grace, whatever the worker does."""
        if self._gate is not None:
            self._gate.acquire()
        try:
            return self._run()
        finally:
            self._leave_gate()

    def _run(self) -> Result:
        if self._is_unwanted():
            return Result(why_stopped=self.why_stopped)
        process = self._process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        switch = HaltSwitch(Path(self.order.halt_file)) if self.order.halt_file else None
        with suppress(OSError):
            if switch is not None:
                switch.begin(process.pid)
        if self._is_unwanted():  # it came while the process was started
            self.stop()
        with suppress(OSError):  # it has ended already
            if self.order.is_patient:
                _let_others_first(process.pid)
            if self._processors is not None:
                os.sched_setaffinity(process.pid, self._processors)
        pace = self.order.speed or 1.0
        limit_s = STARTING_S + 2.0 * self.order.time_s / min(pace, 1.0)
        # A busy computer takes long to start it. Then a simulation waits; a robot doesn't.
        too_long = partial(self.stop, TOO_LONG)
        deadline = Deadline(process.pid, limit_s, too_long)
        if not self.order.is_patient:
            self._on_start = partial(self._after, limit_s, too_long)
        try:
            channel = JsonLines(process.stdout, process.stdin)
            channel.send(asdict(self.order))
            for message in channel:
                with suppress(ValueError, KeyError, TypeError):
                    self._take(_plain(message))
        finally:
            deadline.close()
            self._end(process)
            for timer in self._timers:
                timer.cancel()
            with suppress(OSError):
                if switch is not None:
                    is_cut_off = self._result.report is None and switch.is_pressed
                    if is_cut_off and not self.why_stopped:  # it has seen that before us
                        self.why_stopped = EMERGENCY
                    switch.end(process.pid)
                    switch.close()
        if self._result.report is None and not self._result.text:
            self._result.text = (
                "The process of this run ended without a result. Tell the lab's teacher."
            )
        self._result.why_stopped = self.why_stopped
        return self._result

    def send_line(self, line: bytes) -> None:
        """Send a line of the Khepera's protocol to the robot."""
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError, ValueError):
                process.stdin.write(SAID + line.replace(b"\n", b" ") + b"\n")
                process.stdin.flush()

    def stop(self, why: str = BY_HAND, grace_s: float = GRACE_S) -> None:
        """Stop the run and the robot; what has not ended after a while is killed.

        Returns at once, whatever hangs: nothing here waits for a lock, a disk or the worker.
        """
        self.why_stopped = self.why_stopped or why
        process = self._process
        if process is None:
            return  # the thread that starts it looks again
        self._after(grace_s, process.kill)
        threading.Thread(target=_say_stop, args=(process,), name="wsusim-stop", daemon=True).start()

    # Inside

    def _is_unwanted(self) -> bool:
        """Return whether a stop was requested, which may change at any moment."""
        return bool(self.why_stopped)

    def _leave_gate(self) -> None:
        """Let the next job start. Only the thread that does the job calls this."""
        gate, self._gate = self._gate, None
        if gate is not None:
            gate.release()

    def _after(self, wait_s: float, act: Callable[[], None]) -> None:
        timer = threading.Timer(wait_s, act)
        timer.daemon = True
        self._timers.append(timer)
        timer.start()

    def _take(self, message: dict[str, Any]) -> None:
        match message["event"]:
            case "progress":
                self.going.tick = int(message["tick"])
            case "begin":
                self.has_begun = True
                self._on_start()
                self._leave_gate()
                self.on_begin()
            case "answer":
                self.on_answer(str(message["text"]))
            case "watch":
                self.going.watch_address = str(message["address"])
            case "print" | "notice":
                if len(self.going.printed) < MOST_LINES:
                    self.going.printed.append(str(message["text"]))
            case "scene":
                scene = {name: one for name, one in message.items() if name != "event"}
                self.going.scene = cast("ToldScenery", scene)
            case "places":
                self.going.places += message["places"][: MOST_PLACES - len(self.going.places)]
            case "stood":
                self.going.stood = {"tick": message["tick"], "frames": message["frames"]}
            case "breakdown":
                self._result.breakdown = str(message["kind"])
                self._result.text, self._result.line = str(message["text"]), None
                self._result.about_robot = str(message["about_robot"])
            case "failure" | "refused" if not self._result.breakdown:
                self._result.text, self._result.line = str(message["text"]), message["line"]
                if message["event"] == "refused" and not self.has_begun:
                    self._result.refused = "program" if message["is_programs"] else "robot"
                elif message.get("is_link"):
                    self._result.breakdown = LOST_LINK
            case "pushed":
                self._result.pushed_s = float(message["seconds"])
                self._result.pushed_from_s = float(message["from_s"])
            case "end":
                self._result.report = dict(message["report"])

    def _end(self, process: JobProcess) -> None:
        end_beside(process, GRACE_S)
        if process.stdout is not None:
            process.stdout.close()


def _say_stop(process: JobProcess) -> None:
    """Tell a worker to stop; its input may be full, or another thread may be writing to it."""
    if process.stdin is not None:
        with suppress(OSError, ValueError):
            process.stdin.write(b"stop\n")
            process.stdin.flush()


def _let_others_first(process_id: int) -> None:
    """Give a process, and all that it will start, only idle processor time.

    Linux: any other process of this session that wakes up takes the processor from it at once,
        while one that
    is only niced may go on for some milliseconds; in a robot's loop these add up.
    """
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(process_id, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "setpriority"):  # Windows has none
        os.setpriority(os.PRIO_PROCESS, process_id, 19)


def _plain(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without lone surrogates, which can be printed but not stored.

    JSON writes each as an escape; whole characters beyond the first 65,536 are a pair.
    """
    plain: dict[str, Any] = json.loads(
        json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")
    )
    return plain
