"""Numbers that the text tells."""

import numpy as np


def percent_behind(run):
    """How much of the time the robot is behind its leader, in percent."""
    me, leader = run.robots[0], run.robots[1]
    away_mm = np.hypot(me["x_mm"] - leader["x_mm"], me["y_mm"] - leader["y_mm"])
    return 100 * ((away_mm > 60) & (away_mm < 250)).mean()
