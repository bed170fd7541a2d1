"""Simulated robots to which people type: the emulator's firmware answers them in a run, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wsusim.protocol.banner import BANNERS
from wsusim.robots import base_name

if TYPE_CHECKING:
    from wsusim.emulator.body import OnOrder
    from wsusim.emulator.firmware import Firmware
    from wsusim.emulator.robot_program import RobotProgram
    from wsusim.engine.simulation import Simulation
    from wsusim.model.world import World
    from wsusim.runs.actions import TypeLine

Answer = Callable[[bytes], Sequence[bytes]]


def typists(world: World) -> tuple[int, ...]:
    """Return the robots that speak the Khepera's protocol."""
    return tuple(n for n, start in enumerate(world.robots) if base_name(start.kind) in BANNERS)


def answer_of(firmware: RobotProgram, action: TypeLine) -> tuple[str, ...]:
    """Make a firmware obey a line, and return the lines of its answer."""
    return tuple(
        line.decode("ascii") for line in firmware.answer(action.line.encode("ascii", "replace"))
    )


class TypedLines:
    """Starts a robot's firmware when the first line comes for it.

    Only called by the thread that steps the simulation. Answers come at once, without a serial
    line.
    """

    def __init__(self, simulation: Simulation, on_order: OnOrder) -> None:
        """``on_order`` is called with each order that results from a line."""
        self._simulation = simulation
        self._on_order = on_order
        self._firmwares: dict[int, Firmware] = {}

    def answer(self, action: TypeLine) -> tuple[str, ...]:
        """Make a robot obey a line, and return the lines of its answer."""
        return answer_of(self._firmware(action.robot), action)

    def _firmware(self, robot: int) -> Firmware:
        from wsusim.emulator.body import SimulatedBody
        from wsusim.emulator.firmware import Firmware

        if robot not in self._firmwares:
            body = SimulatedBody(self._simulation, robot, self._on_order)
            kind = self._simulation.world.robots[robot].kind
            self._firmwares[robot] = Firmware(body, kind)
        return self._firmwares[robot]
