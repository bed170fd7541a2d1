"""``matrix``: show the engine's map of a maze: which object is in which cell."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np
from numpy.typing import NDArray

from wsusim.cli.options import FILE
from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, write_whole

if TYPE_CHECKING:
    from wsusim.engine.occupancy import Occupancy


@click.command()
@click.argument("maze", required=False, metavar="[MAZE]")
@click.option(
    "--from",
    "moment",
    metavar="FILE@S",
    help="Use a moment of a recording instead of a maze, for example run.mcap@12.5.",
)
@click.option("--png", type=FILE, metavar="FILE", help="Save a picture, one pixel per cell.")
@click.option(
    "--npy", type=FILE, metavar="FILE", help="Save the numbers for NumPy: uint16 [row, column]."
)
def matrix(maze: str | None, moment: str | None, png: Path | None, npy: Path | None) -> int:
    """Show the object-ID matrix of MAZE: what is in each cell of the engine's map.

    Prints which number stands for what, and how many cells hold it: 0 floor, 1 wall, 2 light,
    then one number for each cap, ball and robot.

    \b
    Examples:
      python main.py matrix rooms --png rooms.png
      python main.py matrix --from run.mcap@12.5 --npy matrix.npy
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if (maze is None) == (moment is None):
        raise BadInput("Give either a maze, for example rooms, or a moment: --from run.mcap@12.5")
    occupancy = _of_maze(maze) if maze is not None else _of_moment(str(moment))
    _show_legend(occupancy)
    if png is not None:
        check_replaceable(png, ".png")
        write_whole(png, _picture(occupancy.matrix))
    if npy is not None:
        check_replaceable(npy, ".npy")
        content = io.BytesIO()
        np.save(content, occupancy.matrix)
        write_whole(npy, content.getvalue())
    return 0


def _show_legend(occupancy: Occupancy) -> None:
    """Print what each number of the matrix stands for."""
    codes, counts = np.unique(occupancy.matrix, return_counts=True)
    rows, columns = occupancy.matrix.shape
    side_mm = occupancy.cell_mm
    show(f"{rows} rows x {columns} columns; a cell is {side_mm:g} mm x {side_mm:g} mm.")
    show("Row 0 is at y = 0, column 0 at x = 0.\n")
    show("Number  Stands for              Cells")
    for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
        show(f"{code:6}  {_meaning(occupancy, code):<20} {count:8,}")


def _meaning(occupancy: Occupancy, code: int) -> str:
    """Return in a few words what a number of the matrix stands for."""
    kind = occupancy.kind_of(code)
    if kind == "wall":
        return "wall, or outside"
    return kind if kind in ("floor", "light") else f"{kind} with id {occupancy.world_id(code)}"


def _of_maze(name: str) -> Occupancy:
    """Return the matrix of a maze's start, with loose things moved apart as in a run."""
    from wsusim.engine.simulation import Simulation
    from wsusim.formats.maze_catalogue import find_maze

    return Simulation(find_maze(name)).occupancy


def _of_moment(text: str) -> Occupancy:
    """Return the matrix of a moment of a recording."""
    from wsusim.engine.occupancy import Occupancy
    from wsusim.engine.static_map import build_static_map
    from wsusim.recording.player import Player
    from wsusim.recording.reader import Recording
    from wsusim.runs.request import parse_moment

    moment = parse_moment(text)
    with Recording(moment.file) as recording:
        player = Player(recording)
        player.check_tick(moment.tick)
        world = recording.header.world
        occupancy = Occupancy(world, build_static_map(world))
        occupancy.show(player.at(moment.tick))
    return occupancy


def _picture(cells: NDArray[np.uint16]) -> bytes:
    """Return a picture of a matrix as a PNG file."""
    from PIL import Image

    from wsusim.scene.matrix_picture import matrix_picture

    content = io.BytesIO()
    Image.fromarray(matrix_picture(cells)).save(content, "PNG")
    return content.getvalue()
