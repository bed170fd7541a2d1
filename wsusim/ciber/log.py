"""Logs of matches as the contest's tools write and read them: XML, a ``LogInfo`` a cycle."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.contest_lab import grid_to_xml
from wsusim.ciber.wire import measures
from wsusim.ciber.xml_text import child, g, number, on, quoted, whole
from wsusim.errors import BadInput


@dataclass(frozen=True, slots=True)
class LoggedRobot:
    """A robot in a cycle of a log."""

    number: int
    name: str
    state: str
    x: float
    y: float
    heading_deg: float
    score: int
    collisions: int


@dataclass(frozen=True, slots=True)
class LoggedCycle:
    """A cycle of a log."""

    time: int
    robots: tuple[LoggedRobot, ...]


@dataclass(frozen=True, slots=True)
class LoggedMatch:
    """What ``info`` shows of a log: the state of the robots in its last cycle."""

    file: str
    cycles: int
    last_time: int
    robots: tuple[LoggedRobot, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)

    def as_text(self) -> str:
        """Return the lines that a person reads."""
        lines = [
            f"{self.file}: log of a CiberMouse match",
            f"holds       {self.cycles:,} cycles, up to {self.last_time}",
        ]
        lines += [
            f"robot {robot.number}     {ascii(robot.name)[1:-1]}: {robot.state}, "
            f"score {robot.score}, {robot.collisions} collisions"
            for robot in self.robots
        ]
        return "\n".join(lines)


class LogWriter:
    """Writes a match into a file; ``close`` completes it, however the match ends."""

    def __init__(self, path: Path, arena: Arena) -> None:
        """Begin a file; raises ``BadInput`` if that fails."""
        try:
            self._file: TextIO = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadInput(f"The log {str(path)!r} can't be written: {error.strerror}.") from None
        self._last_time = 0
        date = datetime.now(UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")
        self._file.write(f'<Log Date="{date}">\n{arena.parameters.to_xml()}')
        self._file.write(f"{arena.lab.to_xml()}{grid_to_xml(arena.grid)}")

    def note(self, arena: Arena) -> None:
        """Write the cycle that has just passed; only those of a running match are kept."""
        if arena.time == self._last_time or arena.phase not in (Phase.RUNNING, Phase.FINISHED):
            return
        self._last_time = arena.time
        robots = "".join(self._robot(arena, number) for number in sorted(arena.robots))
        self._file.write(f'<LogInfo Time="{arena.time}">\n{robots}</LogInfo>\n')

    def close(self) -> None:
        """Finish the file."""
        self._file.write("</Log>\n")
        self._file.close()

    @staticmethod
    def _robot(arena: Arena, number: int) -> str:
        robot = arena.robots[number]
        x, y, heading_rad = arena.bodies.poses[number - 1].tolist()
        left, right = arena.bodies.orders[number - 1].tolist()
        leds = robot.leds
        told = "" if robot.measured is None else measures(arena, robot).rstrip(b"\n\0").decode()
        return (
            f'\t<Robot Name="{quoted(robot.name)}" Id="{number}" State="{robot.state.value}">\n'
            f'\t\t<Pos X="{g(x)}" Y="{g(y)}" Dir="{g(math.degrees(heading_rad))}"/>\n'
            f'\t\t<Scores Score="{robot.shown_score}" ArrivalTime="{robot.arrival_time}" '
            f'ReturningTime="{robot.returning_time}" Collisions="{robot.collisions}" '
            f'Collision="{robot.is_colliding}"/>\n'
            f'\t\t<Action LeftMotor="{g(left)}" RightMotor="{g(right)}" EndLed="{on(leds.end)}" '
            f'ReturningLed="{on(leds.returning)}" VisitingLed="{on(leds.visiting)}"/>\n'
            f"{told}\n\t</Robot>\n"
        )


def is_log(path: Path) -> bool:
    """Return whether a file begins as the log of a match does."""
    if not path.is_file():
        return False  # a pipe would be waited for
    try:
        with path.open("rb") as stream:
            return stream.read(64).lstrip().startswith(b"<Log")
    except OSError:
        return False


def describe_log(path: Path) -> LoggedMatch:
    """Describe a log; an unfinished one up to where it breaks off.

    Raises:
        BadInput: No cycle can be read in it.
    """
    cycles, newest = 0, None
    for cycle in read_log(path):
        cycles, newest = cycles + 1, cycle
    if newest is None:
        raise BadInput(f"{path.name} is the log of a match that never began: it has no cycles.")
    return LoggedMatch(str(path), cycles, newest.time, newest.robots)


def read_log(path: Path) -> Iterator[LoggedCycle]:
    """Yield the cycles of a log; an unfinished one up to where it breaks off.

    Raises:
        BadInput: It is no log.
    """
    cycles = 0
    try:
        for _, element in iterparse(path, forbid_dtd=True):
            if element.tag == "LogInfo":
                cycles += 1
                yield LoggedCycle(
                    whole(element.get("Time")), tuple(map(_logged, element.iter("Robot")))
                )
                element.clear()
    except OSError as error:
        raise BadInput(f"The log {str(path)!r} can't be read: {error.strerror}.") from None
    except SyntaxError as error:  # ElementTree's ParseError is one
        if not cycles:
            raise BadInput(f"{path.name} is not the log of a match: {error}.") from None


def _logged(robot: Element) -> LoggedRobot:
    place, scores = child(robot, "Pos"), child(robot, "Scores")
    return LoggedRobot(
        number=whole(robot.get("Id")),
        name=robot.get("Name", ""),
        state=robot.get("State", ""),
        x=number(place.get("X")),
        y=number(place.get("Y")),
        heading_deg=number(place.get("Dir")),
        score=whole(scores.get("Score")),
        collisions=whole(scores.get("Collisions")),
    )
