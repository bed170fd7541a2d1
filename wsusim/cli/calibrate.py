"""``calibrate``: measure a real robot so that simulated ones behave like it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wsusim.calibration.person import Person
from wsusim.cli.options import FILE, SENSOR_LAW, MadeFile
from wsusim.cli.output import show
from wsusim.cli.renamed import renamed
from wsusim.errors import BadInput, LinkLost
from wsusim.interrupts import INTERRUPTS, TERMINAL_SIGNALS
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL, SENSOR_MODEL
from wsusim.model.typed_names import as_argument

if TYPE_CHECKING:
    from wsusim.calibration.measurements import Measurements
    from wsusim.formats.profile import ProfileEntry


class WidthOrFile(click.types.FloatParamType):
    """A width in millimetres, or the file that earlier versions took instead."""

    def convert(  # type: ignore[override]
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | Path:
        """Return the number or the file."""
        try:
            number: float = super().convert(value, param, ctx)
        except click.BadParameter:
            return Path(value)
        return number


@click.command()
@renamed(
    "--robot",
    old="--kind",
    metavar="KIND|serial:PORT",
    help="The robot to measure (serial:PORT); with a table by heading: its kind. Default for "
    "tables: khepera1.",
)
@renamed(
    "--table",
    old="--csv",
    type=FILE,
    metavar="FILE",
    help="Don't measure: use this table of measurements, or of readings by heading (.csv, "
    ".sample).",
)
@click.option("--wall", type=FILE, hidden=True)  # the table before a wall
@click.option(
    "--cylinder",
    type=WidthOrFile(),
    metavar="MM",
    help="The table is of a white cylinder this wide. Without --cylinder: of a wall.",
)
@click.option(
    "--cylinder-table",
    type=FILE,
    metavar="FILE",
    help="Use this table of a cylinder, too; --cylinder says how wide it is.",
)
@click.option("--diameter", "diameter_mm", type=float, hidden=True)  # --cylinder, before
@click.option("--name", default="my robot", help="A name for the robot in the profile.")
@click.option(
    "--out",
    type=FILE,
    default=Path("robot.json"),
    help="The profile to write; use it with: run --profile robot.json",
)
@renamed(
    "--save-table",
    "keep",
    old="--keep",
    type=FILE,
    metavar="FILE.csv",
    help="Save the measurements in this table after each step. If it exists, go on from there.",
)
@renamed(
    "--picture",
    old="--plot",
    type=MadeFile(".png", ".svg"),
    metavar="FILE",
    help="Save a picture that compares the model with the measurements.",
)
@click.option(
    "--network",
    "wants_network",
    is_flag=True,
    help="Fit a neural network to the proximity sensors instead of a curve (sensor model 1).",
)
@click.option(
    "--sensor-model",
    type=SENSOR_LAW,
    metavar="1|2",
    help="The law to fit the proximity sensors with. Default: 2, see the manual's page on sensors.",
)
def calibrate(
    robot: str | None,
    table: Path | None,
    wall: Path | None,
    cylinder: float | Path | None,
    cylinder_table: Path | None,
    diameter_mm: float | None,
    name: str,
    out: Path,
    keep: Path | None,
    picture: Path | None,
    wants_network: bool,
    sensor_model: int | None,
) -> int:
    """Measure a robot step by step and write a profile for the simulator.

    You need a straight white wall, a ruler, and half a metre of free floor.

    \b
    Examples:
      python main.py calibrate --robot serial:/dev/ttyUSB0 --save-table measured.csv
      python main.py calibrate --table measured.csv --out robot.json
      python main.py calibrate --table measured.csv --network --picture fit.png
      python main.py calibrate --table wall.sample --cylinder-table round.sample --cylinder 55
      python main.py run wall_follower --profile robot.json
    """  # noqa: D301 - click takes the backspace character as "keep these lines"
    from wsusim.backends.serial_line.robot_address import is_serial_address
    from wsusim.calibration.measurements import read_csv, write_csv
    from wsusim.cli.calibrate_tables import (
        cylinder_of,
        fit_by_heading,
        is_by_heading,
        tables_by_heading,
    )
    from wsusim.formats.atomic import check_replaceable

    tables = tables_by_heading(table, wall, *cylinder_of(cylinder, cylinder_table, diameter_mm))
    is_measured = robot is not None and is_serial_address(robot)
    if is_measured == bool(table is not None or tables):
        raise BadInput(
            "Choose what to use: --robot serial:PORT to measure a robot, or --table FILE for "
            "measurements you already have (or --cylinder-table FILE --cylinder MM)."
        )
    if wants_network and sensor_model == CONE_MODEL:
        raise BadInput("A network takes the place of sensor model 1. Leave out --sensor-model.")
    check_replaceable(out, ".json")
    if keep is not None:
        check_replaceable(keep, ".csv")
    if picture is not None:
        check_replaceable(picture, picture.suffix.lower())
    if tables or (table is not None and is_by_heading(table)):
        if keep or wants_network or sensor_model == RAYS_MODEL:
            raise BadInput(
                "--save-table, --network and --sensor-model 1 are for measurements straight in "
                "front of a wall. Leave them out for a table by heading."
            )
        kind = robot or "khepera1"
        profile = fit_by_heading(tables or [(table or Path(), None)], name, kind, picture)
        _save(profile, out)
    else:
        measured = read_csv(table) if table is not None else _measure(str(robot), keep)
        if keep is not None:
            write_csv(measured, keep)
            show(f"The measurements are in {keep}.")
        if wants_network:
            _fit_network(measured, name, out, picture)
        else:
            _fit_curve(measured, name, sensor_model or SENSOR_MODEL, out, picture)
    if picture is not None:
        show(f"Model against measurement: {picture}")
    use = f"python main.py run CONTROLLER --profile {as_argument(out)}"
    show(f"The profile is in {out}. Use it: {use}")
    return 0


def _fit_curve(
    measured: Measurements, name: str, sensor_model: int, out: Path, picture: Path | None
) -> None:
    """Fit the law of a sensor model."""
    from wsusim.calibration.fit import fit
    from wsusim.calibration.fit_plots import plot, plot_by_heading
    from wsusim.calibration.measured_places import Scene
    from wsusim.cli.calibrate_tables import show_worth

    profile = fit(measured, name, sensor_model=sensor_model)
    _save(profile, out)
    if profile.sensor_model != sensor_model:
        show("There are no readings by heading, so sensor model 1 was fitted.")
    _show_others(profile, measured)
    if profile.uses_cone:
        show_worth([Scene(measured.by_heading)], profile.kind)
    if picture is not None and profile.uses_cone:
        plot_by_heading(measured.by_heading, profile, picture, measurements=measured)
    elif picture is not None:
        plot(measured, profile, picture)


def _fit_network(measured: Measurements, name: str, out: Path, picture: Path | None) -> None:
    """Fit a network instead of sensor model 1's curve."""
    from wsusim.calibration.fit import fit, misfit
    from wsusim.calibration.fit_network import fit_network
    from wsusim.calibration.fit_plots import plot

    curve = fit(measured, name, sensor_model=RAYS_MODEL)
    profile = fit_network(measured, curve)
    _save(profile, out)
    _show_others(profile, measured)
    show(f"The model is a network; a curve misses them by {misfit(measured, curve):.1%}.")
    if picture is not None:
        plot(measured, profile, picture, beside=curve)


def _show_others(profile: ProfileEntry, measured: Measurements) -> None:
    """Show motors and light, what was not measured, and how well it fits."""
    from wsusim.calibration.fit import misfit

    for side, motor in (("left", profile.left_motor), ("right", profile.right_motor)):
        show(f"motor {side:15} gain {motor.gain:5.3f}  noise {motor.noise:5.2f}")
    show(f"{profile.pulse_mm:.4f} mm per pulse")
    if measured.light:
        gains = "  ".join(f"{sensor.light_gain:.2f}" for sensor in profile.sensors)
        show(f"light gains, sensor 0 to 7: {gains}")
    else:
        show("Light was not measured, so the light sensors keep the usual gain (1).")
    if not measured.steps:
        show("The motors' steadiness was not measured, so they keep the usual noise (1).")
    missed = misfit(measured, profile)
    show(f"The model misses the measurements that it was fitted to by {missed:.1%} of the scale.")


def _save(profile: ProfileEntry, out: Path) -> None:
    """Write the profile, and show what it says about the sensors."""
    from wsusim.formats.profile import save_profile

    save_profile(profile, out)
    for number, sensor in enumerate(profile.sensors):
        line = f"sensor {number} {sensor.name:12} gain {sensor.gain:5.2f}  "
        if profile.uses_cone:
            line += (
                f"bearing {sensor.bearing_deg:6.1f}°  width {sensor.width_deg:5.1f}°  "
                f"threshold {sensor.threshold:5.0f}  noise {sensor.additive_noise:4.0f}"
            )
        else:
            line += f"noise {sensor.noise:5.2f}"
        show(line)


def _measure(robot: str, keep: Path | None) -> Measurements:
    """Measure a robot; save the measurements after each step, and go on from saved ones."""
    from wsusim.backends.serial_line.robot_address import parse_address
    from wsusim.calibration.guide import is_complete
    from wsusim.calibration.measure_robot import measure_robot
    from wsusim.calibration.measurements import read_csv, write_csv

    address = parse_address(robot)
    before = read_csv(keep) if keep is not None and keep.exists() else None
    if before is not None and is_complete(before):
        show(f"{keep} holds all measurements already. To measure again, give another file.")
        return before
    if before is not None:
        show(f"Going on from {keep}: what is in it is not measured again.")
    elif keep is None:
        show(
            "Nothing is kept if you stop before the end; with --save-table FILE you can go on "
            "later."
        )

    def write(measured: Measurements) -> None:
        if keep is not None:
            write_csv(measured, keep)

    with INTERRUPTS.also(*TERMINAL_SIGNALS):
        try:
            return measure_robot(address, _console_person(), before=before, keep=write)
        except (LinkLost, BadInput, KeyboardInterrupt, click.Abort):
            if keep is not None and keep.exists():
                show(f"{keep} holds what was measured. Type the same command again to go on.")
            raise


def _console_person() -> Person:
    def wait_until(what: str) -> None:
        text = f"\n{what} Press Enter when it is in place"
        click.prompt(text, default="", show_default=False, prompt_suffix=": ")

    def place(clearance_mm: float) -> None:
        wait_until(
            "Put the robot in front of the white wall, facing it squarely, with "
            f"{clearance_mm:g} mm between its body and the wall (a stack of paper strips helps). "
            "It will turn on the spot."
        )

    def clear() -> None:
        wait_until("Put the robot where it can drive 30 cm forward, and mark where its front is.")

    def measure_way() -> float | None:
        way_mm: float = click.prompt(
            "How many mm did its front move? (0: not measured)", type=float, default=0.0
        )
        return way_mm or None

    return Person(place, clear, measure_way, show)
