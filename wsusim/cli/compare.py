"""``compare``: compare the paths of a robot in two recordings."""

from __future__ import annotations

from pathlib import Path

import click

from wsusim.cli.options import MadeFile, robot_number
from wsusim.cli.output import make_file, show
from wsusim.errors import BadInput
from wsusim.model.typed_names import as_argument

APART_MM = 30.0
"""About half a robot."""


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@robot_number("Which robot, counted from 1.")
@click.option(
    "--svg", type=MadeFile(".svg"), metavar="FILE", help="Draw both paths, and their distance."
)
@click.option("--png", type=MadeFile(".png"), metavar="FILE", help="The same, as a picture.")
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
def compare(
    first: Path, second: Path, robot: int, svg: Path | None, png: Path | None, overwrite: bool
) -> int:
    """Show how far apart a robot was in two runs: a simulated and a real one, for example.

    \b
    Example:
      python main.py compare simulation.mcap robot.mcap --svg both.svg
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.recording.match_kind import is_match
    from wsusim.recording.reader import Recording
    from wsusim.recording.two_ways import compare_ways, export_comparison

    for file in (first, second):
        if is_match(file):
            raise BadInput(
                f"{file} is the recording of a CiberMouse match, and only runs can be compared. "
                f"To see who did what in it: python main.py info {as_argument(file)}"
            )
    with Recording(first) as one, Recording(second) as other:
        compared = compare_ways(one, other, robot - 1)
        apart_s = compared.apart_from_s(APART_MM)
        show(
            f"Over {compared.time_s[-1] - compared.time_s[0]:.1f} s the two were "
            f"{compared.distance_mm.mean():.0f} mm apart on average, "
            f"{compared.distance_mm.max():.0f} mm at most."
        )
        if apart_s is not None:
            show(f"They were first more than {APART_MM:.0f} mm apart after {apart_s:.1f} s.")
        for file in filter(None, (svg, png)):
            make_file(
                file, overwrite, lambda draft: export_comparison(one, other, draft, robot - 1)
            )
    return 0
