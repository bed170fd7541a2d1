"""Colour pictures: what is in them, when they are new, and that looking changes nothing."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.worlds import draw_world, empty_world
from wsusim.engine.eye import EyeView, map_frame
from wsusim.engine.simulation import Simulation
from wsusim.errors import RobotRefused
from wsusim.model.camera_image import Camera, CameraImage, Look
from wsusim.model.commands import SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.world import ArenaCamera, Cap, Light, RobotStart, World

SIZE = (160, 120)
EYE = Look(Camera.EYE, *SIZE)
ABOVE = Look(Camera.ARENA, *SIZE)


def eye_of(world: World, robot: int = 0):
    """Return what a robot sees at the start."""
    return EyeView(world).eye(Simulation(world).snapshot(), robot, SIZE).astype(int)


def red(pixels):
    """Return rows and columns of what is red."""
    return np.nonzero((pixels[:, :, 0] > 90) & (pixels[:, :, 0] > 2 * pixels[:, :, 1]))


def sees_again(simulation: Simulation, ticks: int, look: Look = EYE) -> CameraImage:
    """Let time pass and look."""
    simulation.advance(ticks)
    return simulation.look(0, look)


def test_a_cap_to_the_left_is_on_the_left() -> None:
    """And below the horizon, as it is lower than the eye."""
    world = replace(empty_world(), caps=(Cap(2, 450.0, 350.0),), next_id=3)
    rows, columns = red(eye_of(world))
    assert rows.size > 20
    assert columns.max() < 80
    assert rows.min() >= 60


def test_a_robot_does_not_see_itself() -> None:
    """Only floor, border and sky in an empty arena."""
    pixels = eye_of(empty_world())
    assert not (pixels[:, :, 2] > pixels[:, :, 0] + 60).any()


def test_a_robot_sees_the_others_in_their_colours() -> None:
    """The second one is orange, the first one blue."""
    there = RobotStart(2, Pose(420.0, 300.0, math.pi))
    world = empty_world()
    world = replace(world, robots=(*world.robots, there), next_id=3)
    orange, blue = eye_of(world, 0), eye_of(world, 1)
    assert (orange[:, :, 0] > orange[:, :, 2] + 100).any()
    assert (blue[:, :, 2] > blue[:, :, 0] + 100).any()


def test_a_lamp_shines_and_stands_above_the_walls() -> None:
    """It is as bright as ever from afar, and seen against the sky."""
    world = replace(empty_world(50.0), lights=(Light(2, 520.0, 300.0),), next_id=3)
    rows, _ = np.nonzero((eye_of(world) == [0xF5, 0xB3, 0x01]).all(axis=2))
    assert rows.min() < 57


def test_a_wall_hides_what_is_behind_it() -> None:
    """Caps are lower than walls."""
    world = draw_world(
        """
        ......
        R..#.c
        ......
        """
    )
    assert red(eye_of(world))[0].size == 0


def test_its_own_lowered_gripper_is_seen() -> None:
    """At the bottom of the picture, and no more when it is raised again."""
    simulation = Simulation(empty_world())
    view = EyeView(simulation.world)
    raised = view.eye(simulation.snapshot(), 0, SIZE)
    simulation.apply(0, SetArm(255))
    simulation.advance(200)
    lowered = view.eye(simulation.snapshot(), 0, SIZE)
    changed = np.nonzero((raised != lowered).any(axis=2))[0]
    assert changed.size > 50
    assert changed.min() > 90


def test_a_picture_lasts_40_ms() -> None:
    """Asked for sooner it is the same one; it is drawn when it is asked for."""
    simulation = Simulation(empty_world())
    simulation.apply(0, SetSpeeds(10, 5))
    ticks = [sees_again(simulation, step).tick for step in (3, 3, 1, 1, 3, 100)]
    assert ticks == [3, 3, 7, 7, 11, 111]


def test_another_size_is_a_new_picture() -> None:
    """At once."""
    simulation = Simulation(empty_world())
    first = simulation.look(0, EYE)
    simulation.advance(1)
    other = simulation.look(0, Look(Camera.EYE, 64, 48))
    assert (first.tick, other.tick) == (0, 1)
    assert len(other.rgb) == 64 * 48 * 3


def test_looking_changes_nothing_of_the_run() -> None:
    """The traces are the same."""
    traces = []
    for looks in (False, True):
        simulation = Simulation(replace(empty_world(), arena_camera=ArenaCamera()), seed=5)
        simulation.apply(0, SetSpeeds(10, 6))
        for _ in range(20):
            simulation.advance(7)
            _ = looks and (simulation.look(0, EYE), simulation.look(0, ABOVE))
        traces.append(simulation.trace_sha256())
    assert traces[0] == traces[1]


def test_the_same_moment_gives_the_same_bytes_whatever_was_drawn_before() -> None:
    """A view that has seen other moments draws as a new one does."""
    simulation = Simulation(draw_world("..c..\n.R.bL\n.#.R."), seed=3)
    view = EyeView(simulation.world)
    first = simulation.snapshot()
    simulation.apply(0, SetSpeeds(20, 12))
    simulation.advance(150)

    def all_of(drawer: EyeView, moment: Snapshot) -> list[bytes]:
        shots = [drawer.eye, drawer.chase]
        ahead = [shot(moment, robot, SIZE).tobytes() for shot in shots for robot in (0, 1)]
        return [*ahead, drawer.overhead(moment, SIZE).tobytes()]

    all_of(view, simulation.snapshot())
    assert all_of(view, first) == all_of(EyeView(simulation.world), first)


def test_the_arena_camera_shows_the_whole_arena_at_its_true_places() -> None:
    """A cap is where its millimetres say, and all robots get the same picture."""
    cap = Cap(2, 450.0, 150.0)
    world = replace(empty_world(), caps=(cap,), arena_camera=ArenaCamera(160, 120), next_id=3)
    image = Simulation(world).look(0, ABOVE)
    pixels = np.frombuffer(image.rgb, np.uint8).reshape(120, 160, 3).astype(int)
    rows, columns = red(pixels)
    x_mm = image.left_mm + (columns.mean() + 0.5) * image.pixel_mm
    y_mm = image.top_mm - (rows.mean() + 0.5) * image.pixel_mm
    assert (x_mm, y_mm) == pytest.approx((cap.x_mm, cap.y_mm), abs=image.pixel_mm)
    assert map_frame(world, SIZE) == image[-3:]


def test_a_maze_without_an_arena_camera_says_how_to_get_one() -> None:
    """With the line for its file."""
    line = re.escape('"arena_camera": {"width_px": 320, "height_px": 240}')
    with pytest.raises(RobotRefused, match=line):
        Simulation(empty_world()).look(0, ABOVE)
