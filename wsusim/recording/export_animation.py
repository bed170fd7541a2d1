"""A recording as a small film of the map."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.engine.static_map import wall_corners_mm
from wsusim.model import colours
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import Box, World
from wsusim.recording.canvas import Canvas
from wsusim.recording.movie_file import FRAMES_PER_SECOND, usual_speed, write_film
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from PIL.Image import Image

LONGER_SIDE_PIXELS = 480

LOOKS = {
    "cap": (colours.CAP, colours.CAP_EDGE),
    "ball": (colours.BALL, colours.BALL_EDGE),
    "cylinder": (colours.BLOCK, colours.BLOCK_EDGE),
    "box": (colours.BLOCK, colours.BLOCK_EDGE),
}
"""What loose things are filled and edged with, unless they have a colour of their own."""


def export_animation(recording: Recording, file: Path, *, speed: float | None = None) -> None:
    """Draw the run into ``file``; its ending says GIF or MP4.

    Args:
        recording: What to show.
        file: Where to.
        speed: Ratio to real time; ``None``: real time, but faster when it would take too long.

    Raises:
        OSError: The file can't be written.
        BadInput: The platform has no ffmpeg.
    """
    player, painter = Player(recording), MapPainter(recording.header.world)
    write_film((painter.frame(player.at(tick)) for tick in film_ticks(player, speed)), file)


def film_ticks(player: Player, speed: float | None) -> Iterator[int]:
    """Yield the tick of each frame; ``speed`` as in ``export_animation``."""
    seconds = (player.last_tick - player.first_tick) / TICKS_PER_SECOND
    if speed is None:
        speed = usual_speed(seconds)
    for number in range(1 + math.floor(seconds / speed * FRAMES_PER_SECOND)):
        passed_s = number / FRAMES_PER_SECOND * speed
        yield player.first_tick + round(passed_s * TICKS_PER_SECOND)


class MapPainter:
    """Paints moments of one world as a map."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._maze = _maze(world)

    def frame(self, moment: Snapshot) -> Image:
        """Return the map of a moment, with its time."""
        canvas = self._maze.copy()
        for item, thing in zip(moment.objects, self._world.movables, strict=True):
            usual, edge = LOOKS[item.kind]
            fill = colours.shown_colour(thing.colour, usual)
            if isinstance(thing, Box):
                corners = thing.corners_mm(Pose(item.x_mm, item.y_mm, item.heading_rad))
                canvas.polygon(corners, fill, edge)
            else:
                canvas.disc(item.x_mm, item.y_mm, thing.diameter_mm / 2, fill, edge)
        for number, robot in enumerate(moment.robots):
            colour = colours.robot_colour(number, self._world.robots[number].colour)
            pose, radius_mm = robot.pose, robot_kind(robot.kind).radius_mm
            canvas.robot(pose.x_mm, pose.y_mm, pose.heading_rad, radius_mm, colour)
        return canvas.finished(f"{moment.tick / TICKS_PER_SECOND:.1f} s")


def _maze(world: World) -> Canvas:
    """Return what stands still."""
    from PIL import Image

    sides = world.arena.width_mm, world.arena.height_mm
    canvas = Canvas(*sides, LONGER_SIDE_PIXELS / max(sides), colours.WALL)
    canvas.polygon(world.arena.outline_mm, colours.FLOOR)
    for picture in world.floor_pictures:
        with Image.open(io.BytesIO(picture.content)) as grey:
            canvas.ink(grey, picture.x_mm, picture.y_mm, *picture.size_mm)
    for goal in world.goals:
        outline = _goal_outline(goal.pose, goal.width_mm, goal.height_mm, goal.shape)
        canvas.polygon(outline, colours.GOAL_FLOOR)
    for wall in world.walls:
        canvas.polygon(wall_corners_mm(wall), colours.shown_colour(wall.colour, colours.WALL))
    for light in world.lights:
        canvas.disc(light.x_mm, light.y_mm, light.diameter_mm / 2, colours.LIGHT)
    return canvas


def _goal_outline(
    pose: Pose, width_mm: float, height_mm: float, shape: str
) -> list[tuple[float, float]]:
    """Return points around a goal region in the world's frame."""
    if shape == "ellipse":
        unit = [(math.cos(a), math.sin(a)) for a in (k * math.tau / 36 for k in range(36))]
    else:
        unit = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    return [pose.place((x * width_mm / 2, y * height_mm / 2)) for x, y in unit]
