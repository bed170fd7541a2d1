"""The moving state of a world: plain tables, stepped by the tick kernel. No threads, no clock.

One thread at a time calls it. Robots are counted from 0 in the world's order. Everything that
happens is a function of the world, the seed and the orders with their ticks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Never

from numpy.typing import ArrayLike, NDArray

from wsusim.engine import world_tables
from wsusim.engine.arguments import BLOCK_TICKS, equipment, kept_rows, run_arguments
from wsusim.engine.by_hand import put_back, put_object, put_robot
from wsusim.engine.cores import Cores, usable_cores
from wsusim.engine.crowd import FEWEST, Crowd
from wsusim.engine.floor import FloorView
from wsusim.engine.gripping import Gripping
from wsusim.engine.history_feed import History
from wsusim.engine.known_kernels import KnownKernel
from wsusim.engine.occupancy import Occupancy, is_ordinary, keep_cells
from wsusim.engine.orders import APPLY, READ, set_many_speeds, set_wheel_speeds
from wsusim.engine.radio import Air
from wsusim.engine.randomness import Noise
from wsusim.engine.referee import Referee
from wsusim.engine.slow_motors import SlowMotors
from wsusim.engine.snapshots import (
    RobotStatistics,
    mission_snapshot,
    resistivity,
    statistics_of,
    take_snapshot,
)
from wsusim.engine.start import check_sorted, check_start
from wsusim.engine.static_map import build_static_map
from wsusim.engine.trace import Trace
from wsusim.engine.windows import CROWD_TICKS, Windows
from wsusim.kernels.argument_words import placed
from wsusim.kernels.tick import SENSES, run_ticks
from wsusim.model.camera_image import CameraImage, Look
from wsusim.model.commands import PutBack, RobotCommand, SendRadio, SetArm, SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.interventions import Intervention, KeysHeld, MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.readings import CAMERA, SENSED, Quantity
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World

if TYPE_CHECKING:
    from wsusim.engine.eye import Cameras
    from wsusim.engine.line_camera import LinearCamera

_ORDERED = frozenset((Quantity.POSITIONS, Quantity.MOTION, Quantity.GRIP))
"""What an order may change at once."""

_PROXIMITY = Quantity.PROXIMITY  # looked up once: programs ask for it all the time

NEVER_TICK = 2**62
"""Later than any run."""

OnIntervention = Callable[[int, int, Intervention], None]
"""Called with tick, robot (-1 where it concerns none) and what happened."""

_RUN_TICKS = KnownKernel(run_ticks)


class Simulation:
    """A world in motion.

    Args:
        world: Where everything is at the start.
        seed: Of all noise.
        ideal: Without any noise and without differences between robots of a kind.
        cores: How many processors may be used for many robots; ``None``: all of them. It makes no
            difference to what happens.

    Raises:
        BadInput: Something has no room where the world puts it; the message says what and where.
    """

    def __init__(
        self, world: World, *, seed: int = 0, ideal: bool = False, cores: int | None = None
    ) -> None:
        self.world = world
        self.seed = seed
        self.ideal = ideal
        self.robot_count = len(world.robots)
        kinds, self._tunings = equipment(world, ideal)
        self._sensor_counts = [len(kind.sensors) for kind in kinds]
        self.state = world_tables.new_state(world, kinds, self._tunings)
        """The tables of the kernels; only this class writes them."""
        self._wheels = tuple((me.left, me.right) for me in self.state.robots)
        self._proximities = world_tables.readers(
            self.state.tables["robots"], "proximity", self._sensor_counts
        )
        self._steered: list[SetSpeeds | None] = []
        """What each robot was told last, if that is how it drives: the same order says nothing."""
        self._robot_ids = tuple(start.id for start in world.robots)
        self._static = build_static_map(world)
        check_start(world, self.state)
        self._referee = Referee(world, self.state) if world.mission.kind == "soccer" else None
        self._time_limit_tick = NEVER_TICK
        if world.mission.time_limit_s is not None:
            self._time_limit_tick = seconds_to_ticks(world.mission.time_limit_s)
        self._slow_motors = SlowMotors(self._tunings)
        is_crowd = self.robot_count >= FEWEST
        self._cores = Cores((cores or usable_cores()) if is_crowd else 1)
        window_ticks = CROWD_TICKS if is_crowd else BLOCK_TICKS
        ring_ticks = window_ticks * min(2, self._cores.count)
        self._arguments = run_arguments(
            world, self._static, kinds, self._tunings, self.state, ring_ticks
        )
        self._crowd: Crowd | None = None
        if self._cores.count > 1:
            self._crowd = Crowd(self._arguments, len(world.boxes), self._cores)
            senses = self._arguments.senses._replace(elsewhere=1)
            self._arguments = self._arguments._replace(senses=senses)
        scene = self._arguments.scene
        block = self._arguments.block
        self._trace = Trace(block.trace)
        noise = None
        if not ideal:
            noise = Noise(
                block.motor_normals, block.sensor_uniforms, seed, self._robot_ids, BLOCK_TICKS
            )
            noise.draw_first()
        self._windows = Windows(window_ticks, self._trace, noise, self._cores)
        self._occupancy = Occupancy(world, self._static, scene.places)
        self._gripping = Gripping(world, kinds, scene, self.state)
        if is_ordinary(self._arguments.scene.places):
            self._keep_cells()
        self._placed = placed(self._arguments)
        self._run_ticks = _RUN_TICKS.for_arguments(0, self._placed)
        self._cameras: dict[int, LinearCamera] = {}
        self._keys = 0
        """What a person holds down."""
        self._floor = FloorView(world, seed=seed, ideal=ideal)
        self._air = Air(world, seed=seed, ideal=ideal)
        self._history: History | None = None
        self.on_intervention: OnIntervention | None = None
        """Told what is done beside giving orders."""
        self._tick = 0
        self._horizon = 0
        self._go_on(0, self._run_ticks(0, self._placed))
        check_sorted(world, self.state)
        self._after_change()

    def __reduce__(self) -> Never:
        """Refuse to be copied: the kernel would go on with the tables of the original."""
        raise TypeError(
            "A Simulation can't be copied or pickled. Make another one of the same world and seed, "
            "and give it what save_state() returns: restore_state(...)."
        )

    @property
    def tick(self) -> int:
        """The tick that the simulation is in."""
        return self._tick

    @property
    def ended(self) -> bool:
        """Whether the mission is achieved or its time is over; no more ticks are done then."""
        return self.state.clock.mission_tick >= 0 or self._tick >= self._time_limit_tick

    @property
    def end_reason(self) -> str | None:
        """``goal`` when the mission is achieved, ``time`` when its time is over, else None."""
        if self.state.clock.mission_tick >= 0:
            return "goal"
        return "time" if self._tick >= self._time_limit_tick else None

    def apply(self, robot: int, command: RobotCommand) -> None:
        """Give an order to a robot; it takes effect from the next tick."""
        if type(command) is SetSpeeds:
            if command is self._steered[robot]:
                return
            self._steered[robot] = command
            set_wheel_speeds(self.state.robots[robot], *self._wheels[robot], command)
        elif type(command) is SendRadio:
            places_mm = [(me.x_mm, me.y_mm) for me in self.state.robots]
            self._air.send(robot, command, self._tick, places_mm)
        elif type(command) is PutBack:
            self._put_back()
        else:
            self._steered[robot] = None
            if type(command) is SetArm:
                self._keep_cells()
            APPLY[type(command)](self.state.robots[robot], command)

    def set_speeds(self, robots: Sequence[int], speeds: ArrayLike) -> None:
        """Give many robots their speeds, as ``apply`` does with each of the orders, at once.

        Args:
            robots: [n] their numbers, each once.
            speeds: [n, 2] left and right, whole numbers in each robot's own unit.
        """
        set_many_speeds(self.state.tables["robots"], robots, speeds)
        self._steered = [None] * self.robot_count

    def read(self, robot: int, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values of a robot; reading an image may take one."""
        ticks = self._read_ticks[robot]
        if ticks[quantity] == self._tick:
            return self._values[robot][quantity]
        if quantity is _PROXIMITY:
            values = self._proximities[robot]()
            self._values[robot][quantity] = values
            ticks[quantity] = self._tick
            return values
        if quantity in CAMERA:
            return self.camera(robot).read(quantity)
        if quantity == Quantity.RESISTIVITY:
            values = (resistivity(self.world, self.state, robot),)
        elif quantity in _ORDERED:
            return READ[quantity](self.state.robots[robot])
        elif quantity in SENSED:
            values = READ[quantity](self.state.robots[robot])[: self._sensor_counts[robot]]
        elif quantity == Quantity.FLOOR:
            me = self.state.robots[robot]
            pose = Pose(me.x_mm, me.y_mm, me.heading_rad)
            values = self._floor.readings(robot, pose, self._tick)
        elif quantity == Quantity.RADIO:
            values = self._air.read(robot, self._tick)
        elif quantity == Quantity.KEYS:
            values = (self._keys,)
        else:
            values = READ[quantity](self.state.robots[robot])
        self._values[robot][quantity] = values
        ticks[quantity] = self._tick
        return values

    def pose(self, robot: int) -> Pose:
        """Return where a robot is."""
        return self.snapshot().robots[robot].pose

    def radio_status(self, robot: int) -> int:
        """Return whether a robot's radio can send, and whether its last message was lost (bits)."""
        return self._air.status(robot, self._tick)

    def camera(self, robot: int) -> LinearCamera:
        """Return the linear camera of a robot; it is mounted when it is first asked for."""
        if robot not in self._cameras:
            from wsusim.engine.line_camera import LinearCamera  # most runs have none

            self._cameras[robot] = LinearCamera(self, robot)
        return self._cameras[robot]

    @cached_property
    def _eyes(self) -> Cameras:
        """The cameras; made with the first picture, as most runs never take one."""
        from wsusim.engine.eye import Cameras

        return Cameras(self)

    def look(self, robot: int, look: Look) -> CameraImage:
        """Return the newest picture that a robot's controller gets from a camera.

        Raises:
            RobotRefused: The maze has no such camera.
        """
        return self._eyes.look(robot, look)

    def advance(self, ticks: int) -> int:
        """Do ticks and return how many were done: fewer than asked for only at the end."""
        start = self._tick
        goal = start + ticks
        if goal <= self._horizon and self._referee is None:
            self._tick = self._run_ticks(goal, self._placed)
            if self._tick < 0:
                self._tick = self._go_on(goal, self._tick)
            return self._tick - start
        while self._tick < goal and not self.ended:
            if self._tick == self._horizon:
                self._open_horizon()
            stop = min(goal, self._horizon)
            if self._referee is not None:
                self._referee.look()
                stop = min(stop, self._referee.next_look(self._tick))
            self._tick = self._go_on(stop, self._run_ticks(stop, self._placed))
        return self._tick - start

    def _go_on(self, goal: int, reached: int) -> int:
        """Handle what the kernel has stopped for, up to ``goal``; return the tick reached."""
        while reached < 0:
            if reached == SENSES and self._crowd is not None:
                self._crowd.sense()
            else:
                self._gripping.answer()
            reached = self._run_ticks(goal, self._placed)
        return reached

    def advance_to(self, tick: int) -> int:
        """Do ticks until ``tick`` is reached, and return how many were done."""
        return self.advance(max(0, tick - self._tick))

    def make_safe(self, robot: int) -> None:
        """Stop a robot's motors at once."""
        self.apply(robot, SetSpeeds(0, 0))
        me = self.state.robots[robot]
        me.left.motor_speed = me.right.motor_speed = 0.0
        self._tell(robot, MadeSafe())

    @property
    def mission(self) -> MissionSnapshot:
        """How far the mission has come."""
        return mission_snapshot(self.world, self.state)

    def snapshot(self) -> Snapshot:
        """Return an immutable picture of this tick."""
        return take_snapshot(self.world, self.state, self._floor)

    def pose_before(self, robot: int) -> Pose:
        """Return where a robot was after the tick before this one.

        This simulation itself must have done that tick, after its start or restored state.
        """
        return self._trace.pose_at(self._tick - 2, robot)

    def statistics(self, robot: int) -> RobotStatistics:
        """Return what a robot has driven and touched so far."""
        return statistics_of(self.state.robots[robot])

    @property
    def occupancy(self) -> Occupancy:
        """The object-ID matrix of this tick, and of every later one."""
        self._keep_cells()
        if self.state.clock.places_are_old:
            self._run_ticks(self._tick, self._placed)
        return self._occupancy

    def _keep_cells(self) -> None:
        """Keep the object-ID matrix up to date from now on.

        In an ordinary arena it is from the start, in a crowd when a gripper or a person asks.
        """
        places = self._arguments.scene.places
        if not places.is_kept[0]:
            keep_cells(places)
            self.state.clock.places_are_old = True

    def trace_sha256(self) -> str:
        """Return the fingerprint of every tick's poses, counters and readings, as hex.

        After ``restore_state`` it begins again and covers the ticks since then.
        """
        return self._windows.trace_sha256(self._tick)

    def keep_history(self, history: History | None) -> None:
        """Write every tick from now on into ``history``; hand over the rows of an earlier one."""
        if self._history is not None:
            self._history.hand_over(self._tick)
        self._history = history
        rows = None if history is None else history.rows
        self._arguments = self._arguments._replace(history=kept_rows(self.state, rows))
        self._placed = placed(self._arguments)
        self._open_horizon()

    def save_state(self) -> dict[str, NDArray[Any]]:
        """Return a copy of everything that changes; world, seed and ``ideal`` are not in it."""
        copies = self.state.copies()
        copies["clocks"]["places_are_old"] = True  # as they are in a run that goes on from it
        return copies

    def restore_state(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what ``save_state`` of a simulation of the same world and seed returned."""
        self.state.overwrite(state)
        if any(me.arm_is_down or me.arm_order >= me.arm_down_at for me in self.state.robots):
            self._keep_cells()
        self._tick = self.state.clock.tick
        self._air = Air(self.world, seed=self.seed, ideal=self.ideal)
        self._windows.restart(self._tick)
        self._after_change()

    def move_robot(self, robot: int, pose: Pose) -> None:
        """Put a robot elsewhere by hand, with what it holds.

        Raises:
            BadInput: There is no room.
        """
        put_robot(self.world, self.state, robot, pose)
        self._tell(robot, RobotMoved(pose.x_mm, pose.y_mm, pose.heading_rad))
        self._after_change()

    def move_object(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a cap or ball that no robot holds elsewhere by hand.

        Raises:
            BadInput: There is no room, or no such cap or ball on the floor.
        """
        put_object(self.world, self.state, object_id, x_mm, y_mm)
        self._tell(-1, ObjectMoved(object_id, x_mm, y_mm))
        self._after_change()

    def hold_keys(self, keys: int) -> None:
        """Set which keys a person holds down from now on, as bits."""
        self._keys = keys
        self._tell(-1, KeysHeld(keys))
        for ticks in self._read_ticks:
            ticks[Quantity.KEYS] = -1

    @cached_property
    def _beginning(self) -> dict[str, NDArray[Any]]:
        """The state at the start; made with the second try, as most runs never have one."""
        return Simulation(self.world, seed=self.seed, ideal=self.ideal, cores=1).save_state()

    def _put_back(self) -> None:
        """Put everything back to its start; time, and the distance driven so far, go on."""
        put_back(self.state, self._beginning)
        self._after_change()

    def _tell(self, robot: int, what: Intervention) -> None:
        if self.on_intervention is not None:
            self.on_intervention(self._tick, robot, what)

    def _after_change(self) -> None:
        """Forget cached readings and positions, and find again how far the kernel may run."""
        self.state.clock.places_are_old = True
        self._values: list[list[tuple[int, ...]]] = [
            [()] * len(Quantity) for _ in self.state.robots
        ]
        self._read_ticks = [[-1] * len(Quantity) for _ in self.state.robots]
        self._steered = [None] * self.robot_count
        self._open_horizon()

    def _open_horizon(self) -> None:
        """Set ``_horizon``: the tick up to which nothing has to be done between two ticks."""
        ends = [self._windows.open(self._tick), self._time_limit_tick]
        ends += self._slow_motors.turn(self.state.robots, self._tick)
        if self._history is not None:
            ends.append(self._history.hand_over(self._tick))
        self._horizon = min(ends)
