"""Driving round a loop: points for each next cell."""

from __future__ import annotations

import pytest

from tests.unit.ciber.matches import Lab, box, cycles, drive, match, put
from wsusim.ciber.agent_orders import Actions
from wsusim.errors import BadInput

RING = Lab("ring", 6.0, 6.0, walls=(box(2.1, 2.1, 3.9, 3.9),))
"""Eight cells round a block."""

LINE = Lab(
    "line",
    8.0,
    8.0,
    walls=(
        box(1.4, 1.4, 5.6, 1.6, 0.0),
        box(5.4, 1.4, 5.6, 5.6, 0.0),
        box(1.4, 5.4, 5.6, 5.6, 0.0),
        box(1.4, 1.4, 1.6, 5.6, 0.0),
    ),
)
"""A square on the floor, in cells of 1."""

WAY_ROUND = [(3.0, 1.0), (5.0, 1.0), (5.0, 3.0), (5.0, 5.0), (3.0, 5.0), (1.0, 5.0), (1.0, 3.0)]


def test_each_next_cell_gives_ten_points() -> None:
    """Cells in the order of the loop, first towards +x."""
    arena, (robot,) = match(RING, (1.0, 1.0, 0.0), mode="1")
    scores = []
    for x, y in WAY_ROUND:
        put(arena, 1, x, y)
        cycles(arena, 1)
        scores.append(robot.score)
    assert scores == [10, 20, 30, 40, 50, 60, 70]


def test_the_wrong_way_round_gives_nothing() -> None:
    """Only the next cell of the loop counts."""
    arena, (robot,) = match(RING, (1.0, 1.0, 0.0), mode="1")
    for x, y in reversed(WAY_ROUND):
        put(arena, 1, x, y)
        cycles(arena, 1)
    assert robot.score <= 10


def test_walls_cost_and_the_end_led_leaves_only_the_costs() -> None:
    """As with the public simulator: who stops early keeps the penalties."""
    arena, (robot,) = match(RING, (1.0, 1.0, 180.0), mode="1")
    cycles(arena, 10, drive(0.15, 0.15))
    cycles(arena, 1, Actions(end_led=True))
    assert robot.score == -2


def test_a_lab_without_a_loop_is_refused_at_the_start() -> None:
    """One sentence instead of the end of the program."""
    with pytest.raises(BadInput, match="there is none"):
        match(Lab("alley", 8.0, 2.0), (1.0, 1.0, 0.0), mode="1")


def test_a_line_gives_points_and_leaving_it_costs() -> None:
    """Cells of 1 um along the line; 10 points less for each cycle beside it."""
    arena, (robot,) = match(LINE, (1.5, 1.5, 0.0), mode="4")
    put(arena, 1, 2.5, 1.5)
    cycles(arena, 1)
    assert robot.score == 10
    put(arena, 1, 3.5, 3.5)
    cycles(arena, 2)
    assert robot.score == -10


def test_fine_cells_may_be_skipped_at_corners() -> None:
    """Mode 7: cells of half a um, and one of them may be cut."""
    arena, (robot,) = match(LINE, (1.75, 1.5, 0.0), mode="7")
    put(arena, 1, 2.75, 1.55)
    cycles(arena, 1)
    assert robot.score == 20
