"""Checks that everything has room where a world puts it."""

from __future__ import annotations

from wsusim.engine.world_tables import State
from wsusim.errors import BadInput
from wsusim.model.clearance import Clearance
from wsusim.model.elementary import hypot
from wsusim.model.world import World, kind_of_movable

OVERLAP_MM = 1e-6
"""Less than this is rounding."""


def check_start(world: World, state: State) -> None:
    """Raise ``BadInput`` if a robot has no room, or a cap's centre is not on the floor.

    Caps and balls that only overlap something are moved apart later, at the first tick. Robots are
    named by their place in the world's list, counted from 1, as everywhere in texts for people.
    """
    floor = Clearance(world.arena, world.walls)
    discs = [(me.x_mm, me.y_mm, me.radius_mm) for me in state.robots]
    for number, (x, y, radius) in enumerate(discs, 1):
        where = f"Robot {number} starts at ({x:.1f}, {y:.1f}) mm, where"
        advice = "Move its start to free floor."
        if floor.at_mm(x, y) < radius - OVERLAP_MM:
            raise BadInput(
                f"{where} it would be in a wall or outside the arena: it is {2.0 * radius:.0f} "
                f"mm wide. {advice[:-1]}, or choose another maze or robot."
            )
        for light in world.lights:
            reach = radius + light.diameter_mm / 2.0
            if hypot(light.x_mm - x, light.y_mm - y) < reach - OVERLAP_MM:
                lamp = f"the lamp at ({light.x_mm:.1f}, {light.y_mm:.1f}) mm"
                raise BadInput(f"{where} it would be in {lamp}. {advice}")
        for other, (their_x, their_y, their_radius) in enumerate(discs[number:], number + 1):
            reach, dx, dy = radius + their_radius - OVERLAP_MM, their_x - x, their_y - y
            # Of a crowd, half a million pairs are far apart: that is seen without their distance.
            if abs(dx) < reach and abs(dy) < reach and hypot(dx, dy) < reach:
                raise BadInput(f"{where} it would be in robot {other}. {advice}")
    for thing in world.movables:
        if floor.at_mm(thing.x_mm, thing.y_mm) < 0.0:
            raise BadInput(
                f"The {kind_of_movable(thing)} at ({thing.x_mm:.1f}, {thing.y_mm:.1f}) mm "
                "lies in a wall or outside the arena. Move it to free floor."
            )


def check_sorted(world: World, state: State) -> None:
    """Raise ``BadInput`` if moving the loose things apart failed or squeezed one off the floor.

    Args:
        world: Where they were put.
        state: Where they lie now.
    """
    floor = Clearance(world.arena, world.walls)
    is_sorted = bool(state.clock.can_start) and all(
        (disc.x_mm, disc.y_mm) == (thing.x_mm, thing.y_mm) or floor.at_mm(disc.x_mm, disc.y_mm) >= 0
        for thing, disc in zip(world.movables, state.discs[len(world.lights) :], strict=True)
    )
    if not is_sorted:
        raise BadInput(
            "Some loose things overlap a wall, a lamp, a robot or each other, and there is no room "
            "to move them apart. Move them in the editor or in the maze file."
        )
