"""The way to a simulated robot: orders and waits go to the lock-step, readings come from it."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import attrgetter

from wsusim.backends.contract import LineTimes, RobotInfo
from wsusim.engine.lockstep import Lockstep
from wsusim.errors import RobotRefused
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import Command, PutBack
from wsusim.model.readings import Quantity
from wsusim.model.world import World
from wsusim.robots import robot_kind

NOT_ALLOWED = (
    "The controller asked for what this run does not allow. Use only what Controller offers, or "
    "allow it (run --allow)."
)

EXTRA_OF = {Quantity.TRUE_POSE: "pose", Quantity.KEYS: "keys"}


def goals_of(world: World) -> tuple[tuple[float, float, float, float], ...]:
    """Return middle, width and height of each goal of a world."""
    return tuple(
        (goal.pose.x_mm, goal.pose.y_mm, goal.width_mm, goal.height_mm) for goal in world.goals
    )


class SimulatedBackend:
    """Drives one robot of a simulation; fulfils ``backends.contract.Backend``.

    Args:
        lockstep: Shared by all controllers of the run.
        robot: Number of the robot in the world's order.
        kind: Name of its kind.
        allowed: What the controller is told and may do beyond what a robot can.
        end_s: The latest end of the run.
    """

    time_stands_still = True
    """Between two waits nothing moves."""

    is_stopping = property(
        attrgetter("_participant.is_stopping"),
        doc="Whether the run has ended, or only this controller's part in it.",
    )

    def __init__(
        self,
        lockstep: Lockstep,
        robot: int,
        kind: str,
        allowed: tuple[str, ...] = (),
        end_s: float | None = None,
    ) -> None:
        self._allowed = allowed
        self._end_s = end_s
        self._lockstep = lockstep
        self._participant = lockstep.participant(robot)
        self._robot = robot
        self._kind = kind
        # A controller that is alone steps the engine itself: no other to lock out.
        self._read = lockstep.simulation.read if lockstep.is_solo else lockstep.read

    def connect(self) -> RobotInfo:
        """Return what is known of the robot; it stands still from its construction."""
        simulation = self._lockstep.simulation
        pose = simulation.pose(self._robot)
        start_pose = pose.x_mm, pose.y_mm, math.degrees(pose.heading_rad)
        return RobotInfo(
            self._robot,
            self._kind,
            "simulated",
            simulation.seed,
            start_pose=start_pose,
            pulse_mm=robot_kind(self._kind).motors.pulse_mm,
            robots=simulation.robot_count,
            mission=simulation.world.mission.kind,
            end_s=self._end_s,
            allowed=self._allowed,
            goals=goals_of(simulation.world) if "goal" in self._allowed else (),
        )

    def send(self, command: Command) -> None:
        """Keep an order for the next step; after ``make_safe`` it is dropped."""
        if command.__class__ is PutBack and "episodes" not in self._allowed:
            raise RobotRefused(NOT_ALLOWED)
        self._participant.commands.append(command)

    def read(self, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of the robot."""
        if quantity in EXTRA_OF and EXTRA_OF[quantity] not in self._allowed:
            raise RobotRefused(NOT_ALLOWED)
        return self._read(self._robot, quantity)

    def look(self, look: Look) -> CameraImage:
        """Return the newest picture of a camera; may take a new one."""
        return self._lockstep.look(self._robot, look)

    def line_times(self) -> LineTimes:
        """Return zeros: there is no line."""
        return LineTimes()

    def now_ticks(self) -> int:
        """Return the tick that all robots are in."""
        return self._lockstep.tick

    def sleep_until_tick(self, tick: int) -> None:
        """Return when ``tick`` is reached or the run has ended."""
        self._lockstep.wait(self._participant, tick)

    def sleep_then(self, tick: int, wake: Callable[[], object]) -> bool:
        """Sleep without blocking the thread; see ``contract.HostedBackend``."""
        return self._lockstep.wait_then(self._participant, tick, wake)

    def carry_on(self, ticks: int) -> None:
        """Let the world go on although a controller hangs; see ``contract.HostedBackend``."""
        self._lockstep.carry_on(self._participant, ticks)

    def request_stop(self) -> None:
        """Ask only this controller to end, with its motors stopped. Any thread."""
        self._lockstep.stop(self._participant)

    def make_safe(self) -> None:
        """Stop the motors for good. Idempotent; any thread."""
        self._lockstep.make_safe(self._participant)

    def close(self) -> None:
        """Leave the lock-step for good, motors stopped. Idempotent; any thread."""
        self._lockstep.leave(self._participant)
