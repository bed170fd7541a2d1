"""The folder of a reader of the manual: the files that its pages take for granted."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

from PIL import Image, ImageDraw

from tests.command_line import wsusim
from wsusim.lessons.progress import Progress, write_progress
from wsusim.shipped import shipped_folder

MICROMOUSE = """\
o---o---o---o
|       |   |
o   o   o   o
| S |     G |
o---o---o---o
"""


def lay_out(desk: Path) -> None:
    """Put into a folder what a reader has made before: programs, mazes, recordings, a class."""
    controllers, templates = shipped_folder("controllers"), shipped_folder("templates")
    solver = (controllers / "maze_solver.py").read_text(encoding="utf-8")
    mine = solver.replace("class MazeSolver", "class Brave")
    for name in ("my_robot", "my_copy", "my_controller", "handed_in"):
        (desk / f"{name}.py").write_text(mine, encoding="utf-8")
    shutil.copytree(controllers / "soccer", desk, dirs_exist_ok=True)
    _players(controllers, desk)
    _mazes(templates, desk)
    _lessons(templates, desk)
    _recordings(desk)


def _players(controllers: Path, desk: Path) -> None:
    agent = (controllers / "ciber" / "wall_follower.py").read_text(encoding="utf-8")
    shutil.copytree(controllers / "ciber", desk / "controllers" / "ciber")
    for name in ("my_agent", "anna", "ben", "carla", "a", "b"):
        (desk / f"{name}.py").write_text(agent, encoding="utf-8")
    player = "from wsusim import Controller\n\n\nclass Player(Controller):\n    def step(self):\n"
    for name in ("my_player", "my_striker", "my_keeper"):
        (desk / f"{name}.py").write_text(
            f"{player}        self.motors.set_speeds(8, 8)\n", encoding="utf-8"
        )


def _mazes(templates: Path, desk: Path) -> None:
    for name in ("my_maze", "rooms"):
        shutil.copy(templates / "mazes" / "rooms.json", desk / f"{name}.json")
    shutil.copytree(templates / "ciber", desk / "templates" / "ciber")
    (desk / "contest.txt").write_text(MICROMOUSE, encoding="utf-8")
    for name in ("old-map", "old_map.maz"):
        (desk / name).write_text(MICROMOUSE, encoding="utf-8")
    drawing = Image.new("L", (200, 150), 255)
    ImageDraw.Draw(drawing).line((20, 75, 180, 75), fill=0, width=6)
    drawing.save(desk / "drawing.png")
    dark = Image.new("L", (200, 150), 0)
    ImageDraw.Draw(dark).line((20, 75, 180, 75), fill=255, width=6)
    dark.save(desk / "kiks_arena.tif")


def _lessons(templates: Path, desk: Path) -> None:
    """Lay out assignments, plans, and what two students have handed in."""
    for file in (*(templates / "assignments").iterdir(), *(templates / "plans").iterdir()):
        if file.is_file():
            shutil.copy(file, desk)
    (desk / "sweep.toml").write_text(
        'controllers = ["wall_follower"]\nmazes = ["rooms"]\nseeds = [1, 2]\ntime_limit_s = 20\n'
        'table = "sweep.csv"\n',
        encoding="utf-8",
    )
    for name in ("ann", "bob"):
        (desk / "handed_in" / name).mkdir(parents=True)
        shutil.copy(desk / "my_robot.py", desk / "handed_in" / name / "robot.py")
    shutil.copy(desk / "first_rooms.toml", desk / "my_assignment.toml")
    shutil.copytree(desk / "handed_in", desk / "Follow_the_wall")
    _lab(desk / "my_lab")
    (desk / "class_5b.csv").write_text("name\nAnn Smith\nBob Jones\n", encoding="utf-8")
    shutil.copytree(templates / "lessons" / "01-first-drive", desk / "my_lesson")
    done = Progress("01-first-drive", "First drive").begun(date(2026, 3, 12))
    (desk / "handed_in" / "ann" / "01-first-drive").mkdir()
    write_progress(desk / "handed_in" / "ann" / "01-first-drive", done)


def _lab(folder: Path) -> None:
    """Make a lab, as ``lab serve`` does when it is started for the first time."""
    from wsusim.lab.lab import Lab
    from wsusim.lab.lab_plan import Plan

    Lab(Plan(folder)).close()


def _recordings(desk: Path) -> None:
    """Record a run, and keep it under the names that the pages use."""
    asked = ["run", str(desk / "my_robot.py"), "--maze", "caps", "--time", "20"]
    result = wsusim([*asked, "--record", str(desk / "run.mcap")])
    assert result.returncode == 0, result.stderr
    for name in ("simulation", "robot"):
        shutil.copy(desk / "run.mcap", desk / f"{name}.mcap")
    shutil.copy(shipped_folder("templates") / "profiles" / "class-a.json", desk / "robot.json")
    shutil.copy(desk / "robot.json", desk / "robot3.json")
    _measurements(desk)


def _measurements(desk: Path) -> None:
    """Make a table of readings measured around a robot."""
    (desk / "my_robot.toml").write_text(wsusim(["robots", "--show", "epuck"]).stdout, "utf-8")
    some = ["--distances", "9:33:4", "--headings", "0:350:10"]
    wall = wsusim(["sense", "--wall", *some]).stdout
    for name in ("wall", "robot3", "measured"):
        (desk / f"{name}.csv").write_text(wall, encoding="utf-8")
    for name in ("round", "around"):
        wsusim(["sense", "--cylinder", "55", "--out", str(desk / f"{name}.sample"), *some])
