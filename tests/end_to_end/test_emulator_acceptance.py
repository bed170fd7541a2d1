from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.end_to_end.emulator_bench import HandClockRobot
from wsusim.emulator.emulation import EMPTY_ARENA
from wsusim.model.geometry import Pose
from wsusim.model.world import RobotStart, Wall


@pytest.fixture
def robot():
    """Return a robot alone in an empty arena."""
    robot = HandClockRobot()
    yield robot
    robot.close()


@pytest.fixture(scope="module")
def standing_robot():
    """Return a robot that several tests share; none of them lets time pass."""
    robot = HandClockRobot()
    yield robot
    robot.close()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"B\r", b"b,5.02,5.01\r\n"),
        (b"B\n", b"b,5.02,5.01\r\n"),
        (b"B\r\n", b"b,5.02,5.01\r\n"),
        (b"E \n", b"e,0,0\r\n"),
        (b"E\n", b"e,0,0\r\n"),
        (b"D, 5, -5\n", b"d\r\n"),
        (b"D,5.08,5\n", b"d\r\n"),
        (b"\r\n", b""),
        (b"T,9,B\n", b"z,Turret order not supported\r\n"),
        (b"T\n", b"z,Protocol error\r\n"),
        (b"D\n", b"z,Protocol error\r\n"),
        (b"D,1\n", b"z,Protocol error\r\n"),
        (b"D,a,b\n", b"z,Protocol error\r\n"),
        (b"D,1,2,3\n", b"z,Protocol error\r\n"),
        (b"X\n", b"Command not found\r\n"),
        (b"hello\n", b"Command not found\r\n"),
        (b"N" + b"N\n", b"Command not found\r\n"),
    ],
)
def test_the_answer_is_to_the_letter(standing_robot, line, answer):
    """The quick acceptance list, line by line."""
    assert standing_robot.ask(line) == answer


def test_seven_commands_in_one_write_have_seven_answers_in_order(robot):
    """Pipelined commands keep their order."""
    answers = robot.ask(b"N\nO\nH\nE\nK\nT,1,G\nT,1,F\n").splitlines()

    assert [answer.split(b",")[0] for answer in answers[:5]] == [b"n", b"o", b"h", b"e", b"k"]
    assert [answer.rsplit(b",", 1)[0] for answer in answers[5:]] == [b"t,1,g", b"t,1,f"]


def test_ambient_light_has_the_letter_o(robot):
    """All drivers want o, whatever one manual prints."""
    assert robot.ask(b"O\n").startswith(b"o,")


def test_fifty_orders_in_a_burst_have_fifty_answers(robot):
    """Orders closer than 20 ms are not lost."""
    assert robot.ask(b"D,1,1\n" * 50) == b"d\r\n" * 50


def test_the_arm_goes_where_it_is_sent(robot):
    """T,1,E,249; after a second T,1,H,1 says 249."""
    assert robot.ask(b"T,1,E,249\n") == b"t,1,e\r\n"

    robot.wait(1.0)

    assert robot.ask(b"T,1,H,1\n") == b"t,1,h,249\r\n"


def test_counters_wrap_to_negative_numbers(robot):
    """Driving on beyond 2^31 - 1 gives negative counters."""
    robot.ask(b"G,2147483640,2147483640\nD,5,5\n")

    robot.wait(1.0)

    left, right = robot.numbers(b"H\n")
    assert -(2**31) <= left < -(2**31) + 600
    assert -(2**31) <= right < -(2**31) + 600


def test_counters_wrap_to_positive_numbers_when_reversing(robot):
    """Reversing below -2^31 gives positive counters; the other wheel's goes on below 0."""
    robot.ask(b"G,-2147483648,0\nD,-5,-5\n")

    robot.wait(1.0)

    left, right = robot.numbers(b"H\n")
    assert 2**31 - 600 < left < 2**31
    assert -600 < right < 0


def test_a_thousand_pulses_are_80_mm(robot):
    """C,1000,1000 from zero ends on target near 1000, and the robot has moved 80 mm."""
    before = robot.simulation.snapshot().robots[0].pose
    robot.ask(b"G,0,0\nC,1000,1000\n")

    robot.wait(6.0)

    motion = robot.numbers(b"K\n")
    assert (motion[0], motion[3]) == (1, 1)
    assert (motion[1], motion[4]) == (1, 1)
    assert robot.numbers(b"H\n") == pytest.approx((1000, 1000), abs=10)
    after = robot.simulation.snapshot().robots[0].pose
    moved_mm = math.dist((before.x_mm, before.y_mm), (after.x_mm, after.y_mm))
    assert moved_mm == pytest.approx(80.0, abs=1.5)


def test_five_pulses_a_tick_for_one_second_are_40_mm(robot):
    """D,5,5 for 1 s moves the robot 40 mm, less the start."""
    before = robot.simulation.snapshot().robots[0].pose
    robot.ask(b"D,5,5\n")

    robot.wait(1.0)

    after = robot.simulation.snapshot().robots[0].pose
    assert after.x_mm - before.x_mm == pytest.approx(40.0, abs=1.5)


def test_an_led_switched_over_twice_is_as_before(robot):
    """L,0,2 twice."""
    assert robot.ask(b"L,0,2\n") == b"l\r\n"
    assert robot.simulation.snapshot().robots[0].leds == (True, False)

    assert robot.ask(b"L,0,2\n") == b"l\r\n"

    assert robot.simulation.snapshot().robots[0].leds == (False, False)


def test_low_negative_speeds_are_kept(robot):
    """D,-1,2; then E says -1,2."""
    robot.ask(b"D,-1,2\n")

    robot.wait(0.5)

    assert robot.ask(b"E\n") == b"e,-1,2\r\n"


def test_counters_set_while_moving_have_no_offset(robot):
    """D,5,5; G,0,0; right after, H is near zero, and goes on from there."""
    robot.ask(b"D,5,5\n")
    robot.wait(1.0)
    robot.ask(b"G,0,0\n")

    robot.wait(0.1)

    assert robot.numbers(b"H\n") == pytest.approx((50, 50), abs=10)


def test_speeds_beyond_the_motors_are_clamped(robot):
    """D,4000,4000 is D,127,127."""
    assert robot.ask(b"D,4000,4000\n") == b"d\r\n"

    robot.wait(0.6)

    assert max(robot.numbers(b"E\n")) <= 127


def test_restart_stops_and_says_the_banner(robot):
    """After restart the robot stands, its counters are at zero, and it has said its banner."""
    robot.ask(b"D,5,5\n")
    robot.wait(0.5)

    answer = robot.ask(b"restart\n")
    robot.wait(0.5)

    assert answer.splitlines()[-1] == b"Serial Communication Protocol"
    assert robot.ask(b"E\n") == b"e,0,0\r\n"
    assert robot.numbers(b"H\n") == pytest.approx((0, 0), abs=15)


def test_an_unread_answer_is_found_before_the_next_one(robot):
    """L,0,1 unread, then N: first comes l. memory, then B: the version is last."""
    assert robot.ask(b"L,0,1\nN\n").splitlines()[0] == b"l"
    assert robot.ask(b"memory\nB\n").splitlines()[-1] == b"b,5.02,5.01"


@pytest.mark.parametrize(
    ("heading_deg", "sensors"),
    [(0.0, {2, 3}), (90.0, {5}), (180.0, {6, 7}), (-90.0, {0})],
    ids=["ahead", "right", "behind", "left"],
)
def test_an_obstacle_is_seen_by_the_sensor_on_its_side(heading_deg, sensors):
    """Left 90 is number 0, left 10 and right 10 are 2 and 3, right 90 is 5, the back 6 and 7."""
    wall = Wall(1, 700.0, 500.0, 700.0, 700.0)
    start = RobotStart(2, Pose(645.0, 600.0, math.radians(heading_deg)))
    robot = HandClockRobot(replace(EMPTY_ARENA, walls=(wall,), robots=(start,), next_id=3))

    proximity = robot.numbers(b"N\n")

    robot.close()
    strongest = {index for index, value in enumerate(proximity) if value == max(proximity)}
    assert strongest == sensors


def test_the_camera_sends_its_picture(robot):
    """64 pixels over the wire, each 0 to 255."""
    pixels = robot.ask(b"T,2,N\n").split(b",")[3:]

    assert len(pixels) == 64
    assert all(0 <= int(pixel) <= 255 for pixel in pixels)
