"""Each ready controller does what it says, in its maze, with noise; each template drives.

Each maze is tried with one seed here; all seeds and all contest mazes are in the slow suite.
"""

from __future__ import annotations

import csv
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.end_to_end.driven import drive
from tests.end_to_end.ready_tasks import do_task
from tests.heard import Heard
from wsusim.engine.simulation import Simulation
from wsusim.formats.maze_catalogue import built_in_mazes, find_maze
from wsusim.model.world import Cap, Mission
from wsusim.runs.request import RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.simulated import SimulatedRobots
from wsusim.runs.staging import stage
from wsusim.shipped import shipped_folder

FILES = sorted(shipped_folder("controllers").glob("*.py"))
CONTEST = Path(__file__).parents[3] / "shared" / "cases" / "micromouse"
MAZES = sorted(built_in_mazes())
CONTEST_TIME_S = 1800.0
KHEPERAS = ("khepera1", "khepera2")

WITH_A_WALL_BESIDE_THE_START = """\
o---o---o---o---o
|           | G |
o   o---o   o   o
|   |       |   |
o   o   o---o   o
|   |           |
o   o---o---o   o
| S |           |
o---o---o---o---o
"""

WITH_THE_WAY_OPEN_TO_THE_LEFT = """\
o---o---o---o---o---o
|                   |
o   o   o   o   o   o
|                   |
o   o   o   o   o   o
|         S         |
o   o   o   o   o   o
|       | G         |
o   o   o   o   o   o
|                   |
o---o---o---o---o---o
"""
"""The goal hangs on the wall's end at the left behind; the outer walls don't lead to it."""

WITH_THE_WAY_OPEN_BEHIND = """\
o---o---o---o---o
|               |
o   o   o---o   o
|   | S |       |
o   o   o   o   o
|   |   |       |
o   o---o   o   o
| G             |
o---o---o---o---o
"""


def contest_mazes() -> list[str]:
    """Return the contest mazes that a left hand on the wall solves."""
    if not CONTEST.is_dir():
        return []
    with (CONTEST / "expected.csv").open(encoding="utf-8") as table:
        return [row["file"] for row in csv.DictReader(table) if row["left_hand_cells_to_goal"]]


def test_all_promised_controllers_are_there() -> None:
    """The programs of the manual's page are the files of the folder."""
    page = (shipped_folder("manual") / "how-to" / "ready-controllers.md").read_text("utf-8")

    named = re.findall(r"^## (\w+)$", page, re.M)

    assert sorted(named) == [file.stem for file in FILES]
    assert len(named) == 15


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_ready_controller_is_short(file: Path) -> None:
    """Under 60 lines."""
    assert len(file.read_text(encoding="utf-8").splitlines()) < 60


def check_wall_follower(seed: int) -> None:
    """Drive the wall follower round the rooms."""
    report = drive("wall_follower", "rooms", seed=seed).report

    assert report.outcome == "goal"
    assert report.distance_mm > 5000
    assert report.contacts == 0


def test_the_wall_follower_goes_round_the_rooms() -> None:
    """It goes to the goal along the walls, without a contact."""
    check_wall_follower(1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 11))
def test_the_wall_follower_goes_round_the_rooms_with_any_noise(seed: int) -> None:
    """The same for more seeds."""
    check_wall_follower(seed)


@pytest.mark.parametrize(
    "drawing",
    [
        WITH_A_WALL_BESIDE_THE_START,
        WITH_THE_WAY_OPEN_TO_THE_LEFT,
        WITH_THE_WAY_OPEN_BEHIND,
    ],
    ids=["wall", "open-left", "open-behind"],
)
def test_the_maze_solver_begins_the_left_hands_way_anywhere(drawing: str, tmp_path: Path) -> None:
    """It finds the goal from a start with a wall at the left, without one, and open behind."""
    path = tmp_path / "maze.txt"
    path.write_text(drawing, encoding="utf-8")

    report = drive("maze_solver", str(path), time_s=60.0).report

    assert (report.outcome, report.contacts) == ("goal", 0)


@pytest.mark.parametrize("kind", KHEPERAS)
@pytest.mark.parametrize("maze", ["rooms", "beacons", "island"])
def test_the_maze_solver_drives_both_kheperas(maze: str, kind: str) -> None:
    """It reaches the goal in the same mazes with either, and bumps into nothing."""
    report = drive("maze_solver", maze, time_s=90.0, kind=kind).report

    assert (report.outcome, report.contacts) == ("goal", 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KHEPERAS)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("maze", contest_mazes())
def test_the_maze_solver_solves_contest_mazes(maze: str, seed: int, kind: str) -> None:
    """It reaches the goal wherever a left hand on the wall does, and bumps into nothing."""
    ran = drive("maze_solver", str(CONTEST / maze), seed=seed, time_s=CONTEST_TIME_S, kind=kind)
    report = ran.report

    assert (report.outcome, report.contacts) == ("goal", 0)


def test_the_follower_drives_up_to_what_is_red_and_stays_there() -> None:
    """It turns to the red ball, passes the others by, and stops before it touches anything."""
    ran = drive("follow_red", "red", time_s=20.0)

    ball = find_maze("red").balls[0]
    gap_mm = math.dist((ran.robot.pose.x_mm, ran.robot.pose.y_mm), (ball.x_mm, ball.y_mm))
    assert 80 < gap_mm < 130
    assert ran.report.contacts == 0


def test_the_follower_follows_a_ball_that_is_dragged_away() -> None:
    """To wherever it is put, also behind its back."""
    world = find_maze("red")
    request = RunRequest(("follow_red",), world, time_s=20.0, patience_s=60.0)
    simulation = Simulation(stage(request), seed=1)
    simulation.move_object(world.balls[0].id, 300.0, 200.0)
    Run(request, [], source=SimulatedRobots(request, simulation)).execute()

    pose = simulation.snapshot().robots[0].pose
    assert math.dist((pose.x_mm, pose.y_mm), (300.0, 200.0)) < 130


def check_drive_by_camera(seed: int) -> None:
    """Let it drive to the goal."""
    report = drive("drive_by_camera", "overhead", seed=seed).report

    assert (report.outcome, report.contacts) == ("goal", 0)
    assert report.distance_mm < 1200


def test_the_camera_above_the_arena_leads_to_the_goal() -> None:
    """On a straight way."""
    check_drive_by_camera(1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 11))
def test_the_camera_above_the_arena_leads_to_the_goal_with_any_noise(seed: int) -> None:
    """The same for more seeds."""
    check_drive_by_camera(seed)


def check_cap_collector(seed: int, kind: str) -> None:
    """Let the collector bring all caps."""
    report = drive("cap_collector", "caps", seed=seed, kind=kind).report

    assert (report.outcome, report.caps_delivered) == ("goal", 4)


@pytest.mark.parametrize("kind", KHEPERAS)
def test_the_cap_collector_delivers_all_caps(kind: str) -> None:
    """All four caps lie in the goal before the mission's time is over."""
    check_cap_collector(1, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KHEPERAS)
@pytest.mark.parametrize("seed", range(2, 21))
def test_the_cap_collector_delivers_all_caps_with_any_noise(seed: int, kind: str) -> None:
    """The same for more seeds."""
    check_cap_collector(seed, kind)


def test_the_cap_collector_ends_when_it_knows_no_place_for_more_caps() -> None:
    """With twenty caps it brings as many as it has places for, and ends without a failure."""
    maze = find_maze("caps")
    caps = tuple(Cap(20 + k, 180.0 + 85.0 * (k % 4), 200.0 + 170.0 * (k // 4)) for k in range(20))
    crowded = replace(maze, caps=caps, next_id=40, mission=Mission())

    report = drive("cap_collector", world=crowded).report

    assert report.outcome == "finished"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize(
    ("controller", "maze"), [("follow_light", "beacons"), ("bored_follower", "island")]
)
def test_the_goal_is_reached_with_any_noise(controller: str, maze: str, seed: int) -> None:
    """The next two for more seeds."""
    assert drive(controller, maze, seed=seed).report.outcome == "goal"


def test_the_light_follower_goes_from_lamp_to_lamp() -> None:
    """It reaches the two lamps on the way, and then the goal."""
    ran = drive("follow_light", "beacons")

    assert ran.report.outcome == "goal"
    assert ran.heard == ["I have reached a lamp."] * 2


def test_the_bored_follower_leaves_the_island() -> None:
    """It gets bored of the island, and reaches the goal at the outer wall."""
    ran = drive("bored_follower", "island")

    assert ran.report.outcome == "goal"
    assert ran.heard[0] == "After 20 seconds I am bored of this wall."


def test_the_plain_follower_stays_at_the_island() -> None:
    """The maze is a fair one: a follower that never gets bored does not reach its goal."""
    assert drive("wall_follower", "island").report.outcome == "time"


def test_the_avoider_keeps_driving() -> None:
    """In five minutes it drives over ten metres, with hardly a contact."""
    report = drive("avoid_obstacles", "rooms", time_s=300.0).report

    assert report.outcome in ("time", "goal")
    assert report.distance_mm > 40.0 * report.sim_time_s
    assert report.contacts <= 2


def check_line_follower(seed: int) -> None:
    """Let the line follower drive for two minutes; no place of its way is far from the line."""
    ran = drive("line_follower", "line", seed=seed, time_s=120.0)

    assert ran.report.distance_mm > 4000.0
    assert ran.report.contacts == 0


def test_the_line_follower_keeps_to_its_line() -> None:
    """It goes round twice and ends with its middle over the line or a few millimetres beside it."""
    check_line_follower(1)


def test_the_line_follower_drives_robots_with_other_units_of_speed() -> None:
    """A Thymio, whose speed of 6 is a crawl, follows the line as fast as a Khepera."""
    ran = drive("line_follower", "line", time_s=10.0, kind="thymio")

    assert ran.report.distance_mm > 300.0
    assert ran.report.contacts == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 11))
def test_the_line_follower_keeps_to_its_line_with_any_noise(seed: int) -> None:
    """The same for more seeds."""
    check_line_follower(seed)


def dance(*, is_isolated: bool) -> tuple[Simulation, list[str]]:
    """Let two robots dance for 20 seconds; return the world afterwards, and what they said."""
    request = RunRequest(
        ("radio_dance:Leader", "radio_dance:Mirror"),
        "field",
        seed=1,
        time_s=20.0,
        patience_s=60.0,
        is_isolated=is_isolated,
    )
    simulation = Simulation(stage(request), seed=1)
    heard = Heard()
    Run(request, [heard], source=SimulatedRobots(request, simulation)).execute()
    return simulation, heard.said


def test_messages_are_the_same_between_processes() -> None:
    """With each program in a process of its own the run is the same, to the byte."""
    together, _ = dance(is_isolated=False)
    apart, _ = dance(is_isolated=True)

    assert apart.trace_sha256() == together.trace_sha256()


def test_two_robots_dance_by_radio() -> None:
    """The second drives the mirror image of the first one's way, told by radio alone."""
    do_task("radio_dance")


@pytest.mark.parametrize("vehicle", ["Vehicle2a", "Vehicle2b", "Vehicle3a"])
def test_a_vehicle_does_what_its_wires_make_it_do(vehicle: str) -> None:
    """Fear turns its back to the lamp, aggression rushes at it, love rests before it."""
    do_task(f"braitenberg:{vehicle}")


def test_the_square_ends_near_its_start() -> None:
    """It drives four sides and comes to its end within a centimetre of its start."""
    ran = drive("odometry_square", "field")

    assert ran.report.outcome == "finished"
    assert ran.report.distance_mm == pytest.approx(600.0, abs=20.0)
    assert math.dist((ran.robot.pose.x_mm, ran.robot.pose.y_mm), (380.0, 400.0)) < 10.0


def test_the_square_ends_where_there_is_no_room_for_it() -> None:
    """Before a wall it does not push for ever: it says so and comes to its end."""
    ran = drive("odometry_square", "narrow")

    assert ran.report.outcome == "finished"
    assert ran.report.sim_time_s < 20.0
