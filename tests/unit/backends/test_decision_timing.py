"""What deciding costs."""

from __future__ import annotations

from wsusim.backends.decision_timing import DecisionTiming
from wsusim.backends.fake import FakeBackend
from wsusim.model.commands import SetSpeeds
from wsusim.model.readings import Quantity


class Computer:
    """A thread's processor time, set by hand."""

    def __init__(self) -> None:
        self.time_s = 0.0

    def __call__(self) -> float:
        """Return what was set."""
        return self.time_s


def test_computing_takes_the_robots_time() -> None:
    """30 ms of computing between two calls are three ticks for the robot."""
    computer = Computer()
    backend = DecisionTiming(FakeBackend(), 1.0, computer)
    backend.read(Quantity.PROXIMITY)

    computer.time_s += 0.03
    backend.send(SetSpeeds(1, 1))

    assert backend.now_ticks() == 3


def test_a_slower_computer_takes_longer() -> None:
    """The factor says how many times slower the robot's computer is."""
    computer = Computer()
    backend = DecisionTiming(FakeBackend(), 10.0, computer)
    backend.read(Quantity.PROXIMITY)

    computer.time_s += 0.003

    assert backend.now_ticks() == 3


def test_little_things_add_up() -> None:
    """Parts of a tick are carried to the next call."""
    computer = Computer()
    backend = DecisionTiming(FakeBackend(), 1.0, computer)
    for _ in range(11):
        backend.read(Quantity.PROXIMITY)
        computer.time_s += 0.0025

    assert backend.now_ticks() == 2


def test_what_the_backend_computes_is_free() -> None:
    """The time that passes inside of a call is the simulation's, not the controller's."""
    computer = Computer()

    class Slow(FakeBackend):
        def read(self, quantity: Quantity) -> tuple[int, ...]:
            """Compute for a second."""
            computer.time_s += 1.0
            return super().read(quantity)

    backend = DecisionTiming(Slow(), 1.0, computer)
    for _ in range(5):
        backend.read(Quantity.PROXIMITY)

    assert backend.now_ticks() == 0


def test_all_else_goes_through() -> None:
    """Stop, safety and farewell reach the robot."""
    robot = FakeBackend()
    backend = DecisionTiming(robot)

    assert backend.connect().kind == "khepera1"
    backend.make_safe()
    backend.close()

    assert backend.is_stopping
