"""What is seen straight from above."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracles.pictures import picture_above
from tests.seeds import few
from tests.unit.kernels.picture_scenes import random_scene
from wsusim.kernels.overhead import draw_above

WIDTH, HEIGHT = 80, 60
FRAME = (-133.0, 810.0, 13.7)


@pytest.mark.parametrize("seed", few(range(40), 1))
def test_the_picture_is_that_of_one_ray_for_each_pixel(seed: int) -> None:
    """But for a pixel here and there at the very border of a thing."""
    scene = random_scene(seed)
    pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    draw_above(*scene, *FRAME, np.empty((HEIGHT, WIDTH)), pixels)
    apart = pixels.astype(int) - picture_above(*scene, *FRAME, WIDTH, HEIGHT)
    assert np.mean(np.abs(apart).max(axis=2) > 2) < 0.002
