"""Checks of the assignment first_rooms.toml.

A check takes one run and returns True, False or a share of the points from 0 to 1; with a text it
returns both: (share, text). It sees a table with a row for each 10 ms: run.x_mm, run.y_mm,
run.heading_rad, run.left_speed, run.right_speed, run.proximity, run.time_s, and the closing figures
in run.report.
"""


def drives_forward(run):
    """Return whether the robot drove forward for most of its way."""
    speed = (run.left_speed + run.right_speed) / 2
    way = abs(speed).sum()
    share = speed[speed > 0].sum() / way if way else 0.0
    return share > 0.8, f"{share:.0%} of the way"
