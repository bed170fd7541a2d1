"""Maps of other simulators for the tests: written, drawn, opened."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.pictures import file_of
from wsusim.errors import MazeError
from wsusim.formats.importers.importer import Imported
from wsusim.formats.maze_reader import import_maze


def opened(folder: Path, name: str, text: str, **given: object) -> Imported:
    """Return what is made of a file."""
    (folder / name).write_text(text, encoding="utf-8")
    return import_maze(folder / name, **given)


def drawing(folder: Path, name: str, mode: str = "L") -> None:
    """Draw a frame of 100 x 60 points with a bar to the left of its middle, and grey around it."""
    grey = np.full((70, 120), 205, np.uint8)
    grey[5:65, 10:110] = 254
    for rows, columns in (
        (slice(5, 8), slice(10, 110)), (slice(62, 65), slice(10, 110)),
        (slice(5, 65), slice(10, 13)), (slice(5, 65), slice(107, 110)),
        (slice(5, 40), slice(35, 38)),
    ):  # fmt: skip
        grey[rows, columns] = 0
    (folder / name).write_bytes(file_of(Image.fromarray(grey).convert(mode), Path(name).suffix[1:]
                                        .upper().replace("PGM", "PPM")))  # fmt: skip


def refused(folder: Path, name: str, text: str, told: str, **given: object) -> None:
    """Try that a file is refused in a sentence that begins with its name."""
    with pytest.raises(MazeError, match=told) as caught:
        opened(folder, name, text, **given)
    assert str(caught.value).startswith(name)
