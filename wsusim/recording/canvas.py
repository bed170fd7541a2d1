"""Draws maps of arenas with Pillow, in the arena's own unit of length; y points up."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from wsusim.model.elementary import cos, sin
from wsusim.scene.palette import LIGHT
from wsusim.scene.shapes import Area, Disc, Ink, Robot, Shape, What, Words

if TYPE_CHECKING:
    from PIL.Image import Image

SMOOTHING = 2
"""Pictures are drawn this many times larger and shrunk, which smooths edges."""

NOTE_PX = 11
"""Size of a note's letters."""

Place = tuple[float, float]


class Canvas:
    """A picture to draw on, which can be copied where many pictures have the same background."""

    def __init__(
        self, width: float, height: float, pixels_per_unit: float, ground: str | Image
    ) -> None:
        """Begin with a colour, or with a picture of that size; see ``copy``."""
        from PIL import Image, ImageDraw

        self._sides = width, height
        self._pixels_per_unit = pixels_per_unit
        self._scale = pixels_per_unit * SMOOTHING
        # Even numbers, as film codecs want them.
        across, up = (2 * math.ceil(side * pixels_per_unit / 2) for side in self._sides)
        self._size = across, up
        large = (across * SMOOTHING, up * SMOOTHING)
        self._image = Image.new("RGB", large, ground) if isinstance(ground, str) else ground.copy()
        self._draw = ImageDraw.Draw(self._image)

    def copy(self) -> Canvas:
        """Return a copy of what is drawn so far."""
        return Canvas(*self._sides, self._pixels_per_unit, self._image)

    def shapes(self, shapes: Iterable[Shape]) -> None:
        """Draw a scene; loose things have edges, what borders on the floor has none."""
        for shape in shapes:
            match shape:
                case Area(what=What.BOX):
                    self.polygon(shape.corners_mm, shape.look.fill, shape.look.edge)
                case Area():
                    self.polygon(shape.corners_mm, shape.look.fill)
                case Disc():
                    edge = None if shape.what is What.LAMP else shape.look.edge
                    self.disc(shape.x_mm, shape.y_mm, shape.radius_mm, shape.look.fill, edge)
                case Ink():
                    self._ink(shape)
                case Robot():
                    pose, radius_mm = shape.pose, shape.kind.radius_mm
                    for outline in shape.gripper_mm:
                        self.polygon(outline, LIGHT.robot_part)
                    self.robot(pose.x_mm, pose.y_mm, pose.heading_rad, radius_mm, shape.fill)
                case Words():
                    self._words(shape)
                case _:
                    assert_never(shape)

    def polygon(
        self, corners: Iterable[Sequence[float]], fill: str, edge: str | None = None
    ) -> None:
        """Draw an area with straight sides."""
        shape = [self._at(x, y) for x, y in corners]
        self._draw.polygon(shape, fill=fill, outline=edge, width=SMOOTHING)

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str | None = None) -> None:
        """Draw a round thing."""
        left, top = self._at(x - radius, y + radius)
        right, low = self._at(x + radius, y - radius)
        self._draw.ellipse((left, top, right, low), fill=fill, outline=edge, width=SMOOTHING)

    def line(self, points: Iterable[Place], colour: str, width_px: int = 1) -> None:
        """Draw a line from point to point."""
        self._draw.line(
            [self._at(x, y) for x, y in points], fill=colour, width=width_px * SMOOTHING
        )

    def robot(self, x: float, y: float, heading_rad: float, radius: float, colour: str) -> None:
        """Draw a robot as a disc with a line that shows its heading."""
        self.disc(x, y, radius, colour)
        nose = (x + radius * cos(heading_rad), y + radius * sin(heading_rad))
        self.line([(x, y), nose], "white", 2)

    def finished(self, caption: str) -> Image:
        """Return the picture with a text in its upper left corner."""
        from PIL.Image import Resampling

        self._draw.text((6, 4), caption, fill="black", font_size=24)
        return self._image.resize(self._size, Resampling.BOX)

    def _ink(self, ink: Ink) -> None:
        from PIL import Image, ImageChops

        left, top = self._at(ink.x_mm - ink.width_mm / 2, ink.y_mm + ink.height_mm / 2)
        right, low = self._at(ink.x_mm + ink.width_mm / 2, ink.y_mm - ink.height_mm / 2)
        size = (max(1, round(right - left)), max(1, round(low - top)))
        with Image.open(io.BytesIO(ink.png)) as grey:
            dark: Any = ImageChops.invert(grey.convert("L").resize(size))
        self._image.paste("black", (round(left), round(top)), dark)

    def _words(self, words: Words) -> None:
        place = self._at(words.x_mm, words.y_mm)
        size = NOTE_PX * SMOOTHING
        box = self._draw.multiline_textbbox(place, words.text, anchor="mm", font_size=size)
        room = (box[0] - size / 2, box[1] - size / 2, box[2] + size / 2, box[3] + size / 2)
        self._draw.rectangle(room, fill=words.look.fill, outline=words.look.edge)
        self._draw.multiline_text(
            place, words.text, fill=words.look.edge, anchor="mm", font_size=size
        )

    def _at(self, x: float, y: float) -> Place:
        return x * self._scale, (self._sides[1] - y) * self._scale
