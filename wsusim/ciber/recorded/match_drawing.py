"""Draws a match with Pillow: one picture with all paths, or the frames of a film."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.ciber.contest_lab import Lab
from wsusim.ciber.lab_shapes import lab_shapes
from wsusim.ciber.motion import RADIUS
from wsusim.ciber.picture import MatchPicture
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.model import colours
from wsusim.recording.canvas import Canvas
from wsusim.recording.movie_file import FRAMES_PER_SECOND, usual_speed, write_film

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS_PER_UM = 24


def export_ways(recording: MatchRecording, file: Path) -> None:
    """Draw the path of every robot over the lab into a PNG file."""
    canvas = _floor(recording.head.lab)
    ways: dict[int, list[tuple[float, float]]] = {}
    picture = None
    for picture in recording.pictures():
        for robot in picture.robots:
            ways.setdefault(robot.number, []).append((robot.x, robot.y))
    for number, way in ways.items():
        canvas.line(way, _colour(number))
    if picture is not None:
        _frame(canvas, picture).save(file, "PNG")


def export_match_film(recording: MatchRecording, file: Path, *, speed: float | None) -> None:
    """Draw a match into a GIF or MP4 file; ``speed`` times as fast as its clock."""
    cycle_s = recording.head.parameters.cycle_ms / 1000.0
    if speed is None:
        speed = usual_speed(recording.last_time * cycle_s)
    write_film(_frames(recording, speed / FRAMES_PER_SECOND / cycle_s), file)


def _frames(recording: MatchRecording, cycles_a_frame: float) -> Iterator[Image]:
    floor = _floor(recording.head.lab)
    for number in range(1 + math.floor(recording.last_time / cycles_a_frame)):
        yield _frame(floor, recording.at(round(number * cycles_a_frame)))


def _floor(lab: Lab) -> Canvas:
    """Return what never changes."""
    canvas = Canvas(lab.width, lab.height, PIXELS_PER_UM, "white")
    canvas.shapes(lab_shapes(lab))
    return canvas


def _frame(floor: Canvas, picture: MatchPicture) -> Image:
    """Return the picture of one cycle."""
    canvas = floor.copy()
    for robot in picture.robots:
        canvas.robot(robot.x, robot.y, robot.heading_rad, RADIUS, _colour(robot.number))
    score = sum(robot.score for robot in picture.robots)
    return canvas.finished(f"{picture.time}   score {score}")


def _colour(number: int) -> str:
    return colours.robot_colour(number - 1)
