"""Logs of matches as the contest's tools write them: XML, a ``LogInfo`` a cycle."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from wsusim.ciber.arena import Arena, Phase
from wsusim.ciber.lab import grid_to_xml
from wsusim.ciber.wire import measures
from wsusim.ciber.xml_text import g, on, quoted
from wsusim.errors import BadInput


class LogWriter:
    """Writes a match into a file; ``close`` makes it whole, in whatever way the match ends."""

    def __init__(self, path: Path, arena: Arena) -> None:
        """Begin a file; raises ``BadInput`` when that can't be done."""
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
