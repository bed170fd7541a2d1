"""Any world survives its file; any file whatever gives a world or one clear error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.formats.java_map import HORIZONTAL, VERTICAL, wsu_map
from wsusim.errors import MazeError
from wsusim.formats.maze_file import world_from_text, world_to_text
from wsusim.formats.maze_reader import world_from_content
from wsusim.formats.world_check import find_problems
from wsusim.model.geometry import Pose
from wsusim.model.tuning import RobotTuning, SlowMotor
from wsusim.model.world import (
    Arena,
    ArenaCamera,
    Ball,
    Cap,
    GoalRegion,
    Light,
    Mission,
    Note,
    RobotStart,
    Wall,
    World,
)

SPACING_MM = 100.0
"""Things stand near the points of a grid of this spacing, walls run between its rows."""

GOLDEN = Path(__file__).parents[1] / "golden" / "maze-v1.json"

ratios = st.floats(0.0, 1.0)
each = st.lists(ratios, min_size=8, max_size=8).map(tuple) | ratios.map(lambda one: (one,) * 8)
words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw a world that keeps all rules."""
    size = 1000.0
    spots = draw(
        st.lists(
            st.tuples(st.integers(1, 9), st.integers(1, 9)), unique=True, min_size=6, max_size=12
        )
    )
    ids = iter(draw(st.lists(st.integers(1, 9999), unique=True, min_size=40, max_size=40)))
    jitter = st.floats(-8.0, 8.0)

    def place() -> tuple[float, float]:
        column, row = spots.pop()
        return column * SPACING_MM + draw(jitter), row * SPACING_MM + draw(jitter)

    def wall() -> Wall:
        line = 50.0 + SPACING_MM * draw(st.integers(0, 9))
        start, length = draw(st.floats(0.0, 800.0)), draw(st.floats(1.0, 200.0))
        ends = (line, start, line, start + length)
        if draw(st.booleans()):
            ends = (start, line, start + length, line)
        return Wall(next(ids), *ends, draw(st.floats(0.1, 8.0)), draw(ratios))

    goals = tuple(
        GoalRegion(
            next(ids),
            Pose(500.0, 500.0, draw(st.floats(-6.0, 6.0))),
            draw(st.floats(100.0, 900.0)),
            draw(st.floats(100.0, 900.0)),
            draw(st.sampled_from(["rectangle", "ellipse"])),
        )
        for _ in range(draw(st.integers(0, 2)))
    )
    kind = draw(st.sampled_from(["free", "reach_goal", "deliver_caps"])) if goals else "free"
    tuning = RobotTuning(
        draw(ratios),
        draw(ratios),
        draw(ratios),
        draw(ratios),
        proximity_gain=draw(each),
        proximity_noise=draw(each),
        light_gain=draw(each),
        light_noise=draw(each),
        proximity_spread=draw(st.booleans()),
        slow_motors=(SlowMotor("left", 1.0, draw(st.floats(2.0, 9.0)), draw(ratios)),),
    )
    frame = st.sampled_from([0.0, 25.0])
    low, high = draw(frame), size - draw(frame)
    return World(
        name=draw(words),
        description=draw(words),
        arena=Arena(
            ((low, low), (high, low), (high, high), (low, high)), draw(ratios), (size, size)
        )
        if (low, high) != (0.0, size)
        else Arena.rectangle(size, size),
        walls=tuple(wall() for _ in range(draw(st.integers(0, 5)))),
        lights=(Light(next(ids), *place(), draw(st.floats(0.0, 100.0))),),
        caps=(Cap(next(ids), *place(), draw(st.floats(1.0, 60.0)), 7, draw(ratios)),),
        balls=(Ball(next(ids), *place()),),
        robots=tuple(
            RobotStart(
                next(ids),
                Pose(*place(), draw(st.floats(-6.0, 6.0))),
                draw(st.sampled_from(["khepera1", "khepera2"])),
                draw(st.sampled_from([None, tuning])),
            )
            for _ in range(draw(st.integers(1, 3)))
        ),
        goals=goals,
        notes=(Note(next(ids), 1.0, 2.0, draw(words)),),
        arena_camera=draw(
            st.none() | st.builds(ArenaCamera, st.integers(64, 320), st.integers(48, 240))
        ),
        mission=Mission(kind, draw(st.none() | st.floats(1.0, 1e5))),
        next_id=10_000,
    )


@given(worlds())
def test_a_world_survives_its_file(world: World) -> None:
    """A good world comes back from its text equal, its headings to a billionth of a degree."""
    assert find_problems(world) == []
    text = world_to_text(world)
    back = world_from_text(text)
    assert world_to_text(back) == text
    assert without_headings(back) == without_headings(world)
    headings = [robot.pose.heading_rad for robot in back.robots]
    assert headings == pytest.approx([robot.pose.heading_rad for robot in world.robots], abs=1e-10)


def without_headings(world: World) -> tuple[Any, ...]:
    """Return all of a world that is written exactly."""
    return (
        world.name,
        world.description,
        world.arena,
        world.walls,
        world.lights,
        world.caps,
        world.balls,
        [(r.id, r.pose.x_mm, r.pose.y_mm, r.kind, r.tuning) for r in world.robots],
        [(g.id, g.width_mm, g.height_mm, g.shape) for g in world.goals],
        world.notes,
        world.mission,
        world.arena_camera,
        world.next_id,
    )


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([-1, 0, 1e308, 10**30, "khepera1", "free", "\ud800", "\x00", "\u202e"])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@st.composite
def spoilt_values(draw: st.DrawFn) -> bytes:
    """Draw the golden file with some of its values replaced, removed, doubled or added."""
    root = json.loads(GOLDEN.read_text())
    for _ in range(draw(st.integers(1, 4))):
        spoil(draw, root)
    return json.dumps(root).encode()


def spoil(draw: st.DrawFn, root: Any) -> None:
    """Change one thing somewhere below ``root``."""
    here = root
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if not isinstance(here[key], dict | list) or draw(st.integers(0, 3)) == 0:
            break
        here = here[key]
    change = draw(st.sampled_from(["replace", "remove", "add", "repeat"]))
    if change == "replace":
        here[key] = draw(json_values)
    elif change == "remove":
        del here[key]
    elif isinstance(here, dict):
        here[draw(st.text(max_size=8))] = draw(json_values)
    else:
        here.extend([here[key]] * draw(st.integers(1, 3)))


def spoilt_bytes(content: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Draw files with a stretch of bytes cut out or replaced."""

    def cut(file: bytes, start: int, length: int, patch: bytes) -> bytes:
        start %= len(file) + 1
        return file[:start] + patch + file[start + length :]

    return st.builds(cut, content, st.integers(0, 5000), st.integers(0, 60), st.binary(max_size=8))


wsu_objects = st.tuples(
    st.integers(0, 5),
    st.integers(-60, 560),
    st.integers(-60, 560),
    st.sampled_from([VERTICAL, HORIZONTAL]),
)
wsu_maps = st.lists(wsu_objects, max_size=30).map(lambda objects: wsu_map(*objects))


@st.composite
def drawings(draw: st.DrawFn) -> bytes:
    """Draw a text maze, often with stray characters in it."""
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    wall, side = st.sampled_from(["---", "   "]), st.sampled_from("| ")
    letters = st.sampled_from(["   ", "   ", "   ", " S ", " G ", "g  "])
    post = draw(st.sampled_from("o+*."))
    lines = []
    for _ in range(rows):
        lines.append(post + "".join(draw(wall) + post for _ in range(columns)))
        lines.append(draw(side) + "".join(draw(letters) + draw(side) for _ in range(columns)))
    lines.append(post + "".join(draw(wall) + post for _ in range(columns)))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines).encode()


files = st.one_of(
    spoilt_values(),
    spoilt_bytes(st.just(GOLDEN.read_bytes())),
    wsu_maps,
    spoilt_bytes(wsu_maps),
    st.binary(max_size=200).map(lambda rest: b"\xac\xed\x00\x05" + rest),
    drawings(),
    spoilt_bytes(drawings()),
    st.text("o+-| SG\n", max_size=120).map(str.encode),
    st.binary(max_size=200),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
)


def opens_or_is_refused(content: bytes) -> None:
    """Read a file; a world must be good and saveable, an error of one kind and with words."""
    outcome = read(content)
    if isinstance(outcome, World):
        assert world_from_text(world_to_text(outcome)).counts() == outcome.counts()
    else:
        assert outcome.problems
        assert str(outcome).encode().startswith(b"any")


def read(content: bytes) -> World | MazeError:
    """Return what comes of a file."""
    try:
        return world_from_content(content, Path("any"))
    except MazeError as error:
        return error


@given(files)
@settings(suppress_health_check=list(HealthCheck))
def test_any_file_opens_or_is_refused(content: bytes) -> None:
    """Whatever is in a file, reading it gives a good world or a ``MazeError``."""
    opens_or_is_refused(content)


@pytest.mark.slow
@given(files)
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_ten_thousand_files_open_or_are_refused(content: bytes) -> None:
    """The same over 10,000 files."""
    opens_or_is_refused(content)
