"""What a run that is over leaves to look at in a browser: what was printed, and curves."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from wsusim.model.units import TICKS_PER_SECOND

MOST_POINTS = 400
"""Of a curve: a page is hardly wider in pixels, and phones pay for what they load."""

MOST_LINES = 2000

_PLOTS = (
    ("proximity", "Proximity (0 nothing in sight, 1023 touching)", "_proximity"),
    ("ambient", "Ambient light (500 dark, 50 beside a lamp)", "_ambient"),
    ("speed", "Wheel speeds (pulses per 10 ms)", "_speed"),
    ("distance", "Distance driven (mm)", "distance_mm"),
)
"""Each with its name, its title and the ending of its channels."""


@lru_cache(maxsize=32)
def printed_in(file: Path) -> tuple[str, ...]:
    """Return the newest lines that were printed or said in a recording.

    Raises:
        BadRecording: It is damaged.
    """
    from wsusim.recording.contents import lines
    from wsusim.recording.reader import Recording

    with Recording(file) as recording:
        # What was printed ends its line itself, what was said does not.
        own = (line.text for line in lines(recording) if line.robot is not None)
        texts = [text if text.endswith("\n") else f"{text}\n" for text in own]
    return tuple(texts[-MOST_LINES:])


@lru_cache(maxsize=32)
def curves_of(file: Path) -> list[dict[str, Any]]:
    """Return the first robot's curves: plots of ``name``, ``title`` and ``curves``.

    Raises:
        BadRecording: It is damaged.
    """
    from wsusim.analysis.curve_channels import CHANNELS
    from wsusim.analysis.curves import drawn_rows
    from wsusim.analysis.sample_history import Gatherer
    from wsusim.recording.player import Player
    from wsusim.recording.reader import Recording

    with Recording(file) as recording:
        gatherer = Gatherer(len(recording.header.world.robots))
        for block in Player(recording).blocks():
            gatherer.take(block)
    history = gatherer.history
    plots = []
    for name, title, ending in _PLOTS:
        curves = []
        for column, channel in enumerate(CHANNELS):
            if channel.key.endswith(ending) and len(history):
                values = history.column(0, column)
                rows = drawn_rows(values, 0, len(history), MOST_POINTS)
                curves.append(
                    {
                        "name": channel.key.removesuffix(ending).replace("_", " ") or name,
                        "times_s": (history.ticks[rows] / TICKS_PER_SECOND).round(2).tolist(),
                        "values": values[rows].round(2).tolist(),
                    }
                )
        plots.append({"name": name, "title": title, "curves": curves})
    return plots
