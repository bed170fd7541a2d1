"""A recording as a small film: GIF (Pillow) or MP4 (ffmpeg, which imageio-ffmpeg brings along)."""

from __future__ import annotations

import errno
import io
import itertools
import math
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.engine.static_map import wall_corners_mm
from wsusim.errors import BadInput
from wsusim.model import colours
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import Box, World
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.robots import robot_kind

if TYPE_CHECKING:
    from PIL.Image import Image

FRAMES_PER_SECOND = 20
"""GIF counts in hundredths of a second, and 5 of them is what every viewer keeps up with."""
LONGEST_FILM_S = 30.0
"""A longer run is shown faster than it was, unless a speed is asked for."""
LONGER_SIDE_PIXELS = 480
SMOOTHING = 2
"""Frames are drawn this many times larger and shrunk, which smooths edges."""

LOOKS = {
    "cap": (colours.CAP, colours.CAP_EDGE),
    "ball": (colours.BALL, colours.BALL_EDGE),
    "cylinder": (colours.BLOCK, colours.BLOCK_EDGE),
    "box": (colours.BLOCK, colours.BLOCK_EDGE),
}
"""What loose things are filled and edged with, unless they have a colour of their own."""


def film_speed(player: Player, speed: float | None) -> float:
    """Return how many times faster than the robot the film runs."""
    if speed is not None:
        return speed
    seconds = (player.last_tick - player.first_tick) / TICKS_PER_SECOND
    return max(1.0, seconds / LONGEST_FILM_S)


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
    player = Player(recording)
    write_film(_frames(player, film_speed(player, speed)), file)


def write_film(frames: Iterator[Image], file: Path) -> None:
    """Write pictures, ``FRAMES_PER_SECOND`` of them for a second; see ``export_animation``."""
    if file.suffix.lower() == ".gif":
        _write_gif(frames, file)
    else:
        _write_mp4(frames, file)


def _write_gif(frames: Iterator[Image], file: Path) -> None:
    from PIL.Image import Dither, Quantize

    first = next(frames).quantize(64, method=Quantize.MEDIANCUT)
    # One palette for all: a film of a maze has few colours, and this halves the size.
    rest = (frame.quantize(palette=first, dither=Dither.NONE) for frame in frames)
    first.save(
        file, "GIF", save_all=True, append_images=rest, duration=1000 // FRAMES_PER_SECOND, loop=0
    )


def _write_mp4(frames: Iterator[Image], file: Path) -> None:
    import imageio_ffmpeg

    first = next(frames)
    width, height = first.size
    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError as error:
        raise BadInput(
            f"This computer can't make MP4 films ({error}). Make a GIF instead."
        ) from None
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-s", f"{width}x{height}", "-r", str(FRAMES_PER_SECOND), "-i", "-",
        "-an", "-vcodec", "libx264", "-pix_fmt", "yuv420p", "-crf", "25", str(file.absolute()),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as complaints:
        film = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=complaints)
        assert film.stdin is not None
        try:
            with suppress(BrokenPipeError), film.stdin:
                for frame in itertools.chain([first], frames):
                    film.stdin.write(frame.tobytes())
        except BaseException:
            film.kill()
            raise
        finally:
            film.wait()
        complaints.seek(0)
        words = complaints.read().decode("utf-8", "replace")
    if film.returncode:
        raise OSError(0, _reason(words))


def _reason(complaints: str) -> str:
    """Return why ffmpeg has failed."""
    if os.strerror(errno.ENOSPC) in complaints:
        return os.strerror(errno.ENOSPC)
    return (complaints.strip().splitlines() or ["the film program failed"])[0][:200]


def _frames(player: Player, speed: float) -> Iterator[Image]:
    """Yield the frames, each drawn over the maze that never changes."""
    canvas = MapCanvas(player.recording.header.world)
    for tick in film_ticks(player, speed):
        yield canvas.frame(player.at(tick))


def film_ticks(player: Player, speed: float) -> Iterator[int]:
    """Yield the tick of each frame."""
    count = 1 + math.floor(
        (player.last_tick - player.first_tick) / TICKS_PER_SECOND / speed * FRAMES_PER_SECOND
    )
    for number in range(count):
        seconds = number / FRAMES_PER_SECOND * speed
        yield player.first_tick + round(seconds * TICKS_PER_SECOND)


class MapCanvas:
    """Draws snapshots of one world; y points up in the world and down in pictures."""

    def __init__(self, world: World) -> None:
        from PIL import Image, ImageDraw

        self._world = world
        longer_mm = max(world.arena.width_mm, world.arena.height_mm)
        self._pixels_per_mm = LONGER_SIDE_PIXELS * SMOOTHING / longer_mm
        # Even numbers, as film codecs want them.
        self._size = tuple(
            2 * math.ceil(length_mm * self._pixels_per_mm / SMOOTHING / 2)
            for length_mm in (world.arena.width_mm, world.arena.height_mm)
        )
        large = tuple(side * SMOOTHING for side in self._size)
        self._maze = Image.new("RGB", (large[0], large[1]), colours.WALL)
        draw = ImageDraw.Draw(self._maze)
        draw.polygon([self._at(x, y) for x, y in world.arena.outline_mm], fill=colours.FLOOR)
        self._lay_pictures(world)
        for goal in world.goals:
            draw.polygon(
                [self._at(x, y) for x, y in _goal_outline(goal.pose, goal.width_mm,
                                                          goal.height_mm, goal.shape)],
                fill=colours.GOAL_FLOOR,
            )  # fmt: skip
        for wall in world.walls:
            fill = wall.colour and colours.shown_colour(wall.colour, colours.WALL)
            corners = [self._at(x, y) for x, y in wall_corners_mm(wall)]
            draw.polygon(corners, fill=fill or colours.WALL)
        for light in world.lights:
            draw.ellipse(
                self._disc(light.x_mm, light.y_mm, light.diameter_mm / 2), fill=colours.LIGHT
            )

    def _lay_pictures(self, world: World) -> None:
        """Draw the ink of the pictures on the floor."""
        from PIL import Image, ImageChops

        for picture in world.floor_pictures:
            width_mm, height_mm = picture.size_mm
            left, top = self._at(picture.x_mm - width_mm / 2, picture.y_mm + height_mm / 2)
            right, low = self._at(picture.x_mm + width_mm / 2, picture.y_mm - height_mm / 2)
            size = (max(1, round(right - left)), max(1, round(low - top)))
            with Image.open(io.BytesIO(picture.content)) as grey:
                ink = ImageChops.invert(grey.convert("L").resize(size))
            self._maze.paste("black", (round(left), round(top)), ink)

    def frame(self, snapshot: Snapshot) -> Image:
        """Return the picture of one snapshot."""
        from PIL import ImageDraw
        from PIL.Image import Resampling

        picture = self._maze.copy()
        draw = ImageDraw.Draw(picture)
        for item, thing in zip(snapshot.objects, self._world.movables, strict=True):
            fill, outline = LOOKS[item.kind]
            look = {"fill": colours.shown_colour(thing.colour, fill), "outline": outline}
            if isinstance(thing, Box):
                corners = thing.corners_mm(Pose(item.x_mm, item.y_mm, item.heading_rad))
                shape = [self._at(x, y) for x, y in corners]
                draw.polygon(shape, width=SMOOTHING, **look)
            else:
                around = self._disc(item.x_mm, item.y_mm, thing.diameter_mm / 2)
                draw.ellipse(around, width=SMOOTHING, **look)
        for number, robot in enumerate(snapshot.robots):
            radius_mm = robot_kind(robot.kind).radius_mm
            own = self._world.robots[number].colour
            colour = colours.robot_colour(number, own)
            draw.ellipse(self._disc(robot.pose.x_mm, robot.pose.y_mm, radius_mm), fill=colour)
            line = [self._at(*robot.pose.place((0.0, 0.0))),
                    self._at(*robot.pose.place((radius_mm, 0.0)))]  # fmt: skip
            draw.line(line, fill="white", width=2 * SMOOTHING)
        draw.text((6, 4), f"{snapshot.tick / TICKS_PER_SECOND:.1f} s", fill="black", font_size=24)
        return picture.resize((self._size[0], self._size[1]), Resampling.BOX)

    def _at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        scale = self._pixels_per_mm
        return (x_mm * scale, (self._world.arena.height_mm - y_mm) * scale)

    def _disc(self, x_mm: float, y_mm: float, radius_mm: float) -> tuple[float, ...]:
        x, y = self._at(x_mm, y_mm)
        r = radius_mm * self._pixels_per_mm
        return (x - r, y - r, x + r, y + r)


def _goal_outline(
    pose: Pose, width_mm: float, height_mm: float, shape: str
) -> list[tuple[float, float]]:
    """Return points around a goal region in the world's frame."""
    if shape == "ellipse":
        unit = [(math.cos(a), math.sin(a)) for a in (k * math.tau / 36 for k in range(36))]
    else:
        unit = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    return [pose.place((x * width_mm / 2, y * height_mm / 2)) for x, y in unit]
