"""The infra-red sensors: by number, by name, all at once."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse, MisuseAttribute, MisuseIndex, MisuseType
from wsusim.robots import robot_kind

KHEPERA_1 = robot_kind("khepera1")

PROXIMITY = [10, 11, 12, 13, 14, 15, 16, 17]


AMBIENT = [500, 501, 502, 503, 504, 505, 506, 507]


@pytest.fixture
def fake() -> FakeBackend:
    """Give a robot whose sensors all read differently."""
    return FakeBackend({0.0: {"proximity": PROXIMITY, "ambient": AMBIENT}})


SENSOR_NAMES = tuple(mount.name for mount in KHEPERA_1.sensors)


def test_sensor_names_are_those_of_the_robot(robot: Robot) -> None:
    """The names in the API are those of the robot's file, in its order."""
    assert tuple(sensor.name for sensor in robot.sensors) == SENSOR_NAMES


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


def test_names_of_older_programs_are_not_suggested(robot: Robot) -> None:
    """A misspelt name is answered with the names of today."""
    with pytest.raises(MisuseAttribute, match=r"It has: ambient, bearing, name, proximity\.$"):
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


REFUSED = {
    "set item": (lambda r: r.sensors.__setitem__(2, 5), "can't assign 5 to"),
    "set sensor": (lambda r: setattr(r.sensors, "left", 4), "but not set it"),
    "set proximity": (lambda r: setattr(r.sensors[0], "proximity", 4), "but not set it"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []


class OtherRobot(FakeBackend):
    """A robot of another kind, whose sensors all read differently."""

    def __init__(self, kind: str) -> None:
        super().__init__({0.0: {"proximity": PROXIMITY, "ambient": AMBIENT}})
        self.kind = kind


def robot_of(kind: str) -> Robot:
    """Return a robot of a kind; its sensor k reads 10 + k."""
    return Robot(OtherRobot(kind), RobotInfo(0, kind, "fake"))


@pytest.mark.parametrize(
    ("kind", "bearing", "names"),
    [
        ("khepera1", 0, ["front_left", "front_right"]),
        ("khepera1", 40, ["left_45"]),
        ("khepera1", 180, ["back_right", "back_left"]),
        ("epuck", 0, ["front_right", "front_left"]),
        ("epuck", -80, ["right"]),
        ("thymio", 0, ["front"]),
        ("thymio", 45, ["left_40"]),
        ("thymio", -1000, ["left_40"]),
    ],
)
def test_a_direction_has_the_sensors_that_look_nearest_to_it(kind, bearing, names) -> None:
    """One, or several that look equally near; bearings go round."""
    direction = robot_of(kind).sensors.toward(bearing)

    assert [sensor.name for sensor in direction.sensors] == names


def test_a_direction_reads_what_is_nearest_and_brightest() -> None:
    """Of two sensors that look ahead, the greater proximity and the smaller ambient light."""
    ahead = robot_of("khepera1").sensors.toward(0)

    assert (ahead.proximity, ahead.ambient, ahead.bearing) == (13, 502, 0.0)


@pytest.mark.parametrize(("kind", "near", "far"), [("khepera1", 300, 100), ("epuck", 50, 30)])
def test_near_and_far_are_those_of_the_kind(kind: str, near: int, far: int) -> None:
    """So a program need not know which robot it drives."""
    sensors = robot_of(kind).sensors

    assert (sensors.near, sensors.far) == (near, far)


def test_a_robot_has_the_sensors_of_its_kind() -> None:
    """A Thymio has seven, with names and bearings of its own."""
    sensors = robot_of("thymio").sensors

    assert len(sensors) == 7
    assert (sensors.left_20.bearing, sensors[4].name) == (20.0, "right_40")  # type: ignore[attr-defined]


def test_a_sensor_that_a_thymio_lacks() -> None:
    """Its own names and numbers are what the messages tell."""
    sensors = robot_of("thymio").sensors

    with pytest.raises(MisuseIndex, match=r"no sensor 7: a Thymio II's .* 0 to 6 \(0 left_40"):
        sensors[7]
    with pytest.raises(MisuseAttribute, match=r"has no `left_45`.*Did you mean `left_40`"):
        sensors.left_45 = 3  # type: ignore[assignment]


@pytest.mark.parametrize("bearing", ["ahead", None, float("nan")])
def test_a_direction_is_a_number_of_degrees(robot: Robot, bearing: object) -> None:
    """The message says what positive means."""
    with pytest.raises(Misuse, match=r"toward takes .*degrees, positive to the left"):
        robot.sensors.toward(bearing)  # type: ignore[arg-type]
