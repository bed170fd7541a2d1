"""The way to a simulated robot."""

from __future__ import annotations

from tests.unit.engine.fake_simulation import FakeSimulation
from wsusim.backends.contract import Backend, RobotInfo
from wsusim.backends.simulated import SimulatedBackend
from wsusim.engine.lockstep import EndReason, Lockstep
from wsusim.errors import RobotRefused
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import EXTRAS, Quantity


def test_says_who_it_is() -> None:
    """``connect`` tells the robot's number and kind, and how many robots there are."""
    backend = SimulatedBackend(Lockstep(FakeSimulation(2), [0, 1]), 1, "khepera2")
    assert backend.connect() == RobotInfo(
        1,
        "khepera2",
        "simulated",
        seed=0,
        start_pose=(100.0, 50.0, 90.0),
        robots=2,
        mission="free",
    )


def test_drives_its_own_robot() -> None:
    """Orders and readings are those of the robot with this number."""
    lockstep = Lockstep(FakeSimulation(3), [2])
    backend = SimulatedBackend(lockstep, 2, "khepera1")
    backend.send(SetSpeeds(1, 2))
    backend.sleep_until_tick(10)
    assert backend.read(Quantity.POSITIONS) == (10, 20)
    assert backend.now_ticks() == 10


def test_reads_beside_others() -> None:
    """With several controllers each reads its own robot."""
    lockstep = Lockstep(FakeSimulation(2), [0, 1])
    first, second = (SimulatedBackend(lockstep, robot, "khepera1") for robot in (0, 1))
    first.send(SetSpeeds(1, 1))
    second.send(SetSpeeds(2, 2))
    first.close()
    second.sleep_until_tick(5)
    assert first.read(Quantity.POSITIONS) == (0, 0)
    assert second.read(Quantity.POSITIONS) == (10, 10)


def is_held_back(backend: Backend, quantity: Quantity) -> bool:
    """Return whether a run refuses to tell a quantity."""
    try:
        backend.read(quantity)
    except RobotRefused:
        return True
    return False


def test_only_the_extras_are_held_back() -> None:
    """A run that allows nothing more still answers whatever a robot can read."""
    backend = SimulatedBackend(Lockstep(FakeSimulation(), [0]), 0, "khepera1")

    held_back = {quantity for quantity in Quantity if is_held_back(backend, quantity)}

    assert held_back == EXTRAS


def test_stop_is_for_it_alone() -> None:
    """A stop of one backend ends its sleeps at once, the other's controller goes on."""
    lockstep = Lockstep(FakeSimulation(2), [0, 1])
    first, second = (SimulatedBackend(lockstep, robot, "khepera1") for robot in (0, 1))
    first.request_stop()
    first.sleep_until_tick(1000)
    assert first.is_stopping
    assert not second.is_stopping
    assert lockstep.tick == 0


def test_close_of_the_last_ends_the_run() -> None:
    """The run is over when the last backend was closed; closing again changes nothing."""
    lockstep = Lockstep(FakeSimulation(), [0])
    backend = SimulatedBackend(lockstep, 0, "khepera1")
    backend.close()
    backend.close()
    assert lockstep.end_reason is EndReason.FINISHED
