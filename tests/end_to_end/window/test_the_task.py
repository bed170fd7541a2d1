"""The task of a lesson, done on a real X server by mouse and keys alone.

New maze, ten objects, undo five, redo five, save, load a controller, run, drag a cap during the
run, pause, step, stop, record, replay, scrub, resume, export. A picture of each step and the log
of all that was done are kept in ``tests/artefacts`` (or where ``WSUSIM_TEST_ARTEFACTS`` says).
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.end_to_end.window.student import COMPILING_S, Student
from wsusim.formats.maze_file import load_maze
from wsusim.runs.recorded.verify import verify

PROGRAM = """from wsusim import Controller


class Walk(Controller):
    def run(self):
        for leg in range(4):
            print("leg", leg)
            self.motors.set_speeds(8, 8)
            self.sleep(1.0)
            self.motors.set_speeds(-4, 4)
            self.sleep(0.5)
"""
TEN = {
    "Wall": 2,
    "Light": 1,
    "Cap": 3,
    "Ball": 1,
    "GoalRegion": 1,
    "Note": 1,
    "RobotStart": 2,
}
"""The new maze has one robot; ten objects come to it."""

CAP_MM = (360, 200)
"""Where a cap is dragged to during the run: into the robot's way."""

NEAR_MM = 12.0
SLOWEST_S = 1.0
"""The window's thread is never busy for so long: opening dialogs is the longest."""

MOMENT_TICKS = 300
"""Where the run goes on."""


def counts(student: Student) -> dict[str, int]:
    """Return how many objects of each kind are in view."""
    return dict(Counter(kind for kind, _ in student.look()["objects"]))


def newest(student: Student, kind: str) -> int:
    """Return the number of the object of a kind that came last."""
    return max(number for name, number in student.look()["objects"] if name == kind)


def begin(student: Student) -> None:
    """Wait for the window, and put the start page away."""
    student.until(lambda seen: seen["ready"] and bool(seen["dialogs"]))
    student.slowest_answer_s = 0.0  # until here it was starting: bench_window measures that
    student.until(lambda seen: seen["is_warm"], patience_s=COMPILING_S)
    student.picture("start-page")
    student.keys("Escape")
    student.until(lambda seen: not seen["dialogs"] and seen["is_active"])


def build_maze(student: Student) -> None:
    """Make a new maze and put ten objects into it, by dragging, drawing and keys."""
    student.keys("ctrl+n")
    student.until(lambda seen: len(seen["objects"]) == 1)
    student.picture("new-maze")

    student.drag(("palette", "Wall"), ("place", 500, 700), ("place", 600, 800))
    student.until(lambda seen: len(seen["objects"]) == 2)
    student.picture("a-wall-dropped")
    student.click("palette", "Wall")
    student.drag(("place", 800, 200), ("place", 800, 300), ("place", 800, 500))
    student.until(lambda seen: len(seen["objects"]) == 3)
    student.keys("Escape")
    student.drag(("palette", "Light"), ("place", 900, 900), ("place", 1000, 1000))
    student.until(lambda seen: len(seen["objects"]) == 4)
    for count, x_mm in ((5, 400), (6, 500)):
        student.drag(("palette", "Cap"), ("place", 300, 500), ("place", x_mm, 500))
        student.until(lambda seen, count=count: len(seen["objects"]) == count)
    student.drag(("palette", "Ball"), ("place", 300, 900), ("place", 260, 960))
    student.until(lambda seen: len(seen["objects"]) == 7)
    student.drag(("palette", "Goal region"), ("place", 900, 300), ("place", 1000, 360))
    student.until(lambda seen: len(seen["objects"]) == 8)
    student.drag(("palette", "Note"), ("place", 200, 700), ("place", 160, 1100))
    student.until(lambda seen: len(seen["objects"]) == 9)
    student.drag(("palette", "Robot"), ("place", 900, 700), ("place", 1000, 640))
    student.until(lambda seen: len(seen["objects"]) == 10)
    student.click("place", 620, 1000)
    student.keys("c", "Up", "Up", "Up", "Return", "Escape")
    student.until(lambda seen: len(seen["objects"]) == 11)
    assert counts(student) == TEN
    student.picture("ten-objects")


def undo_and_redo(student: Student) -> None:
    """Take five edits back, and back again."""
    index = student.look()["undo_index"]
    assert index == 10
    student.keys(*["ctrl+z"] * 5)
    student.until(lambda seen: seen["undo_index"] == 5)
    assert len(student.look()["objects"]) == 6
    student.picture("five-undone")
    student.keys(*["ctrl+shift+z"] * 5)
    student.until(lambda seen: seen["undo_index"] == 10)
    assert counts(student) == TEN
    student.picture("five-redone")


def save(student: Student) -> Path:
    """Save the maze under a name that is typed."""
    file = student.home / "maze.json"
    student.keys("ctrl+s")
    student.name_file("Save maze as", file)
    seen = student.until(lambda seen: not seen["is_modified"])
    assert "maze.json" in seen["title"]
    student.picture("saved")
    return file


def run_and_meddle(student: Student, program: Path) -> None:
    """Load a controller, run it, drag a cap meanwhile; pause, step, stop."""
    student.keys("ctrl+l")
    student.name_file("Load a controller", program)
    student.until(lambda seen: "walk.py drives Robot 1" in seen["status"] + seen["message"])
    student.click("place", 200, 200)
    student.picture("controller-loaded")

    student.keys("F5")
    student.until(lambda seen: seen["tick"] > 30)
    cap = newest(student, "Cap")
    x_mm, y_mm = student.ask("seen_at", cap)
    student.drag(("place", x_mm, y_mm), ("place", 450, 300), ("place", *CAP_MM))
    there = pytest.approx(CAP_MM, abs=NEAR_MM)  # it is seen with the run's next picture
    student.until(lambda seen: student.ask("seen_at", cap) == there)
    assert student.look()["run"] == "going"
    student.picture("cap-dragged-during-the-run")

    student.click("tool", "run")
    student.until(lambda seen: seen["run"] == "paused")
    student.picture("paused")
    tick = student.look()["tick"]
    student.keys("F10")
    student.until(lambda seen: seen["tick"] == tick + 1)
    student.click("tool", "step")
    student.until(lambda seen: seen["tick"] == tick + 2)
    student.picture("two-steps-later")
    student.keys("shift+F5")
    seen = student.until(lambda seen: seen["run"] == "ended")
    assert seen["speeds"][0] == [0.0, 0.0]
    assert "leg 0" in seen["console"]
    student.picture("stopped")


def record(student: Student) -> Path:
    """Have the next run recorded, and let it come to its end; return the file."""
    file = student.home / "walk.mcap"
    student.keys("ctrl+r")
    student.name_file("Record runs in", file)
    student.until(lambda seen: seen["records"])
    student.picture("record-is-on")
    student.keys("F5")
    student.until(lambda seen: seen["run"] == "going")
    student.until(lambda seen: seen["run"] == "ended")
    student.until(lambda seen: "Recorded in walk.mcap" in seen["message"])
    student.picture("recorded")
    assert verify(file).is_identical
    return file


def replay(student: Student) -> list[float]:
    """Open the recording, play it, scrub, and go on from a moment in its middle.

    Returns where robot 1 was seen at that moment, in millimetres.
    """
    student.click("button", "Replay")
    seen = student.until(lambda seen: seen["recording"] == "walk.mcap")
    last = seen["last_moment"]
    student.picture("replay")
    student.keys("F8")
    student.until(lambda seen: seen["moment"] > 40)
    student.keys("F8")
    student.drag(("moment", 100), ("moment", last - 50), ("moment", MOMENT_TICKS))
    seen = student.until(lambda seen: abs(seen["moment"] - MOMENT_TICKS) <= 6)
    student.keys(*["F7"] * 3, *["shift+F7"] * 3)
    while (moment := student.look()["moment"]) != MOMENT_TICKS:
        student.keys("F7" if moment < MOMENT_TICKS else "shift+F7")
    student.picture("scrubbed")
    at_mm: list[float] = student.ask("seen_at", 1)

    student.keys("ctrl+F5")
    student.until(lambda seen: seen["run"] == "going" and seen["tick"] > moment + 20)
    student.picture("resumed")
    student.until(lambda seen: seen["run"] == "ended")
    return at_mm


def export(student: Student) -> tuple[Path, Path]:
    """Open the recording again; make a picture and tables of it."""
    picture, tables = student.home / "way.png", student.home / "tables"
    tables.mkdir()
    student.keys("ctrl+o")
    student.name_file("Open", student.home / "walk.mcap")
    student.until(lambda seen: seen["recording"] == "walk.mcap")
    student.choose("File", "Export the recording", "Picture of the path...")
    student.name_file("Picture of the path", picture)
    student.until(lambda seen: "way.png" in seen["message"] + seen["status"])
    student.picture("exported")
    student.choose("File", "Export the recording", "Tables...")
    student.name_file("Folder for the tables", tables)
    student.until(lambda seen: "tables" in seen["message"] + seen["status"])
    student.picture("tables-exported")
    return picture, tables


def poses_in(tables: Path) -> dict[str, list[float]]:
    """Return where robot 1 was at each moment, by the moment in seconds as it is written."""
    with (tables / "poses.csv").open(newline="") as file:
        return {
            row["time_s"]: [float(row["x_mm"]), float(row["y_mm"])]
            for row in csv.DictReader(file)
            if row["robot"] == "1"
        }


@pytest.mark.slow
def test_the_task_by_mouse_and_keys(student: Student) -> None:
    """Every step does what a student expects of it, and leaves the files that it should."""
    program = student.home / "walk.py"
    program.write_text(PROGRAM)

    begin(student)
    build_maze(student)
    undo_and_redo(student)
    maze = save(student)
    run_and_meddle(student, program)
    record(student)
    end_mm = student.ask("seen_at", 1)
    moment_mm = replay(student)
    picture, tables = export(student)
    student.keys("ctrl+q")

    assert student.leave() == 0
    world = load_maze(maze)
    assert [(cap.x_mm, cap.y_mm) for cap in world.caps[:2]] == [(400.0, 500.0), (500.0, 500.0)]
    assert [(wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) for wall in world.walls][1] == (
        (800.0, 200.0, 800.0, 500.0)
    )
    assert not QImage(str(picture)).isNull()
    poses = poses_in(tables)
    assert list(poses.values())[-1] == pytest.approx(end_mm, abs=0.1)
    assert poses["3.0"] == pytest.approx(moment_mm, abs=0.1)
    assert student.slowest_answer_s < SLOWEST_S
