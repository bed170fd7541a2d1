"""``convert FROM TO``: turn a maze of another program into a maze file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable, read_whole
from wsusim.formats.grey_pictures import is_picture, read_grey
from wsusim.formats.maze_file import save_maze
from wsusim.formats.maze_reader import name_after, read_maze
from wsusim.model.world import World


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--cell-mm", type=float, help="Cell size of a micromouse maze (180, or 90).")
@click.option("--wall-mm", type=float, help="Wall thickness of a micromouse maze (12, or 6).")
@click.option("--mm-per-px", type=float, help="Scale of a picture: millimetres per pixel (1).")
@click.option("--threshold", type=int, help="Grey value at which a picture becomes light (128).")
@click.option("--tolerance-mm", type=float, help="How far walls may depart from a picture (2).")
@click.option(
    "--floor", type=click.Choice(["light", "dark"]), help="What is floor in a picture (light)."
)
@click.option(
    "--surface", is_flag=True, help="Walls of a picture reflect as brightly as they are drawn."
)
@click.option("--force", is_flag=True, help="Overwrite TO if it exists.")
def convert(
    source: str,
    target: str,
    *,
    cell_mm: float | None,
    wall_mm: float | None,
    force: bool,
    **of_picture: Any,
) -> None:
    """Read the maze FROM in any known format and write it to TO as a wsusim maze file.

    FROM can be a picture (PNG, BMP, GIF, TIFF, JPEG): what is dark in it becomes wall.

    FROM can be a lab of the CiberMouse contest, and TO one: NAME.lab.xml, with NAME.grid.xml.

    \b
    Examples:
      python main.py convert old_map.maz maze.json
      python main.py convert drawing.png maze.json --mm-per-px 2 --tolerance-mm 3
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    path = Path(target)
    if path.suffix.lower() == ".xml":
        _convert_to_lab(source, path, force)
        return
    if source.lower().endswith(".xml"):
        _convert_from_lab(source, path, force)
        return
    content = read_whole(Path(source))
    if is_picture(content):
        _save(_world_of_picture(content, Path(source), of_picture), path, force)
        return
    world = read_maze(source, cell_mm=cell_mm, wall_mm=wall_mm)
    _save(world, path, force)


def _world_of_picture(content: bytes, source: Path, asked: dict[str, Any]) -> World:
    from wsusim.formats.picture_arena import PictureSettings, world_of_picture

    given = {name: value for name, value in asked.items() if value is not None}
    is_surface = given.pop("surface")
    settings = PictureSettings(is_surface=is_surface, **given)
    return world_of_picture(read_grey(content, source.name), name_after(source), settings)


def _save(world: World, path: Path, force: bool) -> None:
    if path.exists() and not force:
        raise BadInput(f"{path} already exists. Add --force to replace it.")
    check_replaceable(path, ".json")
    save_maze(world, path)
    show(f"{path} written: {world.counts_in_words()}")


def _convert_from_lab(source: str, path: Path, force: bool) -> None:
    from wsusim.ciber.catalogue import find_grid, find_lab, has_grid
    from wsusim.ciber.conversion import world_of

    lab, lab_path = find_lab(source)
    if has_grid(lab_path):
        grid = find_grid(None, lab_path)
    else:
        show("note: there is no grid file next to the lab, so the maze has no robots.")
        grid = ()
    _save(world_of(lab, grid), path, force)
    lines = sum(not wall.is_solid for wall in lab.walls)
    if lines:
        show(f"note: {lines} lines on the floor were left out.")


def _convert_to_lab(source: str, path: Path, force: bool) -> None:
    from wsusim.ciber.catalogue import write_lab
    from wsusim.ciber.conversion import lab_of

    lab, grid = lab_of(read_maze(source))
    for file in write_lab(lab, grid, path, overwrite=force):
        show(f"{file} written")
    for remark in lab.remarks:
        show(f"note: {remark}")
