"""A picture on the floor of an arena."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FloorPicture:
    """A grey picture that lies flat on the floor: floor sensors see it, nothing bumps into it.

    Where pictures overlap, the later one lies on top.
    """

    id: int
    x_mm: float
    """Of its middle."""
    y_mm: float
    mm_per_px: float
    png: str = field(repr=False)
    """A PNG file of 8-bit grey values (0 black) in base64: ``formats.grey_pictures``."""

    @property
    def content(self) -> bytes:
        """The PNG file itself."""
        return base64.b64decode(self.png)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height, from the head of the PNG file."""
        head = base64.b64decode(self.png[:32])
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height on the floor."""
        width_px, height_px = self.size_px
        return width_px * self.mm_per_px, height_px * self.mm_per_px
