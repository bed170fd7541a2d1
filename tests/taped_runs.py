"""Runs of a real robot, recorded over a line with faults, whose time is set by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.faulty_port import FaultyPort
from tests.hand_wire import HandClock, HandPort, HandRobot
from tests.line_faults import Parts, Spoiler
from wsusim.backends.serial_line.epuck_wifi import EPUCK_WIFI
from wsusim.backends.serial_line.languages import language_of
from wsusim.backends.serial_line.port import Port
from wsusim.backends.serial_line.robot_address import SerialAddress
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.geometry import Pose
from wsusim.runs.report import RunReport
from wsusim.runs.request import RecordingOptions, RunRequest
from wsusim.runs.run import Run
from wsusim.runs.sources.real import RealRobot

START = Pose(150.0, 160.0, 1.5)
"""Where in rooms a robot of any kind has room."""

MEETING = 20
"""Commands of which none is spoilt."""

FAULTS = ("delay answer", "lose answer", "lose command", "split answer", "short", "garble answer")
"""Late, half and lost answers; all but the first two are asked for again."""


class LateSpoiler(Spoiler):
    """Lets the robot be met before anything happens."""

    sent = 0

    def command(self, data: bytes, now_s: float) -> Parts:
        """Return what reaches the robot of a command."""
        self.sent += 1
        share, self.share = self.share, 0.0 if self.sent <= MEETING else self.share
        try:
            return super().command(data, now_s)
        finally:
            self.share = share


def record_taped_run(
    file: Path,
    program: Path,
    *,
    seed: int = 1,
    share: float = 0.0,
    is_isolated: bool = False,
    address: str = "serial:hand?baud=38400",
    parameters: dict[str, int | float] | None = None,
) -> tuple[RunReport, Counter[str]]:
    """Record a program on an emulated robot in rooms; return the report and the faults.

    Args:
        file: The recording.
        program: Ends by itself.
        seed: Of the run, the robot's noise and the faults.
        share: Faults for each command.
        is_isolated: Whether the program has a process of its own.
        address: Of the robot; its port is not opened.
        parameters: For the program.
    """
    clock = HandClock()
    dice = random.Random(seed)
    happened: Counter[str] = Counter()
    world = find_maze("rooms")
    robots: list[HandRobot] = []

    def open_port(address: SerialAddress) -> Port:
        language = language_of(address.scheme)
        if not robots:
            start = replace(world.robots[0], kind=language.kind, pose=START)
            robots.append(
                HandRobot(
                    replace(world, robots=(start,)),
                    clock,
                    baud=address.baud,
                    ideal=False,
                    seed=seed,
                    kind=language.kind,
                    by_wifi=language is EPUCK_WIFI,
                )
            )
        port = HandPort(robots[0])
        return FaultyPort(port, clock, LateSpoiler(dice, share, FAULTS, happened))

    request = RunRequest(
        (str(program),),
        "rooms",
        seed=seed,
        starts=(START,),
        is_isolated=is_isolated,
        record=RecordingOptions(file, is_beside=False),
        real_robot=address,
        parameters=parameters or {},
        patience_s=60.0,
    )
    return Run(request, [], source=RealRobot(request, open_port, clock)).execute(), happened
