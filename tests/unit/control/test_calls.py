"""Cost, freshness and stopping: the rules of ``wsusim.control.calls``."""

from __future__ import annotations

import threading

import pytest

from tests.unit.control.backends import (
    CountingBackend,
    LateCountersBackend,
    RunningClockBackend,
)
from wsusim.backends.fake import FakeBackend
from wsusim.control.allowance import LINES_PER_SECOND
from wsusim.control.calls import ASKING_TICKS, CALLS_AFTER_STOP, CALLS_PER_TICK, CUT_SHORT
from wsusim.control.robot import Robot
from wsusim.errors import ControllerStopped, Misuse
from wsusim.model.commands import Say

CALLS = {
    "proximity": lambda robot: robot.sensors[3].proximity,
    "ambient": lambda robot: robot.sensors[3].ambient,
    "proximities": lambda robot: robot.sensors.proximities,
    "speeds": lambda robot: robot.motors.set_speeds(1, 1),
    "position": lambda robot: robot.motors.left_position,
    "time": lambda robot: robot.now_ticks(),
    "active": lambda robot: robot.is_active(),
    "led": lambda robot: robot.leds[0].on(),
    "arm": lambda robot: robot.gripper.raise_arm(),
    "draw": lambda robot: robot.draw.clear(),
    "sleep(0)": lambda robot: robot.sleep(0),
}


def repeat(call, robot, times: int) -> None:
    """Make a call so many times."""
    for _ in range(times):
        call(robot)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_hundred_calls_take_one_tick(call) -> None:
    """Every call costs 0.1 ms: the hundredth waits for the next tick."""
    fake = FakeBackend()
    robot = Robot(fake)

    repeat(call, robot, CALLS_PER_TICK - 1)
    before = fake.now_ticks()
    repeat(call, robot, 1)

    assert (before, fake.now_ticks()) == (0, 1)


def test_one_tick_is_one_reading() -> None:
    """The eight distances of one tick are one exchange with the robot."""
    backend = CountingBackend()
    robot = Robot(backend)

    values = [sensor.proximity for sensor in robot.sensors]

    assert len(values) == 8
    assert backend.reads == 1


def test_after_a_sleep_readings_are_new() -> None:
    """What was read before a sleep is not used after it."""
    fake = FakeBackend({0.0: {"proximity": [1] * 8}, 0.1: {"proximity": [2] * 8}})
    robot = Robot(fake)

    before = robot.sensors[0].proximity
    robot.sleep(0.1)

    assert (before, robot.sensors[0].proximity) == (1, 2)


def test_after_a_paid_tick_readings_are_new() -> None:
    """A busy loop sees new values as time moves on under it."""
    fake = FakeBackend({0.0: {"proximity": [1] * 8}, 0.01: {"proximity": [2] * 8}})
    robot = Robot(fake)

    repeat(CALLS["proximity"], robot, CALLS_PER_TICK)

    assert robot.sensors[0].proximity == 2


def test_readings_age_with_a_running_clock() -> None:
    """Where time runs by itself, a reading is used only within its tick."""
    backend = RunningClockBackend()
    robot = Robot(backend)

    repeat(CALLS["proximity"], robot, 5)
    backend.let_time_pass(1)
    repeat(CALLS["proximity"], robot, 5)

    assert backend.reads == 2


@pytest.mark.parametrize(
    ("seconds", "ticks"),
    [(0.1, 10), (0.01, 1), (0.001, 1), (0.015, 2), (0, 0), (1, 100), (0.29, 29), (0.07, 7)],
)
def test_sleep_ends_at_the_first_tick_not_before(seconds: float, ticks: int) -> None:
    """A sleep is never shorter than asked for, and a whole number of ticks."""
    fake = FakeBackend()

    Robot(fake).sleep(seconds)

    assert fake.now_ticks() == ticks


def test_a_counter_reads_as_it_was_set() -> None:
    """The line after ``set_positions`` gets the new counters, not those from before the order."""
    robot = Robot(LateCountersBackend())

    robot.motors.set_positions(500, -500)

    assert (robot.motors.left_position, robot.motors.right_position) == (500, -500)


def test_jaws_read_as_they_were_told() -> None:
    """The line after ``close`` gets closed jaws."""
    robot = Robot(LateCountersBackend())

    robot.gripper.close()

    assert robot.gripper.is_closed


def test_the_first_sleep_after_stop_returns_early() -> None:
    """Stop ends a sleep, without an error: the loop's condition comes next."""
    fake = FakeBackend(stop_at_s=1.0)
    robot = Robot(fake)

    robot.sleep(5.0)

    assert fake.now_ticks() == 100
    assert not robot.is_active()


def test_the_second_sleep_after_stop_ends_the_program() -> None:
    """A loop that does not ask ``active`` ends at its second sleep."""
    fake = FakeBackend(stop_at_s=1.0)
    robot = Robot(fake)
    robot.sleep(5.0)

    with pytest.raises(ControllerStopped, match=r"while self\.active"):
        robot.sleep(5.0)


def test_cleaning_up_after_stop_is_allowed() -> None:
    """After Stop there are a thousand calls for cleaning up."""
    fake = FakeBackend(stop_at_s=0.0)
    robot = Robot(fake)
    robot.is_active()

    repeat(CALLS["proximity"], robot, CALLS_AFTER_STOP)

    assert fake.now_ticks() == 0


def test_going_on_after_stop_ends_the_program() -> None:
    """The call after the thousandth raises, and so does every later one."""
    robot = Robot(FakeBackend(stop_at_s=0.0))
    robot.is_active()
    repeat(CALLS["proximity"], robot, CALLS_AFTER_STOP)

    with pytest.raises(ControllerStopped):
        CALLS["proximity"](robot)
    with pytest.raises(ControllerStopped):
        CALLS["led"](robot)


@pytest.mark.parametrize(
    "call",
    [CALLS["proximity"], CALLS["ambient"], CALLS["speeds"], lambda robot: robot.sleep(1)],
    ids=["proximity", "ambient", "set_speeds", "sleep"],
)
def test_another_thread_is_refused(call) -> None:
    """Only the controller's own thread may talk to the robot."""
    robot = Robot(FakeBackend())
    caught: list[BaseException] = []

    def work() -> None:
        try:
            call(robot)
        except Misuse as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(timeout=5.0)

    assert "own thread" in str(caught[0])


def test_another_thread_may_ask_whether_to_go_on() -> None:
    """A thread that a program started learns from ``active`` when to end, at no cost."""
    robot = Robot(FakeBackend())
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(robot.is_active()))

    thread.start()
    thread.join(timeout=5.0)

    assert answers == [True]
    assert robot.calls_left == CALLS_PER_TICK - 1


REFUSED_SLEEPS = {
    "negative sleep": (lambda r: r.sleep(-1), "`seconds` is -1"),
    "long sleep": (lambda r: r.sleep(1e300), "`seconds` is 1e.300"),
    "huge sleep": (lambda r: r.sleep(10**400), "`seconds` is 1000"),
    "no sleep": (lambda r: r.sleep("1"), "`seconds` is '1'"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED_SLEEPS.values(), ids=REFUSED_SLEEPS)
def test_a_sleep_that_cannot_be_is_refused(call, message: str) -> None:
    """The message says how long a sleep may be; no time passes."""
    fake = FakeBackend()

    with pytest.raises(Misuse, match=message):
        call(Robot(fake))

    assert fake.now_ticks() == 0


@pytest.mark.parametrize("name", ["time", "active"])
def test_a_loop_that_only_asks_is_noticed_once(name: str) -> None:
    """Three seconds of only ``active`` or ``time`` are remarked on, and no more."""
    told: list[str] = []
    robot = Robot(FakeBackend(), on_only_asking=lambda: told.append("asks"))

    repeat(CALLS[name], robot, ASKING_TICKS * CALLS_PER_TICK - 1)
    before = len(told)
    repeat(CALLS[name], robot, 2 * ASKING_TICKS * CALLS_PER_TICK)

    assert (before, told) == (0, ["asks"])


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"time", "active"}))
def test_a_loop_that_does_something_is_not_remarked_on(name: str) -> None:
    """A reading, an order or a wait now and then is enough."""
    told: list[str] = []
    robot = Robot(FakeBackend(), on_only_asking=lambda: told.append("asks"))

    repeat(CALLS["active"], robot, (ASKING_TICKS - 1) * CALLS_PER_TICK)
    repeat(CALLS[name], robot, 1)
    repeat(CALLS["active"], robot, (ASKING_TICKS - 1) * CALLS_PER_TICK)

    assert told == []


def test_what_is_said_without_end_is_cut_short_in_each_second() -> None:
    """As what is printed is: the rest of the second is told once, and the next one starts again."""
    fake = FakeBackend()
    robot = Robot(fake)
    for _ in range(2 * LINES_PER_SECOND):
        robot.say("here")
    robot.sleep(1.0)
    robot.say("again")

    said = [one.command.text for one in fake.commands if isinstance(one.command, Say)]
    assert said == ["here"] * LINES_PER_SECOND + [CUT_SHORT, "again"]
