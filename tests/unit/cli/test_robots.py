"""``robots``: list, show, check."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from tests.command_line import wsusim
from wsusim.robots import SHIPPED, shipped_text


def test_the_kinds_are_listed() -> None:
    """A line each, with size, sensors, speed and gripper."""
    lines = wsusim(["robots"]).stdout.splitlines()

    assert [line.split()[0] for line in lines] == list(SHIPPED)
    assert lines[2] == (
        "epuck     e-puck, 74 mm across, 8 sensors, up to 129 mm/s (speeds up to 1000), no gripper"
    )


def test_an_example_is_printed_with_its_notes() -> None:
    """What is shown is the shipped file."""
    shown = wsusim(["robots", "--show", "thymio"]).stdout

    assert tomllib.loads(shown) == tomllib.loads(shipped_text("thymio"))
    assert "# Mobsya" in shown


def test_a_robot_file_is_checked(tmp_path: Path) -> None:
    """A good one gives a line; a bad one is refused with exit code 2."""
    file = tmp_path / "mine.toml"
    file.write_text(shipped_text("epuck").replace('name = "epuck"', 'name = "mine"'), "utf-8")
    good = wsusim(["robots", str(file)])
    file.write_text(shipped_text("epuck").replace("radius_mm = 37.0", "radius_mm = 370"), "utf-8")
    bad = wsusim(["robots", str(file)])

    assert (good.returncode, good.stdout[:17]) == (0, "ok: mine: e-puck,")
    assert bad.returncode == 2
    assert "body.radius_mm is 370, but it must be a number from 5 to 250." in bad.stderr


def test_the_schema_is_json() -> None:
    """For text editors."""
    assert json.loads(wsusim(["robots", "--schema"]).stdout)["title"] == "RobotFileEntry"


def test_a_robot_file_drives(tmp_path: Path) -> None:
    """``run --robot FILE`` drives that robot; what is wrong with the file is told before."""
    file, program = tmp_path / "mine.toml", tmp_path / "go.py"
    file.write_text(shipped_text("epuck").replace('name = "epuck"', 'name = "mine"'), "utf-8")
    program.write_text(
        "from wsusim import Controller\n"
        "class Go(Controller):\n"
        "    def run(self):\n"
        "        self.motors.set_speeds_mm_s(100, 100)\n"
        "        self.sleep(1)\n"
        "        print(len(self.sensors), self.motors.left_position > 700)\n",
        "utf-8",
    )

    outcome = wsusim(["run", str(program), "--robot", str(file), "--time", "2"])
    file.write_text("format = 1\n", "utf-8")
    refused = wsusim(["run", str(program), "--robot", str(file)])

    assert outcome.returncode == 0, outcome.stderr
    assert "8 True" in outcome.stdout
    assert (refused.returncode, "mine.toml: this is not a robot file" in refused.stderr) == (
        2,
        True,
    )
