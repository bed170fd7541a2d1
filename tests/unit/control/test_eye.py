"""The robot's eye."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.backends.fake import FakeBackend
from wsusim.control.controller import Controller
from wsusim.control.robot import Robot
from wsusim.errors import BadInput, Misuse, MisuseType, MisuseValue

SCENE = np.arange(48 * 64 * 3).reshape(48, 64, 3) % 256


def test_the_picture_is_an_array_of_rows_columns_and_colours() -> None:
    """As the backend gives it, in whole numbers from 0 to 255."""
    picture = Robot(FakeBackend(pictures={0.0: SCENE})).eye.picture
    assert picture.dtype == np.uint8
    assert (picture == SCENE).all()


def test_painting_on_a_picture_changes_only_that_copy() -> None:
    """The next one is as it was."""
    eye = Robot(FakeBackend(pictures={0.0: SCENE})).eye
    picture = eye.picture
    picture[:] = 0
    assert (eye.picture == SCENE).all()


def test_the_size_can_be_chosen() -> None:
    """Width first, as everybody says it; the array has the rows first."""
    eye = Robot(FakeBackend()).eye
    assert (eye.size, eye.picture.shape) == ((64, 48), (48, 64, 3))
    eye.size = (160, 120)
    assert (eye.size, eye.picture.shape) == ((160, 120), (120, 160, 3))


def test_it_tells_when_the_picture_was_taken() -> None:
    """In seconds."""
    robot = Robot(FakeBackend(pictures={0.0: SCENE}))
    robot.sleep(0.5)
    assert robot.eye.time == 0.5


@pytest.mark.parametrize(
    ("size", "says"),
    [
        (
            (32, 24),
            "`width` is 32, but the eye takes 64 to 320. Choose from (64, 48) to",
        ),
        ((320, 320), "`height` is 320, but the eye takes 48 to 240. Choose from"),
        (160, "`size` is 160, but it must be two numbers, width and height: self.eye.size ="),
        ((1, 2, 3), "`size` is (1, 2, 3), but it must be two numbers"),
        (("a", 100), "`width` is 'a' (str), but the eye takes a number: 64 to 320."),
    ],
)
def test_an_impossible_size_is_explained(size: object, says: str) -> None:
    """With what was given and what is possible."""
    eye = Robot(FakeBackend()).eye
    with pytest.raises((MisuseValue, MisuseType)) as refused:
        eye.size = size  # type: ignore[assignment]
    assert says in str(refused.value)
    assert eye.size == (64, 48)


def test_a_picture_cant_be_assigned() -> None:
    """Only the size can."""
    with pytest.raises(Misuse, match="You can read it but not set it"):
        Robot(FakeBackend()).eye.picture = SCENE  # type: ignore[misc]


def test_a_size_that_is_set_too_early_is_not_lost_in_silence() -> None:
    """There is no robot in ``__init__``."""

    class Early(Controller):
        def __init__(self) -> None:
            self.eye.size = (160, 120)

        def run(self) -> None:
            pass

    with pytest.raises(Misuse, match=r"`self\.eye` needs the robot"):
        Early()


def test_looking_costs_a_call_and_is_asked_once_a_tick() -> None:
    """A program that looks on and on moves on in time, as with everything else."""

    class Counting(FakeBackend):
        looks = 0

        def look(self, look):
            self.looks += 1
            return super().look(look)

    backend = Counting()
    robot = Robot(backend)
    for _ in range(250):
        assert robot.eye.picture.size
    assert robot.now_ticks() == 2
    assert backend.looks == 3


def test_a_scripted_picture_must_be_one() -> None:
    """Grey values alone are no colours."""
    with pytest.raises(BadInput, match=r"shape \(48, 64\); it must be \(height, width, 3\)"):
        FakeBackend(pictures={0.0: SCENE[:, :, 0]})
