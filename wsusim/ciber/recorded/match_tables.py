"""A recorded match as tables (CSV) for spreadsheets and pandas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from wsusim.ciber.match_inputs import Ordered
from wsusim.ciber.recorded.match_reader import MatchRecording
from wsusim.model.text import safe_cell
from wsusim.recording.csv_tables import write_tables

ROBOTS_HEAD = (
    *("cycle", "robot", "name", "x", "y", "heading_deg", "state", "score", "collisions"),
    *("visited", "visiting_led", "returning_led", "end_led", "requests", "requests_refused"),
    *("silent_cycles", "said"),
)
ORDERS_HEAD = (
    *("step", "robot", "left", "right", "visiting_led", "returning_led", "end_led"),
    *("requests", "say"),
)


def export_match_csv(
    recording: MatchRecording, folder: Path, *, overwrite: bool = False
) -> list[Path]:
    """Write ``robots.csv`` (a line a robot and cycle) and ``orders.csv``; return the files."""
    tables = {
        "robots": (ROBOTS_HEAD, lambda: _robots(recording)),
        "orders": (ORDERS_HEAD, lambda: _orders(recording)),
    }
    return write_tables(folder, tables, overwrite=overwrite, encoding="utf-8-sig")


def _robots(recording: MatchRecording) -> Iterator[Iterable[object]]:
    for picture in recording.pictures():
        for r in picture.robots:
            heading_deg = round(math.degrees(r.heading_rad), 3)
            yield (
                *(picture.time, r.number, safe_cell(r.name), r.x, r.y, heading_deg, r.state.value),
                *(r.score, r.collisions, " ".join(map(str, r.visited))),
                *(int(r.visiting_led), int(r.returning_led), int(r.end_led)),
                *(r.requests, r.requests_refused, r.silent_cycles, safe_cell(r.said or "")),
            )


def _orders(recording: MatchRecording) -> Iterator[Iterable[object]]:
    for step, given in recording.inputs():
        if isinstance(given, Ordered):
            a = given.actions
            yield (
                *(step, given.number, a.left_motor, a.right_motor, a.visiting_led),
                *(a.returning_led, a.end_led, " ".join(a.requests), safe_cell(a.say or "")),
            )
