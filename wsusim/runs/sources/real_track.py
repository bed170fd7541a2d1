"""What is known about a real robot: where it should be, and what it answered last."""

from __future__ import annotations

from wsusim.engine.snapshots import RobotStatistics
from wsusim.model.commands import (
    RobotCommand,
    SetArm,
    SetCounters,
    SetGrip,
    SetLed,
    SetSpeeds,
)
from wsusim.model.elementary import hypot
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.snapshot import MissionSnapshot, RobotSnapshot, Snapshot, thing_at_start
from wsusim.model.units import PULSE_MM
from wsusim.model.world import World
from wsusim.robots import robot_kind
from wsusim.runs.sources.dead_reckoning import DeadReckoning

_OPEN_CIRCUIT = 255
"""Resistivity between jaws that hold nothing (guess: the top of the scale)."""

BARRIER_BROKEN = 100
"""From this value on something is between the jaws; see ``Quantity.OBJECT_PRESENT``."""

UNSEEN = MissionSnapshot(False, None, 0, ())
"""How far the mission has come is unknown."""

_TOGGLE = 2


class RealTrack:
    """Makes snapshots from a robot's orders and answers. A value is kept until the next one.

    Objects are where the maze has them: where they really are is unknown. One thread at a time.

    Args:
        world: The maze with the robot at its start, alone.
        pulse_mm: Distance that a wheel rolls for a pulse of its counter, see ``formats.profile``.
    """

    def __init__(self, world: World, pulse_mm: float = PULSE_MM) -> None:
        start = world.robots[0]
        self._world = world
        self._start = start
        self._kind = robot_kind(start.kind)
        self._reckoning = DeadReckoning(
            start.pose, self._kind.wheel_base_mm, pulse_mm, self._kind.axle_x_mm
        )
        self._reckoning.begin(0, 0)
        sensors = len(self._kind.sensors)
        self._newest: dict[Quantity, tuple[int, ...]] = {  # before the first answer: far, and dark
            Quantity.PROXIMITY: (0,) * sensors,
            Quantity.AMBIENT: (500,) * sensors,
            Quantity.ARM: (0,),
        }
        self._speeds = (0, 0)
        self._counters = (0, 0)
        self._leds = [False, False]
        self._distance_mm = 0.0

    @property
    def pose(self) -> Pose:
        """Where the robot should be."""
        return self._reckoning.pose

    @property
    def statistics(self) -> RobotStatistics:
        """How far it has driven, by its counters; no Khepera feels a contact."""
        return RobotStatistics(self._distance_mm, 0, 0)

    def place(self, pose: Pose) -> None:
        """Note that a person has put the robot elsewhere."""
        self._reckoning.pose = pose

    def order(self, command: RobotCommand) -> None:
        """Note that the robot was given an order."""
        match command:
            case SetSpeeds():
                self._speeds = (command.left, command.right)
            case SetCounters():
                self._counters = (command.left_pulses, command.right_pulses)
                self._reckoning.begin(*self._counters)
            case SetLed():
                is_on = command.action == 1
                if command.action == _TOGGLE:
                    is_on = not self._leds[command.led]
                self._leds[command.led] = is_on
            case SetArm():
                self._newest[Quantity.ARM] = (command.position,)
            case SetGrip():
                self._newest[Quantity.GRIP] = (int(command.closed),)

    def read(self, quantity: Quantity, values: tuple[int, ...]) -> None:
        """Note an answer of the robot."""
        self._newest[quantity] = values
        if quantity is Quantity.SPEEDS:
            self._speeds = (values[0], values[1])
        elif quantity is Quantity.POSITIONS:
            before = self._reckoning.pose
            self._counters = (values[0], values[1])
            now = self._reckoning.update(*self._counters)
            self._distance_mm += hypot(now.x_mm - before.x_mm, now.y_mm - before.y_mm)

    def snapshot(self, tick: int) -> Snapshot:
        """Return all that is known, as of a tick."""
        newest, gripper = self._newest, self._kind.gripper
        jaw_gap_mm = 0.0
        if gripper is not None:
            is_closed = newest.get(Quantity.GRIP, (0,))[0] != 0
            jaw_gap_mm = gripper.closed_gap_mm if is_closed else gripper.open_gap_mm
        robot = RobotSnapshot(
            id=self._start.id,
            kind=self._start.kind,
            pose=self._reckoning.pose,
            left_speed=float(self._speeds[0]),
            right_speed=float(self._speeds[1]),
            left_position=self._counters[0],
            right_position=self._counters[1],
            proximity=newest[Quantity.PROXIMITY],
            ambient=newest[Quantity.AMBIENT],
            arm_position=float(newest[Quantity.ARM][0]),
            jaw_gap_mm=jaw_gap_mm,
            held_object_id=None,
            object_present=newest.get(Quantity.OBJECT_PRESENT, (0,))[0] >= BARRIER_BROKEN,
            resistivity=newest.get(Quantity.RESISTIVITY, (_OPEN_CIRCUIT,))[0],
            contact_front=False,
            contact_back=False,
            contact_bearings_rad=(),
            leds=(self._leds[0], self._leds[1]),
        )
        objects = tuple(thing_at_start(thing) for thing in self._world.movables)
        return Snapshot(tick, (robot,), objects, MissionSnapshot(False, None, 0, ()))
