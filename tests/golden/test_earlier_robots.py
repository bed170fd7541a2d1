"""A recording has the robot that it was made with, whatever becomes of those that are shipped.

``v1-earlier-khepera.mcap`` is from before the default Khepera I became the measured robot, and does
not hold its figures: ``run avoid_obstacles --maze rooms --time 4 --seed 3``.
``v1-earlier-thymio.mcap`` holds the figures of a Thymio that turned about its middle and drove 200
mm/s: ``run any_robot --robot thymio --maze narrow --time 4 --seed 3``.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, RobotStart, World
from wsusim.recording.claimed_maze import false_maze
from wsusim.recording.header import RunHeader, header_of
from wsusim.recording.reader import Recording
from wsusim.robots import earlier_name, robot_kind
from wsusim.robots.file_of import file_of
from wsusim.runs.recorded.verify import verify

OLD = Path(__file__).parent / "recordings" / "v1-earlier-khepera.mcap"
THYMIO = OLD.with_name("v1-earlier-thymio.mcap")
WORLD = World("one", Arena.rectangle(400, 400), robots=(RobotStart(1, Pose(200, 200)),), next_id=2)


def test_an_older_recording_verifies_with_its_robot() -> None:
    """Every reading of all 400 ticks is the earlier robot's."""
    result = verify(OLD)

    assert result.is_identical
    assert result.ticks == 400


def test_an_older_recording_of_a_thymio_verifies_with_its_robot() -> None:
    """It turns about its middle there."""
    result = verify(THYMIO)

    with Recording(THYMIO) as recording:
        (start,) = recording.header.world.robots
    assert result.is_identical
    assert result.ticks == 400
    assert robot_kind(start.kind).axle_x_mm == 0.0
    assert robot_kind("thymio").axle_x_mm == -25.0


def test_an_older_recording_names_its_robot() -> None:
    """Header and maze speak of the earlier Khepera."""
    with Recording(OLD) as recording:
        assert [robot.kind for robot in recording.header.world.robots] == [earlier_name("khepera1")]
        assert list(false_maze(recording)) == []


def test_a_recording_holds_the_figures_of_its_robots() -> None:
    """Those that are shipped, too."""
    kinds = json.loads(RunHeader(WORLD, 1).metadata()["robot_kinds"])

    assert kinds == [file_of(robot_kind("khepera1"))]


def test_a_recording_keeps_a_robot_whose_shipped_figures_have_changed() -> None:
    """It gets a name with the fingerprint of its figures, and the shipped one stays what it is."""
    was = replace(robot_kind("khepera1"), radius_mm=26.0)
    metadata = RunHeader(WORLD, 1).metadata() | {"robot_kinds": json.dumps([file_of(was)])}

    found = header_of(metadata, {}).world.robots[0].kind

    assert found.startswith("khepera1~")
    assert robot_kind(found).radius_mm == 26.0
    assert robot_kind("khepera1").radius_mm == 27.5


def test_a_recording_from_before_readings_keeps_its_robot_s_name() -> None:
    """Which readings are near and far says nothing about how the robot drove."""
    world = replace(WORLD, robots=(replace(WORLD.robots[0], kind="epuck"),))
    file = file_of(robot_kind("epuck"))
    del file["readings"]
    metadata = RunHeader(world, 1).metadata() | {"robot_kinds": json.dumps([file])}

    assert header_of(metadata, {}).world.robots[0].kind == "epuck"


def test_a_recording_of_today_has_the_shipped_robot() -> None:
    """Under its plain name."""
    header = RunHeader(WORLD, 1)

    assert header_of(header.metadata(), {}).world == header.world
