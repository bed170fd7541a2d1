"""Loads wsusim's programs without looking for garbage in what they load, and on one processor.

Whatever is imported stays, yet Python looks through all of it several times meanwhile: a fifth of
the way to a run's first tick. What is loaded is then set aside for good.
"""

from __future__ import annotations

import gc
import os
from typing import Literal

_ENOUGH_OBJECTS = 250_000
"""Made before garbage is looked for all the same: more than a run has loaded at its first tick
(157,000), so that a command that never says it is loaded loses no memory either."""

_usual_threshold: list[tuple[int, int, int]] = []
"""Python's own, from ``begin_loading`` until everything is loaded."""


def begin_loading() -> None:
    """Look for no garbage until ``end_loading``, or until more was made than is ever loaded.

    Numpy, if it is imported after this, multiplies on one processor unless ``OPENBLAS_NUM_THREADS``
    says otherwise: our arrays are small, and its threads would only wait for each other.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not _usual_threshold:
        _usual_threshold.append(gc.get_threshold())
        gc.set_threshold(_ENOUGH_OBJECTS)
        gc.callbacks.append(_before_first_look)


def end_loading() -> None:
    """Set aside what is loaded, and look for garbage as usual; does nothing unless loading."""
    if _usual_threshold:
        gc.callbacks.remove(_before_first_look)
        gc.freeze()
        gc.set_threshold(*_usual_threshold.pop())


def _before_first_look(phase: Literal["start", "stop"], info: dict[str, int]) -> None:
    end_loading()
