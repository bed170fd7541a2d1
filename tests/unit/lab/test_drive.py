"""Where robots and loose things of a simulation are, as pages are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="a lab is an extra (requirements-lab.txt)")

from tests.worlds import empty_world
from wsusim.lab.drive import Drive
from wsusim.model.geometry import Pose
from wsusim.model.world import Ball, Box, RobotStart, World
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run

PUSHER = """from wsusim import Controller


class Pusher(Controller):
    def run(self):
        self.motors.set_speeds(10, 10)
        self.sleep(5)
"""


def told_of(world: World, folder: Path) -> tuple[dict[str, Any], list[list[float]]]:
    """Return the scene of a run of three seconds, and its places."""
    file = folder / "pusher.py"
    file.write_text(PUSHER)
    scene: dict[str, Any] = {}
    places: list[list[float]] = []

    def tell(event: str, **values: Any) -> None:
        scene.update(values if event == "scene" else {})
        places.extend(values.get("places", ()))

    drive = Drive(tell)
    run = Run(RunRequest((str(file),), world, time_s=3.0), [drive])
    run.execute()
    drive.flush()
    return scene, places


WORLD = replace(
    empty_world(size_mm=1000.0),
    robots=(RobotStart(1, Pose(200.0, 500.0, 0.0)), RobotStart(2, Pose(200.0, 200.0, 1.5))),
    balls=(Ball(3, 300.0, 500.0),),
    boxes=(Box(4, Pose(700.0, 800.0, 0.5)),),
)


def test_all_that_moves_is_told(tmp_path: Path) -> None:
    """The robots, then what they push: x, y and heading of each, ten times a second."""
    scene, places = told_of(WORLD, tmp_path)
    begin, end = places[0], places[-1]

    assert (len(scene["others"]), len(scene["things"])) == (1, 2)
    assert begin == [200.0, 500.0, 0.0, 200.0, 200.0, 1.5, 300.0, 500.0, 0.0, 700.0, 800.0, 0.5]
    assert len(places) == 31
    assert end[0] > 250.0
    assert end[3:6] == begin[3:6]
    assert end[6] > 350.0
    assert end[9:] == begin[9:]


def test_what_moves_is_not_in_the_drawing_as_well(tmp_path: Path) -> None:
    """It would be seen twice."""
    scene, _ = told_of(WORLD, tmp_path)

    assert "ball" in scene["things"][0]
    assert "ball" not in scene["drawing"]
