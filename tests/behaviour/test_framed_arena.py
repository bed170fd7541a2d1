"""An arena whose floor is surrounded by a solid frame, as in maps of the WSU simulator."""

from __future__ import annotations

import numpy as np

from wsusim.engine.simulation import Simulation
from wsusim.model.geometry import Pose
from wsusim.model.world import Arena, Cap, RobotStart, World

FRAME_MM, SIDE_MM, CELL_MM = 40.0, 400.0, 2.0


def framed_world() -> World:
    """Return a floor of 320 mm within a frame of 40 mm."""
    low, high = FRAME_MM, SIDE_MM - FRAME_MM
    outline = ((low, low), (high, low), (high, high), (low, high))
    return World(
        "framed",
        Arena(outline, size_mm=(SIDE_MM, SIDE_MM)),
        caps=(Cap(1, 100.0, 300.0),),
        robots=(RobotStart(2, Pose(200.0, 100.0)),),
        next_id=3,
        cell_mm=CELL_MM,
    )


def test_the_matrix_covers_the_frame() -> None:
    """The matrix is as large as the arena with its frame, and the frame is all wall."""
    matrix = Simulation(framed_world()).occupancy.matrix
    frame = int(FRAME_MM / CELL_MM)
    assert matrix.shape == (200, 200)
    assert np.all(matrix[:frame] == 1)
    assert np.all(matrix[-frame:] == 1)
    assert np.all(matrix[:, :frame] == 1)
    assert np.all(matrix[:, -frame:] == 1)


def test_things_stand_at_their_places_in_the_matrix() -> None:
    """Places are counted from the arena's corner, frame included."""
    occupancy = Simulation(framed_world()).occupancy
    assert occupancy.world_id(occupancy.code_at(100.0, 300.0)) == 1
    assert occupancy.world_id(occupancy.code_at(200.0, 100.0)) == 2
    assert occupancy.code_at(200.0, 300.0) == 0
