"""The maze file tells everything that is wrong with it, by path, value and range."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.unit.formats.mazes import good, text, wall
from wsusim.errors import MazeError
from wsusim.formats.maze_file import (
    load_maze,
    save_maze,
    world_from_bytes,
    world_from_text,
    world_to_text,
)
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, ArenaCamera, Cap, GoalRegion, RobotStart, Wall, World


def problems_of(maze: str) -> tuple[str, ...]:
    """Return what is wrong with the text of a maze file."""
    with pytest.raises(MazeError) as caught:
        world_from_text(maze)
    return caught.value.problems


def test_the_least_file_is_an_empty_arena() -> None:
    """Format, version, name and arena are all that a file must have."""
    world = world_from_text(text())
    assert world == World("test", Arena.rectangle(500.0, 500.0))


def test_millimetres_and_degrees_become_a_world() -> None:
    """Lengths stay millimetres; headings in degrees become radians."""
    world = world_from_text(
        text(walls=[wall(id=4)], robots=[{"id": 9, "x_mm": 60, "y_mm": 70, "heading_deg": 90}])
    )
    assert world.walls == (Wall(4, 250.0, 100.0, 250.0, 400.0, 10.0),)
    assert world.robots == (RobotStart(9, Pose(60.0, 70.0, math.pi / 2.0)),)


def test_things_without_an_id_get_the_next_free_ones() -> None:
    """Ids may be left out by hand; new ones lie above all that were ever used."""
    world = world_from_text(text(walls=[wall(), wall(id=7)], next_id=20))
    assert [w.id for w in world.walls] == [20, 7]
    assert world.next_id == 21


def test_an_outline_drawn_clockwise_is_turned_round() -> None:
    """The world's outline runs counter-clockwise, however the file draws it."""
    world = world_from_text(text(arena={"outline_mm": [[0, 0], [0, 300], [300, 0]]}))
    assert world.arena.outline_mm == ((300.0, 0.0), (0.0, 300.0), (0.0, 0.0))


def test_an_outline_within_a_size_leaves_a_solid_frame() -> None:
    """With both, the size is the arena's and the outline the floor's."""
    outline = [[50, 50], [450, 50], [450, 450], [50, 450]]
    arena = world_from_text(text(arena={"size_mm": [500, 500], "outline_mm": outline})).arena
    assert (arena.width_mm, arena.height_mm) == (500.0, 500.0)
    assert arena.outline_mm[0] == (50.0, 50.0)


def test_all_problems_are_told_at_once() -> None:
    """Every fault of a file is one sentence of one error."""
    found = problems_of(text(walls=[wall(thickness_mm=-1), {}], caps=3, name=""))
    assert len(found) == 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"walls": [wall(thickness_mm=-5)]},
            "walls[0].thickness_mm is -5, but it must be a number from 0.1 to 500.",
        ),
        (
            {"walls": [wall(reflectivity=1.5)]},
            "walls[0].reflectivity is 1.5, but it must be a number from 0 to 1.",
        ),
        (
            {"walls": [wall(from_mm=[1, "2"])]},
            "walls[0].from_mm[1] is '2', but it must be a number from -20000 to 20000.",
        ),
        (
            {"walls": [wall(from_mm=[1])]},
            "walls[0].from_mm has 1 item, but it must have at least 2.",
        ),
        (
            {"walls": [wall(thicknes_mm=3)]},
            "walls[0] has 'thicknes_mm', which doesn't belong there. Did you mean 'thickness_mm'?",
        ),
        (
            {"robots": [{"x_mm": 1, "y_mm": 1, "size_mm": 3}]},
            "robots[0] has 'size_mm', which doesn't belong there. Allowed are: id, x_mm, y_mm, "
            "heading_deg, kind, tuning, colour.",
        ),
        (
            {"cylinders": [{"x_mm": 1, "y_mm": 1, "rolls": True}]},
            "cylinders[0] has 'rolls', which doesn't belong there. Allowed are: id, x_mm, y_mm, "
            "diameter_mm, resistivity, reflectivity, mass_g, friction, restitution, colour.",
        ),
        ({"walls": [{"from_mm": [1, 2]}]}, "walls[0] has no 'to_mm'. Add it."),
        ({"walls": [3]}, "walls[0] is 3, but it must be an object {...}."),
        ({"walls": None}, "walls is null, but it must be a list [...]."),
        (
            {"robots": [{"x_mm": True, "y_mm": 100}]},
            "robots[0].x_mm is true, but it must be a number from -20000 to 20000.",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "kind": "kephera1"}]},
            "robots[0].kind is 'kephera1', but it must be one of 'khepera1', 'khepera2', 'epuck', "
            "'thymio'. Did you mean 'khepera1'?",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "tuning": {"motor_noize": 1}}]},
            "robots[0].tuning has 'motor_noize', which doesn't belong there. "
            "Did you mean 'motor_noise'?",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "tuning": {"proximity_spread": 1}}]},
            "robots[0].tuning.proximity_spread is 1, but it must be true or false.",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "tuning": {"light_gain": 3}}]},
            "robots[0].tuning.light_gain is 3, but it must be a number from 0 to 2, "
            "or a list of 8 such numbers.",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "tuning": {"motor_noise": [1, -1]}}]},
            "robots[0].tuning.motor_noise[1] is -1, but it must be a number from 0 to 10.",
        ),
        (
            {"robots": [{"x_mm": 100, "y_mm": 100, "tuning": {"proximity_noise": [1, 1]}}]},
            "robots[0].tuning.proximity_noise has 2 items, but it must have at least 8.",
        ),
        (
            {"mission": {"kind": "reach_gaol"}},
            "mission.kind is 'reach_gaol', but it must be one of 'free', 'reach_goal', "
            "'deliver_caps', 'soccer'. Did you mean 'reach_goal'?",
        ),
        (
            {"arena_camera": {"width_px": 640}},
            "arena_camera.width_px is 640, but it must be a whole number from 64 to 320.",
        ),
        (
            {"mission": {"time_limit_s": 0}},
            "mission.time_limit_s is 0, but it must be a number above 0 and at most 1000000.",
        ),
        (
            {"caps": [{"x_mm": 1, "y_mm": 1, "id": 1.0}]},
            "caps[0].id is 1.0, but it must be a whole number from 1 to 1000000000.",
        ),
        (
            {"name": "two\nlines"},
            r"name is 'two\nlines', but it must be a text of 1 to 100 printable characters on "
            "one line.",
        ),
        (
            {"name": "\ud800"},
            r"name is '\ud800', but it must be a text of 1 to 100 printable characters on one "
            "line.",
        ),
        (
            {"arena": {}},
            "arena is {}, but it must be an object with size_mm, outline_mm or both.",
        ),
        (
            {"arena": {"size_mm": [10**400, 500]}},
            "arena.size_mm[0] is 100000000000000000...0000000000000000000, but it must be a "
            "number from 100 to 20000.",
        ),
        (
            {"mission": {"kind": "\ud800"}},
            "mission.kind is '\\ud800', but it must be text of whole characters.",
        ),
        (
            {"Lights": []},
            "the file has 'Lights', which doesn't belong there. Did you mean 'lights'?",
        ),
    ],
)
def test_a_wrong_value_is_told_by_path_value_and_range(
    changes: dict[str, object], sentence: str
) -> None:
    """Each wrong value gives one sentence that names the place, the value and what is allowed."""
    assert problems_of(text(**changes)) == (sentence,)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_must_be_finite(number: str) -> None:
    """NaN and infinities are refused at their place."""
    (sentence,) = problems_of(text(cell_mm=0).replace('"cell_mm": 0', f'"cell_mm": {number}'))
    assert sentence.startswith("cell_mm is ")


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"{", "Line 1, column 2: this is not JSON"),
        (b'{"format": "wsusim-maze",\n "version" 1}', "Line 2, column 12: this is not JSON"),
        (b'{"a": 1, "a": 2}', "These names appear twice inside one pair of braces: 'a'"),
        (b"[" * 100_000, "are nested far too deep"),
        (b'{"a":' * 100_000, "are nested far too deep"),
        (b"1" * 10_000, "far too many digits"),
        (b"[]", "this is not a maze file. One begins with"),
        (b'{"format": "tiled", "version": 1}', "this is not a maze file. One begins with"),
        (b'{"format": "wsusim-maze"}', "version is missing, but it must be a whole number"),
        (
            b'{"format": "wsusim-maze", "version": true}',
            "version is true, but it must be a whole number",
        ),
        (b'{"format": "wsusim-maze", "version": 99}', "up to version 2. Install a newer wsusim"),
        (b"\xff\xfe{\x00", "UTF-16"),
        (b'{"name": \n"\xe4"}', "Line 2 holds the byte 0xe4, which is not UTF-8"),
        (b"\x00\x01\x02", "this is not JSON"),
    ],
)
def test_what_is_no_maze_file_is_one_sentence(content: bytes, part: str) -> None:
    """Broken JSON, foreign JSON, foreign encodings and binaries give one clear sentence."""
    with pytest.raises(MazeError) as caught:
        world_from_bytes(content, source="my.json")
    assert part in str(caught.value)
    assert str(caught.value).startswith("my.json: ")
    assert len(caught.value.problems) == 1


def test_a_byte_order_mark_is_allowed() -> None:
    """Windows' editor writes one before UTF-8."""
    assert world_from_bytes(b"\xef\xbb\xbf" + text().encode()).name == "test"


def test_many_problems_are_counted_and_the_first_are_shown() -> None:
    """A message stays readable however bad the file is."""
    with pytest.raises(MazeError, match=r"maze has 300 problems:") as caught:
        world_from_text(text(walls=[wall(thickness_mm=0)] * 300))
    assert str(caught.value).count("\n") == 21
    assert "280 more" in str(caught.value)


def test_text_has_one_object_a_line() -> None:
    """Each wall, robot, ... stands on its own line, so that people and diffs can read it."""
    lines = world_to_text(world_from_text(text(walls=[wall(id=1), wall(id=2)]))).splitlines()
    assert '    {"id": 2, "from_mm": [250, 100], "to_mm": [250, 400], "thickness_mm": 10}' in lines


def test_text_leaves_out_usual_values() -> None:
    """A field that has its usual value is not written."""
    written = json.loads(world_to_text(world_from_text(text(caps=[{"x_mm": 50, "y_mm": 50}]))))
    assert written["caps"] == [{"id": 1, "x_mm": 50, "y_mm": 50}]
    assert "mission" not in written


def test_an_arena_camera_has_a_usual_size() -> None:
    """Which is written, as people want to know how large the pictures are."""
    world = world_from_text(text(arena_camera={}))
    assert world.arena_camera == ArenaCamera(320, 240)
    written = json.loads(world_to_text(world))
    assert written["arena_camera"] == {"width_px": 320, "height_px": 240}


@pytest.mark.parametrize(
    ("written", "noises"),
    [
        ({}, (1.0, 1.0)),
        ({"motor_noise": 0.5}, (0.5, 0.5)),
        ({"motor_noise": [0.5, 2]}, (0.5, 2.0)),
    ],
)
def test_motor_noise_is_one_number_or_one_a_wheel(
    written: dict[str, Any], noises: tuple[float, float]
) -> None:
    """Both ways are read, and written back in the same way."""
    robot = {"id": 1, "x_mm": 60, "y_mm": 70, "tuning": written}
    world = world_from_text(text(robots=[robot]))

    tuning = world.robots[0].tuning

    assert tuning is not None
    assert (tuning.left_motor_noise, tuning.right_motor_noise) == noises
    assert json.loads(world_to_text(world))["robots"] == [robot]


@pytest.mark.parametrize("name", ["proximity_noise", "light_gain", "light_noise"])
def test_a_sensors_figure_is_one_number_or_one_a_sensor(name: str) -> None:
    """A number stands for eight; eight different ones stay a list; both come back as written."""
    each = [0, 0.5, 1, 1.5, 2, 1, 1, 1]
    robots = [
        {"id": 1, "x_mm": 60, "y_mm": 70, "tuning": {name: 0.5}},
        {"id": 2, "x_mm": 160, "y_mm": 70, "tuning": {name: each}},
    ]
    world = world_from_text(text(robots=robots))

    assert [getattr(robot.tuning, name) for robot in world.robots] == [(0.5,) * 8, tuple(each)]
    assert json.loads(world_to_text(world))["robots"] == robots


def test_a_saved_world_loads_again(tmp_path: Path) -> None:
    """Save and load give the same world."""
    world = world_from_text(text(walls=[wall()], goals=[goal_values()]))
    save_maze(world, tmp_path / "maze.json")
    assert load_maze(tmp_path / "maze.json") == world


def goal_values() -> dict[str, float]:
    """Return a goal of 100 mm."""
    return {"x_mm": 100, "y_mm": 100, "heading_deg": 30, "width_mm": 100, "height_mm": 100}


def test_headings_beyond_a_turn_are_brought_back() -> None:
    """A world may count turns; its file does not."""
    goal = GoalRegion(1, Pose(100.0, 100.0, 5.0 * math.pi), 50.0, 50.0)
    world = World("test", Arena.rectangle(500.0, 500.0), goals=(goal,), next_id=2)
    back = world_from_text(world_to_text(world)).goals[0]
    assert back.pose.heading_rad == pytest.approx(math.pi)


def test_a_bad_world_is_not_saved(tmp_path: Path) -> None:
    """A world that would not load again is refused, and the old file stays."""
    path = tmp_path / "maze.json"
    path.write_text("old")
    bad = World("bad", Arena.rectangle(500.0, 500.0), caps=(Cap(1, 0.0, 0.0),), next_id=2)
    with pytest.raises(MazeError, match=r"caps\[0\]"):
        save_maze(bad, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_saving_into_a_missing_folder_is_a_maze_error(tmp_path: Path) -> None:
    """A path that can't be written is one clear error."""
    with pytest.raises(MazeError, match=r"can't be written \(No such file or directory\)"):
        save_maze(world_from_text(text()), tmp_path / "none" / "maze.json")


def test_saving_onto_a_folder_is_a_maze_error(tmp_path: Path) -> None:
    """A folder is never replaced, and nothing is left in or beside it."""
    with pytest.raises(MazeError, match="is a folder"):
        save_maze(world_from_text(text()), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_saving_through_a_link_replaces_the_file_behind_it(tmp_path: Path) -> None:
    """A symbolic link stays a link."""
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    save_maze(world_from_text(text()), tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert load_maze(tmp_path / "real.json").name == "test"


def test_good_values_are_the_ones_the_tests_spoil() -> None:
    """The base of the tests above is itself a good maze."""
    assert world_from_text(json.dumps(good())).name == "test"


@pytest.mark.parametrize(("count", "is_good"), [(1000, True), (1001, False)])
def test_a_maze_has_a_thousand_robots_at_most(count: int, is_good: bool) -> None:
    """As many as the engine is measured with."""
    robots = [{"x_mm": 60 + 60 * (k % 40), "y_mm": 60 + 60 * (k // 40)} for k in range(count)]
    maze = text(arena={"size_mm": [2600, 2600]}, robots=robots)

    if is_good:
        assert len(world_from_text(maze).robots) == count
    else:
        with pytest.raises(MazeError, match="robots has 1001 items, but it must have at most 1000"):
            world_from_text(maze)
