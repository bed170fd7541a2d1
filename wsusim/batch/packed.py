"""The worlds of a batch as the kernel takes them, and the threads that step them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wsusim.batch.driving_network import Network
from wsusim.batch.world_arrays import CLOCKS, ROBOTS, Layout
from wsusim.engine.arguments import BLOCK_TICKS, equipment, run_arguments
from wsusim.engine.cores import Cores
from wsusim.engine.gripping import Gripping
from wsusim.engine.randomness import Purpose, streams_of
from wsusim.engine.simulation import NEVER_TICK
from wsusim.engine.start import check_sorted, check_start
from wsusim.engine.static_map import build_static_map
from wsusim.engine.world_tables import State, new_state
from wsusim.kernels.argument_words import placed
from wsusim.kernels.chance import DRAWN
from wsusim.kernels.jit import address_of, compiled
from wsusim.kernels.many_worlds import SLOW, Course, Fleet, Scratch, step_worlds
from wsusim.kernels.records import CLOCK
from wsusim.kernels.tick import WAITS, run_ticks
from wsusim.model.robot_table import ROBOT
from wsusim.model.tuning import RobotTuning
from wsusim.model.units import seconds_to_ticks
from wsusim.model.world import World

WINDOW_TICKS = 16
"""Random numbers are drawn for so many ticks of a world at once."""

PARTS_A_CORE = 4
"""The worlds are dealt out in so many parts for each core, as some take longer than others."""

SMALL = 256
"""Robot-ticks in a call that are not worth a second thread: some 100 microseconds."""

Array = NDArray[Any]


class PackedWorlds:
    """All worlds of a batch. ``Worlds`` is what people use.

    Args:
        mazes: The different mazes, all with the same number of robots.
        maze_of: [N] which of them each world is in.
        ideal: Without noise and without differences between robots of a kind.
        cores: Threads.

    Raises:
        BadInput: Something can't stand where a maze puts it.
    """

    def __init__(
        self, mazes: Sequence[World], maze_of: NDArray[np.int64], ideal: bool, cores: int
    ) -> None:
        n, robots = len(maze_of), len(mazes[0].robots)
        self.mazes = mazes
        self.maze_of = maze_of
        self.robots: Array = np.zeros((n, robots), ROBOT)
        self.clocks: Array = np.zeros((n, 1), CLOCK)
        parts = min(n, PARTS_A_CORE * cores) if cores > 1 else 1
        self._part_of = np.arange(n) * parts // n
        self._first_of = np.searchsorted(self._part_of, np.arange(parts + 1))
        self._cores = Cores(cores)
        self._kinds, self._tunings = zip(*(equipment(maze, ideal) for maze in mazes), strict=True)
        tables = {ROBOTS: self.robots, CLOCKS: self.clocks}
        self._layouts = [
            Layout(self._like(maze), np.flatnonzero(maze_of == maze), tables, parts)
            for maze in range(len(mazes))
        ]
        self._like_any = placed(self._layouts[0].like)
        words = [layout.words() for layout in self._layouts]
        self._columns = self._layouts[0].columns(words[0])
        self._fleet = Fleet(
            words=np.array(words),
            columns=np.concatenate(list(self._columns.values())),
            addresses=self._addresses(),
            streams=np.zeros((n, robots, 2, 2), np.uint64),
            drawn=np.zeros((n, robots), np.int64),
            run_ticks=address_of(run_ticks, 0, self._like_any),
            has_noise=not ideal,
            block_ticks=BLOCK_TICKS,
            slow=_slow_motors(self._tunings),
        )
        limits = [_time_limit(maze) for maze in mazes]
        self.course = Course(
            maze=maze_of,
            until=np.zeros(n, np.int64),
            rounds_left=np.zeros(n, np.int64),
            time_limit=np.array(limits, np.int64)[maze_of],
            reached=np.zeros(n, np.int64),
        )
        self._rows = [np.zeros(len(words[0]), np.int64) for _ in range(parts)]
        self._has_own_cells = False
        self._grippings: dict[int, Gripping] = {}
        self._step: Any = None

    def _like(self, maze: int) -> Any:
        """Return the arguments of a world in a maze, with everything at its start."""
        world, kinds, tunings = self.mazes[maze], self._kinds[maze], self._tunings[maze]
        state = new_state(world, kinds, tunings)
        check_start(world, state)
        static = build_static_map(world)
        return run_arguments(world, static, kinds, tunings, state, WINDOW_TICKS)

    def _addresses(self) -> NDArray[np.int64]:
        width = sum(len(at) for at in self._columns.values())
        addresses = np.zeros((len(self.maze_of), width), np.int64)
        for layout in self._layouts:
            addresses[layout.worlds] = layout.addresses(self._columns, self._part_of)
        return addresses

    @property
    def world_bytes(self) -> float:
        """Memory that a world takes, without what it shares with others of its maze."""
        own = sum(layout.own_bytes * len(layout.worlds) for layout in self._layouts)
        fleet = self._fleet
        tables = (fleet.addresses, fleet.streams, fleet.drawn, *self.course)
        return own / len(self.maze_of) + float(sum(table[0].nbytes for table in tables))

    def renew(self, worlds: NDArray[np.int64], seeds: Sequence[int]) -> None:
        """Bring worlds back to before their first tick, each with a seed; ``start`` goes on."""
        for number, layout in enumerate(self._layouts):
            layout.renew(worlds[self.maze_of[worlds] == number])
        for world, seed in zip(worlds.tolist(), seeds, strict=True):
            ids = [robot.id for robot in self.mazes[self.maze_of[world]].robots]
            for k, purpose in enumerate((Purpose.MOTORS, Purpose.SENSORS)):
                self._fleet.streams[world, :, k] = streams_of(seed, ids, purpose)
            self._grippings.pop(world, None)
        self.course.until[worlds] = 0
        self.course.reached[worlds] = 0

    def save(self) -> dict[str, Any]:
        """Return a copy of everything that changes, in which no address of an array is."""
        fleet, course = self._fleet, self.course
        return {
            "has_own_cells": self._has_own_cells,
            "layouts": [layout.save() for layout in self._layouts],
            "streams": fleet.streams.copy(),
            "drawn": fleet.drawn.copy(),
            "until": course.until.copy(),
            "reached": course.reached.copy(),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Bring all worlds to where those were that ``save`` was told of."""
        if saved["has_own_cells"]:
            self.give_own_cells()
        for layout, own in zip(self._layouts, saved["layouts"], strict=True):
            layout.restore(own)
        for table, name in ((self._fleet, "streams"), (self._fleet, "drawn"),
                            (self.course, "until"), (self.course, "reached")):  # fmt: skip
            getattr(table, name)[:] = saved[name]

    def check_sorted(self) -> None:
        """Raise ``BadInput`` when loose things that overlap at the start could not be parted."""
        for layout, maze in zip(self._layouts, self.mazes, strict=True):
            check_sorted(maze, self.state_of(int(layout.worlds[0])))

    def state_of(self, world: int) -> State:
        """Return the tables of one world."""
        arguments = self._layouts[self.maze_of[world]].arguments_of(world, 0)
        scene = arguments.scene
        return State(arguments.clocks, scene.robots, scene.discs, scene.bodies)

    def give_own_cells(self) -> None:
        """Give each world an object-ID matrix of its own, which lowered grippers ask."""
        if not self._has_own_cells:
            self._has_own_cells = True
            for layout in self._layouts:
                layout.give_own_cells()
            self._fleet = self._fleet._replace(addresses=self._addresses())
            self._grippings.clear()
            self.clocks["places_are_old"] = True

    def run(self, rounds: int, period_ticks: int, network: Network, log: Array, ticks: int) -> None:
        """Bring all worlds to where their ``course`` says, then let a network drive.

        Args:
            rounds: Decisions of the network.
            period_ticks: From one to the next.
            network: Who decides.
            log: [rounds, N, R] of ``MOMENT``, or no rows.
            ticks: About how many are done in this call, to see whether threads pay.
        """
        n, robots = self.robots.shape
        self.course.rounds_left[:] = rounds
        policy = network.policy()
        scratch = [
            Scratch(row, np.zeros(DRAWN, np.uint64), network.scratch()) for row in self._rows
        ]
        fixed = (rounds, period_ticks, self._fleet, self.course, policy, log)
        if self._step is None:
            self._step = compiled(step_worlds, 0, 0, *fixed, scratch[0], self._like_any)

        def step(part: int) -> None:
            first, last = int(self._first_of[part]), int(self._first_of[part + 1])
            self._step(first, last, *fixed, scratch[part], self._like_any)

        parts = range(len(self._rows))
        if len(parts) == 1 or n * robots * ticks < SMALL:
            for part in parts:
                step(part)
        else:
            self._cores.share(partial(step, part) for part in parts)
        for world in np.flatnonzero(self.course.reached == WAITS).tolist():
            part = int(self._part_of[world])
            while self.course.reached[world] == WAITS:
                self._gripping(world).answer()
                self._step(world, world + 1, *fixed, scratch[part], self._like_any)

    def _gripping(self, world: int) -> Gripping:
        """Return who answers a world's questions about its grippers."""
        if world not in self._grippings:
            maze = int(self.maze_of[world])
            scene = self._layouts[maze].arguments_of(world, int(self._part_of[world])).scene
            self._grippings[world] = Gripping(
                self.mazes[maze], self._kinds[maze], scene, self.state_of(world)
            )
        return self._grippings[world]


def _time_limit(maze: World) -> int:
    limit_s = maze.mission.time_limit_s
    return NEVER_TICK if limit_s is None else seconds_to_ticks(limit_s)


def _slow_motors(tunings: Sequence[Sequence[RobotTuning]]) -> Array:
    """Return when motors are slow, in which maze."""
    rows = [
        (
            maze,
            robot,
            slow.side == "right",
            seconds_to_ticks(slow.from_s),
            seconds_to_ticks(slow.until_s),
            slow.factor,
        )
        for maze, robots in enumerate(tunings)
        for robot, tuning in enumerate(robots)
        for slow in tuning.slow_motors
    ]
    return np.array(rows, SLOW)
