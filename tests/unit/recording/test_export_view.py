"""Pictures and films of a recording as the eye's kernel draws them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.unit.recording.streams import WORLD, snapshot
from wsusim.engine.eye import EyeView
from wsusim.errors import BadInput
from wsusim.recording.export_view import (
    SIZE_PX,
    ViewChoice,
    export_view_film,
    export_view_picture,
)

VIEWS = {
    "eye": lambda view, moment: view.eye(moment, 1, SIZE_PX),
    "chase": lambda view, moment: view.chase(moment, 1, SIZE_PX),
    "overhead": lambda view, moment: view.overhead(moment, SIZE_PX),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_that_of_the_eyes_kernel(recording, tmp_path, name):
    """Of the moment that was asked for; only the time is written over it."""
    file = tmp_path / "look.png"
    export_view_picture(recording, file, ViewChoice(name, 1), tick=40)
    pixels = np.asarray(Image.open(file))[60:]
    assert np.array_equal(pixels, VIEWS[name](EyeView(WORLD), snapshot(40))[60:])


def test_without_a_moment_it_is_the_last_one(recording, tmp_path):
    """As people want to see where it ended."""
    export_view_picture(recording, tmp_path / "end.png", ViewChoice("overhead"))
    export_view_picture(recording, tmp_path / "100.png", ViewChoice("overhead"), tick=100)
    assert (tmp_path / "end.png").read_bytes() == (tmp_path / "100.png").read_bytes()


def test_a_film_shows_the_run_in_its_own_time(recording, tmp_path):
    """One second of robot is one second of film."""
    export_view_film(recording, tmp_path / "eye.gif", ViewChoice("eye"))
    with Image.open(tmp_path / "eye.gif") as film:
        assert film.n_frames > 15
        assert film.size == SIZE_PX


def test_a_robot_that_is_not_there_is_told(recording, tmp_path):
    """With the numbers that there are."""
    with pytest.raises(BadInput, match=r"There is no robot 3 in this recording\. Choose .* 1 to 2"):
        export_view_picture(recording, tmp_path / "x.png", ViewChoice("eye", 2))


def test_a_moment_that_is_not_there_is_told(recording, tmp_path):
    """With those that there are."""
    with pytest.raises(BadInput, match=r"there is no 5\.00 s in it"):
        export_view_picture(recording, tmp_path / "x.png", ViewChoice("eye"), tick=500)
