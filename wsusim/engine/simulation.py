"""The moving state of a world: plain tables, stepped by the tick kernel. No threads, no clock.

One thread at a time calls it. Robots are counted from 0 in the world's order. Everything that
happens is a function of the world, the seed and the orders with their ticks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wsusim.engine import tables
from wsusim.engine.camera import LinearCamera
from wsusim.engine.dragging import disc_of, object_has_room, robot_has_room
from wsusim.engine.history import History
from wsusim.engine.motors import APPLY, CHANGED_AT_ONCE, READ, Reals
from wsusim.engine.occupancy import Occupancy
from wsusim.engine.randomness import Purpose, fill_normals, fill_uniforms
from wsusim.engine.sensing import Sensing, pack_sensing
from wsusim.engine.snapshots import RobotStatistics, mission_snapshot, resistivity, take_snapshot
from wsusim.engine.start import check_sorted, check_start
from wsusim.engine.static_map import build_static_map
from wsusim.engine.trace import Trace
from wsusim.errors import BadInput
from wsusim.kernels import columns as c
from wsusim.kernels.eyes import NOISE_COLUMNS, REACH_MM
from wsusim.kernels.nearby import index_edges
from wsusim.kernels.tick import run_ticks
from wsusim.model.commands import RobotCommand, SetSpeeds
from wsusim.model.geometry import Pose, wrap_rad
from wsusim.model.interventions import Intervention, MadeSafe, ObjectMoved, RobotMoved
from wsusim.model.readings import CAMERA, Quantity
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import SENSOR_REFRESH_TICKS, seconds_to_ticks
from wsusim.model.world import World
from wsusim.robots import robot_kind

BLOCK_TICKS = 512
"""Random numbers are drawn, and the trace is hashed, for this many ticks at once."""

NEVER_TICK = 2**62
"""Later than any run."""


class Simulation:
    """A world in motion.

    Args:
        world: Where everything is at the start.
        seed: Of all noise.
        ideal: Without any noise and without differences between robots of a kind.

    Raises:
        BadInput: Something can't stand where the world puts it; says what and where.
    """

    def __init__(self, world: World, *, seed: int = 0, ideal: bool = False) -> None:
        self.world = world
        self.seed = seed
        self.ideal = ideal
        self.robot_count = len(world.robots)
        self._tunings = [
            RobotTuning.ideal() if ideal else start.tuning or RobotTuning()
            for start in world.robots
        ]
        kinds = [robot_kind(start.kind) for start in world.robots]
        self.state = tables.new_state(world, kinds, self._tunings)
        """The tables of the kernels; only this class writes them."""
        self._robot_ids = tuple(start.id for start in world.robots)
        self._static = build_static_map(world)
        check_start(world, self._static, self.state)
        self._time_limit_tick = NEVER_TICK
        if world.mission.time_limit_s is not None:
            self._time_limit_tick = seconds_to_ticks(world.mission.time_limit_s)
        self._slow_motors = [
            (robot, slow) for robot, t in enumerate(self._tunings) for slow in t.slow_motors
        ]
        self._motor_normals = np.zeros((BLOCK_TICKS, self.robot_count, 2))
        refreshes = BLOCK_TICKS // SENSOR_REFRESH_TICKS
        self._sensor_uniforms = np.zeros((refreshes, self.robot_count, NOISE_COLUMNS))
        self._trace = Trace(BLOCK_TICKS, self.robot_count)
        self._occupancy = Occupancy(world, self._static)
        self._rows = [
            (cast(Reals, memoryview(real)), memoryview(whole))
            for real, whole in zip(self.state.real, self.state.whole, strict=True)
        ]
        self._arguments = self._kernel_arguments(pack_sensing(kinds, self._tunings))
        self._cameras: dict[int, LinearCamera] = {}
        self._history: History | None = None
        self._block = -1
        self._tick = 0
        self._horizon = 0
        self._open_block(0)
        run_ticks(0, *self._arguments)
        check_sorted(world, self.state)
        self._after_change()

    @property
    def tick(self) -> int:
        """The tick that the simulation is in."""
        return self._tick

    @property
    def ended(self) -> bool:
        """Whether the mission is achieved or its time is over; then no more ticks are done."""
        return self.end_reason is not None

    @property
    def end_reason(self) -> str | None:
        """``goal`` when the mission is achieved, ``time`` when its time is over, else None."""
        if self.state.clock[c.MISSION_TICK] >= 0:
            return "goal"
        return "time" if self._tick >= self._time_limit_tick else None

    def apply(self, robot: int, command: RobotCommand) -> None:
        """Give an order to a robot; it takes effect from the next tick."""
        real, whole = self._rows[robot]
        APPLY[type(command)](real, whole, command)
        ticks = self._read_ticks[robot]
        for quantity in CHANGED_AT_ONCE:
            ticks[quantity] = -1

    def read(self, robot: int, quantity: Quantity) -> tuple[int, ...]:
        """Return the newest values that a robot holds; asking for an image may take one."""
        if quantity in CAMERA:
            return self.camera(robot).read(quantity)
        ticks = self._read_ticks[robot]
        if ticks[quantity] == self._tick:
            return self._values[robot][quantity]
        if quantity == Quantity.RESISTIVITY:
            values: tuple[int, ...] = (resistivity(self.world, self.state, robot),)
        else:
            values = READ[quantity](*self._rows[robot])
        self._values[robot][quantity] = values
        ticks[quantity] = self._tick
        return values

    def pose(self, robot: int) -> Pose:
        """Return where a robot is."""
        return self.snapshot().robots[robot].pose

    def camera(self, robot: int) -> LinearCamera:
        """Return the linear camera of a robot; it is mounted when it is first asked for."""
        if robot not in self._cameras:
            self._cameras[robot] = LinearCamera(self, robot)
        return self._cameras[robot]

    def advance(self, ticks: int) -> int:
        """Do ticks and return how many were done: fewer than asked for only at the end."""
        start = self._tick
        goal = start + ticks
        if goal <= self._horizon:
            self._tick = run_ticks(goal, *self._arguments)
            return self._tick - start
        while self._tick < goal and not self.ended:
            if self._tick == self._horizon:
                self._open_horizon()
            self._tick = run_ticks(min(goal, self._horizon), *self._arguments)
        return self._tick - start

    def advance_to(self, tick: int) -> int:
        """Do ticks until ``tick`` is reached, and return how many were done."""
        return self.advance(max(0, tick - self._tick))

    def make_safe(self, robot: int) -> None:
        """Stop a robot's motors at once."""
        self.apply(robot, SetSpeeds(0, 0))
        self.state.real[robot, c.LEFT_SPEED : c.LEFT_SPEED + 2] = 0.0
        self._tell(robot, MadeSafe())

    @property
    def mission(self) -> MissionSnapshot:
        """How far the mission has come."""
        return mission_snapshot(self.world, self.state)

    def snapshot(self) -> Snapshot:
        """Return an immutable picture of this tick."""
        return take_snapshot(self.world, self.state)

    def pose_before(self, robot: int) -> Pose:
        """Return where a robot was when the tick before this one had been done.

        That tick must have been done by this very simulation, after its start or restored state.
        """
        x, y, heading = self._trace.reals[(self._tick - 2) % BLOCK_TICKS, robot, :3].tolist()
        return Pose(x, y, heading)

    def statistics(self, robot: int) -> RobotStatistics:
        """Return what a robot has driven and touched so far."""
        return RobotStatistics(
            distance_mm=float(self.state.real[robot, c.DISTANCE]),
            contacts=int(self.state.whole[robot, c.CONTACTS]),
            contact_ticks=int(self.state.whole[robot, c.CONTACT_TICKS]),
        )

    @property
    def occupancy(self) -> Occupancy:
        """The object-ID matrix of this tick."""
        self._occupancy.show(self.snapshot())
        return self._occupancy

    def trace_sha256(self) -> str:
        """Return the fingerprint of every tick's poses, counters and readings, as hex.

        After ``restore_state`` it begins anew and covers the ticks since then.
        """
        return self._trace.sha256(self._tick - self._block * BLOCK_TICKS)

    def keep_history(self, history: History | None) -> None:
        """Write every tick from now on into ``history``; hand over what an earlier one holds."""
        if self._history is not None:
            self._history.hand_over(self._tick)
        self._history = history
        rows = np.zeros((0, 0)) if history is None else history.rows
        self._arguments = (*self._arguments[:-1], rows)
        self._open_horizon()

    def save_state(self) -> dict[str, NDArray[Any]]:
        """Return a copy of everything that changes; world, seed and ``ideal`` are not in it."""
        return self.state.copies()

    def restore_state(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what ``save_state`` of a simulation of the same world and seed returned."""
        self.state.overwrite(state)
        self._tick = int(self.state.clock[c.TICK])
        self._open_block(self._tick // BLOCK_TICKS)
        self._trace.restart(self._tick % BLOCK_TICKS)
        self._after_change()

    def move_robot(self, robot: int, pose: Pose) -> None:
        """Put a robot elsewhere by hand, with what it holds.

        Raises:
            BadInput: There is no room.
        """
        if not robot_has_room(self.world, self.state, robot, pose):
            raise BadInput(
                f"There is no room for the robot at ({pose.x_mm:.0f}, {pose.y_mm:.0f}) mm. "
                "Choose a place clear of walls, lamps, caps and other robots."
            )
        row = self.state.real[robot]
        row[[c.X, c.Y, c.HEADING]] = pose.x_mm, pose.y_mm, wrap_rad(pose.heading_rad)
        held = int(self.state.whole[robot, c.HELD])
        if held >= 0:
            self.state.discs[:2, held] = pose.place((float(row[c.HELD_X]), 0.0))
        self.state.whole[robot, [c.TOUCHING, c.BEARINGS]] = 0
        self._tell(robot, RobotMoved(pose.x_mm, pose.y_mm, pose.heading_rad))
        self._after_change()

    def move_object(self, object_id: int, x_mm: float, y_mm: float) -> None:
        """Put a cap or ball that nobody holds elsewhere by hand.

        Raises:
            BadInput: There is no room, or no such cap or ball on the floor.
        """
        disc = disc_of(self.world, object_id)
        if disc is None or self.state.disc_state[disc] != c.FREE:
            raise BadInput(
                f"There is no cap or ball {object_id} on the floor. "
                "Only caps and balls that no robot holds can be moved."
            )
        if not object_has_room(self.world, self.state, disc, (x_mm, y_mm)):
            raise BadInput(
                f"There is no room at ({x_mm:.0f}, {y_mm:.0f}) mm. "
                "Choose a place clear of walls, lamps, robots and other objects."
            )
        self.state.discs[:2, disc] = x_mm, y_mm
        self.state.whole[:, c.MOVED_THINGS] = 1  # the next tick counts the caps in goals anew
        self._tell(-1, ObjectMoved(object_id, x_mm, y_mm))
        self._after_change()

    def _tell(self, robot: int, what: Intervention) -> None:
        """Tell the recorder, if there is one."""
        if self._history is not None:
            self._history.on_intervention(self._tick, robot, what)

    def _after_change(self) -> None:
        """Forget what was read, and look anew how far the kernel may run."""
        self._values: list[list[tuple[int, ...]]] = [[()] * len(Quantity) for _ in self._rows]
        self._read_ticks = [[-1] * len(Quantity) for _ in self._rows]
        self._open_horizon()

    def _open_horizon(self) -> None:
        """Set ``_horizon``: the tick up to which nothing is to be done between two ticks."""
        block = self._tick // BLOCK_TICKS
        if block != self._block:
            self._trace.close_block()
            self._open_block(block)
        ends = [(block + 1) * BLOCK_TICKS, self._time_limit_tick]
        for robot, slow in self._slow_motors:
            wheel = c.LEFT_SLOWNESS + (slow.side == "right")
            begin, end = seconds_to_ticks(slow.from_s), seconds_to_ticks(slow.until_s)
            is_slow = begin <= self._tick < end
            self.state.real[robot, wheel] = slow.factor if is_slow else 1.0
            ends += [tick for tick in (begin, end) if tick > self._tick]
        if self._history is not None:
            ends.append(self._history.hand_over(self._tick))
        self._horizon = min(ends)

    def _open_block(self, block: int) -> None:
        """Draw the random numbers of a block of ticks; without noise they stay 0."""
        self._block = block
        if self.ideal:
            return
        ids = self._robot_ids
        fill_normals(self._motor_normals, self.seed, ids, Purpose.MOTORS, block)
        fill_uniforms(self._sensor_uniforms, self.seed, ids, Purpose.SENSORS, block)

    def _kernel_arguments(self, sensing: Sensing) -> tuple[Any, ...]:
        """Return all that ``run_ticks`` gets behind the tick; the tables stay the same ones."""
        state, static = self.state, self._static
        figures = tables.world_figures(static, state.discs)
        rows = math.ceil(static.rows * static.cell_mm / tables.BIN_MM)
        bins = index_edges(
            static.edges_mm,
            static.origin_x_mm,
            static.origin_y_mm,
            tables.BIN_MM,
            rows,
            int(figures[c.BIN_COLUMNS]),
            max(
                tables.contact_margin_mm(state.real, state.discs),
                float(sensing.eyes[:, REACH_MM].max(initial=0.0)),
            ),
        )
        return (
            state.clock,
            state.real,
            state.whole,
            state.discs,
            state.disc_state,
            figures,
            static.edges_mm,
            static.edge_reflectivity,
            static.cell_start,
            static.cell_edges,
            static.square_cells,
            static.clear_cells,
            *bins,
            sensing.eyes,
            sensing.curves,
            np.array([light.power for light in self.world.lights], np.float64),
            np.zeros(state.disc_state.size + self.robot_count + 2 * len(static.edges_mm), np.int64),
            np.zeros((4, state.disc_state.size)),
            np.zeros((2, state.disc_state.size), np.int64),
            self._motor_normals,
            self._sensor_uniforms,
            self._trace.reals,
            self._trace.wholes,
            tables.goal_table(self.world),
            np.zeros((0, 0)),
        )
