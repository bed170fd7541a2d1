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
from wsusim.backends.serial_line.address import SerialAddress
from wsusim.emulator.emulation import Emulation, EmulationRequest
from wsusim.runs.sources.real_run import RealRunReport, RealRunRequest, execute_real

MAIN = Path(__file__).parents[2] / "main.py"

DRIVES = """
import os, signal, sys
from wsusim import Controller

class Drives(Controller):
    def run(self):
        self.motors.set_speeds(6, 6)
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


class Heard:
    """Keeps what a run tells."""

    def __init__(self) -> None:
        self.said_lines: list[str] = []
        self.notices: list[str] = []

    def started(self, startup_s: float) -> None:
        """Hear of the start."""

    def printed(self, robot: int, text: str) -> None:
        """Hear a print."""

    def said(self, robot: int, time_s: float, text: str) -> None:
        """Keep a remark."""
        self.said_lines.append(text)

    def noticed(self, text: str) -> None:
        """Keep a notice."""
        self.notices.append(text)

    def progressed(self, time_s: float, end_s: float) -> None:
        """Hear of progress."""


@pytest.fixture
def emulation() -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    with running(EmulationRequest(tcp="0", baud=38400)) as (emulation, _):
        yield emulation


def request_for(folder: Path, then: str, address: str) -> RealRunRequest:
    """Return the request for a controller that drives and then does something."""
    file = folder / "drives.py"
    file.write_text(DRIVES.format(then=then), encoding="utf-8")
    return RealRunRequest(
        str(file),
        SerialAddress(address, 38400),
        time_s=60.0,
        patience_s=10.0,
        return_patience_s=30.0,
    )


def orders(emulation: Emulation) -> list[float]:
    """Return what the motors are told."""
    me = emulation.simulation.state.robots[0]
    return [me.left.order, me.right.order]


def has_driven(emulation: Emulation) -> bool:
    """Tell whether the robot has moved at all."""
    return emulation.simulation.statistics(0).distance_mm > 3.0


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_motors_are_zero_however_a_controller_ends(
    emulation: Emulation, tmp_path: Path, ending: str
) -> None:
    """End, exception, exit, kill, hanging and time: each ends with D,0,0."""
    then, outcome = ENDINGS[ending]
    request = request_for(tmp_path, then, emulation.ports[0].address)
    limits: dict[str, Any] = {"hangs": {"patience_s": 0.5}, "sleeps for ever": {"time_s": 0.6}}

    report = execute_real(replace(request, **limits.get(ending, {})), heard := Heard())

    assert heard.said_lines == ["driving"]
    assert report.outcome == outcome
    assert report.is_stopped
    assert has_driven(emulation)
    assert orders(emulation) == [0.0, 0.0]


def test_a_thread_of_this_process_is_possible_too(emulation: Emulation, tmp_path: Path) -> None:
    """With --no-isolate the controller runs in this process, and ends as safely."""
    request = replace(request_for(tmp_path, "1 / 0", emulation.ports[0].address), is_isolated=False)

    report = execute_real(request, Heard())

    assert report.outcome == "error"
    assert orders(emulation) == [0.0, 0.0]


@pytest.mark.parametrize("fault", ["pull", pytest.param("mute", marks=pytest.mark.slow)])
def test_a_lost_link_is_told_and_the_robot_stopped_when_it_is_back(
    emulation: Emulation, tmp_path: Path, fault: str
) -> None:
    """The controller gets LinkLost; the robot, found again, is stopped."""
    with cable_to(emulation.ports[0].address) as cable:
        request = request_for(tmp_path, "self.sleep(1000)", cable.address)

        class Saboteur(Heard):
            def said(self, robot: int, time_s: float, text: str) -> None:
                getattr(cable, fault)()

            def noticed(self, text: str) -> None:
                super().noticed(text)
                cable.plug()
                cable._is_mute = False

        report = execute_real(request, heard := Saboteur())

    assert report.error is not None
    assert "does not answer any more" in report.error.message
    assert any("is back and was stopped" in text for text in heard.notices)
    assert report.is_stopped
    assert orders(emulation) == [0.0, 0.0]


def test_a_robot_that_stays_away_is_not_called_stopped(
    emulation: Emulation, tmp_path: Path
) -> None:
    """When the link does not come back, people are told that the robot may be driving."""
    with cable_to(emulation.ports[0].address) as cable:
        request = request_for(tmp_path, "self.sleep(1000)", cable.address)

        class Saboteur(Heard):
            def said(self, robot: int, time_s: float, text: str) -> None:
                cable.pull()

        report = execute_real(replace(request, return_patience_s=0.3), heard := Saboteur())

    assert not report.is_stopped
    assert report.exit_code == 1
    assert any("MAY STILL BE DRIVING" in text for text in heard.notices)


@pytest.mark.parametrize(
    ("number", "words"),
    [(signal.SIGINT, "motors are at zero"), (signal.SIGKILL, "is gone: the robot was stopped")],
)
def test_signals_stop_the_robot(
    emulation: Emulation, tmp_path: Path, number: signal.Signals, words: str
) -> None:
    """Ctrl-C ends ``run --robot`` with the motors at zero; after ``kill -9`` a guard sees to it."""
    request = request_for(tmp_path, "self.sleep(1000)", emulation.ports[0].address)
    robot = f"serial:{emulation.ports[0].address}?baud=38400"
    command = [sys.executable, str(MAIN), "run", request.controller, "--robot", robot]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as program:
        assert program.stdout is not None
        first = program.stdout.readline()
        was_driving = orders(emulation)
        program.send_signal(number)
        rest = program.stdout.read()

    assert "driving" in first
    assert was_driving == [6.0, 6.0]
    assert words in rest
    assert orders(emulation) == [0.0, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ready_controllers())
def test_every_ready_controller_drives_over_the_wire(spec: str) -> None:
    """Each ready controller runs for two seconds over a pseudo-terminal, unchanged."""
    maze = "beacons" if spec.startswith(("braitenberg", "follow")) else "rooms"
    with running(EmulationRequest(maze=maze, robots=1, baud=38400)) as (emulation, _):
        address = SerialAddress(emulation.ports[0].address, 38400)
        report: RealRunReport = execute_real(RealRunRequest(spec, address, time_s=2.0), Heard())

    assert report.error is None
    assert report.outcome in ("time", "finished")
    assert has_driven(emulation)
    assert report.line["faults"] == {}
