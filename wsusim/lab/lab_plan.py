"""The setup of a lab, given when it is started: robots, mazes, limits."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from wsusim.errors import BadInput
from wsusim.lab.camera.camera_address import parse_camera
from wsusim.lab.job_process import EMULATED, SIMULATED
from wsusim.lab.mazes import maze_file
from wsusim.lab.opening_hours import ALWAYS_OPEN, OpeningHours
from wsusim.model.robot_kind import KHEPERA_LINES
from wsusim.robots import robot_kind

TIME_RANGE_S = (1.0, 3600.0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A lab's setting.

    Attributes:
        folder: Where it keeps everything.
        robots: Each ``simulated``, ``emulated`` or ``serial:PORT``.
        maze: In which the robots stand.
        mazes: Of the course, for simulations; the robots' one is always among them.
        profile: File of the measured robot that the simulation is to match.
        time_limit_s: Of a run on a robot, and the longest of a simulation.
        is_sandboxed: Whether programs are locked in.
        is_start_checked: Whether a person must say, after each run, that a robot is back at its
            start.
        can_students_put_back: Whether the student whose program is next may say so, too.
        homing: The teacher's own controller that drives a robot back to its start after each run;
            empty: nothing does, or a person.
        camera: Address of a camera that looks at the robots (see ``camera.camera_address``);
            empty: none.
        hours: When robots may drive.
        simulations: How many run at once.

    Raises:
        BadInput: A robot, maze, profile or limit can't be used.
    """

    folder: Path
    robots: tuple[str, ...] = (SIMULATED,)
    maze: str = "rooms"
    mazes: tuple[str, ...] = ()
    profile: str | None = None
    time_limit_s: float = 120.0
    is_sandboxed: bool = True
    is_start_checked: bool = False
    can_students_put_back: bool = False
    homing: str = ""
    camera: str = ""
    hours: OpeningHours = ALWAYS_OPEN
    simulations: int = 4

    def __post_init__(self) -> None:
        from wsusim.backends.serial_line.robot_address import parse_address
        from wsusim.control.source_file import find_file, split_spec
        from wsusim.formats.maze_catalogue import find_maze

        low_s, high_s = TIME_RANGE_S
        if not low_s <= self.time_limit_s <= high_s:
            raise BadInput(
                f"The time limit is {self.time_limit_s:g} s, but it must be {low_s:g} to "
                f"{high_s:g} s."
            )
        if not 1 <= self.simulations <= 64:
            raise BadInput(f"{self.simulations} simulations at once; it must be 1 to 64.")
        ports = set()
        for robot in self.robots:
            if robot not in (SIMULATED, EMULATED):
                port = os.path.realpath(parse_address(robot).port)  # it may have several names
                if port in ports:
                    raise BadInput(f"{robot} is there twice. Each robot needs a port of its own.")
                ports.add(port)
        worlds = [find_maze(maze_file(self.folder, maze)) for maze in self.all_mazes]
        for maze, world in zip(self.all_mazes, worlds, strict=True):
            if not world.robots:
                raise BadInput(f"There is no robot in the maze {maze}. Put one into it.")
        kind = robot_kind(worlds[0].robots[0].kind)
        for robot in self.robots:
            if robot != SIMULATED and kind.protocol != _protocol_of(robot):
                raise BadInput(
                    f"The robot in the maze {self.maze} is of another kind ({kind.title}) than "
                    f"{robot}. Choose --robot simulated, or a maze with such a robot."
                )
        if self.homing:
            find_file(split_spec(self.homing)[0])
        if self.camera:
            parse_camera(self.camera)
        if self.profile is not None:
            from wsusim.formats.profile import load_profile

            load_profile(self.profile)

    @property
    def all_mazes(self) -> tuple[str, ...]:
        """All mazes that a student may choose; the robots' one first."""
        return tuple(dict.fromkeys((self.maze, *self.mazes)))

    def title(self, robot: int) -> str:
        """Return what people call a robot: they count from 1."""
        return f"robot {robot + 1}"


def _protocol_of(robot: str) -> str | None:
    """Return the protocol of a robot at a port or of an emulated one."""
    if robot == EMULATED:
        return KHEPERA_LINES
    from wsusim.backends.serial_line.languages import language_of
    from wsusim.backends.serial_line.robot_address import parse_address

    return robot_kind(language_of(parse_address(robot).scheme).kind).protocol
