"""A recording as the eye's kernel draws it: through a robot's eye, from behind, or from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from wsusim.errors import BadInput
from wsusim.model.snapshot import Snapshot
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.model.world import World
from wsusim.recording.export_animation import film_speed, film_ticks, write_film
from wsusim.recording.player import Player
from wsusim.recording.reader import Recording

if TYPE_CHECKING:
    from PIL.Image import Image

    from wsusim.engine.eye import EyeView

SIZE_PX = (640, 480)
"""Of films and pictures: larger than a program's, for people."""

ViewName = Literal["eye", "chase", "overhead"]


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """Which view: through the eye of a robot, from behind it, or of the whole arena from above.

    Attributes:
        name: Of the view.
        robot: Number of the robot, from 0; the view from above takes no notice.
    """

    name: ViewName
    robot: int = 0

    def draw(self, view: EyeView, moment: Snapshot) -> Image:
        """Return the picture of a moment, with its time."""
        from PIL import Image, ImageDraw

        if self.name == "overhead":
            pixels = view.overhead(moment, SIZE_PX)
        else:
            look = view.eye if self.name == "eye" else view.chase
            pixels = look(moment, self.robot, SIZE_PX)
        image = Image.fromarray(pixels)
        text = f"{moment.tick / TICKS_PER_SECOND:.1f} s"
        draw = ImageDraw.Draw(image)
        draw.text((8, 6), text, fill="black", font_size=18, stroke_width=2, stroke_fill="white")
        return image


def export_view_film(
    recording: Recording, file: Path, choice: ViewChoice, *, speed: float | None = None
) -> None:
    """Make a film of a view; its ending says GIF or MP4. See ``export_animation``."""
    player = Player(recording)
    view = _view_of(recording.header.world, choice)

    def frames() -> Iterator[Image]:
        for tick in film_ticks(player, film_speed(player, speed)):
            yield choice.draw(view, player.at(tick))

    write_film(frames(), file)


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
    view = _view_of(recording.header.world, choice)
    choice.draw(view, player.at(tick)).save(file, "PNG")


def _view_of(world: World, choice: ViewChoice) -> EyeView:
    from wsusim.engine.eye import EyeView

    count = len(world.robots)
    if choice.name != "overhead" and not 0 <= choice.robot < count:
        raise BadInput(
            f"There is no robot {choice.robot + 1} in this recording. "
            + (f"Choose one from 1 to {count}." if count else "It has none: use --view overhead.")
        )
    return EyeView(world)
