"""The units in which a Khepera counts, and their size in millimetres and seconds."""

from __future__ import annotations

TICK_S = 0.01
"""Length of one tick of simulated time (Khepera manual: speeds are counted per 10 ms)."""

TICKS_PER_SECOND = 100
"""Ticks in a second; ``seconds = ticks / TICKS_PER_SECOND``, never a running sum."""

SENSOR_REFRESH_TICKS = 2
"""A sensor gets a new value every 20 ms (Khepera I and II manuals)."""

PULSE_MM = 0.08
"""Wheel travel of one encoder pulse (both manuals: command C,1000,1000 is 80 mm)."""

ACCELERATION_UNIT_MM_S2 = 3.125
"""Unit of the J command's acceleration: (pulse/256)/10 ms/10 ms (Khepera I manual)."""

CELL_MM = 2.4384
"""Side of one cell of the object-ID matrix: 1219.2 mm / 500 (original WSU simulator)."""


def seconds_to_ticks(seconds: float) -> int:
    """Return the first tick that is not before ``seconds`` (0.1 µs of rounding is forgiven)."""
    ticks = seconds * TICKS_PER_SECOND
    nearest = round(ticks)
    if abs(ticks - nearest) < 1e-5:
        return nearest
    return int(ticks) + (ticks > int(ticks))


def ticks_to_seconds(ticks: int) -> float:
    """Return the time of a tick in seconds."""
    return ticks / TICKS_PER_SECOND
