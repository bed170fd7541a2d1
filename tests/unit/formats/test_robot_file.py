"""Robot files: read, refused, written."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace

import pytest

from wsusim.control.misuse import public_names
from wsusim.control.sensors import Sensors
from wsusim.errors import BadInput
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.robot_file import TAKEN, find_robot, load_robot, robot_of, save_robot, schema
from wsusim.model.geometry import Pose
from wsusim.model.robot_kind import MOST_SENSORS
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import SHIPPED, introduce, robot_kind, shipped_text
from wsusim.robots.file_of import file_of

EPUCK = tomllib.loads(shipped_text("epuck"))
KHEPERA = tomllib.loads(shipped_text("khepera1"))
GRIPPER, RAYS = KHEPERA["gripper"], KHEPERA["rays"]


@pytest.fixture
def file():
    """Give the values of a good robot file, to be spoiled."""
    return copy.deepcopy(EPUCK)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_files_are_good(name, tmp_path):
    """Who copies one and opens it has the robot of that name."""
    path = tmp_path / "copy.toml"
    path.write_text(shipped_text(name), "utf-8")

    assert find_robot(str(path)).name == name


def test_a_robot_file_may_be_json(tmp_path):
    """The same values as JSON are the same robot."""
    path = tmp_path / "robot.json"
    path.write_text(json.dumps(EPUCK), "utf-8")

    assert load_robot(path) == robot_kind("epuck")


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_what_is_saved_is_what_is_read(tmp_path, suffix):
    """A kind goes through a file unchanged, under its plain name."""
    mine = introduce(replace(robot_kind("khepera1"), name="mine", title="Mine"))
    path = tmp_path / f"mine{suffix}"

    save_robot(mine, path)

    assert load_robot(path) == replace(mine, name="mine")


def test_saving_keeps_the_notes_of_people(tmp_path):
    """Where a figure changes, the others keep their sources."""
    path = tmp_path / "epuck.toml"
    path.write_text(shipped_text("epuck"), "utf-8")

    save_robot(replace(robot_kind("epuck"), radius_mm=36.0), path)

    old, new = shipped_text("epuck").splitlines(), path.read_text("utf-8").splitlines()
    assert [line for line in new if line not in old] == [
        "radius_mm = 36.0  # Webots' manual: 7.4 cm across"
    ]
    assert len(new) == len(old)


def _set(path, value):
    def spoil(file):
        *way, last = path
        for step in way:
            file = file[step]
        file[last] = value

    return spoil


REFUSED = {
    "range": (
        _set(("body", "radius_mm"), 500),
        r"body\.radius_mm is 500, but it must be a number from 5 to 250\.",
    ),
    "unknown field": (
        _set(("wheels", "base"), 53),
        r"wheels has 'base', which doesn't belong there\. Did you mean 'base_mm'\?",
    ),
    "missing field": (lambda file: file["wheels"].pop("base_mm"), "wheels has no 'base_mm'. Add"),
    "name": (_set(("name",), "my robot"), "name is 'my robot', but it must be a name of 1 to 30"),
    "bearing": (
        _set(("sensors", 2, "bearing_deg"), 270),
        r"sensors\[2\]\.bearing_deg is 270, but it must be a number from -180 to 180",
    ),
    "twice the same name": (
        _set(("sensors", 2, "name"), "left"),
        r"sensors\[5\]\.name is 'left', the name of sensors\[2\]\. Give each sensor a name",
    ),
    "taken name": (
        _set(("sensors", 2, "name"), "age"),
        r"sensors\[2\]\.name is 'age', but sensors\.age is taken\. Choose another",
    ),
    "outside": (
        _set(("sensors", 5, "y_mm"), 80),
        r"sensors\[5\] \(left\) stands 43 mm outside the body of radius 37 mm",
    ),
    "axle": (
        _set(("wheels", "axle_x_mm"), -40),
        r"wheels\.axle_x_mm is -40, outside the body of radius 37 mm\. Put the axle under the body",
    ),
    "readings": (
        _set(("readings",), {"near": 30, "far": 80}),
        r"^readings has far = 80 and near = 30, but far must be below near\.$",
    ),
    "too many": (
        _set(("sensors",), [{**EPUCK["sensors"][0], "name": f"s{k}"} for k in range(40)]),
        f"sensors has 40 items, but it must have at most {MOST_SENSORS}",
    ),
    "echoes": (
        _set(("proximity", "echo"), [9.0, 5.0, 1.0]),
        r"^proximity has 3 echoes and 12 distances \(echo_mm\), but it must have as many of both",
    ),
    "first echo": (
        _set(("proximity", "echo_mm", 0), 1.0),
        r"^proximity has 1 as its first distance \(echo_mm\), but it must be 0\.$",
    ),
    "echoes' distances": (
        _set(("proximity", "echo_mm", 3), 5.0),
        r"^proximity has 5 after 7, but its distances \(echo_mm\) must rise\.$",
    ),
    "rising echo": (
        _set(("proximity", "echo", 3), 900.0),
        r"^proximity has 900 after 682\.6, but its echoes must fall\.$",
    ),
    "last echo": (
        _set(("proximity", "echo", -1), 3.0),
        r"^proximity has 3 as its last echo, but it must be 0\.$",
    ),
    "lamp's distances": (
        _set(("light", "distance_mm"), [10.0, 30.0, 50.0]),
        r"^light has 10 readings and 3 distances \(distance_mm\), but it must have as many of both",
    ),
    "lamp's order": (
        _set(("light", "reading", 2), 70.0),
        r"^light has 70 after 71, but its readings must rise\.$",
    ),
    "lamp in the robot": (
        _set(("light", "distance_mm", 0), 0.0),
        r"^light begins at a distance of 0 mm, but it must be above 0\.$",
    ),
    "dark": (
        _set(("light", "dark"), 400),
        r"^light reads 439 at its last distance and 400 in the dark \(dark\), but dark must ",
    ),
    "arm": (
        _set(("gripper",), GRIPPER | {"arm_up": 250}),
        r"^gripper has arm_up = 250 and arm_down = 249, but arm_up must be below arm_down\.$",
    ),
    "jaws": (
        _set(("gripper",), GRIPPER | {"closed_gap_mm": 60.0}),
        r"^gripper has closed_gap_mm = 60 and open_gap_mm = 50, but it must be narrower when ",
    ),
    "rays": (
        _set(("rays",), RAYS | {"ray_weight": [1.0]}),
        r"^rays has 7 angles \(ray_angle_deg\) and 1 weights \(ray_weight\), but it must have as ",
    ),
    "too fast": (_set(("wheels", "max_speed"), 10_000 * 10), "max_speed is 100000"),
    "speed": (
        _set(("wheels", "speed_unit_mm_s"), 10.0),
        r"^wheels has a top speed, max_speed times speed_unit_mm_s, of 10000 mm/s, but it must "
        "be from 1 to 2000 mm/s",
    ),
    "old version": (_set(("version",), 0), "version is 0, but it must be 1."),
    "version": (_set(("version",), 2), "of version 2, but this wsusim reads up to version 1"),
    "format": (_set(("format",), "maze"), 'begins with format = "wsusim-robot"'),
}


@pytest.mark.parametrize(("spoil", "message"), REFUSED.values(), ids=REFUSED)
def test_a_bad_file_is_refused_with_value_and_range(file, spoil, message):
    """What, the value, what is allowed, and the next step."""
    spoil(file)

    with pytest.raises(BadInput, match=message):
        robot_of(file)


def test_all_problems_are_told_at_once(file):
    """Each of them in a line."""
    file["body"]["radius_mm"] = 0
    file["wheels"]["max_speed"] = 0

    with pytest.raises(BadInput, match=r"(?s)there are 2 problems.*radius_mm.*max_speed"):
        robot_of(file)


def test_a_broken_toml_file_is_refused_with_the_line(tmp_path):
    """The file, the line and the column."""
    path = tmp_path / "mine.toml"
    path.write_text('format = "wsusim-robot"\nversion = = 1\n', "utf-8")

    with pytest.raises(BadInput, match=r"mine\.toml: this is not TOML: .* at line 2, column 11"):
        find_robot(str(path))


def test_a_wrong_value_in_a_toml_file_is_told_with_its_line(tmp_path):
    """All of them, as in every file that a person writes."""
    path = tmp_path / "mine.toml"
    text = shipped_text("epuck").replace("base_mm = ", "base_mm = -")
    path.write_text(text, "utf-8")
    line = 1 + text[: text.index("base_mm = ")].count("\n")

    with pytest.raises(BadInput, match=rf"mine\.toml: line {line}: wheels\.base_mm is -"):
        find_robot(str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    """The message names it."""
    with pytest.raises(BadInput, match=r"none\.toml"):
        find_robot(str(tmp_path / "none.toml"))


def test_no_sensor_takes_a_name_that_programs_use():
    """What every robot's ``sensors`` have is refused as the name of one sensor."""
    usual = {mount.name for mount in robot_kind("khepera1").sensors}

    assert {*public_names(Sensors), *Sensors._old_names} - usual == TAKEN


def test_the_schema_names_the_tables():
    """For editors that check TOML by a JSON schema."""
    assert {"body", "wheels", "sensors", "proximity"} <= set(schema()["required"])


def test_a_maze_brings_its_robots_along():
    """A maze with a robot of a file's kind holds that file; read again, it is the same maze."""
    mine = introduce(replace(robot_kind("epuck"), name="mine", radius_mm=30.0))
    start = RobotStart(1, Pose(500.0, 500.0), mine.name)
    world = World("hall", Arena.rectangle(1000.0, 1000.0), robots=(start,), next_id=2)

    text = world_to_text(world)

    assert json.loads(text)["robot_kinds"][0]["body"]["radius_mm"] == 30.0
    assert world_from_text(text) == world


def test_a_maze_written_by_hand_calls_its_robot_by_the_plain_name(file):
    """``kind`` is the name that stands in the file among ``robot_kinds``."""
    file |= {"name": "byhand"}
    maze = {
        "format": "wsusim-maze", "version": 1, "name": "hall", "arena": {"size_mm": [900, 900]},
        "robot_kinds": [file], "robots": [{"x_mm": 400, "y_mm": 400, "kind": "byhand"}],
    }  # fmt: skip

    (robot,) = world_from_text(json.dumps(maze)).robots

    assert robot.kind.startswith("byhand~")
    assert robot_kind(robot.kind).radius_mm == 37.0


def test_a_bad_kind_in_a_maze_is_refused(file):
    """The message says which of them and what."""
    file["body"]["radius_mm"] = 0
    maze = {
        "format": "wsusim-maze", "version": 1, "name": "hall", "arena": {"size_mm": [900, 900]},
        "robot_kinds": [file],
    }  # fmt: skip

    with pytest.raises(BadInput, match=r"robot_kinds\[0\]: body\.radius_mm is 0"):
        world_from_text(json.dumps(maze))


@pytest.mark.parametrize(
    ("text", "told"),
    [("a = " + "[" * 100_000, "nested far too deep"), ("a = " + "9" * 9_999, "digits")],
)
def test_what_no_parser_can_take_is_refused(tmp_path, text, told):
    """Brackets without end, and numbers without end, are one sentence."""
    path = tmp_path / "endless.toml"
    path.write_text(text, "utf-8")

    with pytest.raises(BadInput, match=told):
        load_robot(path)


def test_an_axle_below_the_middle_stands_in_no_file():
    """So the fingerprints of robots from before there were others stay what they are."""
    files = {name: file_of(robot_kind(name))["wheels"].get("axle_x_mm") for name in SHIPPED}

    assert files == {"khepera1": None, "khepera2": None, "epuck": None, "thymio": -25.0}
