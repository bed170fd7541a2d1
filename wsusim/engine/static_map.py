"""Everything in a world that never moves, as flat arrays for the kernels.

All fixed outlines (arena border, walls) are straight *edges*. The grid is only a way to find the
few edges near a point or along a ray quickly; distances always come from the edges themselves, so
that a reading never jumps by cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class StaticMap:
    """Edges, and the grid that finds them. Cell ``[row, column]`` covers x = column * cell_mm ...

    The grid covers the arena with at least one solid cell all around it: cell (0, 0) has its
    lower-left corner at ``(origin_x_mm, origin_y_mm)``.
    """

    cell_mm: float
    origin_x_mm: float
    origin_y_mm: float
    rows: int
    columns: int
    edges_mm: NDArray[np.float64]
    """[E, 4] x0, y0, x1, y1."""
    edge_reflectivity: NDArray[np.float64]
    """[E] ratio to white plastic."""
    cell_start: NDArray[np.int32]
    """[rows * columns + 1]; edges of cell k: ``cell_edges[cell_start[k]:cell_start[k + 1]]``."""
    cell_edges: NDArray[np.int32]
    """Every edge that touches the cell (grown by a millionth, so that none is lost to rounding)."""
    solid: NDArray[np.uint8]
    """[rows * columns] 1 where an edge passes or all is solid, 0 for free floor."""
    square_cells: NDArray[np.uint8]
    """[rows * columns] Chebyshev distance to the nearest solid cell, capped at 255; 0 = solid."""
    clear_cells: NDArray[np.uint8]
    """[rows * columns] floor of the Euclidean distance (cells, between cell borders: a lower bound
    for any point of the cell) to the nearest solid cell, capped at 255."""
