"""A recording as a small film of the map."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.recording.canvas import Canvas
from wsusim.recording.movie_file import FRAMES_PER_SECOND, usual_speed, write_film
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.scene.palette import LIGHT
from wsusim.scene.walk import moving_shapes, note_shape, still_shapes

if TYPE_CHECKING:
    from PIL.Image import Image

LONGER_SIDE_PIXELS = 480


def export_animation(recording: Recording, file: Path, *, speed: float | None = None) -> None:
    """Draw the run into ``file``, a GIF or MP4 by its suffix.

    Args:
        recording: The run.
        file: The film.
        speed: Ratio to real time; ``None``: real time, or faster if the film would be too long.

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
        canvas.shapes(moving_shapes(self._world, moment))
        canvas.shapes(note_shape(note) for note in self._world.notes)
        return canvas.finished(f"{moment.tick / TICKS_PER_SECOND:.1f} s")


def _maze(world: World) -> Canvas:
    """Return the parts that never move."""
    sides = world.arena.width_mm, world.arena.height_mm
    canvas = Canvas(*sides, LONGER_SIDE_PIXELS / max(sides), LIGHT.outside)
    canvas.shapes(still_shapes(world))
    return canvas
