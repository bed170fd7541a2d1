"""Rules between the objects of a maze: room, outline, ids, a mission that can be won."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.unit.formats.mazes import text, wall
from wsusim.errors import MazeError
from wsusim.formats.maze_file import world_from_text
from wsusim.formats.world_check import find_problems
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, Wall, World


def at(x_mm: float, y_mm: float, **more: Any) -> dict[str, Any]:
    """Return a thing's place in a file."""
    return {"x_mm": x_mm, "y_mm": y_mm, **more}


GOAL = at(100, 100, width_mm=50, height_mm=50)

BAD = [
    ({"caps": [at(10, 250)]}, "caps[0] at [10, 250] is 4.5 mm too close to the arena's border."),
    ({"caps": [at(600, 250)]}, "caps[0] at [600, 250] is outside the arena's floor."),
    ({"walls": [wall()], "caps": [at(250, 250)]}, "is 19.5 mm too close to walls[0]."),
    ({"walls": [wall()], "balls": [at(260, 250)]}, "is 6.0 mm too close to walls[0]."),
    ({"caps": [at(100, 100), at(110, 100)]}, "caps[1] overlaps caps[0] by 19.0 mm."),
    ({"caps": [at(100, 100)], "balls": [at(120, 100)]}, "balls[0] overlaps caps[0] by 5.5 mm."),
    ({"caps": [at(100, 100)], "lights": [at(130, 100)]}, "caps[0] overlaps lights[0] by 4.0 mm."),
    ({"walls": [wall()], "robots": [at(225, 250)]}, "is 7.5 mm too close to walls[0]."),
    ({"robots": [at(20, 250)]}, "is 7.5 mm too close to the arena's border."),
    ({"robots": [at(100, 100)], "caps": [at(140, 100)]}, "robots[0] overlaps caps[0] by 2.0 mm."),
    ({"robots": [at(100, 100)], "lights": [at(140, 100)]}, "robots[0] overlaps lights[0] by 7.0"),
    ({"robots": [at(100, 100), at(150, 100)]}, "robots[1] overlaps robots[0] by 5.0 mm."),
    ({"robots": [at(30, 100, kind="khepera2")]}, "is 5.0 mm too close to the arena's border."),
    ({"walls": [wall()], "lights": [at(250, 250)]}, "lights[0] at [250, 250] is 5.0 mm too close"),
    ({"walls": [wall(to_mm=[250, 100])]}, "walls[0] has no length"),
    ({"walls": [wall(to_mm=[250, 600])]}, "walls[0].to_mm is [250, 600], outside the arena"),
    ({"walls": [wall(id=3)], "notes": [at(9, 9, id=3, text="x")]}, "has the id 3 of walls[0]."),
    ({"caps": [at(100, 100, id=1_000_000_000), at(200, 200)]}, "There are no ids left"),
    ({"goals": [at(900, 900, width_mm=50, height_mm=50)]}, "covers no free floor"),
    ({"walls": [wall(thickness_mm=200)], "goals": [at(250, 250, width_mm=50, height_mm=50)]},
     "goals[0] at [250, 250] covers no free floor"),
    ({"mission": {"kind": "reach_goal"}, "robots": [at(99, 99)]}, "there are no goals"),
    ({"mission": {"kind": "reach_goal"}, "goals": [GOAL]}, "there are no robots"),
    ({"mission": {"kind": "deliver_caps", "caps_to_deliver": 2}, "goals": [GOAL],
      "caps": [at(300, 300)], "robots": [at(99, 99)]}, "is 2, but the maze has only 1 cap."),
    ({"mission": {"kind": "deliver_caps"}, "goals": [GOAL], "robots": [at(99, 99)]},
     "there are no caps"),
    ({"robots": [at(99, 99, tuning={"slow_motors": [
        {"side": "left", "from_s": 5, "until_s": 5, "factor": 0.5}]})]},
     "slow_motors[0].until_s is 5, but it must be above from_s, 5."),
    ({"arena": {"outline_mm": [[0, 0], [400, 400], [400, 0], [0, 400]]}},
     "the edges that begin at corners 0 and 2 touch"),
    ({"arena": {"outline_mm": [[0, 0], [400, 0], [400, 400], [400, 200]]}},
     "it doubles back on itself at corner 2"),
    ({"arena": {"outline_mm": [[0, 0], [400, 0], [400, 0], [0, 400]]}},
     "corner 1 and the next one are less than 1 mm apart"),
    ({"arena": {"outline_mm": [[0, 0], [400, 0], [400, 10], [0, 10]]}}, "its area is less than"),
    ({"arena": {"outline_mm": [[-10, 0], [400, 0], [400, 400]]}},
     "arena.outline_mm[0] is [-10, 0], but it must lie within [0, 0] to [400, 400]."),
    ({"arena": {"size_mm": [300, 300], "outline_mm": [[0, 0], [400, 0], [300, 300]]}},
     "arena.outline_mm[1] is [400, 0], but it must lie within [0, 0] to [300, 300]."),
    ({"arena": {"outline_mm": [[0, 0], [9000, 0], [9000, 50], [0, 50]]}}, "each side must be"),
    ({"arena": {"size_mm": [20000, 20000]}}, "at most 25 million are possible"),
    ({"cell_mm": 0.5, "arena": {"size_mm": [3000, 3000]}}, "The arena has 36 million cells"),
]  # fmt: skip

GOOD = [
    {"caps": [at(14.5, 250)]},
    {"caps": [at(100, 100), at(129, 100)]},
    {"walls": [wall()], "caps": [at(250 + 5 + 14.5, 250)]},
    {"walls": [wall()], "caps": [at(250, 400 + 14.5)]},
    {"walls": [wall(), wall(from_mm=[100, 250], to_mm=[400, 250])]},
    {"walls": [wall()], "lights": [at(260, 250)]},
    {"lights": [at(100, 100), at(110, 100)]},
    {"walls": [wall(from_mm=[-5, 250])]},
    {"goals": [at(0, 0, width_mm=50, height_mm=50)]},
    {"arena": {"outline_mm": [[0, 0], [400, 0], [400, 200], [200, 200], [200, 400], [0, 400]]},
     "caps": [at(185, 300)]},
]  # fmt: skip


@pytest.mark.parametrize(("changes", "part"), BAD)
def test_a_broken_rule_is_told(changes: dict[str, Any], part: str) -> None:
    """Each rule that is broken gives a sentence with the objects and the figure."""
    with pytest.raises(MazeError) as caught:
        world_from_text(text(**changes))
    assert part in str(caught.value)


@pytest.mark.parametrize("changes", GOOD)
def test_what_just_fits_is_good(changes: dict[str, Any]) -> None:
    """Touching is no overlap; walls may cross and lamps may lean into walls."""
    assert world_from_text(text(**changes)).name == "test"


def test_a_slanted_wall_keeps_its_distance_at_its_side() -> None:
    """Room beside a wall at 45 degrees is measured square to it."""
    near = Wall(1, 100.0, 100.0, 300.0, 300.0, 20.0)
    beside = 200.0 + (10.0 + 27.5 - 1.0) / math.sqrt(2.0)
    robot = RobotStart(2, Pose(beside, 400.0 - beside))
    world = World("test", Arena.rectangle(500.0, 500.0), (near,), robots=(robot,), next_id=3)
    (problem,) = find_problems(world)
    assert "1.0 mm too close to walls[0]" in problem


def test_a_wall_without_length_is_not_in_the_way_of_everything() -> None:
    """It is the one fault that is told: to a point, things have no distance that means anything."""
    with pytest.raises(MazeError) as caught:
        world_from_text(text(walls=[wall(to_mm=[250, 100])], caps=[at(100, 300)], goals=[GOAL]))
    (problem,) = caught.value.problems
    assert problem.startswith("walls[0] has no length")


def test_worlds_made_in_code_are_checked_too() -> None:
    """An unknown kind of robot and an overtaken ``next_id`` are told for any world."""
    robot = RobotStart(5, Pose(250.0, 250.0), kind="kephera1")
    problems = find_problems(World("test", Arena.rectangle(500.0, 500.0), robots=(robot,)))
    assert "next_id is 1, but it must be above the greatest id, 5." in problems
    assert any("Did you mean 'khepera1'?" in problem for problem in problems)
