"""What counts in this lesson."""

import math

NEAR_MM = 250
STILL = 2  # a speed of 2 is 16 mm/s: nearly at rest


def rests_at_the_lamp(run):
    """Full points if the robot is near the lamp at the end and hardly moves any more."""
    lamp = run.world.lights[0]
    away_mm = math.hypot(run.x_mm[-1] - lamp.x_mm, run.y_mm[-1] - lamp.y_mm)
    speed = abs(run.left_speed[-100:]).mean() + abs(run.right_speed[-100:]).mean()
    if away_mm > NEAR_MM:
        return False, f"{away_mm:.0f} mm away from the lamp"
    return speed <= 2 * STILL, f"{away_mm:.0f} mm away, still driving at {speed / 2:.1f}"
