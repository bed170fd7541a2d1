"""What those who may steer can do, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.worlds import empty_world
from wsusim.live.asking import Seek
from wsusim.live.rights import abilities_of, is_allowed
from wsusim.model.commands import SetArm
from wsusim.model.geometry import Pose
from wsusim.runs.actions import Action, Drag, Order, Pause, SetSpeed, TypeLine
from wsusim.runs.observer import Abilities

ONLY_FREE = {"pause": False, "drag": False, "order": [1], "type": [1], "seek": False}


def test_robots_with_controllers_cant_be_driven() -> None:
    """Of two robots the one without a controller can be driven and typed to."""
    start = empty_world().robots[0]
    world = replace(empty_world(), robots=(start, replace(start, id=50, pose=Pose(99, 99, 0))))

    assert abilities_of(Abilities(order=True, type=True), {0}, world) == ONLY_FREE


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Order(1, SetArm(9)), True),
        (Order(0, SetArm(9)), False),
        (TypeLine(1, "N"), True),
        (TypeLine(0, "N"), False),
        (Pause(), False),
        (SetSpeed(2.0), False),
        (Drag(1, 0.0, 0.0), False),
        (Seek(5), False),
    ],
)
def test_an_action_needs_its_ability(action: Action | Seek, expected: bool) -> None:
    """And before there is a scene, nothing is allowed."""
    assert is_allowed(action, ONLY_FREE) is expected
    assert not is_allowed(action, {})
