"""``convert FROM TO``: turn a maze of another program into a maze file."""

from __future__ import annotations

from pathlib import Path

import click

from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable
from wsusim.formats.maze_file import save_maze
from wsusim.formats.maze_reader import read_maze


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--cell-mm", type=float, help="Cell size of a micromouse maze (180, or 90).")
@click.option("--wall-mm", type=float, help="Wall thickness of a micromouse maze (12, or 6).")
@click.option("--force", is_flag=True, help="Overwrite TO if it exists.")
def convert(
    source: str, target: str, *, cell_mm: float | None, wall_mm: float | None, force: bool
) -> None:
    """Read the maze FROM in any known format and write it to TO as a wsusim maze file."""
    path = Path(target)
    world = read_maze(source, cell_mm=cell_mm, wall_mm=wall_mm)
    if path.exists() and not force:
        raise BadInput(f"{target} already exists. Add --force to replace it.")
    check_replaceable(path, ".json")
    save_maze(world, path)
    counts = ", ".join(f"{count} {kind}" for kind, count in world.counts().items())
    show(f"{target} written: {counts}")
