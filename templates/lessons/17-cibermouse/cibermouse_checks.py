"""What counts in this lesson."""

import numpy as np

LAMP_MM, HOME_MM = 200, 80


def finds_the_lamp(run):
    """Full points if the robot comes close to the lamp."""
    nearest_mm = from_lamp(run).min()
    return bool(nearest_mm <= LAMP_MM), f"{nearest_mm:.0f} mm from it at the nearest"


def comes_home(run):
    """Full points if the robot ends at home and has been at the lamp before."""
    off_mm = np.hypot(run.x_mm[-1] - run.x_mm[0], run.y_mm[-1] - run.y_mm[0])
    been_there = from_lamp(run).min() <= LAMP_MM
    return bool(been_there and off_mm <= HOME_MM), f"{off_mm:.0f} mm from home at the end"


def from_lamp(run):
    """Return how far the robot is from the lamp at each tick, in mm."""
    lamp = run.world.lights[0]
    return np.hypot(run.x_mm - lamp.x_mm, run.y_mm - lamp.y_mm)
