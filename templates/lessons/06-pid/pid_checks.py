"""What counts in this lesson."""

import math

ROBOT_RADIUS_MM = 27.5
FROM_S = 8.0
STEADY_MM = 1.0


def gaps(run):
    """Return the gap between body and wall from FROM_S on, in mm."""
    late = run.time_s >= FROM_S
    return run.world.arena.height_mm - ROBOT_RADIUS_MM - run.y_mm[late]


def drives_steadily(run):
    """Full points if the gap to the wall hardly changes once the robot has settled."""
    if run.x_mm[-1] < 1200:
        return False, f"it came {run.x_mm[-1]:.0f} mm far only"
    gap = gaps(run)
    wave_mm = math.sqrt(2) * gap.std()
    return wave_mm <= STEADY_MM, f"waves of {wave_mm:.1f} mm at a gap of {gap.mean():.0f} mm"
