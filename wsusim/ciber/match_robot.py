"""A robot of a match: its agent's requests, the messages it hears, and its points."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from wsusim.ciber.agent_orders import Heard
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.measures import IR_ANGLES_DEG, Measured


class State(StrEnum):
    """The state of one robot."""

    STOPPED = "Stopped"
    RUNNING = "Running"
    WAITING = "Waiting"
    RETURNING = "Returning"
    FINISHED = "Finished"
    REMOVED = "Removed"


@dataclass(slots=True)
class Leds:
    """The three lamps with which an agent signals what it thinks."""

    end: bool = False
    returning: bool = False
    visiting: bool = False


@dataclass(slots=True)
class Robot:
    """One robot of a match and what the judge counts for it.

    Attributes:
        number: Its start position, from 1: the Id of the wire.
        collisions: How often it began to touch something.
        is_colliding: It ran into something in this cycle.
        visited: Numbers of the targets it has visited.
        requests: Sensors that its agent asked for, for this cycle, within the budget.
        requests_refused: How many it asked for beyond the budget, in all.
        was_told_to_return: Its agent said something about the returning led in this cycle.
    """

    number: int
    name: str
    place: Place
    ir_angles_deg: tuple[float, ...] = IR_ANGLES_DEG
    beacon_height: float | None = None
    known_beacons: int = 0
    state: State = State.RUNNING
    leds: Leds = field(default_factory=Leds)
    score: int = 0
    arrival_time: int = 0
    returning_time: int = 0
    collisions: int = 0
    is_colliding: bool = False
    visited: set[int] = field(default_factory=set)
    requests: list[str] = field(default_factory=list)
    requests_refused: int = 0
    was_told_to_return: bool = False
    said: str | None = None
    heard: tuple[Heard, ...] = ()
    measured: Measured | None = None
    shown_score: int = 0

    @property
    def is_moving(self) -> bool:
        """Whether its motors work while the match runs."""
        return self.state in (State.RUNNING, State.WAITING, State.RETURNING)

    @property
    def is_there(self) -> bool:
        """Whether it stands in the arena."""
        return self.state is not State.REMOVED
