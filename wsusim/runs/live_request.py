"""What decides a run that people watch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wsusim.model.units import PULSE_MM
from wsusim.model.world import World

AS_FAST_AS_IT_GOES = 1e6
"""A speed that no computer reaches."""

SLOWEST, FASTEST = 0.1, 50.0
"""Range of the speeds that are kept."""


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """Everything that decides how a run goes; speed and pauses change nothing in it.

    Attributes:
        world: The maze.
        controllers: (number of the robot, ``file.py:Class``), in the robots' order; robots without
            one stand still or are driven by ``LiveRun.order``.
        seed: Start of all randomness.
        is_ideal: No noise, no differences between sensors.
        until_s: Simulated seconds after which it ends, if the mission has not ended it before.
        patience_s: A controller that computes for so long (wall clock) is left behind: the world
            goes on.
        last_patience_s: After so long it is ended.
        record_file: Record the run into this file.
        may_replace: Whether that file may be there already.
        resume_file: Begin at a moment of this recording; ``world`` and the rest must be its own.
        resume_tick: That moment.
        robot: Address of the real robot that is to run, as ``--robot`` takes it; ``None``: the
            robots are simulated.
        pulse_mm: Of a real robot: way of a wheel for a pulse, by which its place is reckoned.
    """

    world: World
    controllers: tuple[tuple[int, str], ...]
    seed: int = 1
    is_ideal: bool = False
    until_s: float | None = None
    patience_s: float = 0.5
    last_patience_s: float = 5.0
    record_file: Path | None = None
    may_replace: bool = False
    resume_file: Path | None = None
    resume_tick: int = 0
    robot: str | None = None
    pulse_mm: float = PULSE_MM
