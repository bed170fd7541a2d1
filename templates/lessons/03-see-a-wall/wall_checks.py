"""What counts in this lesson."""

ROBOT_RADIUS_MM = 27.5
WITHIN_MM = 35
TIME_LIMIT_S = 59.9


def stops_near(run):
    """Full points if the program ends in time, with the robot close to the wall."""
    wall = run.world.walls[0]
    face_mm = wall.x0_mm - wall.thickness_mm / 2
    gap_mm = face_mm - run.x_mm[-1] - ROBOT_RADIUS_MM
    if run.time_s[-1] >= TIME_LIMIT_S:
        return False, "it never stops"
    return gap_mm <= WITHIN_MM, f"{gap_mm:.0f} mm away"
