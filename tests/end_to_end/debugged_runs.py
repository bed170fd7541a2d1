"""Runs with stops, steps and looks beside the same runs undisturbed: they have to be the same.

``python -m tests.end_to_end.debugged_runs [--runs N] [--first N]`` does so many, each with its own
programs, breakpoints and restless person, drawn from its number, and prints each that differs. What
the person finds in the past is compared with what stands there now.
"""

from __future__ import annotations

import argparse
import queue
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.end_to_end.debugged_programs import write_programs
from wsusim.control.debugging.breakpoints import Breakpoint, Go
from wsusim.control.debugging.debugger import DebugEvent, Debugger, Left, Stop
from wsusim.control.debugging.stop_lines import Place, spans_of
from wsusim.hosting.past import NoWayBack, Past
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World
from wsusim.runs.debugged import DebuggedRun
from wsusim.runs.report import RunReport
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute

PATIENCE_S = 60.0
"""So long a program may need to its next stop; on a busy machine."""

MOST_STOPS = 12
SEEDS = 4

WORLD = World(
    "small",
    Arena.rectangle(700.0, 500.0),
    robots=(RobotStart(1, Pose(450.0, 150.0)), RobotStart(2, Pose(450.0, 350.0))),
    next_id=3,
)

CONDITIONS = (
    "", "", "", "self.time > 0.7", "self.sensors[2].proximity > 60", "misspelt > 3", "1 / 0",
    "self.motors.set_speeds(0, 0)", "max(self.sensors.proximities) % 2",
)  # fmt: skip

EXPRESSIONS = (
    "self.time", "self.sensors[2].proximity", "[one.proximity for one in self.sensors]", "self",
    "self.motors.left_position + self.motors.right_position", "vars(self)", "locals()", "1 / 0",
    "self.__dict__.clear()", "self.motors.set_speeds(9, 9)", "self.sleep(1)", "no such thing",
    "self.random.random()", "__import__('random').random()", "print('looked')", "self.memory",
    "self.words.clear()", "self.say('looked')", "__import__('os')._exit(3)", "exit()",
    "self.turn(500)", "self.step()", "self.look()", "self.down(3)", "self.run()",
    "setattr(self, 'turns', 99)", "self.sensors.proximities", "self.active", "self.camera.look()",
)  # fmt: skip

STEPS = (Go.INTO, Go.OVER, Go.OVER, Go.OUT, Go.WAIT, Go.ON, Go.ON, Go.ON, Go.TO_LINE)


@dataclass
class Trial:
    """What came of one run."""

    number: int
    programs: tuple[str, ...]
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Person:
    """Stops a run here and there, looks, steps, goes back; changes nothing."""

    def __init__(self, chance: random.Random, trial: Trial, files: list[Path]) -> None:
        self._chance = chance
        self._trial = trial
        texts = ((str(file), file.read_text(encoding="utf-8")) for file in files)
        self._places = [Place(file, line) for file, text in texts for line in spans_of(text)]
        self._stops_left = chance.randint(1, MOST_STOPS)

    def breakpoints(self) -> list[Breakpoint]:
        """Return some breakpoints anywhere."""
        places = self._chance.sample(self._places, min(len(self._places), 4))
        return [Breakpoint(place, self._chance.choice(CONDITIONS)) for place in places]

    def meet(self, run: DebuggedRun, stop: Stop) -> None:
        """Do something at a stop, and let the program go on."""
        debugger, chance = run.debugger, self._chance
        self._trial.done["stops"] += 1
        self._stops_left -= 1
        for _ in range(chance.randint(0, 3)):
            self._look(debugger, stop)
        if stop.moment.is_exact and stop.frame is not None and chance.random() < 0.3:
            self._go_back(run, stop)
        if chance.random() < 0.3:
            debugger.set_breakpoints(self.breakpoints())
        if self._stops_left <= 0:
            debugger.set_breakpoints([])
            debugger.go(stop.robot, Go.ON)
            return
        how = chance.choice(STEPS)
        self._trial.done["steps"] += how is not Go.ON
        place = chance.choice(self._places) if how is Go.TO_LINE else None
        debugger.go(stop.robot, how, place)
        if chance.random() < 0.05:
            debugger.pause(stop.robot)

    def _look(self, debugger: Debugger, stop: Stop) -> None:
        self._trial.done["looks"] += 1
        frame = self._chance.randrange(max(1, len(stop.stack)))
        if self._chance.random() < 0.6:
            text = self._chance.choice(EXPRESSIONS)
            debugger.ask(stop.robot, what="evaluate", text=text, frame=frame)
            return
        answer = debugger.ask(stop.robot, what="variables", frame=frame)
        deep = [one["of"] for one in answer.get("variables", ()) if "of" in one]
        for of in deep[:3]:
            debugger.ask(stop.robot, what="children", of=of, start=0)

    def _go_back(self, run: DebuggedRun, stop: Stop) -> None:
        """Find the same moment again, or one before it."""
        now = _thoughts(run.debugger, stop)
        if now is None:  # the run's time is over, and the program was told to end
            return
        self._trial.done["ways back"] += 1
        past = run.past(stop.robot)
        with past.to(stop.moment) as program:
            found = program.debugger.stop_of(stop.robot)
            assert found is not None
            then = _thoughts(program.debugger, found)
        if (found.stack, then) != (stop.stack, now):
            self._trial.faults.append(f"at {stop.moment}: {found.stack} {then}, not {now}")
        try:
            self._look_before(past, stop, [name for name, _ in now] or ["x"])
        except NoWayBack as failure:
            if "doesn't do the same" in str(failure):
                self._trial.faults.append(f"at {stop.moment}: {failure}")
            self._trial.done["nothing before"] += 1

    def _look_before(self, past: Past, stop: Stop, names: list[str]) -> None:
        """Go to a moment before this one; raises ``NoWayBack`` where there is none."""
        match self._chance.randrange(4):
            case 0:
                past.step_back(stop.moment).close()
            case 1:
                past.first_true(stop.moment, "self.time > 0.2").close()
            case 2:
                past.last_breakpoint(stop.moment, self.breakpoints()).close()
            case _:
                frame = stop.stack[0]
                name = self._chance.choice(names)
                there = {"function": frame.function, "file": frame.file}
                past.last_change(stop.moment, {"name": name, **there})


def _thoughts(debugger: Debugger, stop: Stop) -> list[tuple[str, str]] | None:
    """Return what a program holds where it stands, its ``self`` taken apart; ``None``: it ended."""
    answer = debugger.ask(stop.robot, what="variables", frame=0).get("variables")
    if answer is None:
        return None
    found = [(one["name"], one["value"]) for one in answer]
    for one in answer:
        if one["name"] == "self" and "of" in one:
            inside = debugger.ask(stop.robot, what="children", of=one["of"], start=0)["variables"]
            found += [(f"self.{part['name']}", part["value"]) for part in inside]
    return sorted(found)


class Bench:
    """Does runs with programs of a folder, each undisturbed one once."""

    def __init__(self, folder: Path) -> None:
        self._programs = write_programs(folder)
        self._folder = folder
        self._undisturbed: dict[tuple[tuple[str, ...], int], Any] = {}

    def tried(self, number: int) -> Trial:
        """Do a run with a person at it, and compare it."""
        chance = random.Random(f"debugged run {number}")
        names = tuple(chance.sample(sorted(self._programs), chance.choice((1, 1, 2))))
        trial = Trial(number, names)
        seed = chance.randrange(SEEDS)
        files = [self._programs[name] for name in names]
        request = RunRequest(
            tuple(map(str, files)), maze=WORLD, seed=seed, time_s=4.0, is_isolated=True
        )
        if "deep" in names:
            files.append((self._folder / "deep_rules.py").resolve())
        person = Person(chance, trial, files)
        key = names, seed
        if key not in self._undisturbed:
            self._undisturbed[key] = _outcome(execute(request))
        try:
            found = _outcome(_watched(request, person))
        except (NoWayBack, AssertionError, KeyError, queue.Empty) as failure:
            trial.faults.append(repr(failure))
            return trial
        if found != self._undisturbed[key]:
            trial.faults.append(f"{found}, not {self._undisturbed[key]}")
        return trial


def _watched(request: RunRequest, person: Person) -> RunReport:
    """Do a run with a person at it."""
    events: queue.SimpleQueue[DebugEvent] = queue.SimpleQueue()
    debugger = Debugger(events.put, person.breakpoints())
    debugged = DebuggedRun.of(request, debugger)
    debugged.run.start()
    try:
        left = 0
        while left < len(request.driven):
            match events.get(timeout=PATIENCE_S):
                case Left():
                    left += 1
                case Stop() as stop if stop is debugger.stop_of(stop.robot):
                    person.meet(debugged, stop)
        assert debugged.run.wait(PATIENCE_S)
    finally:
        debugged.run.close()
    assert debugged.run.report is not None
    return debugged.run.report


def _outcome(report: RunReport) -> tuple[Any, ...]:
    """Return what must be the same."""
    robots = tuple((robot.outcome, str(robot.error)) for robot in report.robots)
    return report.trace_sha256, report.is_reproducible, robots


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a program of its own


def main() -> int:
    """Do runs, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    done: Counter[str] = Counter()
    differing = 0
    begin_s = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name).resolve())
        for number in range(asked.first, asked.first + asked.runs):
            trial = bench.tried(number)
            done += trial.done
            if trial.faults:
                differing += 1
                _tell(f"run {number} ({', '.join(trial.programs)}): {'; '.join(trial.faults)}")
            if (number + 1 - asked.first) % 100 == 0:
                _tell(f"{number + 1 - asked.first} runs, {time.monotonic() - begin_s:.0f} s")
    told = ", ".join(f"{count:,} {what}" for what, count in sorted(done.items()))
    _tell(f"{asked.runs:,} runs with {told}: {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
