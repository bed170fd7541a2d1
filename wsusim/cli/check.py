"""``check MAZE``: say what is wrong with a maze, or what is in it."""

from __future__ import annotations

import json
from typing import Any

import click

from wsusim.cli.output import show
from wsusim.errors import MazeError
from wsusim.formats.maze_catalogue import find_maze
from wsusim.formats.values import plain
from wsusim.model.world import World

EXIT_BAD = 2


@click.command()
@click.argument("maze")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check(ctx: click.Context, maze: str, *, as_json: bool) -> None:
    """Check MAZE (a built-in name or a file): show what is in it, or what is wrong with it."""
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
    counts = ", ".join(f"{count} {kind}" for kind, count in world.counts().items())
    width, height = plain(world.arena.width_mm), plain(world.arena.height_mm)
    return f"ok: {world.name}: {counts}; arena {width} x {height} mm"


def _report(world: World) -> dict[str, Any]:
    size = [world.arena.width_mm, world.arena.height_mm]
    return {"ok": True, "maze": world.name, **world.counts(), "arena_mm": size, "problems": []}
