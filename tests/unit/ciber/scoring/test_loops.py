"""Driving round a loop: points for each next cell."""

from __future__ import annotations

import pytest

from tests.unit.ciber.matches import Lab, box, cycles, drive, match, np, put
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.contest_lab import Place, Wall
from wsusim.ciber.scoring.tracks import FineTrack, LineTrack, loop_of
from wsusim.errors import BadInput

RING = Lab("ring", 6.0, 6.0, walls=(box(2.1, 2.1, 3.9, 3.9),))
"""Eight cells round a block."""

LINE = Lab(
    "line",
    10.0,
    10.0,
    walls=(
        box(1.9, 1.9, 6.1, 2.1, 0.0),
        box(5.9, 1.9, 6.1, 6.1, 0.0),
        box(1.9, 5.9, 6.1, 6.1, 0.0),
        box(1.9, 1.9, 2.1, 6.1, 0.0),
    ),
)
"""A square on the floor, on whole numbers as in the course: 16 cells of 1, 32 of 0.5."""

SLANTED = Lab(
    "slanted",
    10.0,
    10.0,
    walls=(
        box(1.9, 1.9, 6.1, 2.1, 0.0),
        Wall(((6.0, 1.9), (6.1, 2.0), (4.0, 4.1), (3.9, 4.0)), 0.0),
        Wall(((4.1, 4.0), (4.0, 4.1), (1.9, 2.0), (2.0, 1.9)), 0.0),
    ),
)
"""A triangle: along the bottom, back to the left and up, and down to the start."""

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


@pytest.mark.parametrize(
    ("lab", "mode"), [(Lab("alley", 8.0, 2.0), "1"), (Lab("bare", 8.0, 8.0), "4"), (RING, "7")]
)
def test_a_lab_without_a_loop_is_refused_at_the_start(lab: Lab, mode: str) -> None:
    """One sentence instead of the end of the program."""
    with pytest.raises(BadInput, match="counts the cells of a loop, and no"):
        match(lab, (1.0, 1.0, 0.0), mode=mode)


def test_cells_of_lines_are_centred_on_whole_numbers() -> None:
    """Mode 4: the next cell begins half a um before the next whole number."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode="4")
    scores = []
    for x, y in [(2.49, 2.4), (2.51, 2.4), (3.51, 1.6), (4.6, 2.0)]:
        put(arena, 1, x, y)
        cycles(arena, 1)
        scores.append(robot.score)
    assert scores == [0, 10, 20, 30]


def test_off_the_line_each_cycle_costs() -> None:
    """Mode 4: 10 points for a cycle in none of its cells."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode="4")
    put(arena, 1, 4.0, 4.0)
    cycles(arena, 2)
    assert robot.score == -20


@pytest.mark.parametrize(("mode", "step", "points"), [("4", 1.0, 160), ("7", 0.5, 320)])
def test_once_round_the_line_gives_ten_for_each_cell(mode: str, step: float, points: int) -> None:
    """The first cell comes last; a line turns right where it can."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode=mode)
    sides = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    x, y = 2.0, 2.0
    for dx, dy in sides:
        for _ in range(int(4 / step)):
            x, y = x + step * dx, y + step * dy
            put(arena, 1, x, y)
            cycles(arena, 1)
    assert robot.score == points


def test_fine_cells_overlap() -> None:
    """Mode 7: a cell is entered when its middle is nearer than half a um, both ways."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode="7")
    scores = []
    for x, y in [(2.0, 2.0), (2.01, 2.49), (2.51, 2.0)]:
        put(arena, 1, x, y)
        cycles(arena, 1)
        scores.append(robot.score)
    assert scores == [0, 10, 20]


def test_a_line_may_turn_sharply() -> None:
    """Mode 7 looks for the way to 135 degrees on both sides: 8 cells, 4 slanting back, 4 down."""
    start = Place(2.0, 2.0)
    loop = loop_of(FineTrack(), SLANTED, start)
    assert len(loop) == 16
    assert loop[7:10] == ((11, 4), (12, 4), (11, 5))
    assert loop_of(LineTrack(), SLANTED, start) == ()


def test_a_sharp_corner_may_be_cut() -> None:
    """Mode 7: where the cells before and behind it are neighbours it may be left out, for 10."""
    arena, (robot,) = match(SLANTED, (2.0, 2.0, 0.0), mode="7")
    for x in np.arange(2.5, 5.51, 0.5):
        put(arena, 1, float(x), 2.0)
        cycles(arena, 1)
    assert robot.score == 70
    put(arena, 1, 5.45, 2.45)  # not in the corner's cell, but in the one behind it
    cycles(arena, 1)
    assert robot.score == 80
    put(arena, 1, 5.0, 3.0)
    cycles(arena, 1)
    assert robot.score == 90


def test_a_right_angle_may_not_be_cut() -> None:
    """The cells before and behind it are no neighbours."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode="7")
    for x in np.arange(2.5, 5.51, 0.5):
        put(arena, 1, float(x), 2.0)
        cycles(arena, 1)
    put(arena, 1, 6.0, 2.99)
    cycles(arena, 1)
    assert robot.score == 70


def test_driving_round_counts_no_arrival() -> None:
    """There is no target in these modes."""
    arena, (robot,) = match(LINE, (2.0, 2.0, 0.0), mode="4")
    cycles(arena, 5)
    assert robot.arrival_time == 0
