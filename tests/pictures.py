"""Pictures for tests, drawn pixel by pixel."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image

from wsusim.formats.grey_pictures import Grey, grey_png
from wsusim.model.floor_picture import FloorPicture


def drawn(*rows: str) -> Grey:
    """Return grey values of a drawing: ``#`` black, ``.`` white, ``+`` grey (128)."""
    tones = {"#": 0, ".": 255, "+": 128}
    return np.array([[tones[letter] for letter in row] for row in rows], np.uint8)


def enlarged(grey: Grey, times: int) -> Grey:
    """Return the picture with each pixel as a square of pixels."""
    return np.repeat(np.repeat(grey, times, axis=0), times, axis=1)


def file_of(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """Return the content of a picture's file."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def on_floor(grey: Grey, x_mm: float, y_mm: float, mm_per_px: float = 1.0) -> FloorPicture:
    """Return the picture on the floor, its middle here."""
    return FloorPicture(90, x_mm, y_mm, mm_per_px, grey_png(grey))
