"""What those who may steer can do with a run, and which ability each action needs."""

from __future__ import annotations

from collections.abc import Collection

from wsusim.live.asking import Seek
from wsusim.live.shapes import SceneAbilities
from wsusim.model.world import World
from wsusim.runs.actions import Action, Drag, Order, TypeLine
from wsusim.runs.observer import Abilities
from wsusim.runs.sources.typed_lines import typists


def abilities_of(can: Abilities, driven: Collection[int], world: World) -> SceneAbilities:
    """Return the ``abilities`` of a scene.

    Args:
        can: What people can do with the robots of the run.
        driven: The robots that controllers drive.
        world: The maze.
    """
    free = [robot for robot in range(len(world.robots)) if robot not in driven]
    return {
        "pause": can.pause,
        "drag": can.drag,
        "order": free if can.order else [],
        "type": [robot for robot in typists(world) if robot in free] if can.type else [],
        "seek": False,
    }


def is_allowed(action: Action | Seek, abilities: SceneAbilities) -> bool:
    """Return whether an action is possible."""
    match action:
        case Seek():
            return bool(abilities.get("seek"))
        case Drag():
            return bool(abilities.get("drag"))
        case Order():
            return action.robot in abilities.get("order", ())
        case TypeLine():
            return action.robot in abilities.get("type", ())
    return bool(abilities.get("pause"))
