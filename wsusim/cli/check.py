"""``check``: check a maze, or your controller against an assignment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from wsusim.cli.options import AS_JSON, FILE, TASK
from wsusim.cli.output import show
from wsusim.cli.renamed import renamed
from wsusim.cli.sandbox import SANDBOX
from wsusim.errors import BadInput, MazeError
from wsusim.formats.maze_catalogue import find_maze
from wsusim.model.text import plain
from wsusim.model.world import World

EXIT_BAD = 2


@click.command()
@click.argument("name", metavar="MAZE|CONTROLLER")
@AS_JSON
@click.option(
    "--assignment",
    type=TASK,
    metavar="FILE.toml|LESSON",
    help="Check a controller: run it as your teacher will, and show its points.",
)
@click.option(
    "--maze", metavar="MAZE", help="With --assignment: only in this maze. Default: in all of them."
)
@click.option(
    "--seed", type=int, help="With --assignment: only with this seed. Default: with all of them."
)
@renamed(
    "--html",
    "report",
    old="--report",
    type=FILE,
    metavar="FILE.html",
    help="With --assignment: save a page with a picture of each run.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    help="With --assignment: number of processes for the runs. Default: one per processor.",
)
@SANDBOX
@click.pass_context
def check(
    ctx: click.Context, /, name: str, as_json: bool, assignment: Path | None, **asked: Any
) -> None:
    """Check a maze or a controller.

    MAZE is a built-in name or a file: shows what is in it, or what is wrong with it. With
    --assignment, CONTROLLER is your Python file (or your folder): it is run exactly as your teacher
    will run it, with the same points.

    \b
    Examples:
      python main.py check my_maze.json
      python main.py check my_robot.py --assignment first_rooms.toml

    Exit code: 0 all is well, 1 a run of the controller failed, 2 bad input.
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if assignment is not None:
        from wsusim.cli.checked import check_controller

        ctx.exit(check_controller(name, assignment, as_json=as_json, **asked))
    if any(value is not None for value in asked.values()):
        raise BadInput(
            "--maze, --seed, --html, --workers and --sandbox only work with --assignment. Add "
            "--assignment FILE.toml, or leave them out."
        )
    _check_maze(ctx, name, as_json)


def _check_maze(ctx: click.Context, maze: str, as_json: bool) -> None:
    if not as_json:
        show(_sentence(find_maze(maze)))
        return
    try:
        report = _report(find_maze(maze))
    except MazeError as error:
        report = {"ok": False, "maze": maze, "problems": list(error.problems or (str(error),))}
    show(json.dumps(report))
    if not report["ok"]:
        ctx.exit(EXIT_BAD)


def _sentence(world: World) -> str:
    arena = world.arena
    width, height = plain(round(arena.width_mm, 2)), plain(round(arena.height_mm, 2))
    return f"ok: {world.name}: {world.counts_in_words()}; arena {width} x {height} mm"


def _report(world: World) -> dict[str, Any]:
    size = [world.arena.width_mm, world.arena.height_mm]
    return {"ok": True, "maze": world.name, **world.counts(), "arena_mm": size, "problems": []}
