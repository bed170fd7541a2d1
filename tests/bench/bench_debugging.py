"""What a debugger costs: steps back, looks ahead, breakpoints elsewhere, and recorded variables.

Seconds of a processor, of this process and of the programs' own together, and of the clock on the
wall; ratios are of alternating runs. On a busy machine only the seconds of a processor mean much.

Run it: ``python -m tests.bench.bench_debugging``
"""

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from wsusim.control.debugging.breakpoints import Breakpoint
from wsusim.control.debugging.debugger import Debugger
from wsusim.control.debugging.moment import Moment, at_line
from wsusim.control.debugging.stop_lines import Place
from wsusim.hosting.fork_server import ForkedChild
from wsusim.runs.debugged import DebuggedRun, run_again
from wsusim.runs.outlook import Outlooks
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import execute

PROGRAM = """from wsusim import Controller


class Bench(Controller):
    def run(self):
        self.turns = 0
        while self.active:
            near = self.sensors.proximities
            left = 8 - max(near[3:5]) // 60
            right = 8 - max(near[1:3]) // 60
            if max(near[1:5]) > 400:
                self.turns += 1
            self.motors.set_speeds(left, right)
            self.sleep(0.05)

    def never(self):
        self.turns = 0
"""
REPEATS = 5
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Spent:
    """Adds up what ended programs have used of a processor (Linux)."""

    def __init__(self) -> None:
        self.programs_s = 0.0
        reap = ForkedChild.reap

        def counted(child: ForkedChild) -> int:
            self.programs_s += _of_process_s(child.process_id)
            return reap(child)

        ForkedChild.reap = counted  # type: ignore[method-assign]

    def by(self, work: Callable[[], object]) -> tuple[float, float]:
        """Return seconds of a processor, and of the clock on the wall."""
        gc.collect()
        programs_s, mine_s, wall_s = self.programs_s, time.process_time(), time.perf_counter()
        work()
        here_s = time.process_time() - mine_s
        return self.programs_s - programs_s + here_s, time.perf_counter() - wall_s


def _of_process_s(process_id: int) -> float:
    try:
        parts = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / TICKS_PER_S


def show(name: str, figures: list[tuple[float, float]]) -> float:
    """Print the median of some measurements; return the seconds of a processor."""
    processor_s, wall_s = (statistics.median(column) for column in zip(*figures, strict=True))
    print(f"{name:44} {processor_s:7.3f} s of processor {wall_s:7.3f} s wall clock")
    return processor_s


def past_and_future(file: Path, spent: Spent, time_s: float) -> None:
    """Print what steps back, the search for a change and a look ahead cost after so long."""
    run, _ = run_again(RunRequest((str(file),), time_s=time_s))
    log, past = run.known(0).log, run.past(0)
    moment = at_line(log.waits - 3, 4)
    begin = moment

    def back() -> None:
        nonlocal moment
        with past.step_back(moment) as program:
            stop = program.debugger.stop_of(0)
            assert stop is not None
            moment = stop.moment

    show(f"first step back after {time_s:g} s", [spent.by(back)])
    show("  each further one", [spent.by(back) for _ in range(REPEATS)])
    past = run.past(0)
    moment = Moment(begin.wait)
    show("  step back out of a wait", [spent.by(back)])
    watch = {"name": "self.turns", "function": "run", "file": str(file)}
    show("  when did it get its value", [spent.by(lambda: past.last_change(begin, watch))])
    outlooks = Outlooks(run, log.tick_after(begin.wait))
    text = file.read_text(encoding="utf-8")
    edited = {0: {str(file): text.replace("400", "500")}}
    looks = []
    for _ in range(REPEATS):
        outlooks.prepare()
        looks.append(spent.by(lambda: outlooks.look(edited)))
    show("  look ahead after an edit", looks)


def closed_and_open(file: Path, spent: Spent) -> None:
    """Print how much slower a run is with a breakpoint in a function that is never called.

    Recorded, as every run of the window is, and without a viewer.
    """
    line = 1 + PROGRAM.splitlines().index("    def never(self):") + 1
    bare = RunRequest((str(file),), time_s=300.0, is_isolated=True)
    recording = RecordingOptions(file.with_suffix(".mcap"), overwrite=True, is_beside=False)

    def debugged(request: RunRequest) -> None:
        debugger = Debugger(breakpoints=[Breakpoint(Place(str(file), line))])
        DebuggedRun.of(request, debugger).run.execute()

    for name, request in (("recorded", replace(bare, record=recording)), ("unseen", bare)):
        execute(request)
        pairs = [
            (spent.by(partial(execute, request)), spent.by(partial(debugged, request)))
            for _ in range(3 * REPEATS)
        ]
        closed_s = show(f"300 s {name}, debugger closed", [pair[0] for pair in pairs])
        open_s = show(f"300 s {name}, breakpoint elsewhere", [pair[1] for pair in pairs])
        print(f"{'speed beside that without':44} {closed_s / open_s:7.2f}")


def variables(file: Path, folder: Path) -> None:
    """Print how much larger a recording is with variables."""
    sizes = []
    for name, has_variables in (("plain", False), ("variables", True)):
        recording = RecordingOptions(folder / f"{name}.mcap", is_beside=False)
        request = RunRequest((str(file),), time_s=60.0, record=recording, is_isolated=True)
        execute(replace(request, has_variables=has_variables))
        sizes.append(recording.file.stat().st_size)
    print(f"{'recording with variables, times its size':44} {sizes[1] / sizes[0]:7.2f}")


def main() -> None:
    """Measure all of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        file = folder / "bench.py"
        file.write_text(PROGRAM, encoding="utf-8")
        spent = Spent()
        for wait_s in (0.05, 0.02):
            print(f"waits of {wait_s:g} s")
            file.write_text(PROGRAM.replace("0.05", f"{wait_s:g}"), encoding="utf-8")
            for time_s in (60.0, 600.0):
                past_and_future(file, spent, time_s)
        closed_and_open(file, spent)
        variables(file, folder)


if __name__ == "__main__":
    main()
