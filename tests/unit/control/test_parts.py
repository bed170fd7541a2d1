"""Sensors, motors, gripper, LEDs and drawing: values, names, and what misuse is answered with."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from wsusim.backends.contract import LineTimes
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.control.sensors import SENSOR_NAMES
from wsusim.errors import Misuse, MisuseAttribute, MisuseIndex, MisuseType, MisuseValue
from wsusim.model.commands import (
    ClearDrawing,
    Draw,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetProfile,
    SetSpeeds,
    SetTargets,
)
from wsusim.robots.khepera1 import KHEPERA_1

PROXIMITY = [10, 11, 12, 13, 14, 15, 16, 17]
AMBIENT = [500, 501, 502, 503, 504, 505, 506, 507]


@pytest.fixture
def fake() -> FakeBackend:
    """Give a robot whose sensors all read differently."""
    return FakeBackend({0.0: {"proximity": PROXIMITY, "ambient": AMBIENT}})


@pytest.fixture
def robot(fake: FakeBackend) -> Robot:
    """Give its parts."""
    return Robot(fake)


def last(fake: FakeBackend) -> object:
    """Return the order given last."""
    return fake.commands[-1].command


def test_sensor_names_are_those_of_the_robot() -> None:
    """The names in the API are those of the robot's table, in its order."""
    assert tuple(mount.name for mount in KHEPERA_1.sensors) == SENSOR_NAMES


def test_how_slow_the_line_is_can_be_asked(fake: FakeBackend, robot: Robot) -> None:
    """The age of the distances, and how long the last exchange took; 0 without a line."""
    assert (robot.sensors.age, robot.sensors.exchange_time) == (0.0, 0.0)

    fake.line_times = lambda: LineTimes(0.024, 0.12)  # type: ignore[method-assign]

    assert (robot.sensors.age, robot.sensors.exchange_time) == (0.12, 0.024)


@pytest.mark.parametrize("index", range(8))
def test_sensors_by_number_and_by_name_are_the_same(robot: Robot, index: int) -> None:
    """``sensors[i]`` and the sensor of that name are one."""
    by_name = getattr(robot.sensors, SENSOR_NAMES[index])

    assert by_name is robot.sensors[index]
    assert (by_name.proximity, by_name.ambient) == (PROXIMITY[index], AMBIENT[index])
    assert by_name.name == SENSOR_NAMES[index]


def test_all_sensors_at_once(robot: Robot) -> None:
    """``proximities`` and ``ambients`` are lists of eight; ``len`` and loops work."""
    assert robot.sensors.proximities == PROXIMITY
    assert robot.sensors.ambients == AMBIENT
    assert len(robot.sensors) == 8
    assert [sensor.proximity for sensor in robot.sensors] == PROXIMITY


def test_the_names_of_older_programs_still_work(robot: Robot) -> None:
    """``distance`` and ``light`` read what ``proximity`` and ``ambient`` read."""
    sensors = robot.sensors

    assert (sensors[1].distance, sensors[1].light) == (sensors[1].proximity, sensors[1].ambient)
    assert (sensors.distances, sensors.lights) == (sensors.proximities, sensors.ambients)


def test_nobody_is_told_of_the_names_of_older_programs(robot: Robot) -> None:
    """A misspelt name is answered with the names of today."""
    with pytest.raises(MisuseAttribute, match=r"It has: ambient, name, proximity\.$"):
        robot.sensors[0].colour = 3  # type: ignore[attr-defined]


def test_the_list_of_readings_is_the_students_own(robot: Robot) -> None:
    """Changing the list does not change what is read next."""
    robot.sensors.proximities.clear()

    assert robot.sensors.proximities == PROXIMITY


def test_negative_numbers_count_on_round_the_robot(robot: Robot) -> None:
    """``sensors[-1]`` is the neighbour of ``sensors[0]``."""
    assert robot.sensors[-1] is robot.sensors.back_left


def test_slices_are_tuples_of_sensors(robot: Robot) -> None:
    """``sensors[0:3]`` are the three on the left."""
    assert [sensor.proximity for sensor in robot.sensors[0:3]] == [10, 11, 12]


def test_numpy_numbers_are_numbers(robot: Robot) -> None:
    """An index from numpy works."""
    assert robot.sensors[np.int64(3)].proximity == 13  # type: ignore[call-overload]


@pytest.mark.parametrize("index", [8, -9, 100])
def test_a_sensor_that_is_not_there(robot: Robot, index: int) -> None:
    """The message names the number and those there are."""
    with pytest.raises(MisuseIndex, match=rf"no sensor {index}.*0 to 7"):
        robot.sensors[index]


@pytest.mark.parametrize("index", [2.0, None, "2", (1, 2)])
def test_an_index_of_the_wrong_kind(robot: Robot, index: object) -> None:
    """The message says what an index is."""
    with pytest.raises(MisuseType, match="0 to 7"):
        robot.sensors[index]  # type: ignore[call-overload]


def test_a_name_as_index(robot: Robot) -> None:
    """A name in brackets is answered with the way to write it."""
    with pytest.raises(MisuseType, match=r"sensors\.front_left"):
        robot.sensors["frontleft"]  # type: ignore[call-overload]


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

    assert str(caught.value).startswith("`left` is 250, but a Khepera's motor takes -127 to 127.")


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
    "up": (lambda robot: robot.gripper.raise_arm(), SetArm(180)),
    "down": (lambda robot: robot.gripper.lower_arm(), SetArm(249)),
    "arm": (lambda robot: robot.gripper.move_arm(200), SetArm(200)),
    "open": (lambda robot: robot.gripper.open(), SetGrip(closed=False)),
    "close": (lambda robot: robot.gripper.close(), SetGrip(closed=True)),
    "led on": (lambda robot: robot.leds[0].on(), SetLed(0, 1)),
    "led off": (lambda robot: robot.leds.frontal.off(), SetLed(1, 0)),
    "led toggle": (lambda robot: robot.leds.lateral.toggle(), SetLed(0, 2)),
    "line": (
        lambda robot: robot.draw.line([(1, 2), (3, 4)], colour="red"),
        Draw("line", ((1.0, 2.0), (3.0, 4.0)), "red"),
    ),
    "dots": (lambda robot: robot.draw.dots([(1, 2)]), Draw("dots", ((1.0, 2.0),), "blue")),
    "text": (
        lambda robot: robot.draw.text((1, 2), 42, colour="#00ff7f"),
        Draw("text", ((1.0, 2.0),), "#00ff7f", "42"),
    ),
    "long text": (
        lambda robot: robot.draw.text((1, 2), "a" * 5000),
        Draw("text", ((1.0, 2.0),), "blue", "a" * 1000),
    ),
    "clear": (lambda robot: robot.draw.clear(), ClearDrawing()),
}


@pytest.mark.parametrize(("call", "command"), ORDERS.values(), ids=ORDERS)
def test_each_method_sends_its_order(fake: FakeBackend, robot: Robot, call, command) -> None:
    """One call, one order."""
    call(robot)

    assert [sent.command for sent in fake.commands] == [command]


@pytest.mark.parametrize(("points", "ticks"), [(1, 0), (900, 0), (1000, 1), (10_000, 10)])
def test_large_figures_take_time(fake: FakeBackend, robot: Robot, points: int, ticks: int) -> None:
    """A loop that only draws moves on in time, so that a recording has room for what it draws."""
    robot.draw.line([(0, 0)] * points)

    assert fake.now_ticks() == ticks


def test_points_without_end_are_refused(robot: Robot) -> None:
    """A generator that never ends is not gathered into memory first."""
    with pytest.raises(MisuseValue, match="10,000 points"):
        robot.draw.dots((x, x) for x in itertools.count())


def test_half_characters_are_drawn_as_their_escapes(fake: FakeBackend, robot: Robot) -> None:
    """What can't be written into a file is shown as Python would write it."""
    robot.draw.text((1, 2), "a\ud800")

    assert fake.commands[-1].command == Draw("text", ((1.0, 2.0),), "blue", "a\\ud800")


PICTURE = [128] * 64
PICTURE[7], PICTURE[40] = 20, 255

READINGS = {
    "left_speed": ({"speeds": [4, -5]}, lambda robot: robot.motors.left_speed, 4),
    "right_speed": ({"speeds": [4, -5]}, lambda robot: robot.motors.right_speed, -5),
    "left_position": ({"positions": [7, 8]}, lambda robot: robot.motors.left_position, 7),
    "right_position": ({"positions": [7, 8]}, lambda robot: robot.motors.right_position, 8),
    "on target": ({"motion": [1, 1, 0, 1, 1, 0]}, lambda robot: robot.motors.is_on_target, True),
    "left late": ({"motion": [0, 1, 9, 1, 1, 0]}, lambda robot: robot.motors.is_on_target, False),
    "right late": ({"motion": [1, 1, 0, 0, 1, 9]}, lambda robot: robot.motors.is_on_target, False),
    "arm_position": ({"arm": [201]}, lambda robot: robot.gripper.arm_position, 201),
    "nothing": ({"object_present": [0]}, lambda robot: robot.gripper.object_present, False),
    "a little": ({"object_present": [99]}, lambda robot: robot.gripper.object_present, False),
    "a cap": ({"object_present": [100]}, lambda robot: robot.gripper.object_present, True),
    "resistivity": ({"resistivity": [77]}, lambda robot: robot.gripper.resistivity, 77),
    "closed": ({"grip": [1]}, lambda robot: robot.gripper.is_closed, True),
    "open": ({"grip": [0]}, lambda robot: robot.gripper.is_closed, False),
    "pixels": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.pixels, PICTURE),
    "brightest": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.brightest, 40),
    "darkest": ({"camera_pixels": PICTURE}, lambda robot: robot.camera.darkest, 7),
    "light": ({"camera_light": [2, 3]}, lambda robot: robot.camera.light, 515),
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
    "arm": (lambda r: r.gripper.move_arm(256), "`position` is 256.*0 to 255"),
    "led": (lambda r: r.leds[2], "no LED 2"),
    "led name": (lambda r: r.leds["frontal"], r"leds\.frontal"),
    "points": (lambda r: r.draw.line(3), "no points"),
    "point": (lambda r: r.draw.text(3, "x"), "no points"),
    "nan point": (lambda r: r.draw.dots([(float("nan"), 0)]), "`x` is nan"),
    "colour": (lambda r: r.draw.dots([(0, 0)], colour="gren"), "Did you mean 'green'"),
    "many points": (lambda r: r.draw.line([(0, 0)] * 10_001), "10,000 points"),
    "no colour": (lambda r: r.draw.dots([(0, 0)], colour=7), "`colour` is 7"),
    "bad code": (lambda r: r.draw.dots([(0, 0)], colour="#12345g"), "#rrggbb"),
    "negative sleep": (lambda r: r.sleep(-1), "`seconds` is -1"),
    "long sleep": (lambda r: r.sleep(1e300), "`seconds` is 1e.300"),
    "huge sleep": (lambda r: r.sleep(10**400), "`seconds` is 1000"),
    "no sleep": (lambda r: r.sleep("1"), "`seconds` is '1'"),
    "set item": (lambda r: r.sensors.__setitem__(2, 5), "can't put 5 into"),
    "set misspelt": (lambda r: setattr(r.motors, "left_sped", 4), "Did you mean `left_speed`"),
    "set speed": (lambda r: setattr(r.motors, "left_speed", 4), "set_speeds"),
    "set position": (lambda r: setattr(r.motors, "left_position", 4), "set_positions"),
    "set method": (lambda r: setattr(r.motors, "set_speeds", (3, 3)), r"set_speeds\(3, 3\)"),
    "set other method": (lambda r: setattr(r.gripper, "open", 1), r"`open\(\.\.\.\)`"),
    "set sensor": (lambda r: setattr(r.sensors, "left", 4), "can be read, but not set"),
    "set proximity": (lambda r: setattr(r.sensors[0], "proximity", 4), "can be read, but not set"),
    "set unknown": (lambda r: setattr(r.leds, "banana", 4), "It has: frontal, lateral"),
    "delete": (lambda r: delattr(r.motors, "stop"), "can't be deleted"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []


def test_the_robots_errors_are_pythons_too(robot: Robot) -> None:
    """A student who knows Python may catch the errors by Python's own names."""
    with pytest.raises(IndexError):
        robot.sensors[8]
    with pytest.raises(ValueError, match="250"):
        robot.motors.set_speeds(250, 0)
    with pytest.raises(AttributeError):
        robot.motors.left_sped = 3  # type: ignore[attr-defined]


def test_hasattr_works_on_parts(robot: Robot) -> None:
    """``hasattr`` tells the truth."""
    assert hasattr(robot.motors, "stop")
    assert not hasattr(robot.motors, "fly")


def test_a_value_whose_repr_fails_is_named_by_its_type(robot: Robot) -> None:
    """A message never fails itself."""

    class Nasty:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(MisuseType, match="a Nasty"):
        robot.motors.set_speeds(Nasty(), 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("part", ["sensors", "motors", "gripper", "leds", "camera", "draw"])
def test_parts_show_themselves_briefly(robot: Robot, part: str) -> None:
    """``print(self.motors)`` says what it is."""
    assert repr(getattr(robot, part)).startswith("<")


def test_misuse_attribute_names_all_when_nothing_is_near(robot: Robot) -> None:
    """A name that resembles nothing gets the whole list."""
    with pytest.raises(MisuseAttribute, match=r"It has: .*set_speeds"):
        robot.motors.xyzzy = 1  # type: ignore[attr-defined]
