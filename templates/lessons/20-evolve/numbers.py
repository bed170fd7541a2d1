"""Numbers that the text tells."""

import numpy as np


def last_metres(run):
    """How far the robot drives in its last 20 seconds, in metres."""
    rows = run.time_s > run.time_s[-1] - 20
    return np.hypot(np.diff(run.x_mm[rows]), np.diff(run.y_mm[rows])).sum() / 1000
