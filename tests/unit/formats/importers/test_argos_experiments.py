"""Experiments of ARGoS become mazes."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.unit.formats.importers.foreign import opened, refused
from wsusim.formats.importers.importer import Imported

HEAD = '<?xml version="1.0" ?>\n<argos-configuration>\n<framework/>\n'


def experiment(folder: Path, inside: str, size: str = "2,1,1", **given: object) -> Imported:
    """Return what is made of an arena whose origin is its middle."""
    text = f'{HEAD}<arena size="{size}" center="0,0,0.5">{inside}</arena></argos-configuration>'
    return opened(folder, "x.argos", text, **given)


def distributed(what: str, count: int, how: str) -> str:
    """Return a distribution of things, turned by 90 degrees each."""
    return (
        f'<distribute><position {how} /><orientation method="constant" values="90,0,0" />'
        f'<entity quantity="{count}" max_trials="100">{what}</entity></distribute>'
    )


def test_things_keep_their_places(tmp_path: Path) -> None:
    """Metres become millimetres from the lower-left corner, degrees turn about the vertical."""
    done = experiment(
        tmp_path,
        '<box id="w" size="0.05,0.8,0.5" movable="false">'
        '<body position="0.5,0,0" orientation="0,0,0" /></box>'
        '<box id="b" size="0.1,0.06,0.2" movable="true" mass="0.25">'
        '<body position="-0.5,0.3,0" orientation="30,0,0" /></box>'
        '<cylinder id="c" radius="0.05" height="0.3" movable="false">'
        '<body position="0.8,-0.3,0" orientation="0,0,0" /></cylinder>'
        '<light id="l" position="-0.9,-0.4,1" orientation="0,0,0" color="yellow" intensity="3" />'
        '<e-puck id="e"><body position="0,0,0" orientation="90,0,0" />'
        '<controller config="x" /></e-puck>'
        '<Thymio id="t"><body position="-0.5,-0.2,0" orientation="180,0,0" />'
        '<controller config="x" /></Thymio>',
    )
    world = done.world

    assert (world.arena.width_mm, world.arena.height_mm) == (2000, 1000)
    (wall,) = world.walls
    assert (wall.x0_mm, wall.y0_mm, wall.x1_mm, wall.y1_mm) == (1500, 100, 1500, 900)
    assert wall.thickness_mm == 50
    (box,) = world.boxes
    assert (box.pose.x_mm, box.pose.y_mm, box.width_mm, box.mass_g) == (500, 800, 100, 250)
    assert math.degrees(box.pose.heading_rad) == pytest.approx(30)
    assert [(one.x_mm, one.y_mm, one.diameter_mm) for one in world.cylinders] == [(1800, 200, 100)]
    assert [(one.x_mm, one.y_mm, one.colour) for one in world.lights] == [(100, 100, "yellow")]
    assert [(one.kind, one.pose.x_mm, one.pose.y_mm) for one in world.robots] == [
        ("epuck", 1000, 500), ("thymio", 500, 300),
    ]  # fmt: skip
    assert world.robots[0].pose.heading_rad == pytest.approx(math.pi / 2)
    assert done.remarks == ()


def test_a_grid_is_a_grid(tmp_path: Path) -> None:
    """Its middle, distances and layout say where; the first stand in the lower row."""
    robot = '<foot-bot id="f"><controller config="x" /></foot-bot>'
    grid = 'method="grid" center="0,0,0" distances="0.4,0.3,0" layout="3,2,1"'

    done = experiment(tmp_path, distributed(robot, 6, grid))

    assert [(one.pose.x_mm, one.pose.y_mm) for one in done.world.robots] == [
        *((600, 350), (1000, 350), (1400, 350)),
        *((600, 650), (1000, 650), (1400, 650)),
    ]
    assert done.remarks == ("Robots that became Kheperas: foot-bot (6).",)


@pytest.mark.parametrize(
    "how",
    [
        'method="uniform" min="-0.8,-0.3,0" max="0,0.3,0"',
        'method="gaussian" mean="-0.4,0,0" std_dev="0.4,0.3,0"',
    ],
)
def test_chance_is_spread_over_the_same_area_and_always_the_same(tmp_path: Path, how: str) -> None:
    """Nothing is thrown twice, so everybody gets the same maze, and it is told."""
    robot = '<e-puck id="e"><controller config="x" /></e-puck>'

    first, again = (experiment(tmp_path, distributed(robot, 12, how)) for _ in range(2))

    assert first == again
    places = [(one.pose.x_mm, one.pose.y_mm) for one in first.world.robots]
    assert len(set(places)) == 12
    assert all(150 <= x <= 1050 and 150 <= y <= 850 for x, y in places)
    assert max(x for x, _ in places) - min(x for x, _ in places) > 500
    assert first.remarks == ("What ARGoS places by chance stands in fixed places (12).",)


def test_two_distributions_over_one_area_keep_apart(tmp_path: Path) -> None:
    """The second one goes on where the first one ended."""
    how = 'method="uniform" min="-0.8,-0.3,0" max="0.8,0.3,0"'
    box = '<box id="b" size="0.06,0.06,0.1" movable="true" mass="1" />'
    can = '<cylinder id="c" radius="0.03" height="0.1" movable="true" mass="1" />'

    world = experiment(tmp_path, distributed(box, 4, how) + distributed(can, 4, how)).world

    gaps = [
        math.dist((one.pose.x_mm, one.pose.y_mm), (other.x_mm, other.y_mm))
        for one in world.boxes
        for other in world.cylinders
    ]
    assert min(gaps) > 90


def test_without_robots_one_stands_in_the_middle(tmp_path: Path) -> None:
    """Loop functions, which nobody runs here, place those of many experiments."""
    (robot,) = experiment(tmp_path, "").world.robots

    assert (robot.kind, robot.pose.x_mm, robot.pose.y_mm) == ("khepera1", 1000, 500)


def test_a_wall_ends_at_the_border(tmp_path: Path) -> None:
    """ARGoS lets things reach beyond its arena; what is outside altogether is told."""
    box = (
        '<box id="{}" size="4,0.05,0.5" movable="false"><body position="0,{},0"'
        ' orientation="0,0,0" /></box>'
    )

    done = experiment(tmp_path, box.format("a", 0.2) + box.format("b", 3))

    (wall,) = done.world.walls
    assert (wall.x0_mm, wall.x1_mm, wall.y0_mm) == (0, 2000, 700)
    assert done.remarks == ("Left out: box outside the arena (1).",)


def test_what_has_no_place_here_is_counted(tmp_path: Path) -> None:
    """Flying robots, floors, large loose boxes and grids that are full."""
    fly = '<eye-bot id="e"><body position="0,0,1" orientation="0,0,0" /><controller config="x" />'
    full = 'method="grid" center="0,0,0" distances="0.4,0.3,0" layout="1,1,1"'
    box = '<box id="b" size="0.1,0.1,0.1" movable="false" />'
    loose = (
        '<box id="b" size="1.5,0.1,0.1" movable="true" mass="1">'
        '<body position="0,0.3,0" orientation="0,0,0" /></box>'
    )

    done = experiment(
        tmp_path, f'<floor id="f" />{fly}</eye-bot>{loose}{distributed(box, 3, full)}'
    )

    assert done.remarks == ("Left out: box (2), eye-bot (1), floor (1), loose box (1).",)


def test_a_scale_makes_it_smaller(tmp_path: Path) -> None:
    """All lengths shrink alike."""
    wall = (
        '<box id="w" size="1,10,0.5" movable="false">'
        '<body position="5,0,0" orientation="0,0,0" /></box>'
    )

    world = experiment(tmp_path, wall, size="20,20,2", scale=0.1).world

    assert world.arena.width_mm == 2000
    assert [(one.x0_mm, one.thickness_mm) for one in world.walls] == [(1500, 100)]


def test_a_large_arena_gets_larger_cells(tmp_path: Path) -> None:
    """So that it can be opened at all."""
    assert experiment(tmp_path, "", size="18,18,1").world.cell_mm > 3


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ("", r"an experiment has an <arena>"),
        ('<arena size="2" center="0,0,0"/>', r"<arena> has size='2', but it must be 2 numbers"),
        ('<arena size="90,90,1"/>', r"side of 90000 mm, .* Choose another --scale"),
        ('<arena size="2,2,1"><distribute/></arena>', r"a <distribute> has a <position>"),
        (
            '<arena size="2,2,1"><box id="b" size="a,b"><body position="0,0,0"/></box></arena>',
            r"<box> has size='a,b'",
        ),
        ("<arena>", r"it is no good XML"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, inside: str, told: str) -> None:
    """In a sentence, with the element and its value."""
    refused(tmp_path, "x.argos", f"{HEAD}{inside}</argos-configuration>", told)
