"""Whatever happens to a controller that drives over the wire, the robot's motors end at zero."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bench.bench_wire_agreement import ready_controllers
from tests.end_to_end.emulator_bench import running
from tests.end_to_end.wire_proxy import cable_to
from tests.heard import Heard
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.model.commands import Annotation
from wsusim.runs.request import RunRequest
from wsusim.runs.run import execute
from wsusim.runs.sources.real import FLOOR

MAIN = Path(__file__).parents[2] / "main.py"

DRIVES = """
import os, signal, sys
from wsusim import Controller

class Drives(Controller):
    def run(self):
        self.motors.set_speeds_mm_s(48, 48)
        self.sleep(0.2)
        self.say("driving")
        {then}
"""

ENDINGS = {
    "leaves run": ("return", "finished"),
    "raises": ("1 / 0", "error"),
    "exits": ("os._exit(3)", "error"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "error"),
    "hangs": ("while True: pass", "unresponsive"),
    "sleeps for ever": ("self.sleep(1000)", "time"),
}


OTHERS = ("epuck", "epuck2", "thymio")
KINDS = ("khepera1", *(pytest.param(kind, marks=pytest.mark.slow) for kind in OTHERS))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Return which robot is emulated; all but the Khepera are tried in the slow suite."""
    name: str = request.param
    return name


@pytest.fixture
def emulation(kind: str) -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    baud = 38400 if kind == "khepera1" else 9600
    with running(EmulationRequest(kind=kind, tcp="0", baud=baud)) as (emulation, _):
        yield emulation


def robot_at(address: str, kind: str) -> str:
    """Return what ``--robot`` takes for a robot of a kind at an address of the network."""
    if kind == "khepera1":
        return f"serial:{address}?baud=38400"
    place = address if kind == "epuck" else address.removeprefix("socket://")
    return f"{kind}:{place}"


def request_for(folder: Path, then: str, robot: str) -> RunRequest:
    """Return the request for a controller that drives and then does something."""
    file = folder / "drives.py"
    file.write_text(DRIVES.format(then=then), encoding="utf-8")
    return on_robot(str(file), robot, time_s=60.0, patience_s=10.0)


def on_robot(controller: str, robot: str, **options: Any) -> RunRequest:
    """Return the request of a run on a robot, wherever it stands."""
    return RunRequest((controller,), FLOOR, real_robot=robot, is_isolated=True, **options)


def orders(emulation: Emulation) -> list[float]:
    """Return what the motors are told."""
    me = emulation.simulation.state.robots[0]
    return [me.left.order, me.right.order]


def has_driven(emulation: Emulation) -> bool:
    """Return whether the robot has moved at all."""
    return emulation.simulation.statistics(0).distance_mm > 3.0


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_motors_are_zero_however_a_controller_ends(
    emulation: Emulation, kind: str, tmp_path: Path, ending: str
) -> None:
    """End, exception, exit, kill, hanging and time: each ends with D,0,0."""
    then, outcome = ENDINGS[ending]
    request = request_for(tmp_path, then, robot_at(emulation.ports[0].address, kind))
    limits: dict[str, Any] = {"hangs": {"patience_s": 0.5}, "sleeps for ever": {"time_s": 0.6}}

    report = execute(replace(request, **limits.get(ending, {})), heard := Heard())

    assert heard.said == ["driving"]
    assert report.outcome == outcome
    assert report.line is not None
    assert report.line.is_stopped
    assert has_driven(emulation)
    assert orders(emulation) == [0.0, 0.0]


def test_a_thread_of_this_process_is_possible_too(
    emulation: Emulation, kind: str, tmp_path: Path
) -> None:
    """With --no-isolate the controller runs in this process, and ends as safely."""
    request = request_for(tmp_path, "1 / 0", robot_at(emulation.ports[0].address, kind))

    report = execute(replace(request, is_isolated=False))

    assert report.outcome == "error"
    assert orders(emulation) == [0.0, 0.0]


@pytest.mark.parametrize("fault", ["pull", pytest.param("mute", marks=pytest.mark.slow)])
def test_a_lost_link_is_told_and_the_robot_stopped_when_it_is_back(
    emulation: Emulation, kind: str, tmp_path: Path, fault: str
) -> None:
    """The controller gets LinkLost; the robot, found again, is stopped."""
    with cable_to(emulation.ports[0].address) as cable:
        request = request_for(tmp_path, "self.sleep(1000)", robot_at(cable.address, kind))

        class Saboteur(Heard):
            def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
                getattr(cable, fault)()

            def noticed(self, tick: int, text: str) -> None:
                super().noticed(tick, text)
                cable.plug()
                cable._is_mute = False

        report = execute(request, heard := Saboteur())

    assert report.error is not None
    assert "has stopped answering" in report.error.message
    assert any("answered again and was stopped" in text for text in heard.remarks)
    assert report.line is not None
    assert report.line.is_stopped
    assert orders(emulation) == [0.0, 0.0]


def test_a_robot_that_stays_away_is_not_called_stopped(
    emulation: Emulation, kind: str, tmp_path: Path
) -> None:
    """When the link does not come back, people are told that the robot may be driving."""
    with cable_to(emulation.ports[0].address) as cable:
        request = request_for(tmp_path, "self.sleep(1000)", robot_at(cable.address, kind))

        class Saboteur(Heard):
            def remarked(self, tick: int, robot: int, remark: Annotation) -> None:
                cable.pull()

        report = execute(replace(request, return_patience_s=0.3), heard := Saboteur())

    assert report.line is not None
    assert not report.line.is_stopped
    assert report.exit_code == 1
    assert any("MAY STILL BE DRIVING" in text for text in heard.remarks)


@pytest.mark.parametrize(
    ("number", "words"),
    [(signal.SIGINT, "motors are at zero"), (signal.SIGKILL, "is gone: the robot was stopped")],
)
def test_signals_stop_the_robot(
    emulation: Emulation, kind: str, tmp_path: Path, number: signal.Signals, words: str
) -> None:
    """Ctrl-C ends ``run --robot`` with the motors at zero; after ``kill -9`` a guard sees to it."""
    robot = robot_at(emulation.ports[0].address, kind)
    request = request_for(tmp_path, "self.sleep(1000)", robot)
    command = [sys.executable, str(MAIN), "run", request.controllers[0], "--robot", robot]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as program:
        assert program.stdout is not None
        first = program.stdout.readline()
        was_driving = orders(emulation)
        program.send_signal(number)
        rest = program.stdout.read()

    assert "driving" in first
    assert min(was_driving) > 0.0
    assert words in rest
    assert orders(emulation) == [0.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ready_controllers())
def test_every_ready_controller_drives_over_the_wire(spec: str) -> None:
    """Each ready controller runs for two seconds over a pseudo-terminal, unchanged."""
    maze = "beacons" if spec.startswith(("braitenberg", "follow")) else "rooms"
    with running(EmulationRequest(maze=maze, robots=1, baud=38400)) as (emulation, _):
        robot = robot_at(emulation.ports[0].address, "khepera1")
        report = execute(on_robot(spec, robot, time_s=2.0))

    assert report.error is None
    assert report.outcome in ("time", "finished")
    assert has_driven(emulation)
    assert report.line.figures["faults"] == {}
