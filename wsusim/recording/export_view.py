"""Views of a recording: drawn by the eye's kernel, or as a real camera saw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from wsusim.errors import BadInput
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.recording.export_animation import MapPainter, film_ticks
from wsusim.recording.movie_file import write_film
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording
from wsusim.recording.video import Video

if TYPE_CHECKING:
    from PIL.Image import Image

    from wsusim.engine.eye import EyeView

SIZE_PX = (640, 480)
"""Of films and pictures: larger than a program's, for people."""

ViewName = Literal["eye", "chase", "overhead", "camera"]
"""``camera``: what a real camera beside the robots saw, where the recording has it."""


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """The choice of a view.

    Attributes:
        name: Through the eye of a robot, from behind it, from above, or what a real camera saw.
        robot: Number of the robot, from 0, for the first two.
    """

    name: ViewName
    robot: int = 0

    def draw(self, view: EyeView, moment: Snapshot) -> Image:
        """Return the picture of a moment, with its time."""
        from PIL import Image

        if self.name == "overhead":
            pixels = view.overhead(moment, SIZE_PX)
        else:
            look = view.eye if self.name == "eye" else view.chase
            pixels = look(moment, self.robot, SIZE_PX)
        image = Image.fromarray(pixels)
        _write_time(image, moment.tick)
        return image


def export_view_film(
    recording: Recording, file: Path, choice: ViewChoice, *, speed: float | None = None
) -> None:
    """Make a film of a view, a GIF or MP4 by its suffix. See ``export_animation``."""
    player = Player(recording)
    draw = _painter(player, choice)
    write_film((draw(tick) for tick in film_ticks(player, speed)), file)


def export_view_picture(
    recording: Recording, file: Path, choice: ViewChoice, *, tick: int | None = None
) -> None:
    """Draw a view of one moment as PNG; ``None``: of the last one.

    Raises:
        BadInput: There is no such moment or no such robot.
        OSError: The file can't be written.
    """
    player = Player(recording)
    if tick is None:
        tick = player.last_tick
    player.check_tick(tick)
    _painter(player, choice)(tick).save(file, "PNG")


def _painter(player: Player, choice: ViewChoice) -> Callable[[int], Image]:
    """Return a function that draws the moment of a tick."""
    if choice.name == "camera":
        return _camera_painter(player)
    view = _view_of(player.recording.header.world, choice)
    return lambda tick: choice.draw(view, player.at(tick))


def _camera_painter(player: Player) -> Callable[[int], Image]:
    """Return a function that puts the camera's picture and the map of a moment side by side."""
    from PIL import Image

    video, painter = Video(player.recording), MapPainter(player.recording.header.world)
    if not video.is_there:
        raise BadInput(
            "There is no camera's video in this recording. A lab with --camera records one; for "
            "other recordings use --view map, overhead, chase or eye."
        )

    def paint(tick: int) -> Image.Image:
        seen = Image.new("RGB", SIZE_PX)
        picture = video.at(tick)
        if picture is not None:
            shot = Image.fromarray(picture.pixels)
            shot.thumbnail(SIZE_PX)
            seen.paste(shot, ((SIZE_PX[0] - shot.width) // 2, (SIZE_PX[1] - shot.height) // 2))
        _write_time(seen, tick)
        drawn = painter.frame(player.at(tick))
        drawn.thumbnail(SIZE_PX)
        both = Image.new("RGB", (seen.width + drawn.width, seen.height), "white")
        both.paste(seen)
        both.paste(drawn, (seen.width, (seen.height - drawn.height) // 2))
        return both.crop((0, 0, both.width // 2 * 2, both.height))  # even, as film codecs want it

    return paint


def _write_time(image: Image, tick: int) -> None:
    from PIL import ImageDraw

    text = f"{tick / TICKS_PER_SECOND:.1f} s"
    draw = ImageDraw.Draw(image)
    draw.text((8, 6), text, fill="black", font_size=18, stroke_width=2, stroke_fill="white")


def _view_of(world: World, choice: ViewChoice) -> EyeView:
    from wsusim.engine.eye import EyeView

    count = len(world.robots)
    if choice.name != "overhead" and not 0 <= choice.robot < count:
        raise BadInput(
            f"There is no robot {choice.robot + 1} in this recording. "
            + (f"Choose one from 1 to {count}." if count else "It has none: use --view overhead.")
        )
    return EyeView(world)
