"""What is where in a row of the history: everything that can be seen at one tick, as numbers.

The tick kernel writes such rows, recordings are made of them. A row is float64 throughout (every
whole number in it is exact): ``ROBOT_WIDTH`` numbers for each robot, then x and y (mm) of each cap
and ball, then the two figures of the mission.
"""

from __future__ import annotations

# A robot's numbers
X = 0
Y = 1
HEADING = 2
LEFT_TURNED = 3
"""Pulses that the left wheel turned in this tick; right wheel next."""
ARM = 5
JAW_GAP = 6
HELD_X = 7
"""Where the held object's centre is, mm ahead of the robot's."""
BEARING = 8
"""Directions in the world from the centre to what touches it; ``BEARINGS`` of them are valid."""
MOST_BEARINGS = 3
LEFT_COUNTER = 11
"""Right counter next."""
READINGS = 13
"""Eight proximity readings, then eight ambient ones."""
HELD = 29
"""Number among all discs (lights, caps, balls) of the held one, -1 for none."""
OBJECT_PRESENT = 30
BEARINGS = 31
GOAL_TICK = 32
"""Tick at which its centre first was in a goal region, -1 for not yet."""
LEDS = 33
"""Lateral, then frontal."""
ROBOT_WIDTH = 35

# The mission's, counted from the end of the row
CAPS_IN_GOAL = -2
MISSION_TICK = -1
"""Tick at which the mission was achieved, -1 for not yet."""
MISSION_WIDTH = 2


def row_width(robots: int, movables: int) -> int:
    """Return how many numbers a row holds."""
    return robots * ROBOT_WIDTH + 2 * movables + MISSION_WIDTH
