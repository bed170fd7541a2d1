"""What counts in this lesson."""

import numpy as np

NEAREST_MM, FARTHEST_MM = 60, 250  # between the robots' middles
SHARE = 0.9


def follows(run):
    """Full points if the robot is behind its leader for nine tenths of the time."""
    me, leader = run.robots[0], run.robots[1]
    away_mm = np.hypot(me["x_mm"] - leader["x_mm"], me["y_mm"] - leader["y_mm"])
    share = ((away_mm > NEAREST_MM) & (away_mm < FARTHEST_MM)).mean()
    return bool(share >= SHARE), f"{share:.0%} of the time"
