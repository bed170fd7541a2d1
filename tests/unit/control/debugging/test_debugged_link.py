"""A real robot whose program stands: its time goes on, so its motors must not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.emulator_bench import has_driven, orders, running
from tests.unit.control.debugging.desk import PATIENCE_S, line_of, write
from tests.watched_run import Watched
from wsusim.control.debugging.breakpoints import Breakpoint, Go
from wsusim.control.debugging.debugger import Debugger
from wsusim.control.debugging.stop_lines import Place
from wsusim.emulator.emulation import EMPTY_ARENA, Emulation, EmulationRequest
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart, World
from wsusim.runs.request import RunRequest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the child's limits are those of POSIX")

WORLD = World(
    EMPTY_ARENA.name, EMPTY_ARENA.arena, robots=(RobotStart(1, Pose(500.0, 600.0)),), next_id=2
)

PROGRAM = """
    from wsusim import Controller


    class Drives(Controller):
        def run(self):
            self.rounds = 0
            self.motors.set_speeds(5, 4)
            while self.active:
                self.rounds += 1
                self.sleep(0.1)
"""


@pytest.fixture
def emulation() -> Iterator[Emulation]:
    """Run an emulated robot on a network port of this computer."""
    with running(EmulationRequest(tcp="0", baud=38400)) as (made, _):
        yield made


@pytest.fixture
def standing(emulation: Emulation, tmp_path: Path) -> Iterator[tuple[Watched, Debugger]]:
    """Return a run on the emulated robot that drives, and its program stands at a line."""
    file = write(tmp_path, PROGRAM)
    place = Place(str(file), line_of(file, "self.rounds += 1"))
    debugger = Debugger(breakpoints=[Breakpoint(place, "self.rounds == 5")])
    request = RunRequest(
        (str(file),),
        WORLD,
        is_isolated=True,
        real_robot=f"serial:{emulation.ports[0].address}?baud=38400",
        debugger=debugger,
    )
    watched = Watched(request)
    assert debugger.await_stop(PATIENCE_S) is not None
    yield watched, debugger
    assert watched.run.close(PATIENCE_S)


def test_the_motors_are_at_zero_when_a_stop_is_told(
    emulation: Emulation, standing: tuple[Watched, Debugger]
) -> None:
    """At that moment already, without waiting."""
    assert has_driven(emulation)
    assert orders(emulation) == [0.0, 0.0]


def test_looking_at_the_program_moves_nothing(
    emulation: Emulation, standing: tuple[Watched, Debugger]
) -> None:
    """Variables and expressions are answered while the robot rests."""
    _, debugger = standing
    assert debugger.ask(0, what="evaluate", text="self.rounds", frame=0)["value"] == "5"
    assert orders(emulation) == [0.0, 0.0]


def test_it_drives_on_as_it_did(emulation: Emulation, standing: tuple[Watched, Debugger]) -> None:
    """The speeds that it had before are its again."""
    watched, debugger = standing
    debugger.go(0, Go.ON)
    watched.until(lambda: orders(emulation)[0] > orders(emulation)[1] > 0.0)


def test_stopping_the_run_leaves_it_at_zero(
    emulation: Emulation, standing: tuple[Watched, Debugger]
) -> None:
    """Letting the program go on must not let the robot drive on."""
    watched, _ = standing
    watched.run.stop()
    assert watched.end().kind == "stopped"
    assert orders(emulation) == [0.0, 0.0]
