"""One file with other figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.errors import ControllerLoadError
from wsusim.hosting.loading import load

SOURCE = """
from wsusim import Controller

NEAR = 600

class Robot(Controller):
    speed = 8

    def run(self):
        pass

    def figures(self):
        return NEAR, self.speed
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return a controller's file with a figure at its top, and one in its class."""
    path = tmp_path / "robot.py"
    path.write_text(SOURCE)
    return str(path)


def test_figures_of_file_and_class_are_set(file: str) -> None:
    """A parameter is a name in the class or at the top of the file."""
    controller = load(file, {"NEAR": 500, "speed": 4})

    assert controller.figures() == (500, 4)  # type: ignore[attr-defined]


def test_another_load_has_the_figures_of_the_file(file: str) -> None:
    """Parameters are those of one controller."""
    load(file, {"NEAR": 500, "speed": 4})

    assert load(file).figures() == (600, 8)  # type: ignore[attr-defined]


def test_an_unknown_name_is_refused(file: str) -> None:
    """A name that the program does not have would change nothing, so it is told."""
    with pytest.raises(ControllerLoadError, match=r"no parameter 'NAER'.*Did you mean NEAR\?"):
        load(file, {"NAER": 500})
