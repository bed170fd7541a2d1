"""What counts in this lesson."""

import numpy as np

ENTERS_MM, LEAVES_MM, FAR_MM = 400, 600, 800
LONGEST_WAIT_S = 10


def both_across(run):
    """Full points if both robots come to the far end of their road."""
    across = (run.robots[0]["x_mm"] > FAR_MM).any(), (run.robots[1]["y_mm"] > FAR_MM).any()
    return all(across), f"{sum(across)} of 2 robots"


def gives_way(run):
    """Full points if the second robot enters the crossing only after the first has left it."""
    left_s, entered_s = times(run)
    if left_s is None or entered_s is None:
        return False, "one of them never got so far"
    words = f"the first left it at {left_s:.1f} s, the second came at {entered_s:.1f} s"
    return entered_s >= left_s, words


def does_not_dawdle(run):
    """Full points if the second robot enters the crossing soon after the first has left it."""
    left_s, entered_s = times(run)
    if left_s is None or entered_s is None:
        return False, "one of them never got so far"
    return entered_s - left_s <= LONGEST_WAIT_S, f"it came {entered_s - left_s:.1f} s later"


def times(run):
    """Return when the first robot left the crossing and when the second came, in seconds."""
    left = np.flatnonzero(run.robots[0]["x_mm"] > LEAVES_MM)
    entered = np.flatnonzero(run.robots[1]["y_mm"] > ENTERS_MM)
    return tuple(run.time_s[ticks[0]] if len(ticks) else None for ticks in (left, entered))
