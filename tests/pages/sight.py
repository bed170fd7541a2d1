"""What robots see, as the manual tells it: tables and figures in sentences, from the model.

``python -m tests.pages.sight`` renews the figures in sentences; tables are ``tests.pages.tables``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wsusim.calibration.reading_table import Placing, before_cylinder, before_wall, sense
from wsusim.model.tuning import RobotTuning
from wsusim.model.world import World
from wsusim.robots import robot_kind

MANUAL = Path(__file__).parents[2] / "manual"

KINDS = ("khepera1", "khepera2", "epuck", "thymio")
SHOWN_MM = (5, 10, 15, 20, 25, 30, 40, 50, 75, 100)
FINE_MM = tuple(range(1, 151))
AROUND_DEG = tuple(range(0, 360, 6))
SAFE = 100
"""A reading above which there is something: noise alone doesn't reach it."""

LIMITS = (SAFE, 300, 600, 900)
BLACK = 0.05
CAP_MM = 29.0

Scene = tuple[World, Placing]


def _black(scene: Scene) -> Scene:
    world, place = scene
    return replace(world, arena=replace(world.arena, reflectivity=BLACK)), place


@lru_cache
def ahead(kind: str, thing: str, distances_mm: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the greatest reading of a robot that faces a thing, at each distance."""
    scene = _scene(kind, thing)
    table = sense(scene, distances_mm, (0.0,))
    return table.reading.reshape(len(distances_mm), -1).max(axis=1)


@lru_cache
def turned(kind: str, distances_mm: tuple[int, ...]) -> NDArray[np.float64]:
    """Return what each sensor reads of a white wall to which it is turned [distance, sensor]."""
    table = sense(_scene(kind, "wall"), distances_mm, AROUND_DEG)
    return table.reading.reshape(len(distances_mm), len(AROUND_DEG), -1).max(axis=1)


def _scene(kind: str, thing: str) -> Scene:
    tuning = RobotTuning()
    if thing == "cap":
        return before_cylinder(kind, tuning, CAP_MM)
    scene = before_wall(kind, tuning)
    return _black(scene) if thing == "black wall" else scene


def farthest_mm(readings: NDArray[np.float64], limit: float, idle: float = 0.0) -> int:
    """Return the greatest distance at which more than a limit is read."""
    far = np.flatnonzero(readings > limit + idle)
    return FINE_MM[int(far[-1])] if len(far) else 0


def sight_table(kind: str) -> str:
    """Return what a kind of robot reads at some distances, as Markdown."""
    wall, black, cap = (ahead(kind, thing, SHOWN_MM) for thing in ("wall", "black wall", "cap"))
    each = turned(kind, SHOWN_MM)
    rows = [
        "| mm from the body | white wall ahead | a sensor turned to it | black wall ahead "
        "| cap ahead |",
        "| --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {mm} | {wall[i]:.0f} | {each[i].min():.0f} to {each[i].max():.0f} | {black[i]:.0f} "
        f"| {cap[i]:.0f} |"
        for i, mm in enumerate(SHOWN_MM)
    ]
    return "\n".join(rows)


def limit_table() -> str:
    """Return where a white wall is when a Khepera's reading exceeds a limit."""
    rows = [
        "| reading above | white wall ahead is nearer than | a sensor turned to it: nearer than |"
    ]
    rows.append("| --- | --- | --- |")
    for limit in LIMITS:
        front = farthest_mm(ahead("khepera1", "wall", FINE_MM), limit)
        each = [farthest_mm(one, limit) for one in turned("khepera1", FINE_MM).T]
        rows.append(f"| {limit} | {front} mm | {min(each)} to {max(each)} mm |")
    return "\n".join(rows)


# Figures in sentences


def front_mm() -> int:
    """Return from where a Khepera that faces a white wall sees it for sure."""
    return farthest_mm(ahead("khepera1", "wall", FINE_MM), SAFE)


def front_cm() -> str:
    """Return the same in whole centimetres."""
    return f"{front_mm() / 10.0:.0f}"


def weakest_mm() -> str:
    """Return from where a Khepera's weakest sensor sees a white wall to which it is turned."""
    return str(min(farthest_mm(one, SAFE) for one in turned("khepera1", FINE_MM).T))


def strongest_mm() -> str:
    """Return the same of its strongest sensor."""
    return str(max(farthest_mm(one, SAFE) for one in turned("khepera1", FINE_MM).T))


def least_noticed_mm() -> str:
    """Return the distance at which the strongest sensor reads 0, whatever it is turned to."""
    most = turned("khepera1", FINE_MM).max(axis=1)
    return str(farthest_mm(most, 0.0) + 1)


def turning_mm(kind: str, *, is_far: bool = False) -> str:
    """Return where a white wall ahead reads what the file calls near, or far; sensors are alike."""
    usual = robot_kind(kind).readings
    limit = usual.far if is_far else usual.near
    scene = before_wall(kind, replace(RobotTuning(), proximity_spread=False))
    most = sense(scene, FINE_MM, (0.0,)).reading.reshape(len(FINE_MM), -1).max(axis=1)
    return str(FINE_MM[int(np.abs(most - limit).argmin())])


class Figure(NamedTuple):
    """A figure in a sentence: its page, the words round it, what makes it."""

    page: str
    words: str
    make: Callable[[], str]


FIGURES = (
    Figure(
        "tutorial/first-steps.md", r"front sensors see a white wall from about (\d+) cm", front_cm
    ),
    Figure("how-to/write-a-controller.md", r"a white wall ahead from about (\d+) cm", front_cm),
    Figure("how-to/my-robot-does-not.md", r"farther than about (\d+) cm", front_cm),
    Figure("how-to/my-robot-does-not.md", r"sees it from (\d+) cm on", front_cm),
    Figure("reference/cheat-sheet.md", r"white wall ahead shows from about (\d+) cm", front_cm),
    Figure("explanation/sensors.md", r"ahead of it from (\d+) mm on", lambda: str(front_mm())),
    Figure("explanation/sensors.md", r"its strongest sensor from (\d+) mm", strongest_mm),
    Figure("explanation/sensors.md", r"the weakest from (\d+) mm", weakest_mm),
    Figure("explanation/sensors.md", r"beyond (\d+) mm all eight read 0", least_noticed_mm),
    *(
        Figure("reference/robot-file.md", words, partial(turning_mm, kind, is_far=is_far))
        for kind, name in (
            ("khepera1", "a Khepera I,"),
            ("khepera2", "a Khepera II,"),
            ("epuck", "an e-puck,"),
            ("thymio", r"a Thymio\."),
        )
        for is_far, words in (
            (False, rf"(\d+) and \d+(?: mm)? for {name}"),
            (True, rf"\d+ and (\d+)(?: mm)? for {name}"),
        )
    ),
)


def renewed(figure: Figure) -> str:
    """Return a page of the manual with a figure as it must be now."""
    text = (MANUAL / figure.page).read_text(encoding="utf-8")
    pattern = figure.words.replace(" ", r"\s+")
    found = re.search(pattern, text)
    assert found is not None, f"{figure.page} does not say: {figure.words}"
    return f"{text[: found.start(1)]}{figure.make()}{text[found.end(1) :]}"


def main() -> None:
    """Renew every figure."""
    for figure in FIGURES:
        (MANUAL / figure.page).write_text(renewed(figure), encoding="utf-8")


if __name__ == "__main__":
    main()
