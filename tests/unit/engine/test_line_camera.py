from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest

from wsusim.engine.line_camera import CameraView, LinearCamera
from wsusim.engine.simulation import Simulation
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import MissionSnapshot, RobotSnapshot, Snapshot, thing_at_start
from wsusim.model.world import Arena, Ball, Box, Cap, Light, RobotStart, Wall, World


def robot_snapshot(start: RobotStart) -> RobotSnapshot:
    """Return a robot that stands where it starts."""
    return RobotSnapshot(
        id=start.id,
        kind=start.kind,
        pose=start.pose,
        left_speed=0.0,
        right_speed=0.0,
        left_position=0,
        right_position=0,
        proximity=(0,) * 8,
        ambient=(500,) * 8,
        arm_position=180.0,
        jaw_gap_mm=50.0,
        held_object_id=None,
        object_present=False,
        resistivity=0,
        contact_front=False,
        contact_back=False,
        contact_bearings_rad=(),
        leds=(False, False),
    )


@dataclass
class StandingWorld:
    """A simulation in which nothing moves but the clock."""

    world: World
    seed: int = 0
    ideal: bool = True
    tick: int = 0
    held_by: int | None = None

    def snapshot(self) -> Snapshot:
        """Return all things where the world has them."""
        robots = tuple(robot_snapshot(start) for start in self.world.robots)
        objects = tuple(
            replace(thing_at_start(thing), held_by=self.held_by) for thing in self.world.movables
        )
        mission = MissionSnapshot(False, None, 0, ())
        return Snapshot(self.tick, robots, objects, mission)


ROBOT = RobotStart(1, Pose(600.0, 600.0, 0.0))
ARENA = World("arena", Arena.rectangle(1200.0, 1200.0), robots=(ROBOT,))


def pixels(camera: LinearCamera) -> tuple[int, ...]:
    """Return a camera's newest image."""
    return camera.read(Quantity.CAMERA_PIXELS)


def light(world: World) -> int:
    """Return the light level that the first robot's camera sees."""
    high, low = LinearCamera(StandingWorld(world), 0).read(Quantity.CAMERA_LIGHT)
    return 256 * high + low


def picture(world: World, **settings) -> tuple[int, ...]:
    """Return what the first robot's camera sees."""
    return pixels(LinearCamera(StandingWorld(world, **settings), 0))


@pytest.mark.parametrize(("y_mm", "pixels"), [(660.0, slice(0, 24)), (540.0, slice(40, 64))])
def test_a_dark_thing_is_seen_on_its_side(y_mm, pixels):
    """A ball to the left darkens the first pixels, one to the right the last ones."""
    seen = picture(replace(ARENA, balls=(Ball(2, 800.0, y_mm),)))
    empty = picture(ARENA)

    darker = [index for index in range(64) if seen[index] < empty[index] - 30]
    assert darker
    assert set(darker) <= set(range(64)[pixels])


@pytest.mark.parametrize(
    ("things", "grey"),
    [
        ({"walls": (Wall(2, 800.0, 570.0, 800.0, 630.0, reflectivity=0.0),)}, 50),
        ({"balls": (Ball(2, 800.0, 600.0, diameter_mm=60.0),)}, 59),
        ({"caps": (Cap(2, 800.0, 600.0, diameter_mm=60.0),)}, 94),
        ({"robots": (ROBOT, RobotStart(2, Pose(800.0, 600.0)))}, 132),
        ({"lights": (Light(2, 800.0, 600.0, diameter_mm=60.0),)}, 240),
    ],
    ids=["black wall", "ball", "cap", "robot", "lamp"],
)
def test_each_kind_of_thing_has_its_grey_level(things, grey):
    """Black is 50, a lamp white; the kinds between lose 10 by the exposure, as in KiKS."""
    seen = picture(replace(ARENA, **things))

    assert seen[32] == pytest.approx(grey, abs=6)


def test_nearer_things_hide_farther_ones():
    """A cap in front of a black wall is what is seen."""
    wall = Wall(2, 900.0, 300.0, 900.0, 900.0, reflectivity=0.0)
    seen = picture(replace(ARENA, walls=(wall,), caps=(Cap(3, 700.0, 600.0),)))

    assert seen[32] > max(seen[5], seen[58])


def dark_pixels(*boxes: Box) -> int:
    """Return how many pixels show black boxes."""
    return sum(grey < 120 for grey in picture(replace(ARENA, boxes=boxes)))


def test_a_box_is_as_wide_as_its_sides():
    """A long one is seen wide across and narrow along; and it hides what is behind it."""
    across, along = (
        Box(2, Pose(900.0, 600.0, math.radians(turned)), 10.0, 160.0, reflectivity=0.0)
        for turned in (0.0, 90.0)
    )
    wall = Wall(3, 920.0, 560.0, 920.0, 640.0)

    assert dark_pixels(across) > 5 * dark_pixels(along) > 0
    assert picture(replace(ARENA, boxes=(across,), walls=(wall,))) == picture(
        replace(ARENA, boxes=(across,))
    )


def test_the_camera_turns_with_its_robot():
    """Looking up the arena, a ball above is in the middle."""
    robot = RobotStart(1, Pose(600.0, 600.0, math.pi / 2))
    seen = picture(replace(ARENA, robots=(robot,), balls=(Ball(2, 600.0, 800.0),)))

    assert seen.index(min(seen)) in range(24, 40)


def test_a_held_cap_is_not_seen():
    """A cap in the gripper, high up, is out of the camera's view."""
    world = replace(ARENA, caps=(Cap(2, 650.0, 600.0),))

    assert picture(world, held_by=1) == picture(ARENA)


def test_an_image_is_kept_for_its_period():
    """Asked again within the period, the camera returns the same noisy image; later a new one."""
    simulation = StandingWorld(ARENA, ideal=False)
    camera = LinearCamera(simulation, 0)
    first = pixels(camera)

    simulation.tick = 19
    assert pixels(camera) == first

    simulation.tick = 20
    assert pixels(camera) != first


def test_a_shorter_period_brings_new_images_sooner():
    """After 50 ms there is a new image, when the period is so set."""
    simulation = StandingWorld(ARENA, ideal=False)
    camera = LinearCamera(simulation, 0)
    camera.period_s = 0.05
    first = pixels(camera)

    simulation.tick = 5

    assert pixels(camera) != first


def test_noise_depends_on_the_seed_only():
    """The same seed gives the same image, another one another."""
    assert picture(ARENA, ideal=False, seed=1) == picture(ARENA, ideal=False, seed=1)
    assert picture(ARENA, ideal=False, seed=1) != picture(ARENA, ideal=False, seed=2)


def test_the_light_level_is_low_when_it_is_bright():
    """Before a white wall the level is low, before a black one high."""
    black = Wall(2, 700.0, 300.0, 700.0, 900.0, reflectivity=0.0)
    bright, dark = light(ARENA), light(replace(ARENA, walls=(black,)))

    assert 100 < bright < 500
    assert dark > 1000


def moving() -> Simulation:
    """Return a robot that turns before a ball."""
    simulation = Simulation(replace(ARENA, balls=(Ball(2, 800.0, 600.0),)), seed=5)
    simulation.apply(0, SetSpeeds(3, -3))
    return simulation


def test_looking_later_shows_the_same_picture():
    """A window or a replay sees in a moment of a run what the robot's own camera took in it."""
    simulation = moving()
    simulation.advance(57)

    taken = simulation.read(0, Quantity.CAMERA_PIXELS)

    view = CameraView(simulation.world, seed=simulation.seed)
    assert view.image(simulation.snapshot(), 0).pixels == taken


def test_taking_pictures_changes_nothing_in_the_run():
    """A run with a camera has the trace of one without."""
    looking, blind = moving(), moving()
    looking.read(0, Quantity.CAMERA_PIXELS)

    looking.advance(100)
    looking.read(0, Quantity.CAMERA_LIGHT)
    blind.advance(100)

    assert looking.trace_sha256() == blind.trace_sha256()
