"""What counts in this lesson."""

WALL_MM, RADIUS_MM = 1000, 27.5
NEAREST_MM, FARTHEST_MM = 3, 45


def stops_before_the_wall(run):
    """Full points if the robot ends close to the wall."""
    gap_mm = WALL_MM - run.x_mm[-1] - RADIUS_MM
    return bool(NEAREST_MM <= gap_mm <= FARTHEST_MM), f"{gap_mm:.0f} mm from it"
