"""Many worlds at once, as arrays: ``Worlds``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wsusim.batch.deciders import pairs_of, steps_of
from wsusim.batch.driving_network import NOBODY, Network
from wsusim.batch.given import decisions, numbers_of, resolved, seeds_of, speeds_of, ticks_of
from wsusim.batch.packed import PackedWorlds
from wsusim.batch.start_places import Generators, check_poses, random_poses
from wsusim.engine.simulation import Simulation
from wsusim.errors import BadInput
from wsusim.kernels import elementwise
from wsusim.kernels.many_worlds import MOMENT
from wsusim.kernels.records import SPEED_MODE
from wsusim.model.world import World
from wsusim.robots import introduced, recall

Array = NDArray[Any]

Decide = Callable[["Worlds"], ArrayLike]
"""Looks at all worlds and returns the speeds of all robots."""


class Worlds:
    """Worlds that are stepped together, each the same to the bit as a ``Simulation`` of its own.

    Arrays have a row for each world, and in it one for each of its robots: ``[N, R]``. They are the
    very memory that the worlds work on, and change with the next step: copy what you want to keep.

    Args:
        mazes: One for all worlds or one for each: a built-in maze's name, a maze file, or a
            ``wsusim.model.world.World``. All must have the same number of robots.
        count: How many worlds, when there is one maze.
        seeds: Of their noise, one a world; without: 0, 1, 2 ...
        ideal: Without any noise and without differences between robots of a kind.
        cores: Threads that step them; without: as many as the computer has.

    Raises:
        BadInput: Numbers don't fit together, or something can't stand where a maze puts it.

    Example:
        >>> import numpy as np
        >>> from wsusim.batch import Worlds
        >>> worlds = Worlds("rooms", 100)
        >>> for _ in range(50):
        ...     is_near = worlds.proximity[:, :, 2:4].max(axis=2, keepdims=True) > 300
        ...     worlds.step(np.where(is_near, (4, -4), (8, 8)))
        >>> worlds.proximity.shape
        (100, 1, 8)
        >>> int(worlds.ticks[0])
        100
    """

    def __init__(
        self,
        mazes: str | World | Sequence[str | World],
        count: int | None = None,
        *,
        seeds: Sequence[int] | None = None,
        ideal: bool = False,
        cores: int | None = None,
    ) -> None:
        different, maze_of = resolved(mazes, count)
        count = len(maze_of)
        self._cores = cores or os.cpu_count() or 1
        self._packed = PackedWorlds(different, maze_of, ideal, self._cores)
        self.mazes: tuple[World, ...] = tuple(different)
        """The different mazes."""
        self.maze_of: NDArray[np.int64] = maze_of
        """[N] which of ``mazes`` each world is in."""
        self.ideal = ideal
        self.seeds: list[int] = seeds_of(range(count) if seeds is None else seeds, count)
        """[N] of the noise."""
        self._begin(np.arange(count))
        self._packed.check_sorted()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy, and go to another process, with everything; a copy has memory of its own."""
        mazes = [self.mazes[number] for number in self.maze_of.tolist()]
        kinds = introduced(robot.kind for maze in self.mazes for robot in maze.robots)
        return _again, (mazes, kinds, self.seeds, self.ideal, self._cores, self._packed.save())

    # What can be read.

    @property
    def count(self) -> int:
        """How many worlds there are."""
        return len(self.maze_of)

    @property
    def robot_count(self) -> int:
        """How many robots are in each."""
        return int(self.robots.shape[1])

    @property
    def robots(self) -> Array:
        """[N, R] all that is known of each robot; ``model.robot_table.Robot`` tells the fields."""
        return self._packed.robots

    @property
    def proximity(self) -> NDArray[np.int64]:
        """[N, R, 8] of the sensors in their order, 0 (nothing) to 1023 (touching)."""
        readings: NDArray[np.int64] = self.robots["proximity"]
        return readings

    @property
    def ambient(self) -> NDArray[np.int64]:
        """[N, R, 8] light readings, about 500 in the dark and 50 in bright light."""
        readings: NDArray[np.int64] = self.robots["ambient"]
        return readings

    @property
    def poses(self) -> NDArray[np.float64]:
        """[N, R, 3] a copy of x (mm), y (mm) and heading (rad) of each robot."""
        robots = self.robots
        return np.stack([robots["x_mm"], robots["y_mm"], robots["heading_rad"]], axis=2)

    @property
    def positions(self) -> NDArray[np.int64]:
        """[N, R, 2] a copy of the wheels' counters, in pulses of 0.08 mm."""
        robots = self.robots
        return np.stack([robots["left"]["position"], robots["right"]["position"]], axis=2)

    @property
    def clocks(self) -> Array:
        """[N] time and mission of each world; ``kernels.records.Clock`` tells the fields."""
        clocks: Array = self._packed.clocks[:, 0]
        return clocks

    @property
    def ticks(self) -> NDArray[np.int64]:
        """[N] the tick of 10 ms that each world is in."""
        ticks: NDArray[np.int64] = self.clocks["tick"]
        return ticks

    @property
    def achieved(self) -> NDArray[np.bool_]:
        """[N] whether the mission is achieved; then no more ticks are done."""
        achieved: NDArray[np.bool_] = self.clocks["mission_tick"] >= 0
        return achieved

    @property
    def ended(self) -> NDArray[np.bool_]:
        """[N] whether the mission is achieved or its time is over."""
        return self.achieved | (self.ticks >= self._packed.course.time_limit)

    @property
    def world_bytes(self) -> float:
        """Memory that a world takes, on average, beside what those of a maze share."""
        return self._packed.world_bytes

    # What can be done.

    def set_speeds(self, speeds: ArrayLike) -> None:
        """Order the wheels' speeds.

        Args:
            speeds: [N, R, 2] left and right, or what can be stretched to that: whole numbers of
                pulses a tick (8 mm/s), -127 to 127.

        Raises:
            BadInput: The shape or a number is no good.
        """
        orders = speeds_of(speeds, self.count, self.robot_count)
        self.robots["mode"] = SPEED_MODE
        self.robots["left"]["order"] = orders[..., 0]
        self.robots["right"]["order"] = orders[..., 1]

    def set_arms(self, positions: ArrayLike) -> None:
        """Send the arms to positions [N, R] from 0 to 255: up at 180 and less, down at 249.

        From the first call on, each world keeps an object-ID matrix of its own (half a megabyte in
        an arena like the lab's), which lowered grippers need.
        """
        self._packed.give_own_cells()
        self.robots["arm_order"] = self._in_range(positions, "arm position", 0, 255)

    def set_grips(self, closed: ArrayLike) -> None:
        """Close (true) or open the jaws [N, R]."""
        self.robots["grip_is_closed"] = np.broadcast_to(np.asarray(closed, bool), self.robots.shape)

    def _in_range(self, given: ArrayLike, what: str, low: int, high: int) -> Array:
        values = np.broadcast_to(np.asarray(given), self.robots.shape)
        is_bad = ~((values >= low) & (values <= high))
        if is_bad.any():
            raise BadInput(f"{values[is_bad][0]} isn't an {what}: it goes from {low} to {high}.")
        return values

    def step(self, speeds: ArrayLike | None = None, ticks: int = 2) -> None:
        """Let all worlds go on for some ticks of 10 ms, after orders to the wheels if there are.

        A world that has ended stands still. The sensors are refreshed at every second tick.

        Raises:
            BadInput: The speeds are no good, or there is not at least one tick.
        """
        ticks = ticks_of(ticks)
        if speeds is not None:
            self.set_speeds(speeds)
        self._packed.course.until[:] = self.ticks + ticks
        empty = np.zeros((0, self.count, self.robot_count), MOMENT)
        self._packed.run(0, 0, NOBODY, empty, ticks)

    def drive(
        self, network: Network, seconds: float, period_s: float = 0.1, *, keep: bool = False
    ) -> Array:
        """Let networks drive all robots, without a word of Python in between.

        Args:
            network: One for all worlds, or one each.
            seconds: For how long; worlds whose mission ends stand still.
            period_s: Time from one decision to the next.
            keep: Whether to return what every robot read and did.

        Returns:
            [decisions, N, R] records, none without ``keep``: ``x_mm``, ``y_mm``, ``heading_rad``,
            ``orders`` [2], ``proximity`` [8], ``ambient`` [8], as they were at each decision.
            Decisions that a world did not come to are 0 throughout.

        Raises:
            BadInput: There are neither one network nor as many as worlds, or a time is none.
        """
        networks = len(network.weights)
        if networks not in (1, self.count):
            raise BadInput(
                f"There are {self.count} worlds and {networks} networks. Give one for all, or one "
                "for each world."
            )
        rounds, period = decisions(seconds, period_s)
        rounds = max(1, rounds)
        log = np.zeros((rounds if keep else 0, self.count, self.robot_count), MOMENT)
        self._packed.course.until[:] = self.ticks
        self._packed.run(rounds, period, network, log, rounds * period)
        return log

    def run(
        self,
        controller: Decide | Sequence[Any],
        seconds: float,
        period_s: float = 0.02,
    ) -> None:
        """Let Python decide: one function for all robots, or an object for each.

        Args:
            controller: A function that gets the worlds and returns the speeds [N, R, 2]; or N x R
                objects in the order of worlds and robots, each with a method
                ``step(proximity, ambient)`` that returns the speeds left and right.
            seconds: For how long.
            period_s: Time from one decision to the next.

        Raises:
            BadInput: There are not as many objects as robots, a time is none, or what is returned
                is no speed.
        """
        rounds, period = decisions(seconds, period_s)
        decide = controller if callable(controller) else self._asking(controller)
        for _ in range(rounds):
            if self.ended.all():
                break
            self.set_speeds(decide(self))
            self.step(ticks=period)

    def _asking(self, objects: Sequence[Any]) -> Decide:
        """Return a function that asks each robot's own object."""
        steps = steps_of(objects, self.robots.size)

        def decide(worlds: Worlds) -> ArrayLike:
            proximity = worlds.proximity.reshape(-1, worlds.proximity.shape[2]).tolist()
            ambient = worlds.ambient.reshape(-1, worlds.ambient.shape[2]).tolist()
            read = zip(steps, proximity, ambient, strict=True)
            speeds = [step(near, light) for step, near, light in read]
            return pairs_of(speeds).reshape(worlds.count, worlds.robot_count, 2)

        return decide

    def reset(
        self,
        worlds: ArrayLike | None = None,
        *,
        seeds: Sequence[int] | None = None,
        poses: ArrayLike | None = None,
    ) -> None:
        """Begin worlds again: all, or some by number.

        Args:
            worlds: Their numbers [n]; without: all.
            seeds: New ones [n]; without: the old ones.
            poses: [n, R, 3] x (mm), y (mm) and heading (rad) of the robots, in the place of the
                maze's; see ``random_poses``.

        Raises:
            BadInput: A robot has no room, or the numbers don't fit together.
        """
        which = numbers_of(worlds, self.count)
        places = None if poses is None else np.asarray(poses, np.float64)
        shape = (len(which), self.robot_count, 3)
        if places is not None and places.shape != shape:
            raise BadInput(
                f"The poses have the shape {places.shape}, but {shape} is needed: worlds, robots, "
                "x (mm), y (mm) and heading (rad)."
            )
        if seeds is not None:
            for world, seed in zip(which.tolist(), seeds_of(seeds, len(which)), strict=True):
                self.seeds[world] = seed
        self._begin(which, places)

    def _begin(self, which: NDArray[np.int64], poses: Array | None = None) -> None:
        self._packed.renew(which, [self.seeds[world] for world in which.tolist()])
        if poses is not None:
            for maze, here in self._by_maze(which):
                discs = self._discs(which[here])
                check_poses(maze, self.robots[which[here[0]]], discs, poses[here], which[here])
            self.robots["x_mm"][which] = poses[..., 0]
            self.robots["y_mm"][which] = poses[..., 1]
            self.robots["heading_rad"][which] = elementwise.atan2(
                elementwise.sin(poses[..., 2]), elementwise.cos(poses[..., 2])
            )
        self._packed.course.until[:] = self.ticks
        self._packed.run(0, 0, NOBODY, np.zeros((0, self.count, self.robot_count), MOMENT), 1)

    def _by_maze(self, which: NDArray[np.int64]) -> Iterator[tuple[World, NDArray[np.int64]]]:
        """Yield each maze with the places, among some worlds, of those that are in it."""
        for number, maze in enumerate(self.mazes):
            here = np.flatnonzero(self.maze_of[which] == number)
            if len(here):
                yield maze, here

    def random_poses(
        self,
        rng: Generators | int,
        worlds: ArrayLike | None = None,
        margin_mm: float = 5.0,
    ) -> NDArray[np.float64]:
        """Return [n, R, 3] places for ``reset`` with room around them, spread over the free floor.

        Lamps, caps and balls are where they are now. ``rng`` may be a seed, or
        a list of generators, one for each world.

        Raises:
            BadInput: A maze has hardly any such place.
        """
        which = numbers_of(worlds, self.count)
        rngs = rng if isinstance(rng, Sequence) else np.random.default_rng(rng)
        poses = np.zeros((len(which), self.robot_count, 3))
        for maze, here in self._by_maze(which):
            discs = self._discs(which[here])
            own = [rngs[k] for k in here.tolist()] if isinstance(rngs, Sequence) else rngs
            poses[here] = random_poses(maze, self.robots[which[here[0]]], discs, own, margin_mm)
        return poses

    def tables(self, world: int) -> dict[str, Array]:
        """Return the tables of one world: ``clocks`` [1], ``robots`` [R] and ``discs`` [D].

        The discs are lamps, caps and balls; ``kernels.records.Disc`` tells their fields.
        """
        (number,) = numbers_of(world, self.count).tolist()
        return self._packed.state_of(number).tables

    def _discs(self, worlds: NDArray[np.int64]) -> Array:
        tables = [self._packed.state_of(world).tables for world in worlds.tolist()]
        return np.stack([table["discs"] for table in tables])

    def simulation(self, world: int) -> Simulation:
        """Return a ``Simulation`` that goes on from where a world is: to look at it, or to draw."""
        (world,) = numbers_of(world, self.count).tolist()
        maze = self.mazes[self.maze_of[world]]
        simulation = Simulation(maze, seed=self.seeds[world], ideal=self.ideal)
        simulation.restore_state(self.tables(world))
        return simulation


def _again(
    mazes: list[World],
    kinds: list[Any],
    seeds: list[int],
    ideal: bool,
    cores: int,
    saved: dict[str, Any],
) -> Worlds:
    """Return worlds as they were when ``Worlds.__reduce__`` was asked."""
    for kind in kinds:
        recall(kind)
    worlds = Worlds(mazes, seeds=seeds, ideal=ideal, cores=cores)
    worlds._packed.restore(saved)
    return worlds
