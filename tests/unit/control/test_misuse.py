"""What misuse of any part is answered with."""

from __future__ import annotations

import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.robot import Robot
from wsusim.errors import Misuse, MisuseAttribute, MisuseType


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


REFUSED = {
    "delete": (lambda r: delattr(r.motors, "stop"), "You can't delete"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_misuse_says_what_and_what_next(fake: FakeBackend, robot: Robot, call, message) -> None:
    """Each misuse has a message of its own, and no order goes out."""
    with pytest.raises(Misuse, match=message):
        call(robot)

    assert fake.commands == []
