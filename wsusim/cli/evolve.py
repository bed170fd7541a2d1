"""``evolve``: evolve a controller that drives clear of walls."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.cli.options import FOLDER, Number
from wsusim.cli.output import show
from wsusim.errors import BadInput
from wsusim.formats.atomic import make_folder, write_whole
from wsusim.interrupts import INTERRUPTS
from wsusim.model.typed_names import as_argument

if TYPE_CHECKING:
    from wsusim.learning.evolution import Evolution

SHOWN_S = "60"
"""Simulated seconds of the champion's recording."""


@click.command()
@click.argument("folder", type=FOLDER)
@click.option("--maze", default="rooms", metavar="MAZE", help="Built-in maze or maze file.")
@click.option(
    "--generations",
    type=click.IntRange(1, 10_000),
    default=40,
    help="How often the best have offspring.",
)
@click.option(
    "--population", type=click.IntRange(4, 1000), default=24, help="Robots in each generation."
)
@click.option(
    "--trials",
    type=click.IntRange(1, 100),
    default=4,
    help="Places each robot starts from; the mean counts.",
)
@click.option(
    "--time",
    "seconds",
    type=Number(1.0, 3600.0),
    default=30.0,
    help="Simulated seconds from each place.",
)
@click.option(
    "--hidden",
    type=click.IntRange(0, 100),
    default=0,
    help="Hidden units in its network; 0: sensors lead straight to the wheels.",
)
@click.option(
    "--top-speed",
    type=click.IntRange(1, 127),
    default=10,
    help="The fastest that a wheel may turn; 1 is 8 mm/s.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    default=1,
    help="The same seed gives the same evolution.",
)
@click.option("--overwrite", is_flag=True, help="Replace what an earlier evolution left in FOLDER.")
def evolve(folder: Path, overwrite: bool, **asked: Any) -> int:
    """Evolve a robot that drives fast, straight and clear of walls, and save it in FOLDER.

    The fitness is that of Floreano and Mondada: speed, times straightness, times distance from
    walls. FOLDER gets the champion as a controller (champion.py), the fitness over the
    generations (fitness.png) and a recording of the champion (champion.mcap).

    \b
    Examples:
      python main.py evolve evolved
      python main.py run evolved/champion.py --maze rooms --time 60
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.formats.maze_catalogue import find_maze
    from wsusim.learning.evolution import Plan
    from wsusim.learning.evolution import evolve as evolve_plan

    program, picture, recording = (
        folder / name for name in ("champion.py", "fitness.png", "champion.mcap")
    )
    for file in (program, picture, recording):
        if file.exists() and not overwrite:
            raise BadInput(f"{file} exists. Choose another folder, or add --overwrite.")
    plan = Plan(**asked)
    find_maze(plan.maze)  # before a useless folder is made
    make_folder(folder)
    show("Getting ready ...")
    evolution = evolve_plan(plan, _tell_generation)
    from wsusim.learning.champion import draw_fitness, program_of

    done = len(evolution.best)
    if done < plan.generations:
        show(
            f"Stopped after {done:,} of {plan.generations:,} generations. The best so far is kept."
        )
    with INTERRUPTS.held_back():  # it can't be had again
        write_whole(program, program_of(plan, evolution).encode())
    draw_fitness(evolution, picture)
    show(
        f"{done} generations in {evolution.seconds:.1f} s "
        f"({done / evolution.seconds:.1f} a second, "
        f"{evolution.robot_ticks / evolution.seconds / 1e6:.2f} million robot-ticks a second)."
    )
    from wsusim.cli.run import run

    setting = ["--maze", plan.maze, "--time", SHOWN_S, "--seed", str(plan.seed)]
    options = [*setting, "--record", str(recording), "--overwrite"]
    run.main([str(program), *options], standalone_mode=False)
    show(f"The champion: {program}\nIts fitness:  {picture}\nIts run:      {recording}")
    show(f"Watch it:     python main.py {as_argument(recording)}")
    return 0


def _tell_generation(evolution: Evolution) -> None:
    """Show the progress: a line for each generation, or one changing line on a terminal."""
    number, best, mean = len(evolution.best), evolution.best[-1], evolution.mean[-1]
    bar = "#" * round(30 * best)
    line = f"Generation {number:3}  best {best:.3f}  mean {mean:6.3f}  {bar}"
    click.echo(line, file=sys.stdout)
