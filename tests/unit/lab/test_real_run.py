"""What ends a run on a real robot: it is stuck, or can't be steered any more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from wsusim.lab.real_run import Breakdown, RealRunJudge
from wsusim.model.commands import SetCounters, SetSpeeds, SetTargets
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.world import Arena, Cap, RobotStart, World
from wsusim.recording.notes import Reading
from wsusim.runs.observer import RunStart
from wsusim.runs.request import RunRequest

WORLD = World(
    "bare", Arena.rectangle(400.0, 300.0), robots=(RobotStart(1, Pose(200.0, 150.0)),), next_id=2
)
FREE = (0, 5, 0, 0, 3, 0, 0, 0)
WALL_AHEAD = (0, 600, 1023, 1023, 90, 0, 0, 0)
WALL_BEHIND = (0, 0, 0, 0, 0, 0, 1023, 1020)
WALL_BESIDE = (1023, 1023, 40, 0, 0, 0, 0, 0)


class Drive:
    """A real robot that is asked for its counters and proximities every 100 ms."""

    def __init__(self, world: World = WORLD, address: str | None = "serial:/dev/robot") -> None:
        self.found: list[Breakdown] = []
        self.judge = RealRunJudge(self.found.append)
        request = RunRequest(("driver.py",), world, real_robot=address)
        nothing: Any = None
        self.judge.started(RunStart(request, nothing, world, nothing, 1, False, {}))
        self.tick = 0
        self._counters = [0.0, 0.0]

    def order(self, *speeds: int) -> Drive:
        """Order speeds."""
        self.judge.given(self.tick, 0, SetSpeeds(*speeds))
        return self

    def go(self, seconds: float, turns: tuple[float, float], near: tuple[int, ...] = FREE) -> Drive:
        """Let time pass; the wheels turn so many pulses a tick."""
        for _ in range(round(10 * seconds)):
            self.tick += 10
            self._counters = [
                was + 10 * more for was, more in zip(self._counters, turns, strict=True)
            ]
            counters = tuple(map(round, self._counters))
            self.judge.answered(Reading(self.tick, 0, Quantity.POSITIONS, counters, 0, False))
            self.judge.answered(Reading(self.tick, 0, Quantity.PROXIMITY, near, 0, False))
        return self

    @property
    def kinds(self) -> list[str]:
        """What was found."""
        return [one.kind for one in self.found]


def test_wheels_that_dont_follow_their_orders_are_stuck() -> None:
    """After 5 s, with the reason for people."""
    drive = Drive().order(8, 8).go(3.0, (8, 8)).go(4.9, (1, 1))

    assert drive.found == []
    (found,) = drive.go(0.2, (1, 1)).found
    assert found.text == (
        "The robot got stuck at 8 s: its wheels hardly turned for 5 s, though your program told "
        "them to. Something holds it, probably a wall. Use the sensors to keep clear. It was "
        "stopped."
    )


def test_one_blocked_wheel_is_enough() -> None:
    """A robot that is held at one side turns round it."""
    assert Drive().order(5, 5).go(6.0, (5, 0)).kinds == ["stuck"]


def test_a_robot_that_was_told_to_stand_is_not_stuck() -> None:
    """It does what it was told."""
    assert Drive().order(0, 0).go(20.0, (0, 0)).kinds == []


def test_a_short_push_is_forgiven() -> None:
    """A robot that turns away in time goes on."""
    drive = Drive()
    for _ in range(4):
        drive.order(5, 5).go(4.0, (0.6, 0.6), WALL_AHEAD).order(-5, -5).go(1.0, (-5, -5))

    assert drive.kinds == []


def test_time_without_answers_is_not_judged() -> None:
    """A client that says nothing for 15 s asks for nothing: the first answer is no evidence."""
    drive = Drive()
    drive.tick = 1500

    assert drive.go(4.9, (0, 0)).order(5, 5).go(4.9, (0, 0)).kinds == []
    assert drive.go(0.2, (0, 0)).kinds == ["stuck"]


def test_what_is_near_says_nothing_of_wheels() -> None:
    """Only counters do."""
    drive = Drive().order(5, 5)
    drive.judge.answered(Reading(1500, 0, Quantity.PROXIMITY, FREE, 0, False))

    assert drive.kinds == []


def test_counters_that_were_set_are_not_taken_for_a_move() -> None:
    """Nor for one that did not happen."""
    drive = Drive().order(5, 5).go(4.0, (5, 5))
    drive.judge.given(drive.tick, 0, SetCounters(0, 0))
    drive._counters = [0.0, 0.0]

    assert drive.go(4.0, (5, 5)).kinds == []


def test_wheels_on_their_way_to_a_target_are_not_judged() -> None:
    """They stand when they are there."""
    drive = Drive()
    drive.judge.given(0, 0, SetTargets(1000, 1000))

    assert drive.go(20.0, (0, 0)).kinds == []


@pytest.mark.parametrize(("speed", "near"), [(5, WALL_AHEAD), (-5, WALL_BEHIND)])
def test_wheels_that_slip_at_a_wall_are_found_by_what_is_seen(
    speed: int, near: tuple[int, ...]
) -> None:
    """The counters go on, and what is near stays near."""
    drive = Drive().order(speed, speed).go(2.0, (speed, speed)).go(4.9, (speed, speed), near)

    assert drive.found == []
    (found,) = drive.go(0.3, (speed, speed), near).found
    assert "nothing it sees has changed" in found.text


@pytest.mark.parametrize("near", [WALL_BESIDE, WALL_BEHIND])
def test_what_is_near_elsewhere_is_not_pushed(near: tuple[int, ...]) -> None:
    """A robot may drive along a wall, or away from it."""
    assert Drive().order(5, 5).go(20.0, (5, 5), near).kinds == []


def test_a_robot_that_turns_before_a_wall_is_not_stuck() -> None:
    """Turning takes it away."""
    assert Drive().order(3, -3).go(20.0, (3, -3), WALL_AHEAD).kinds == []


def test_where_things_give_way_they_may_be_pushed_as_far_as_the_arena_goes() -> None:
    """The longest possible push is 500 mm here."""
    drive = Drive(replace(WORLD, caps=(Cap(7, 100.0, 100.0),)))

    assert drive.order(10, 10).go(5.0, (10, 10), WALL_AHEAD).kinds == []
    assert drive.go(2.0, (10, 10), WALL_AHEAD).kinds == ["stuck"]


def test_a_robot_may_carry_a_thing_in_circles() -> None:
    """It is always before it, and the robot never further away than the arena is long."""
    drive = Drive(replace(WORLD, caps=(Cap(7, 100.0, 100.0),)))

    assert drive.order(10, 7).go(60.0, (10, 7), WALL_AHEAD).kinds == []


def test_a_lost_link_ends_the_run() -> None:
    """Neither program nor computer is blamed, and the teacher is told what to look at."""
    drive = Drive().order(5, 5).go(2.0, (5, 5))
    drive.judge.link_lost(230, "It has stopped answering. Check the cable.")

    assert drive.found == [
        Breakdown(
            "lost link",
            "The link to the robot was lost at 2 s. This is not your program's fault: tell your "
            "teacher. It has stopped answering. Check the cable.",
            "It has stopped answering. Check the cable.",
        )
    ]


def test_answers_that_come_too_slowly_end_the_run() -> None:
    """Five a second are needed."""
    drive = Drive()
    for tick in range(0, 300, 25):
        drive.judge.exchanged(tick, 0.25)

    (found,) = drive.found
    assert found.kind == "slow answers"
    assert found.text.startswith("The robot answered too slowly at 3 s: 4.0 times a second")
    assert found.about_robot.startswith("It answered too slowly: 4.0 times a second. Look at the")


def test_a_single_slow_answer_is_forgiven() -> None:
    """The others made up for it."""
    drive = Drive()
    for tick in range(0, 3000, 50):
        drive.judge.exchanged(tick, 0.55)
        for _ in range(20):
            drive.judge.exchanged(tick, 0.02)

    assert drive.kinds == []


def test_only_time_spent_waiting_counts() -> None:
    """A program that asks seldom is not slow."""
    drive = Drive()
    for tick in range(0, 30_000, 100):
        drive.judge.exchanged(tick, 0.05)

    assert drive.kinds == []


def test_it_is_told_once() -> None:
    """What comes afterwards is no news."""
    drive = Drive().order(8, 8).go(20.0, (1, 1))
    drive.judge.link_lost(drive.tick, "Gone.")

    assert drive.kinds == ["stuck"]


def test_simulated_robots_are_not_judged() -> None:
    """What they do was seen before."""
    drive = Drive(address=None).order(8, 8).go(20.0, (0, 0), WALL_AHEAD)
    drive.judge.link_lost(drive.tick, "Gone.")

    assert drive.kinds == []


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, "lost link"),
        ({"late_s": lambda _: 0.1}, "lost link"),
        ({"late_s": lambda _: 0.2}, "busy computer"),
        ({"is_emulated": True}, "busy computer"),
    ],
)
def test_the_cable_is_not_blamed_for_what_the_computer_did(
    options: dict[str, Any], kind: str
) -> None:
    """An emulated robot has no cable, and late answers may be due to a busy computer."""
    drive = Drive()
    drive.judge = RealRunJudge(drive.found.append, **options)
    nothing: Any = None
    request = RunRequest(("driver.py",), WORLD, real_robot="serial:/dev/robot")
    drive.judge.started(RunStart(request, nothing, WORLD, nothing, 1, False, {}))
    drive.judge.link_lost(300, "It does not answer. Check the cable.")

    assert drive.kinds == [kind]
    assert ("cable" in drive.found[0].text) is (kind == "lost link")


def slow(late_share: float) -> str:
    """Return the verdict on two answers a second, of which the computer was late a share."""
    drive = Drive()
    drive.judge = RealRunJudge(drive.found.append, lambda seconds: late_share * seconds)
    nothing: Any = None
    request = RunRequest(("driver.py",), WORLD, real_robot="serial:/dev/robot")
    drive.judge.started(RunStart(request, nothing, WORLD, nothing, 1, False, {}))
    for tick in range(0, 600, 50):
        drive.judge.exchanged(tick, 0.5)
    return drive.kinds[0]


def test_slow_answers_of_a_busy_computer_are_its_own_fault() -> None:
    """Without the computer's lateness there would have been ten answers a second."""
    assert slow(late_share=0.8) == "busy computer"


def test_a_cable_that_loses_is_at_fault_on_a_busy_computer_too() -> None:
    """Without the computer's lateness there would have been four answers a second: too few."""
    assert slow(late_share=0.5) == "slow answers"
