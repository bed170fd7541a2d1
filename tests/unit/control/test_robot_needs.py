"""What a robot lacks is said when a program starts, not found out as silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.control.robot_needs import what_it_lacks
from wsusim.shipped import shipped_folder

READY = shipped_folder("controllers")


def lacks(folder: Path, line: str, kind: str) -> str | None:
    """Return what is said of a program with this line in its step."""
    file = folder / "mine.py"
    file.write_text(f"class Mine(Controller):\n    def step(self):\n        {line}\n")
    return what_it_lacks(file, kind)


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("self.gripper.close()", "epuck", "An e-puck has no gripper, which mine.py uses."),
        ("self.camera.pixels", "thymio", "has no line camera"),
        ("self.gripper.close(self.camera)", "thymio", "has no gripper and no line camera, which"),
        ("self.floor[0]", "epuck", "has no floor sensors"),
        ("self.sensors.left_45.proximity", "thymio", "has no sensor left_45"),
        ("self.sensors[7].proximity", "thymio", "has no sensor 7"),
        ("self.motors.set_speeds(8, 8)", "epuck", "set_speeds(8, 8) is 1.03 mm/s"),
        ("self.sensors[2].ambient", "thymio", "has no sensor for ambient light"),
        ("self.sensors.toward(90)", "thymio", "has no sensor that looks 90 degrees to the left"),
        ("[self.sensors.toward(d) for d in (0, -90)]", "thymio", "looks 90 degrees to the right"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, line: str, kind: str, words: str) -> None:
    """A part, a sensor, or the meaning of a speed."""
    assert words in (lacks(tmp_path, line, kind) or "")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("self.gripper.close()", "khepera1"),
        ("self.motors.set_speeds(8, 8)", "khepera2"),
        ("self.motors.set_speeds_mm_s(64, 64)", "thymio"),
        ("self.sensors.toward(0).proximity", "thymio"),
        ("self.sensors.toward(-180).proximity", "thymio"),
        ("self.sensors.toward(90).ambient", "epuck"),
        ("self.sensors.back_left.proximity", "epuck"),
        ("# self.gripper.close()", "epuck"),
        ("def", "epuck"),
    ],
)
def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path, line: str, kind: str) -> None:
    """Nor of a program that can't be read: the run tells that."""
    assert lacks(tmp_path, line, kind) is None


def test_the_program_for_every_robot_lacks_nothing() -> None:
    """On any kind."""
    said = [what_it_lacks(READY / "any_robot.py", kind) for kind in ("khepera1", "epuck", "thymio")]

    assert said == [None, None, None]
