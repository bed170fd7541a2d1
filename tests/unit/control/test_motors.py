"""The wheels: orders, counters, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from wsusim.backends.contract import RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse, MisuseType, MisuseValue
from wsusim.model.commands import (
    SetCounters,
    SetProfile,
    SetSpeeds,
    SetTargets,
)
from wsusim.robots import SHIPPED


def last(fake: FakeBackend) -> object:
    """Return the order given last."""
    return fake.commands[-1].command


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ((3, -4), SetSpeeds(3, -4)),
        ((127, -127), SetSpeeds(127, -127)),
        ((3.4, -3.6), SetSpeeds(3, -4)),
        ((2.5, 3.5), SetSpeeds(2, 4)),
        ((127.4, 0), SetSpeeds(127, 0)),
        ((np.int32(5), np.float64(6.2)), SetSpeeds(5, 6)),
        ((np.float32(-1.0), Fraction(7, 2)), SetSpeeds(-1, 4)),
        ((np.array(5), np.array(-6.2)), SetSpeeds(5, -6)),
    ],
)
def test_speeds_are_rounded_numbers(
    fake: FakeBackend, robot: Robot, given: tuple[float, float], sent: SetSpeeds
) -> None:
    """Every kind of real number goes; it is rounded to a plain whole one."""
    robot.motors.set_speeds(*given)

    assert last(fake) == sent
    assert {type(sent.left), type(sent.right)} == {int}


@pytest.mark.parametrize("speed", [128, -128, 250, 127.6, pytest.param(10**400, id="huge")])
def test_speeds_out_of_range(fake: FakeBackend, robot: Robot, speed: float) -> None:
    """The message names the wheel, the value and the range; nothing is sent."""
    with pytest.raises(MisuseValue, match=r"`right` is .*-127 to 127\. 1 is 8 mm/s"):
        robot.motors.set_speeds(0, speed)

    assert fake.commands == []


def test_the_message_of_a_speed_out_of_range(robot: Robot) -> None:
    """The whole sentence, as the manual shows it."""
    with pytest.raises(MisuseValue) as caught:
        robot.motors.set_speeds(250, 0)

    assert str(caught.value).startswith("`left` is 250, but a Khepera I's motor takes -127 to 127.")


@pytest.mark.parametrize("speed", [float("nan"), float("inf"), float("-inf")])
def test_speeds_that_are_no_quantity(robot: Robot, speed: float) -> None:
    """NaN and infinity are refused with where to look."""
    with pytest.raises(MisuseValue, match="division by zero"):
        robot.motors.set_speeds(speed, 0)


@pytest.mark.parametrize(
    "speed", ["3", None, True, [3], (3, 3), 1j, np.array([3, 4]), np.True_, np.array(True)]
)
def test_speeds_of_the_wrong_kind(robot: Robot, speed: object) -> None:
    """What is no number is refused, truth values too, also after an equal number was sent."""
    robot.motors.set_speeds(1, 1)

    with pytest.raises(MisuseType, match=r"`left` is .* takes a number"):
        robot.motors.set_speeds(speed, 1)  # type: ignore[arg-type]


def test_the_same_speeds_are_sent_again(fake: FakeBackend, robot: Robot) -> None:
    """An order is never left out because it is the same as the last."""
    robot.motors.set_speeds(3, 3)
    robot.motors.set_speeds(3, 3)

    assert [sent.command for sent in fake.commands] == [SetSpeeds(3, 3), SetSpeeds(3, 3)]


def test_many_different_speeds(fake: FakeBackend, robot: Robot) -> None:
    """However many orders a program invents, each is sent as given."""
    wanted = [(left, right) for left in range(-40, 40) for right in (-3, 0, 5, left)]

    sent = [robot.motors.set_speeds(*pair) for pair in wanted]

    assert len(sent) == len(fake.commands) == len(wanted)
    assert [(c.command.left, c.command.right) for c in fake.commands] == wanted  # type: ignore[union-attr]


ORDERS = {
    "stop": (lambda robot: robot.motors.stop(), SetSpeeds(0, 0)),
    "reset": (lambda robot: robot.motors.reset_positions(), SetCounters(0, 0)),
    "positions": (lambda robot: robot.motors.set_positions(5, -6), SetCounters(5, -6)),
    "move_to": (lambda robot: robot.motors.move_to(1000, 999.6), SetTargets(1000, 1000)),
    "profile": (lambda robot: robot.motors.set_profile(30, 32), SetProfile(30, 32, 30, 32)),
    "default profile": (lambda robot: robot.motors.set_profile(), SetProfile(20, 64, 20, 64)),
}


@pytest.mark.parametrize(("call", "command"), ORDERS.values(), ids=ORDERS)
def test_each_method_sends_its_order(fake: FakeBackend, robot: Robot, call, command) -> None:
    """One call, one order."""
    call(robot)

    assert [sent.command for sent in fake.commands] == [command]


READINGS = {
    "left_speed": ({"speeds": [4, -5]}, lambda robot: robot.motors.left_speed, 4),
    "right_speed": ({"speeds": [4, -5]}, lambda robot: robot.motors.right_speed, -5),
    "left_position": ({"positions": [7, 8]}, lambda robot: robot.motors.left_position, 7),
    "right_position": ({"positions": [7, 8]}, lambda robot: robot.motors.right_position, 8),
    "on target": ({"motion": [1, 1, 0, 1, 1, 0]}, lambda robot: robot.motors.is_on_target, True),
    "left late": ({"motion": [0, 1, 9, 1, 1, 0]}, lambda robot: robot.motors.is_on_target, False),
    "right late": ({"motion": [1, 1, 0, 0, 1, 9]}, lambda robot: robot.motors.is_on_target, False),
}


@pytest.mark.parametrize(("script", "ask", "answer"), READINGS.values(), ids=READINGS)
def test_each_property_reads_its_quantity(script, ask, answer) -> None:
    """Properties give what the robot says, as numbers or truth values."""
    robot = Robot(FakeBackend({0.0: script}))

    assert ask(robot) == answer
    assert type(ask(robot)) is type(answer)


REFUSED = {
    "target": (lambda r: r.motors.move_to(2**23, 0), r"`left` is 8388608.*-8388606 to 8388606"),
    "counter": (lambda r: r.motors.set_positions(0, 2**31), "`right` is 2147483648"),
    "speed": (lambda r: r.motors.set_profile(0), "`speed` is 0.*1 to 127"),
    "acceleration": (lambda r: r.motors.set_profile(20, 256), "`acceleration` is 256.*1 to 255"),
    "set misspelt": (lambda r: setattr(r.motors, "left_sped", 4), "Did you mean `left_speed`"),
    "set speed": (lambda r: setattr(r.motors, "left_speed", 4), "set_speeds"),
    "set position": (lambda r: setattr(r.motors, "left_position", 4), "set_positions"),
    "set method": (lambda r: setattr(r.motors, "set_speeds", (3, 3)), r"set_speeds\(3, 3\)"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []


@pytest.mark.parametrize(
    ("kind", "speeds"), [("khepera1", (5, -5)), ("epuck", (311, -311)), ("thymio", (120, -120))]
)
def test_millimetres_a_second_are_the_same_on_every_robot(kind, speeds) -> None:
    """40 mm/s in the unit of each kind: 8 mm/s, a step a second, 0.332 mm/s."""
    fake = FakeBackend()

    Robot(fake, RobotInfo(0, kind, "fake")).motors.set_speeds_mm_s(40, -40)

    assert fake.speeds == speeds


def test_a_speed_beyond_the_robots_own_is_refused() -> None:
    """Each kind has its range, in both units."""
    motors = Robot(FakeBackend(), RobotInfo(0, "epuck", "fake")).motors

    with pytest.raises(MisuseValue, match=r"an e-puck's motor takes -1000 to 1000\. 1 is 0\.1288"):
        motors.set_speeds(1001, 0)
    with pytest.raises(MisuseValue, match=r"`left` is 200 mm/s, .*-128\.8 to 128\.8 mm/s"):
        motors.set_speeds_mm_s(200, 0)
    assert motors.top_speed_mm_s == pytest.approx(128.8)


def test_a_way_has_the_usual_speed_of_a_khepera_on_every_robot() -> None:
    """160 mm/s, or the robot's top speed; a Khepera's 20."""
    profiles = [Robot(FakeBackend(), RobotInfo(0, kind, "fake")).profile for kind in SHIPPED]

    assert [profile.left_speed for profile in profiles] == [20, 20, 1000, 482]


@pytest.mark.parametrize(
    ("order", "measured", "seconds", "answer"),
    [
        ((5, 5), (0, 5), 0.5, True),
        ((-5, -5), (-5, -1), 0.5, True),
        ((5, 5), (5, 4), 0.5, False),
        ((5, 5), (0, 0), 0.1, False),
        ((0, 0), (0, 0), 0.5, False),
    ],
)
def test_a_wheel_that_is_held_back(
    order: tuple[int, int], measured: tuple[int, int], seconds: float, answer: bool
) -> None:
    """It has been slower than half of its order, and not only just begun."""
    fake = FakeBackend({0.0: {"speeds": measured}})
    robot = Robot(fake)
    robot.motors.set_speeds(*order)
    robot.sleep(seconds)

    assert robot.motors.is_blocked is answer


def test_an_epuck_cannot_tell() -> None:
    """Its wheels count the steps that were ordered."""
    with pytest.raises(Misuse, match="an e-puck, whose wheels can't tell"):
        _ = Robot(FakeBackend(), RobotInfo(0, "epuck", "fake")).motors.is_blocked
