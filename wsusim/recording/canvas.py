"""Draws maps of arenas with Pillow, in the arena's own unit of length; y points up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

SMOOTHING = 2
"""Pictures are drawn this many times larger and shrunk, which smooths edges."""

Place = tuple[float, float]


class Canvas:
    """A picture that is drawn, and can be copied where the same things stand in many pictures."""

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
        """Return another one that begins with what is drawn so far."""
        return Canvas(*self._sides, self._pixels_per_unit, self._image)

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
        """Draw a robot as a disc with a line that shows where it looks."""
        self.disc(x, y, radius, colour)
        nose = (x + radius * math.cos(heading_rad), y + radius * math.sin(heading_rad))
        self.line([(x, y), nose], "white", 2)

    def ink(self, grey: Image, x: float, y: float, width: float, height: float) -> None:
        """Draw what is dark in a grey picture; ``x``, ``y``: its middle."""
        from PIL import ImageChops

        left, top = self._at(x - width / 2, y + height / 2)
        right, low = self._at(x + width / 2, y - height / 2)
        size = (max(1, round(right - left)), max(1, round(low - top)))
        dark: Any = ImageChops.invert(grey.convert("L").resize(size))
        self._image.paste("black", (round(left), round(top)), dark)

    def finished(self, caption: str) -> Image:
        """Return the picture with words in its upper left corner."""
        from PIL.Image import Resampling

        self._draw.text((6, 4), caption, fill="black", font_size=24)
        return self._image.resize(self._size, Resampling.BOX)

    def _at(self, x: float, y: float) -> Place:
        return x * self._scale, (self._sides[1] - y) * self._scale
