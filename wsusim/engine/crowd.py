"""Many robots in one world: the part of a tick that is done on several cores.

Sensing looks at the world and writes only the robot's own readings, so it may be done in any order,
and the readings are the same to the bit. Robots drive one after the other, as they run into each
other; that stays with the tick kernel.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from wsusim.engine.cores import Cores
from wsusim.engine.sensing import scratch_of
from wsusim.kernels.argument_words import placed
from wsusim.kernels.field_of_view import SensedWorld
from wsusim.kernels.jit import compiled
from wsusim.kernels.sense import sense_some
from wsusim.kernels.tick import Arguments
from wsusim.model.units import SENSOR_REFRESH_TICKS

FEWEST = 200
"""Robots from which on several cores are used: with fewer, waking them up costs what they save."""

PARTS_A_CORE = 2
"""A core that has something else to do leaves parts to the others."""


class Crowd:
    """Refreshes the sensors of all robots of one world.

    Args:
        arguments: The tick kernel's.
        boxes: How many boxes there are in the world.
        cores: The threads that do it.
    """

    def __init__(self, arguments: Arguments, boxes: int, cores: Cores) -> None:
        scene, senses = arguments.scene, arguments.senses
        self._cores = cores
        self._clocks: Any = arguments.clocks
        self._uniforms = arguments.block.sensor_uniforms
        robots, parts = scene.robots.size, PARTS_A_CORE * cores.count
        things, edges = scene.discs.size + robots, len(scene.places.edges_mm)
        self._parts = []
        for part in range(parts):
            bodies = senses.bodies._replace(found=scratch_of(things, edges, boxes))
            responses = np.array(senses.responses)  # a network's scratch lies in them
            first, last = part * robots // parts, (part + 1) * robots // parts
            world = SensedWorld(scene.places, bodies, senses.lamp_power, responses)
            self._parts.append((first, last, placed(world)))
        self._sense = compiled(sense_some, *self._parts[0], self._uniforms[0])

    def sense(self) -> None:
        """Do what ``tick.sense_robots`` does, in the clock's tick."""
        row = (int(self._clocks["tick"][0]) - 1) % (len(self._uniforms) * SENSOR_REFRESH_TICKS)
        noise = self._uniforms[row // SENSOR_REFRESH_TICKS]
        self._cores.share(partial(self._sense, *part, noise) for part in self._parts)
