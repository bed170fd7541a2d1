"""What the columns of the kernels' tables mean. One row a robot; lengths in mm, angles in rad.

``REAL`` columns are float64 (state, then the robot kind's figures), ``WHOLE`` columns int64. Wheel
columns come in pairs, left then right: ``LEFT_... + 1`` is the right wheel's.
"""

from __future__ import annotations

# REAL: state
X = 0
Y = 1
HEADING = 2
LEFT_SPEED = 3
"""Speed that the motor has reached (pulses a tick), before gain and noise; right wheel next."""
LEFT_TRAVEL = 5
"""Travel since the counter was 0 (pulses), within -2^31 .. 2^31; right wheel next."""
LEFT_TURNED = 7
"""Travel of the last tick (pulses); right wheel next."""
LEFT_ORDER = 9
"""Speed (pulses a tick), target (pulses) or voltage, as ``MODE`` says; right wheel next."""
LEFT_PROFILE_SPEED = 11
LEFT_PROFILE_ACCELERATION = 13
"""Pulses a tick, each tick; right wheel next."""
LEFT_SLOWNESS = 15
"""Factor of a slow motor, 1 = sound; right wheel next."""
ARM = 17
ARM_ORDER = 18
JAW_GAP = 19
HELD_X = 20
"""Where the centre of the held object is, in the robot's frame (its y is 0)."""
DISTANCE = 21
"""Path length driven so far."""
CONTACT_X = 22
CONTACT_Y = 23
"""Centre of the robot when it last hit something."""
BEARING = 24
"""Directions (world) from the centre to what it touches; ``BEARINGS`` of them are valid."""
MOST_BEARINGS = 3

# REAL: figures of the robot's kind and tuning
RADIUS = 27
WHEEL_BASE = 28
LEFT_GAIN = 29
"""Speed reached to speed ordered; right wheel next."""
LEFT_NOISE = 31
"""Standard deviation of a wheel's speed, as a ratio of it; right wheel next."""
MAX_SPEED = 33
ACCELERATION = 34
BLOCKED_RATIO = 35
ARM_DOWN_AT = 36
ARM_SPEED = 37
JAW_SPEED = 38
OPEN_GAP = 39
CLOSED_GAP = 40
JAW_LENGTH = 41
JAW_THICKNESS = 42
JAW_ROOT = 43
BARRIER = 44
BEAM_HALF_WIDTH = 45
REAL_COLUMNS = 46

# WHOLE
MODE = 0
SPEED_MODE = 0
POSITION_MODE = 1
PWM_MODE = 2
GRIP_CLOSED = 1
"""Order to the jaws: 1 closed, 0 open."""
HELD = 2
"""Index of the disc between the closed jaws, -1 for none."""
ARM_IS_DOWN = 3
OBJECT_PRESENT = 4
"""1 when the light barrier between the jaws is broken."""
TOUCHING = 5
"""1 from a hit until the robot has moved away."""
CONTACTS = 6
"""How often it came to touch something."""
CONTACT_TICKS = 7
BEARINGS = 8
BLOCKED = 9
"""1 when the last tick's way was cut short."""
GOAL_TICK = 10
"""Tick at which its centre first was in a goal region, -1 for not yet."""
LEFT_COUNTER = 11
READINGS = 13
"""Eight proximity readings, then eight ambient ones."""
LATERAL_LED = 29
FRONTAL_LED = 30
HITS = 31
"""Contacts of the tick."""
MOVED_THINGS = 32
"""1 when the robot has moved, lifted or put down a cap or ball in this tick."""
WHOLE_COLUMNS = 33

# Rows of the table of discs (lights, caps, balls), one column a disc
DISC_X = 0
DISC_Y = 1
DISC_RADIUS = 2
DISC_REFLECTIVITY = 3

FIXED = 0
FREE = 1
ABSENT = 2
HELD_ON_FLOOR = 3
"""Between the closed jaws of a lowered arm: still to be seen, moving with its robot."""

# Figures of the whole world, one row of float64
MAP_X = 0
MAP_Y = 1
CELL = 2
MAP_COLUMNS = 3
BIN = 4
"""Side of a square of the contact index; its origin is the map's."""
BIN_COLUMNS = 5
STRIDE = 6
"""Longest piece of way in one go while something loose or an outline is near."""
WORLD_FIGURES = 7

# The world's clock, one row of int64
TICK = 0
OBJECTS_MOVED = 1
"""Counts the ticks in which a cap or ball was moved, lifted or put down."""
MISSION_KIND = 2
FREE_MISSION = 0
REACH_FIRST = 1
REACH_ALL = 2
DELIVER = 3
CAPS_WANTED = 3
CAPS_IN_GOAL = 4
MISSION_TICK = 5
"""Tick at which the mission was achieved, -1 for not yet."""
FIRST_CAP = 6
FIRST_BALL = 7
"""Caps are the discs from ``FIRST_CAP`` up to ``FIRST_BALL``."""
IS_NEW = 8
"""1 before the first call: loose things that lie in each other are still to be sorted out."""
CAN_START = 9
"""0 when that was impossible."""
CLOCK_FIGURES = 10

SKIN_MM = 1e-3
"""Bodies stop this far from each other, so that rounding never makes them overlap."""
