"""A match: robots, their leds and messages, and one cycle after the other. No sockets, no clock.

One thread at a time calls it. Everything that happens is a function of lab, grid, parameters, seed
and of the orders with their cycles: the same ones give the same match, to the byte.
"""

from __future__ import annotations

import hashlib
import math
from enum import StrEnum
from typing import Any, Protocol

import numpy as np

from wsusim.ciber.agent_orders import GREATEST_MESSAGE, Actions, Heard
from wsusim.ciber.contest_lab import Beacon, Lab, Place
from wsusim.ciber.match_inputs import Came, Input, Ordered, Removed, Started, Stopped, Watched
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.match_robot import Robot, State
from wsusim.ciber.measures import IR_ANGLES_DEG, SENSOR_NAMES, Delays, Eyes, Sensed
from wsusim.ciber.motion import Bodies
from wsusim.ciber.thought import Thought
from wsusim.engine.randomness import RandomStream
from wsusim.errors import BadInput
from wsusim.model.elementary import dist

HEARING_UM = 8.0
GREATEST_GPS_OFFSET = 1000.0

_MOTORS, _SENSORS, _OFFSET = 1, 2, 3
"""Purposes of random numbers; each has streams of its own."""


class Phase(StrEnum):
    """The phase of the whole match."""

    READY = "Ready"
    STOPPED = "Stopped"
    RUNNING = "Running"
    FINISHED = "Finished"


class Judge(Protocol):
    """Counts points; called after the robots have moved and before sensors are told."""

    @property
    def name(self) -> str:
        """The scoring mode with its version, as it stands in results."""

    def prepare(self, arena: Arena) -> None:
        """Compute what takes long, before anything waits for an answer; optional."""

    def begin(self, arena: Arena) -> None:
        """Prepare for a match that starts at cycle 0; raises ``BadInput`` for an unsuitable lab."""

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count one robot's cycle: leds, targets, collisions (``has_begun_*``)."""


class Arena:
    """A lab with its robots.

    Args:
        lab: What stands there.
        grid: Where robots start.
        parameters: The match in numbers.
        judge: How points are counted.
        seed: Start of all randomness.

    Attributes:
        time: Cycles of the running match.
        steps: Cycles of any kind, also those in which it stands still.
        given: What has come from outside since the last cycle ended; a recorder takes it before
            ``end_cycle``.
    """

    def __init__(
        self, lab: Lab, grid: tuple[Place, ...], parameters: Parameters, judge: Judge, seed: int = 1
    ) -> None:
        self.lab = lab
        self.grid = grid
        self.parameters = parameters
        self.judge = judge
        self.seed = seed
        self.time = 0
        self.steps = 0
        self.given: list[Input] = []
        self.phase = Phase.READY
        self._told_phase = Phase.READY
        self.robots: dict[int, Robot] = {}
        self.is_registration_open = True
        self.bodies = Bodies.at(np.array([[p.x, p.y, math.radians(p.heading_deg)] for p in grid]))
        offset = self._random(_OFFSET, 0, 0).uniforms(2) * GREATEST_GPS_OFFSET
        self._gps_offset = (float(offset[0]), float(offset[1]))
        self._eyes = Eyes(lab, parameters, self._gps_offset)
        self._delays: dict[int, Delays] = {}
        self._wall_begun: set[int] = set()
        self._robot_begun: set[int] = set()
        self._was_hitting: set[int] = set()
        self._leaving: set[int] = set()
        self._told_states: dict[int, State] = {}
        """What viewers were told of each robot: as it was when the last cycle ended."""
        self._trace = hashlib.sha256()

    # Who takes part

    def register(
        self,
        name: str,
        number: int,
        ir_angles_deg: dict[int, float] | None = None,
        beacon_height: float | None = None,
    ) -> Robot:
        """Register a robot at the requested start position (0: the first free one).

        Raises:
            BadInput: Registrations are closed, or there is no such place, or it is taken.
        """
        if not self.is_registration_open:
            raise BadInput("The match has started: robots can register again when it is over.")
        free = [n for n in range(1, len(self.grid) + 1) if n not in self.robots]
        if number <= 0:
            if not free:
                raise BadInput(f"All {len(self.grid)} start positions in this grid are taken.")
            number = free[0]
        elif number not in free:
            what = "taken" if number in self.robots else f"not one of 1 to {len(self.grid)}"
            raise BadInput(f"Start position {number} is {what}.")
        if beacon_height is not None and self.beacons:
            raise BadInput("This lab already has a beacon, so a robot can't carry another one.")
        angles = list(IR_ANGLES_DEG)
        for sensor, angle_deg in (ir_angles_deg or {}).items():
            if 0 <= sensor < len(angles):
                angles[sensor] = max(-180.0, min(180.0, angle_deg))
        robot = Robot(number, name, self.grid[number - 1], tuple(angles), beacon_height)
        self.robots[number] = robot
        robot.known_beacons = len(self.beacons)
        self._delays[number] = Delays(self.parameters)
        if self.phase is Phase.READY:
            self.phase = Phase.STOPPED
        self.given.append(Came(number, name, robot.ir_angles_deg, beacon_height))
        return robot

    def viewer_came(self) -> None:
        """Note that there is a viewer: the match is no longer only ready."""
        if self.phase is Phase.READY:
            self.phase = Phase.STOPPED
            self.given.append(Watched())

    def remove(self, number: int) -> None:
        """Remove a robot when the next cycle has passed; its place stays taken."""
        if number in self.robots:
            self._leaving.add(number)
            self.given.append(Removed(number))

    def start(self) -> None:
        """Begin or go on; raises ``BadInput`` when the judge can't count points in this lab."""
        if self.phase is Phase.STOPPED:
            if self.time == 0:
                self.judge.begin(self)
                for delays in self._delays.values():  # how long people waited changes nothing
                    delays.fill()
            self.phase = Phase.RUNNING
            self.is_registration_open = False
            self.given.append(Started())

    def stop(self) -> None:
        """Stand still from the next cycle on."""
        if self.phase is Phase.RUNNING:
            self.phase = Phase.STOPPED
            self.given.append(Stopped())

    @property
    def beacons(self) -> tuple[Beacon, ...]:
        """The beacons of the lab, or the one that a robot carries."""
        carried = tuple(
            Beacon(float(pose[0]), float(pose[1]), robot.beacon_height)
            for robot in self.robots.values()
            if robot.beacon_height is not None and robot.is_there
            for pose in (self.bodies.poses[robot.number - 1],)
        )
        return self.lab.beacons + carried

    # What agents ask for

    def take(self, number: int, actions: Actions) -> None:
        """Apply what an agent asks for; of several messages in a cycle the last value counts."""
        self.given.append(Ordered(number, actions))
        robot = self.robots[number]
        robot.was_told_to_return |= actions.returning_led is not None
        orders = self.bodies.orders[number - 1]
        for side, power in enumerate((actions.left_motor, actions.right_motor)):
            if power is not None:
                orders[side] = power
        leds = robot.leds
        if actions.end_led is not None:
            leds.end = actions.end_led
        if actions.returning_led is not None:
            leds.returning = actions.returning_led
        if actions.visiting_led is not None:
            leds.visiting = actions.visiting_led
        asked = [name for name in actions.requests if self._is_sensor(name, robot)]
        left = max(0, self.parameters.requests_per_cycle - len(robot.requests))
        robot.requests += asked[:left]
        robot.requests_refused += max(0, len(asked) - left)
        if actions.say is not None and len(actions.say) <= GREATEST_MESSAGE:
            robot.said = actions.say

    # One cycle

    def step(self) -> None:
        """Let one cycle pass.

        A start or stop since the last one counts from the next cycle on; agents are told at once.
        """
        self.steps += 1
        is_running = self._told_phase is Phase.RUNNING
        if is_running:
            self.time += 1
            self._move()
        self._measure()
        self._pass_messages()
        if is_running:
            for robot in self.robots.values():
                self.judge.judge(self, robot)
            self._note()
            limit = self.parameters.sim_time_cycles
            if 0 < limit <= self.time:
                self.phase = Phase.FINISHED
                self.is_registration_open = True

    def end_cycle(self) -> None:
        """Forget what counted only for this cycle; call it when all clients have been told."""
        self._told_phase = self.phase
        self.given.clear()
        for robot in self.robots.values():
            if robot.number in self._leaving:
                robot.state = State.REMOVED
            self._told_states[robot.number] = robot.state
            robot.requests.clear()
            robot.said = None
            robot.was_told_to_return = False
        self._leaving.clear()

    @property
    def is_start_lit(self) -> bool:
        """Whether agents are told that the match runs: in its last cycle they still are."""
        is_last = self.phase is Phase.FINISHED and self._told_phase is Phase.RUNNING
        return self.phase is Phase.RUNNING or is_last

    def state_of(self, robot: Robot) -> State:
        """Return a robot's state as viewers see it: as it was before this cycle.

        One that is not over stops with the match.
        """
        is_still = self._told_phase in (Phase.READY, Phase.STOPPED)
        told = self._told_states.get(robot.number, State.RUNNING)
        is_over = told in (State.FINISHED, State.REMOVED)
        return State.STOPPED if is_still and not is_over else told

    def has_begun_to_hit_wall(self, robot: Robot) -> bool:
        """Whether a collision began in this cycle, and a wall is part of it."""
        return robot.number in self._wall_begun

    def has_begun_to_hit_robot(self, robot: Robot) -> bool:
        """Whether a collision began in this cycle, and a robot is part of it."""
        return robot.number in self._robot_begun

    def in_lab(self, number: int, thought: Thought) -> Thought:
        """Return what a robot's agent thinks in the coordinates of the lab."""
        start = self.grid[number - 1]
        offset_x, offset_y = self._gps_offset
        origins = {"gps": (-offset_x, -offset_y), "start": (start.x, start.y), "lab": (0.0, 0.0)}
        return thought.moved(*origins[thought.frame])

    def trace_sha256(self) -> str:
        """Return the digest over all cycles so far: equal matches, equal digest.

        That of a copied or pickled arena begins again and covers the cycles since then.
        """
        return self._trace.hexdigest()

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the digest, which can't be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_trace"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Go on from a copied state with a digest of its own."""
        vars(self).update(state)
        self._trace = hashlib.sha256()

    # Inside

    def _move(self) -> None:
        n = len(self.grid)
        is_moving, is_there = np.zeros(n, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
        for robot in self.robots.values():
            is_moving[robot.number - 1] = robot.is_moving
            is_there[robot.number - 1] = robot.is_there
        noise = self.parameters.motors_noise_percent / 100.0
        factors = np.ones((n, 2))
        if noise:
            factors += noise * self._random(_MOTORS, 0, self.time).normals(2 * n).reshape(n, 2)
        self.bodies.step(
            self._eyes.solid_edges,
            factors,
            is_moving=is_moving,
            is_there=is_there,
            is_noise_fed_back=self.parameters.is_noise_fed_back,
        )
        self._wall_begun, self._robot_begun = set(), set()
        was_hitting, self._was_hitting = self._was_hitting, set()
        for robot in self.robots.values():
            row = robot.number - 1
            wall = bool(self.bodies.is_hitting_wall[row])
            other = bool(self.bodies.is_hitting_robot[row])
            robot.is_colliding = wall or other
            if robot.is_moving and robot.is_colliding and robot.number not in was_hitting:
                robot.collisions += 1
                self._wall_begun |= {robot.number} if wall else set()
                self._robot_begun |= {robot.number} if other else set()
            if robot.is_colliding:
                self._was_hitting.add(robot.number)

    def _measure(self) -> None:
        present = [robot for robot in self.robots.values() if robot.is_there]
        newest = self._eyes.measure(
            self.bodies.poses,
            [
                Sensed(
                    robot.number - 1,
                    robot.ir_angles_deg,
                    robot.known_beacons,
                    robot.is_colliding,
                )
                for robot in present
            ],
            self.beacons,
            lambda row: self._random(_SENSORS, row + 1, self.time),
        )
        for robot, measured in zip(present, newest, strict=True):
            robot.measured = self._delays[robot.number].tell(measured)

    def _pass_messages(self) -> None:
        # The agent of a robot that is done isn't waited for: it is not heard, either.
        speaking = [r for r in self.robots.values() if r.said is not None and r.is_moving]
        poses = self.bodies.poses
        for robot in self.robots.values():
            here = poses[robot.number - 1, 0:2].tolist()
            robot.heard = tuple(
                Heard(other.number, other.said or "")
                for other in speaking
                if dist(poses[other.number - 1, 0:2].tolist(), here) < HEARING_UM
            )

    def _is_sensor(self, name: str, robot: Robot) -> bool:
        """Return whether there is such a sensor: asking for another one costs nothing."""
        beacon = name.removeprefix("Beacon")
        if beacon != name and beacon.isascii() and beacon.isdecimal():
            return str(int(beacon)) == beacon and int(beacon) < robot.known_beacons
        return name in SENSOR_NAMES

    def _note(self) -> None:
        scores = [(r.number, r.score, r.collisions, r.state.value) for r in self.robots.values()]
        self._trace.update(self.bodies.poses.tobytes())
        self._trace.update(repr(sorted(scores)).encode())

    def _random(self, purpose: int, number: int, cycle: int) -> RandomStream:
        """Return random numbers that are a function of seed, purpose, robot and cycle alone."""
        return RandomStream(self.seed % 2**64, number << 8 | purpose, cycle)
