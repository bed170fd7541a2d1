"""Loads wsusim's programs without looking for garbage in what they load, and on one processor.

Whatever is imported stays, yet Python looks through all of it several times meanwhile: a fifth of
the way to a run's first tick. What is loaded is then set aside for good. Before anybody else's
code runs, loading has ended: its garbage may be large.
"""

from __future__ import annotations

import gc
import os
from typing import Literal

_ENOUGH_OBJECTS = 400_000
"""Made before garbage is looked for all the same: more than any command loads (a lab's server:
253,000). So a command that never says it is loaded does not keep its own garbage for ever."""

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
        _look_as_usual()
        gc.freeze()


def _before_first_look(phase: Literal["start", "stop"], info: dict[str, int]) -> None:
    """Look as usual from now on; what is garbage already is found, so nothing is set aside."""
    if _usual_threshold:
        _look_as_usual()


def _look_as_usual() -> None:
    threshold = _usual_threshold.pop()
    if _before_first_look in gc.callbacks:  # a program may have cleared them
        gc.callbacks.remove(_before_first_look)
    if gc.get_threshold()[0] == _ENOUGH_OBJECTS:  # else somebody has chosen another
        gc.set_threshold(*threshold)
