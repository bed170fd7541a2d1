"""Made-up snapshots and pictures of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wsusim.analysis.curve_channels import CHANNELS
from wsusim.analysis.sample_history import History
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, RobotSnapshot, Snapshot
from wsusim.runs.pictures import Picture


def robot_snapshot(**changes: Any) -> RobotSnapshot:
    """Return a robot whose numbers all differ."""
    fields: dict[str, Any] = {
        "id": 3,
        "kind": "khepera1",
        "pose": Pose(111.0, 222.0, 1.0),
        "left_speed": 5.5,
        "right_speed": -3.5,
        "left_position": 700,
        "right_position": -800,
        "proximity": tuple(range(100, 108)),
        "ambient": tuple(range(400, 408)),
        "arm_position": 180.0,
        "jaw_gap_mm": 42.0,
        "held_object_id": None,
        "object_present": False,
        "resistivity": 255,
        "contact_front": False,
        "contact_back": False,
        "contact_bearings_rad": (),
        "leds": (False, False),
    }
    return RobotSnapshot(**{**fields, **changes})


@dataclass(frozen=True)
class Way:
    """What the window needs of a robot's statistics."""

    distance_mm: float


def picture(tick: int, front_left: int = 0) -> Picture:
    """Return the picture of one robot at a tick."""
    proximity = (0, 0, front_left, 0, 0, 0, 0, 0)
    snapshot = Snapshot(
        tick, (robot_snapshot(proximity=proximity),), (), MissionSnapshot(False, None, 0, ())
    )
    return Picture(snapshot, (Way(float(tick)),), ("",), ((),))  # type: ignore[arg-type]


def history(ticks: range, robots: int = 1) -> History:
    """Return a history in which the value of every channel is the tick."""
    made = History(robots)
    for tick in ticks:
        made.add(tick, np.full((robots, len(CHANNELS)), tick, dtype=np.float32))
    return made
