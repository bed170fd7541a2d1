"""A match at one cycle, as values that never change: for windows, recordings and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.match_robot import State


@dataclass(frozen=True, slots=True)
class RobotPicture:
    """One robot at one cycle.

    Attributes:
        number: Its start position, from 1.
        x: In robot diameters, to the right in the lab's drawing.
        state: As viewers see it.
        score: As viewers see it.
        visited: Numbers of the targets it has visited.
        requests: How many sensors its agent asked for in this cycle, within the budget.
        requests_refused: How many beyond it, in the whole match.
        silent_cycles: For so many cycles its agent has sent nothing.
        said: What it says in this cycle.
    """

    number: int
    name: str
    x: float
    y: float
    heading_rad: float
    state: State
    score: int
    collisions: int
    is_colliding: bool
    visited: tuple[int, ...]
    arrival_time: int
    returning_time: int
    end_led: bool
    returning_led: bool
    visiting_led: bool
    requests: int
    requests_refused: int
    silent_cycles: int = 0
    said: str | None = None


@dataclass(frozen=True, slots=True)
class MatchPicture:
    """All robots at one cycle."""

    time: int
    phase: Phase
    robots: tuple[RobotPicture, ...]


def is_new(arena: Arena, last_time: int) -> bool:
    """Return whether a match has gone on since a cycle; its first picture is that of its start."""
    return arena.time != last_time and (arena.time > 0 or arena.phase is Phase.RUNNING)


def picture_of(arena: Arena, silent_cycles: Mapping[int, int]) -> MatchPicture:
    """Return what is visible; ``silent_cycles`` by the robots' numbers."""
    return MatchPicture(arena.time, arena.phase, tuple(_robots(arena, silent_cycles)))


def _robots(arena: Arena, silent_cycles: Mapping[int, int]) -> Iterator[RobotPicture]:
    for number in sorted(arena.robots):
        robot = arena.robots[number]
        x, y, heading_rad = arena.bodies.poses[number - 1].tolist()
        leds = robot.leds
        yield RobotPicture(
            number=number,
            name=robot.name,
            x=x,
            y=y,
            heading_rad=heading_rad,
            state=arena.state_of(robot),
            score=robot.shown_score,
            collisions=robot.collisions,
            is_colliding=robot.is_colliding,
            visited=tuple(sorted(robot.visited)),
            arrival_time=robot.arrival_time,
            returning_time=robot.returning_time,
            end_led=leds.end,
            returning_led=leds.returning,
            visiting_led=leds.visiting,
            requests=len(robot.requests),
            requests_refused=robot.requests_refused,
            silent_cycles=silent_cycles.get(number, 0),
            said=robot.said,
        )
