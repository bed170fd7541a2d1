"""A recorded match as tables (CSV) for spreadsheets and pandas."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from wsusim.ciber.inputs import Ordered
from wsusim.ciber.recorded.reader import MatchRecording
from wsusim.errors import BadInput

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
    tables = (
        ("robots.csv", ROBOTS_HEAD, _robots(recording)),
        ("orders.csv", ORDERS_HEAD, _orders(recording)),
    )
    files = [folder / name for name, _, _ in tables]
    there = [file.name for file in files if file.exists()]
    if there and not overwrite:
        raise BadInput(
            f"{there[0]} already exists in {folder} and was left as it is. Choose another folder, "
            "or add --overwrite."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, (_, head, rows) in zip(files, tables, strict=True):
            with file.open("w", encoding="utf-8-sig", newline="") as stream:
                writer = csv.writer(stream)
                writer.writerow(head)
                writer.writerows(rows)
    except OSError as error:
        raise BadInput(
            f"The tables can't be written to {folder}: {error.strerror}. Choose another folder."
        ) from None
    return files


def _robots(recording: MatchRecording) -> Iterator[Iterable[object]]:
    for picture in recording.pictures():
        for r in picture.robots:
            heading_deg = round(math.degrees(r.heading_rad), 3)
            yield (
                *(picture.time, r.number, _safe(r.name), r.x, r.y, heading_deg, r.state.value),
                *(r.score, r.collisions, " ".join(map(str, r.visited))),
                *(int(r.visiting_led), int(r.returning_led), int(r.end_led)),
                *(r.requests, r.requests_refused, r.silent_cycles, _safe(r.said or "")),
            )


def _orders(recording: MatchRecording) -> Iterator[Iterable[object]]:
    for step, given in recording.inputs():
        if isinstance(given, Ordered):
            a = given.actions
            yield (
                *(step, given.number, a.left_motor, a.right_motor, a.visiting_led),
                *(a.returning_led, a.end_led, " ".join(a.requests), _safe(a.say or "")),
            )


def _safe(text: str) -> str:
    """Return a text of an agent's that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") else text
