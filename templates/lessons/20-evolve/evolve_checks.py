"""What counts in this lesson."""

import numpy as np

LAST_S = 20
AT_LEAST_MM = 800


def drives(run):
    """Full points if the robot gets about in the last seconds of the run."""
    rows = run.time_s > run.time_s[-1] - LAST_S
    steps = np.hypot(np.diff(run.x_mm[rows]), np.diff(run.y_mm[rows]))
    way_mm = steps[steps < 20].sum()  # a greater one is a robot that was put back
    return bool(way_mm >= AT_LEAST_MM), f"{way_mm:.0f} mm in the last {LAST_S} s"


def tries(run):
    """Full points if the robot was put back to its start ten times."""
    jumps = int((np.hypot(np.diff(run.x_mm), np.diff(run.y_mm)) > 20).sum())
    return jumps >= 10, f"{jumps} times"
