"""Draws a match with Pillow: one picture with all ways, or the frames of a film."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.ciber.lab import Lab
from wsusim.ciber.motion import RADIUS
from wsusim.ciber.picture import MatchPicture
from wsusim.ciber.recorded.reader import MatchRecording
from wsusim.model import colours
from wsusim.recording.export_animation import FRAMES_PER_SECOND, LONGEST_FILM_S, write_film

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS_PER_UM = 24
SMOOTHING = 2
"""Pictures are drawn so many times larger and shrunk, which smooths edges."""


def export_ways(recording: MatchRecording, file: Path) -> None:
    """Draw the way of every robot over the lab into a PNG file."""
    canvas = _Canvas(recording.head.lab)
    ways: dict[int, list[tuple[float, float]]] = {}
    picture = None
    for picture in recording.pictures():
        for robot in picture.robots:
            ways.setdefault(robot.number, []).append((robot.x, robot.y))
    if picture is not None:
        canvas.frame(picture, ways).save(file, "PNG")


def export_match_film(recording: MatchRecording, file: Path, *, speed: float | None) -> None:
    """Draw a match into a GIF or MP4 file; ``speed`` times as fast as its clock."""
    cycle_s = recording.head.parameters.cycle_ms / 1000.0
    if speed is None:
        speed = max(1.0, recording.last_time * cycle_s / LONGEST_FILM_S)
    write_film(_frames(recording, speed / FRAMES_PER_SECOND / cycle_s), file)


def _frames(recording: MatchRecording, cycles_a_frame: float) -> Iterator[Image]:
    canvas = _Canvas(recording.head.lab)
    for number in range(1 + math.floor(recording.last_time / cycles_a_frame)):
        yield canvas.frame(recording.at(round(number * cycles_a_frame)), {})


class _Canvas:
    """Draws pictures of one lab; y points up in the lab and down in pictures."""

    def __init__(self, lab: Lab) -> None:
        from PIL import Image, ImageDraw

        self._lab = lab
        self._scale = PIXELS_PER_UM * SMOOTHING
        # Even numbers, as film codecs want them.
        self._size = (
            2 * round(lab.width * PIXELS_PER_UM / 2),
            2 * round(lab.height * PIXELS_PER_UM / 2),
        )
        large = (self._size[0] * SMOOTHING, self._size[1] * SMOOTHING)
        self._floor = Image.new("RGB", large, "white")
        draw = ImageDraw.Draw(self._floor)
        for target in lab.targets:
            draw.ellipse(self._disc(target.x, target.y, target.radius), fill=colours.GOAL_FLOOR)
        for wall in lab.walls:
            shade = colours.WALL if wall.is_solid else colours.WALL_EDGE
            draw.polygon([self._at(x, y) for x, y in wall.corners], fill=shade)
        for beacon in lab.beacons:
            draw.ellipse(self._disc(beacon.x, beacon.y, 0.2), fill=colours.LIGHT)

    def frame(self, picture: MatchPicture, ways: dict[int, list[tuple[float, float]]]) -> Image:
        """Return the picture of one cycle, over the ways of the robots so far."""
        from PIL import ImageDraw
        from PIL.Image import Resampling

        image = self._floor.copy()
        draw = ImageDraw.Draw(image)
        for number, way in ways.items():
            draw.line(self._line(way), fill=_colour(number), width=SMOOTHING)
        for robot in picture.robots:
            draw.ellipse(self._disc(robot.x, robot.y, RADIUS), fill=_colour(robot.number))
            nose = (
                robot.x + RADIUS * math.cos(robot.heading_rad),
                robot.y + RADIUS * math.sin(robot.heading_rad),
            )
            draw.line(self._line([(robot.x, robot.y), nose]), fill="white", width=2 * SMOOTHING)
        score = sum(robot.score for robot in picture.robots)
        draw.text((6, 4), f"{picture.time}   score {score}", fill="black", font_size=24)
        return image.resize(self._size, Resampling.BOX)

    def _line(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [self._at(x, y) for x, y in points]

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale, (self._lab.height - y) * self._scale

    def _disc(self, x: float, y: float, radius: float) -> tuple[float, ...]:
        left, top = self._at(x - radius, y + radius)
        right, bottom = self._at(x + radius, y - radius)
        return (left, top, right, bottom)


def _colour(number: int) -> str:
    return colours.robot_colour(number - 1)
