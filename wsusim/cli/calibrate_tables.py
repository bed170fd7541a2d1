"""``calibrate`` from tables of readings by heading, and its verdict on the fit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsusim.cli.options import check_cylinder
from wsusim.cli.output import show
from wsusim.cli.renamed import note
from wsusim.errors import BadInput

if TYPE_CHECKING:
    from wsusim.calibration.measured_places import Scene
    from wsusim.formats.profile import ProfileEntry

Tables = list[tuple[Path, float | None]]
"""Files, each with the diameter of the cylinder it is of; ``None``: of a wall."""


def cylinder_of(
    cylinder: float | Path | None, table: Path | None, diameter_mm: float | None
) -> tuple[Path | None, float | None]:
    """Return a cylinder's table and width, also from the old ``--cylinder FILE --diameter MM``.

    Raises:
        BadInput: The width is given twice, or the table.
    """
    width_mm = None if isinstance(cylinder, Path) else cylinder
    context = click.get_current_context()
    if diameter_mm is not None:
        note(context, "--diameter", "--cylinder")
        if width_mm is not None:
            raise BadInput(
                "--cylinder and --diameter both say how wide the cylinder is. Leave out --diameter."
            )
        width_mm = diameter_mm
    if isinstance(cylinder, Path):
        note(context, "--cylinder FILE", "--cylinder-table FILE")
        if table not in (None, cylinder):
            raise BadInput(
                "--cylinder and --cylinder-table both name a table. Leave one of them out."
            )
        table = cylinder
    return table, width_mm


def tables_by_heading(
    table: Path | None, wall: Path | None, cylinder: Path | None, width_mm: float | None
) -> Tables:
    """Return the tables of readings by heading; none: the options name none.

    Raises:
        BadInput: The options don't go together.
    """
    if table is not None and wall is not None:
        raise BadInput("--table and --wall both name a table before a wall. Leave one of them out.")
    table = wall if table is None else table
    check_cylinder(width_mm)
    if cylinder is not None:
        if width_mm is None:
            raise BadInput("How wide is the cylinder? Add --cylinder MM.")
        found: Tables = [] if table is None else [(table, None)]
        return [*found, (cylinder, width_mm)]
    if width_mm is not None and table is None:
        raise BadInput("Which table is of the cylinder? Add --table FILE or --cylinder-table FILE.")
    if width_mm is not None and table is not None and not is_by_heading(table):
        raise BadInput("--cylinder is for tables by heading. Leave it out.")
    if table is None or (width_mm is None and wall is None):
        return []
    return [(table, width_mm)]


def is_by_heading(table: Path) -> bool:
    """Return whether a file holds readings by heading."""
    from wsusim.formats.atomic import read_whole
    from wsusim.formats.sensor_table import is_sensor_table

    return is_sensor_table(read_whole(table, "a table of measurements"))


def fit_by_heading(tables: Tables, name: str, kind: str, picture: Path | None) -> ProfileEntry:
    """Fit one profile to all tables, draw the first of them, and report the quality of the fit."""
    from wsusim.calibration.fit_plots import plot_by_heading
    from wsusim.calibration.fit_table import fit_scenes
    from wsusim.calibration.measured_places import Scene, misfit_of_scenes
    from wsusim.formats.sensor_table import read_sensor_table
    from wsusim.robots import robot_kind

    body = robot_kind(kind)
    scenes = [Scene(read_sensor_table(file), width_mm) for file, width_mm in tables]
    fit = fit_scenes(scenes, name, kind=body.name)
    for scene in scenes:
        missed = misfit_of_scenes([scene], fit.profile)
        show(f"Before the {_thing(scene)}, the model misses what it was fitted to by {missed:.1%}.")
    if fit.held:
        names = ", ".join(str(number) for number in fit.held)
        show(
            f"Gain and threshold of sensor {names} can't be told apart by these readings, so they "
            f"were kept near those of a usual {body.title}. Readings before a wall and before a "
            "cylinder together tell more: --table FILE --cylinder-table FILE --cylinder MM"
        )
    if all(scene.diameter_mm is not None for scene in scenes):
        show("It was fitted before a cylinder only; before walls it may be off by more.")
        show_width_in_doubt(scenes, fit.profile)
    show_worth(scenes, body.name)
    if picture is not None:
        first = scenes[0]
        plot_by_heading(first.table, fit.profile, picture, diameter_mm=first.diameter_mm)
    return fit.profile


def show_width_in_doubt(scenes: Sequence[Scene], profile: ProfileEntry) -> None:
    """Warn if the cylinder is another one, or all sensors are quite different from usual ones."""
    from wsusim.calibration.doubts import usual_width_mm
    from wsusim.robots import robot_kind

    width_mm = usual_width_mm(scenes, profile)
    if width_mm is not None:
        show(
            f"With this width, all sensors differ from those of a usual "
            f"{robot_kind(profile.kind).title} in the same way. With usual ones, the cylinder "
            f"would be about {width_mm:.0f} mm wide. Measure its width again: if it is wrong, all "
            "readings before walls are. A table of a wall would decide it: --table FILE "
            "--cylinder-table FILE --cylinder MM"
        )


def show_worth(scenes: Sequence[Scene], kind: str) -> None:
    """Show the error on readings kept back, and whether a table is of something else."""
    from wsusim.calibration.doubts import USUAL_CYLINDER_MM, kept_back_error, looks_like_other

    error = kept_back_error(scenes, kind)
    if error is not None:
        show(
            f"Fitted without a quarter of the headings, it misses these by {error:.1%} of the "
            "scale: expect no less elsewhere."
        )
    for scene in scenes:
        if looks_like_other(scene, kind):
            other, option = (
                (f"a cylinder {USUAL_CYLINDER_MM:g} mm wide", "--cylinder-table FILE --cylinder MM")
                if scene.diameter_mm is None
                else ("a wall", "--table FILE")
            )
            show(
                f"Is that really a {_thing(scene)}? {other[0].upper()}{other[1:]} would explain "
                f"these readings much better. If it is one: {option}"
            )


def _thing(scene: Scene) -> str:
    return "wall" if scene.diameter_mm is None else f"cylinder of {scene.diameter_mm:g} mm"
