"""The ready controllers drive every kind of robot that has what their task needs.

Each is tried with one seed here; ten seeds are in the slow suite.
"""

from __future__ import annotations

import itertools

import pytest

from tests.end_to_end.ready_tasks import TASKS, do_task
from wsusim.control.robot_needs import what_it_lacks
from wsusim.robots import SHIPPED
from wsusim.shipped import shipped_folder

NO_LAMPS = {"braitenberg:Vehicle2a", "braitenberg:Vehicle2b", "braitenberg:Vehicle3a"} | {
    "follow_light"
}
SIDEWAYS = {"wall_follower", "bored_follower", "maze_solver"}

NOT_ITS = {
    "khepera1": set(),
    "khepera2": set(),
    "epuck": {"cap_collector", "line_follower"},
    "thymio": {"cap_collector"} | NO_LAMPS | SIDEWAYS,
}
"""What a kind lacks a part for: gripper, floor sensors, sensors for lamps or to the sides."""

DRIVEN = [
    (kind, name) for kind, name in itertools.product(SHIPPED, TASKS) if name not in NOT_ITS[kind]
]
FAST = [
    ("epuck", "wall_follower"),
    ("epuck", "bored_follower"),
    ("epuck", "follow_light"),
    ("khepera2", "bored_follower"),
    ("thymio", "odometry_square"),
    ("thymio", "follow_red"),
    ("epuck", "striker"),
]

SHORT_GAME_S = 20.0
"""The striker shoots two goals in it; the slow suite plays whole games."""


@pytest.mark.parametrize(("kind", "name"), FAST)
def test_a_ready_controller_drives_a_kind(kind: str, name: str) -> None:
    """It does its task, though thresholds and speeds were never tuned for that robot."""
    do_task(name, kind=kind, game_s=SHORT_GAME_S)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize(("kind", "name"), DRIVEN)
def test_a_ready_controller_drives_all_kinds(kind: str, name: str, seed: int) -> None:
    """Every controller, every kind that has the parts, ten seeds."""
    do_task(name, kind=kind, seed=seed)


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in SHIPPED for name in sorted(NOT_ITS[kind])]
)
def test_what_a_kind_lacks_is_told_at_the_start(kind: str, name: str) -> None:
    """One sentence says what this robot does not have and the program uses."""
    file = shipped_folder("controllers") / f"{name.partition(':')[0]}.py"

    lacks = what_it_lacks(file, kind)

    assert lacks is not None
    assert "has no " in lacks


@pytest.mark.parametrize(("kind", "name"), DRIVEN)
def test_nothing_is_told_of_a_kind_that_has_everything(kind: str, name: str) -> None:
    """Speeds are in millimetres per second, and each direction has its sensor."""
    file = shipped_folder("controllers") / f"{name.partition(':')[0]}.py"

    assert name == "cap_collector" or what_it_lacks(file, kind) is None
