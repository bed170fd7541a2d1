"""Numbers that the text tells."""

import math


def off(run):
    """How far from its start a robot ends, in mm."""
    return math.hypot(run.x_mm[-1] - run.x_mm[0], run.y_mm[-1] - run.y_mm[0])
