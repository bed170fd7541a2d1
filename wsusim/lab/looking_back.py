"""What a browser can show of a run that is over: printed lines, variables, and curves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from wsusim.lab.shapes import ToldCurve, ToldPlot
from wsusim.model.commands import Plot, Variables
from wsusim.model.units import TICKS_PER_SECOND
from wsusim.runs.robot_labels import RobotLabels
from wsusim.runs.value_book import PLOTTED, ValueBook

MOST_POINTS = 400
"""Of a curve: a page is hardly wider in pixels, and phones pay for what they load."""

MOST_LINES = 2000
MOST_PLOTS = 40
"""Of variables."""

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
        own = [
            (line.robot, line.text if line.text.endswith("\n") else f"{line.text}\n")
            for line in lines(recording)
            if line.robot is not None
        ]
        if len(recording.header.controllers) > 1:
            labels = RobotLabels()
            own = [(robot, labels.label(robot, text)) for robot, text in own]
        texts = [text for _, text in own]
    return tuple(texts[-MOST_LINES:])


@lru_cache(maxsize=16)
def values_of(file: Path) -> ValueBook:
    """Return what the first robot's program reported of its variables, and plotted.

    Raises:
        BadRecording: It is damaged.
    """
    from wsusim.recording.contents import inputs
    from wsusim.recording.reader import Recording

    book = ValueBook()
    with Recording(file) as recording:
        for tick, robot, value in inputs(recording):
            if robot == 0 and isinstance(value, Variables | Plot):
                book.hear(tick, robot, value)
    return book


def _plots_of_numbers(file: Path) -> Iterator[ToldPlot]:
    """Yield a plot of what the program has plotted, and one for each of its variables' numbers."""
    book = values_of(file)
    plotted: list[ToldCurve] = []
    others: list[ToldCurve] = []
    for name in book.names(0):
        ticks, numbers = book.numbers(0, name)
        is_drawn = ~np.isnan(numbers)
        if is_drawn.any():
            step = max(1, int(is_drawn.sum()) // MOST_POINTS)
            curve: ToldCurve = {
                "name": name.removeprefix(f"{PLOTTED}."),
                "times_s": (ticks[is_drawn][::step] / TICKS_PER_SECOND).round(2).tolist(),
                "values": numbers[is_drawn][::step].round(4).tolist(),
            }
            (plotted if name.startswith(f"{PLOTTED}.") else others).append(curve)
    if plotted:
        yield {"name": "plot", "title": "What your program plots", "curves": plotted}
    for curve in others[:MOST_PLOTS]:
        yield {"name": curve["name"], "title": f"Variable {curve['name']}", "curves": [curve]}


@lru_cache(maxsize=32)
def curves_of(file: Path) -> list[ToldPlot]:
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
    plots: list[ToldPlot] = []
    for name, title, ending in _PLOTS:
        curves: list[ToldCurve] = []
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
    return [*plots, *_plots_of_numbers(file)]
