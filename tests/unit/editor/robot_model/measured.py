"""A measured robot, for tests."""

from __future__ import annotations

from wsusim.formats.profile import ProfileEntry, profile_of_tuning
from wsusim.model.tuning import ProximityResponse, RobotTuning

MEASURED = RobotTuning(
    left_motor_gain=0.93,
    right_motor_noise=2.5,
    proximity_spread=False,
    proximity_gain=(0.7, 1.3, 1.0, 1.1, 0.9, 1.2, 0.8, 1.05),
    light_gain=(1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.5),
    response=ProximityResponse((0.0, 20.0, 50.0), (9000.0, 2000.0, 0.0)),
)


def measured_profile(kind: str = "khepera1") -> ProfileEntry:
    """Return the profile of a measured robot."""
    return profile_of_tuning("robot 3", kind, MEASURED)
