"""What a run may allow beyond what a robot can, and what is known of the run."""

from __future__ import annotations

import math

import pytest

from wsusim import Controller
from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.errors import Misuse
from wsusim.model.commands import PutBack


def bound(info: RobotInfo, fake: FakeBackend | None = None) -> Controller:
    """Return a program with a robot."""

    class Program(Controller):
        def run(self):
            pass

    program = Program()
    program.bind(fake or FakeBackend(), info)
    program._Controller__robot.adopt_thread()
    return program


ALLOWED = RobotInfo(
    0, "khepera1", "simulated", mission="reach_goal", end_s=60.0,
    allowed=("goal", "pose", "keys", "episodes"), goals=((800.0, 200.0, 100.0, 50.0),),
)  # fmt: skip


def test_the_goal() -> None:
    """Its middle and its size."""
    assert bound(ALLOWED).goal == (800.0, 200.0, 100.0, 50.0)


def test_the_true_pose() -> None:
    """In millimetres and degrees."""
    fake = FakeBackend({0.0: {"true_pose": (123_456, 7_000, -90_000_000)}})

    assert bound(ALLOWED, fake).pose == (123.456, 7.0, -90.0)


def test_the_keys() -> None:
    """By their names."""
    assert bound(ALLOWED, FakeBackend({0.0: {"keys": (5,)}})).keys == {"left", "up"}


def test_mission_and_time_left() -> None:
    """What there is to do, and how many seconds are left of the run."""
    program = bound(ALLOWED)
    program.sleep(1.5)

    assert program.mission == ("reach_goal", 60.0)
    assert program.time_left == 58.5


def test_time_without_end() -> None:
    """Without a time limit the time left is infinite."""
    assert bound(RobotInfo(0, "khepera1", "serial")).time_left == math.inf


@pytest.mark.parametrize("name", ["goal", "pose", "keys"])
def test_what_is_not_allowed(name: str) -> None:
    """The message says who can allow it."""
    with pytest.raises(Misuse, match=f"--allow {name}"):
        getattr(bound(RobotInfo(0, "khepera1", "simulated")), name)


@pytest.mark.parametrize("name", ["goal", "pose", "keys"])
def test_a_real_robot_never_knows(name: str) -> None:
    """And the message says so."""
    with pytest.raises(Misuse, match="real robot"):
        getattr(bound(RobotInfo(0, "khepera1", "serial")), name)


def test_a_real_robot_is_put_back_by_hand() -> None:
    """A program can't carry it."""
    with pytest.raises(Misuse, match="by hand"):
        bound(RobotInfo(0, "khepera1", "serial")).new_episode()


def test_a_new_episode() -> None:
    """It is ordered, and counted."""
    fake = FakeBackend()
    program = bound(ALLOWED, fake)
    program.new_episode()

    assert (program.episode, fake.commands[-1].command) == (2, PutBack())


def test_a_program_may_have_such_names_for_itself() -> None:
    """Programs of before do, and what they mean is what they get."""
    program = bound(RobotInfo(0, "khepera1", "simulated"))
    program.goal, program.pose, program.episode = (1, 2), "here", 7

    assert (program.goal, program.pose, program.episode) == ((1, 2), "here", 7)
