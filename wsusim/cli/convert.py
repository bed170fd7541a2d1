"""``convert``: convert a maze from another program into a wsusim maze file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from wsusim.cli.output import show
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput
from wsusim.formats.atomic import check_replaceable
from wsusim.formats.importers.table import options
from wsusim.formats.maze_file import save_maze
from wsusim.formats.maze_reader import import_maze, read_maze
from wsusim.model.world import World


def _options_of_importers(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of all importers."""
    for option in reversed(options()):
        how: dict[str, Any] = {"help": option.help, "default": None}
        if option.kind is bool:
            how |= {"is_flag": True, "flag_value": True, "type": bool}
        else:
            choices = option.kind if isinstance(option.kind, tuple) else ()
            how["type"] = click.Choice(choices) if choices else option.kind
        command = click.option(option.flag, option.name, **how)(command)
    return command


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@_options_of_importers
@renamed("--overwrite", old="--force", is_flag=True, help="Replace TO if it exists.")
def convert(source: str, target: str, *, overwrite: bool, **asked: Any) -> None:
    """Read the maze FROM in any known format and write it to TO as a wsusim maze file.

    FROM is recognised by its content, whatever it is called. What is dark in a picture becomes
    wall.

    FROM can be a lab of the CiberMouse contest, and TO one: NAME.lab.xml, with NAME.grid.xml.

    \b
    Examples:
      python main.py convert old_map.maz maze.json
      python main.py convert drawing.png drawn.json --mm-per-px 2 --tolerance-mm 3
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    path = Path(target)
    if path.suffix.lower() == ".xml":
        _convert_to_lab(source, path, overwrite)
        return
    if source.lower().endswith(".xml"):
        _convert_from_lab(source, path, overwrite)
        return
    given = {name: value for name, value in asked.items() if value is not None}
    done = import_maze(source, **given)
    _save(done.world, path, overwrite)
    for remark in done.remarks:
        show(f"note: {remark}")


def _save(world: World, path: Path, overwrite: bool) -> None:
    if path.exists() and not overwrite:
        raise BadInput(f"{path} already exists. Add --overwrite to replace it.")
    check_replaceable(path, ".json")
    save_maze(world, path)
    show(f"{path} written: {world.counts_in_words()}")


def _convert_from_lab(source: str, path: Path, overwrite: bool) -> None:
    from wsusim.ciber.catalogue import find_grid, find_lab, grid_beside
    from wsusim.ciber.conversion import world_of

    lab, lab_path = find_lab(source)
    if grid_beside(lab_path) is not None:
        grid = find_grid(None, lab_path)
    else:
        show("note: there is no grid file next to the lab, so the maze has no robots.")
        grid = ()
    _save(world_of(lab, grid), path, overwrite)
    lines = sum(not wall.is_solid for wall in lab.walls)
    if lines:
        show(f"note: {lines} lines on the floor were left out.")


def _convert_to_lab(source: str, path: Path, overwrite: bool) -> None:
    from wsusim.ciber.catalogue import write_lab
    from wsusim.ciber.conversion import lab_of

    lab, grid = lab_of(read_maze(source))
    for file in write_lab(lab, grid, path, overwrite=overwrite):
        show(f"{file} written")
    for remark in lab.remarks:
        show(f"note: {remark}")
