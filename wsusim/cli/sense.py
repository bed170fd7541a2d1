"""``sense``: print what a simulated robot's sensors read around a wall or cylinder."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import click

from wsusim.cli.options import FILE, SENSOR_LAW, check_cylinder
from wsusim.cli.output import show, tell
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput

MOST_PLACES = 200_000


@click.command()
@click.option("--wall", is_flag=True, help="In front of a white wall.")
@click.option(
    "--cylinder",
    "diameter_mm",
    type=float,
    metavar="MM",
    help="In front of a white cylinder this wide.",
)
@click.option(
    "--maze",
    metavar="MAZE",
    help="In this maze, at the start of its first robot; distances are straight ahead.",
)
@click.option(
    "--distances",
    default="5:43:2",
    metavar="FROM:TO:STEP",
    show_default=True,
    help="Millimetres from the body to the wall.",
)
@click.option(
    "--headings",
    default="0:358:2",
    metavar="FROM:TO:STEP",
    show_default=True,
    help="Degrees by which the robot is turned.",
)
@click.option(
    "--robot", "kind", metavar="KIND|FILE", help="A kind, or a robot file. Default: khepera1."
)
@click.option("--profile", metavar="FILE|NAME", help="A measured robot, see calibrate and run.")
@click.option(
    "--sensor-model",
    type=SENSOR_LAW,
    metavar="1|2",
    help="How proximity sensors see: 2 by the angle things cover, 1 by seven rays. Default: 2.",
)
@click.option("--noise", is_flag=True, help="With the sensors' noise; run always has it.")
@click.option(
    "--ideal",
    "is_ideal",
    is_flag=True,
    help="No noise; all sensors identical, as with run --ideal.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Seed of the noise.")
@renamed(
    "--out",
    "sample",
    old="--sample",
    type=FILE,
    metavar="FILE.sample",
    help="Write a .sample file instead of printing CSV.",
)
def sense(
    wall: bool,
    diameter_mm: float | None,
    maze: str | None,
    distances: str,
    headings: str,
    kind: str | None,
    profile: str | None,
    sensor_model: int | None,
    noise: bool,
    is_ideal: bool,
    seed: int,
    sample: Path | None,
) -> int:
    """Print a table (CSV) of what each sensor reads: compare it with your robot's.

    Distances are in mm from the robot's body, headings in degrees counter-clockwise; at heading 0
    the robot faces the wall or cylinder.

    \b
    Examples:
      python main.py sense --wall > wall.csv
      python main.py sense --cylinder 55 --distances 5:43:2 --headings 0:358:2
      python main.py sense --wall --profile robot.json --noise --out wall.sample
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    if [wall, diameter_mm is not None, maze is not None].count(True) != 1:
        raise BadInput(
            "Choose one thing to sense: --wall, --cylinder MM (for example --cylinder 55) or "
            "--maze MAZE."
        )
    if noise and is_ideal:
        raise BadInput("--ideal means without noise. Leave out --noise, or --ideal.")
    check_cylinder(diameter_mm)
    distances_mm = _steps("distances", distances, 0.0, 1000.0)
    headings_deg = _steps("headings", headings, -360.0, 360.0)
    if len(distances_mm) * len(headings_deg) > MOST_PLACES:
        raise BadInput(
            f"That makes {len(distances_mm) * len(headings_deg):,} places, but there may be "
            f"{MOST_PLACES:,}. Take larger steps."
        )

    from wsusim.calibration import reading_table
    from wsusim.formats.atomic import check_replaceable, write_whole
    from wsusim.formats.maze_catalogue import find_maze
    from wsusim.formats.profile import load_profile
    from wsusim.formats.robot_file import find_robot
    from wsusim.formats.sensor_table import csv_text, sample_text
    from wsusim.model.tuning import RobotTuning
    from wsusim.runs.first_start import prepare

    if sample is not None:
        check_replaceable(sample, ".sample")
    own = None if profile is None else load_profile(profile)
    name = find_robot(kind or (own.kind if own else "khepera1")).name
    tuning = RobotTuning() if own is None else own.tuning()
    if sensor_model is not None:
        tuning = replace(tuning, sensor_model=sensor_model)
    if is_ideal:
        tuning = replace(tuning, proximity_spread=False)
    prepare(tell)
    if maze is not None:
        given = None if own is None and sensor_model is None and not is_ideal else tuning
        scene = reading_table.in_maze(find_maze(maze), given)
    elif diameter_mm is not None:
        scene = reading_table.before_cylinder(name, tuning, diameter_mm)
    else:
        scene = reading_table.before_wall(name, tuning)
    table = reading_table.sense(
        scene, distances_mm, headings_deg, noise_seed=seed if noise else None
    )
    if sample is None:
        show(csv_text(table).rstrip("\n"))
        return 0
    write_whole(sample, sample_text(table).encode())
    show(f"The readings are in {sample}.")
    return 0


def _steps(name: str, text: str, low: float, high: float) -> list[float]:
    """Return the numbers of ``FROM:TO:STEP``, both ends included; one number is just that one."""
    try:
        numbers = [float(part) for part in text.split(":")]
    except ValueError:
        numbers = []
    first, last, step = (
        (*numbers, *numbers[:1], 1.0)[:3]
        if len(numbers) == 1
        else (numbers if len(numbers) == 3 else (math.nan,) * 3)
    )
    if not (low <= first <= last <= high and step > 0.0 and (last - first) / step < MOST_PLACES):
        raise BadInput(
            f"The {name} are {text!r}, but they must be FROM:TO:STEP with numbers from {low:g} to "
            f"{high:g} and a step above 0, for example 5:43:2 - or one number."
        )
    count = math.floor((last - first) / step + 1e-9) + 1
    return [round(first + k * step, 9) for k in range(count)]
