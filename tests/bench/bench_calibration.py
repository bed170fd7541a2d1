"""How well calibration finds skewed robots again: 20 of them, from seeds, with all their noise.

    python -m tests.bench.bench_calibration [--robots 20] [--kind khepera1]
    python -m tests.bench.bench_calibration --scene cylinder [--misfit 0.1] [--wrong-by 5]

Each robot's table (8 distances, every 5 degrees, one noisy reading a place) is fitted, and the
figures that come out are compared with those that went in. Then the fit is judged before a wall and
before a cylinder, without noise, beside a robot that was never calibrated.

``--misfit`` gives each robot an echo curve of its own, off its kind's by so much: no real robot is
quite as its model. ``--wrong-by`` tells the fit a cylinder that is so much wider than it is.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from time import process_time

import numpy as np

from wsusim.calibration.clearances import clearances_of
from wsusim.calibration.doubts import kept_back_error
from wsusim.calibration.fit_table import fit_scenes
from wsusim.calibration.measured_places import GREATEST, Scene, misfit_of_scenes
from wsusim.calibration.reading_table import before_cylinder, before_wall, sense
from wsusim.formats.profile import ProfileEntry, profile_of_tuning
from wsusim.model.tuning import ProximityResponse, RobotTuning
from wsusim.robots import robot_kind

CYLINDER_MM = 55.0
WAVES = (1, 2, 3)
"""Of an echo curve's misfit, in half waves over the whole range."""


def skewed(kind_name: str, seed: int, misfit: float = 0.0) -> RobotTuning:
    """Return a robot whose sensors differ from its kind's: by up to 30 percent and 8 degrees."""
    rng = np.random.default_rng(seed)
    model = robot_kind(kind_name).cone
    traits = model.traits
    count = len(traits)
    bearings = np.array([own.bearing_deg for own in traits]) + rng.uniform(-8.0, 8.0, count)
    widths = np.array([own.width_deg for own in traits]) + rng.uniform(-10.0, 10.0, count)
    gains = rng.uniform(0.7, 1.3, count)
    at_mm = np.array(model.echo_mm)
    phases, heights = rng.uniform(0.0, 2.0 * np.pi, len(WAVES)), rng.normal(0.0, 0.8, len(WAVES))
    angles = np.pi * np.outer(WAVES, at_mm / at_mm[-1]) + phases[:, None]
    echo = np.array(model.echo) * np.exp(misfit * heights @ np.sin(angles))
    echo = np.minimum.accumulate(echo)
    return RobotTuning(
        proximity_spread=False,
        proximity_gain=tuple(gains.tolist()),
        bearing_deg=tuple(((bearings + 180.0) % 360.0 - 180.0).tolist()),
        width_deg=tuple(np.clip(widths, 31.0, 150.0).tolist()),
        threshold=tuple(own.threshold for own in traits),
        response=ProximityResponse(model.echo_mm, tuple(echo.tolist())) if misfit else None,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one robot.

    Attributes:
        off: Errors of gain (ratio), bearing, width and threshold of its sensors.
        misfit: Of what was fitted, as a ratio of the full scale.
        kept_back: Of what was kept back.
        usual: Mean errors of an uncalibrated robot before a wall and a cylinder, of 1,023.
        fitted: The same of the fit.
        held: Sensors whose gain and threshold could not be told apart.
    """

    off: tuple[list[float], ...]
    misfit: float
    kept_back: float
    usual: tuple[float, float]
    fitted: tuple[float, float]
    held: int


def found(given: argparse.Namespace, seed: int) -> Found:
    """Calibrate a robot, and compare."""
    kind_name = given.kind
    tuning = skewed(kind_name, seed, given.misfit)
    distances_mm = clearances_of(robot_kind(kind_name))
    headings_deg = np.arange(0.0, 360.0, 5.0).tolist()
    things = {
        "wall": (before_wall(kind_name, tuning), None),
        "cylinder": (before_cylinder(kind_name, tuning, CYLINDER_MM), CYLINDER_MM),
    }
    names = ("wall", "cylinder") if given.scene == "both" else (given.scene,)
    scenes = []
    for name in names:
        thing, width_mm = things[name]
        table = sense(thing, distances_mm, headings_deg, noise_seed=seed + 1)
        scenes.append(Scene(table, None if width_mm is None else width_mm + given.wrong_by))
    fit = fit_scenes(scenes, "found", kind=kind_name)
    quiet = [Scene(sense(thing, distances_mm, headings_deg), mm) for thing, mm in things.values()]
    usual = profile_of_tuning("usual", kind_name, RobotTuning())
    return Found(
        _off(fit.profile, tuning),
        misfit_of_scenes(scenes, fit.profile),
        kept_back_error(scenes, kind_name) or 0.0 if given.kept_back else 0.0,
        _errors(quiet, usual),
        _errors(quiet, fit.profile),
        len(fit.held),
    )


def _off(profile: ProfileEntry, tuning: RobotTuning) -> tuple[list[float], ...]:
    assert tuning.bearing_deg
    assert tuning.width_deg
    assert tuning.threshold
    sensors = profile.sensors
    return (
        [s.gain / gain - 1.0 for s, gain in zip(sensors, tuning.proximity_gain, strict=True)],
        [
            ((s.bearing_deg or 0.0) - deg + 180.0) % 360.0 - 180.0
            for s, deg in zip(sensors, tuning.bearing_deg, strict=True)
        ],
        [(s.width_deg or 0.0) - deg for s, deg in zip(sensors, tuning.width_deg, strict=True)],
        [(s.threshold or 0.0) - own for s, own in zip(sensors, tuning.threshold, strict=True)],
    )


def _errors(quiet: list[Scene], profile: ProfileEntry) -> tuple[float, float]:
    """Return a profile's mean errors before a wall and a cylinder, of readings without noise."""
    sensors = [sensor.model_copy(update={"additive_noise": 0.0}) for sensor in profile.sensors]
    profile = profile.model_copy(update={"sensors": sensors})
    wall, cylinder = (GREATEST * misfit_of_scenes([scene], profile) for scene in quiet)
    return wall, cylinder


def main() -> None:
    """Print the median and the greatest error of each figure, and what a fit is worth."""
    options = argparse.ArgumentParser()
    options.add_argument("--robots", type=int, default=20)
    options.add_argument("--kind", default="khepera1")
    options.add_argument("--scene", choices=["wall", "cylinder", "both"], default="wall")
    options.add_argument("--misfit", type=float, default=0.0)
    options.add_argument("--wrong-by", type=float, default=0.0)
    options.add_argument("--kept-back", action=argparse.BooleanOptionalAction, default=True)
    given = options.parse_args()
    begun_s = process_time()
    all_found = [found(given, seed) for seed in range(given.robots)]
    names = ("gain, %", "bearing, degrees", "width, degrees", "threshold")
    for number, name in enumerate(names):
        factor = 100.0 if number == 0 else 1.0
        errors = np.abs(np.concatenate([one.off[number] for one in all_found])) * factor
        print(
            f"{name:18} median {np.median(errors):5.2f}  95 of 100 below "
            f"{np.quantile(errors, 0.95):5.2f}  greatest {errors.max():5.2f}"
        )
    fitted = np.mean([one.misfit for one in all_found])
    kept_back = np.mean([one.kept_back for one in all_found])
    print(f"misfit of what was fitted {fitted:.2%}, of what was kept back {kept_back:.2%}")
    usual = np.array([one.usual for one in all_found])
    own = np.array([one.fitted for one in all_found])
    for column, thing in enumerate(("wall", "cylinder")):
        print(
            f"before a {thing:9} uncalibrated {usual[:, column].mean():5.1f}, fitted "
            f"{own[:, column].mean():5.1f} of 1023; worse in {(own > usual)[:, column].sum()} of "
            f"{len(own)}"
        )
    print(f"sensors held to the kind: {np.mean([one.held for one in all_found]):.1f} a robot")
    print(f"{(process_time() - begun_s) / given.robots:.1f} s of processor time a robot")


if __name__ == "__main__":
    main()
