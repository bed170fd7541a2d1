"""What counts in this lesson."""

import math

WITHIN_MM = 40


def comes_back(run):
    """Full points if the robot ends close to where it started, after a way of two metres."""
    off_mm = math.hypot(run.x_mm[-1] - run.x_mm[0], run.y_mm[-1] - run.y_mm[0])
    way_mm = run.report.distance_mm
    if way_mm < 2000:
        return False, f"it drove {way_mm:.0f} mm only"
    return off_mm <= WITHIN_MM, f"{off_mm:.0f} mm off"
