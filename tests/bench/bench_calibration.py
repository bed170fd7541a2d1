"""How well calibration finds skewed robots again: 20 of them, from seeds, with all their noise.

    python -m tests.bench.bench_calibration [--robots 20] [--kind khepera1]

Each robot's table (wall, 8 distances, every 5 degrees, one noisy reading a place) is fitted, and
the figures that come out are compared with those that went in.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

from wsusim.model.tuning import RobotTuning
from wsusim.robots import robot_kind
from wsusim.tools.calibration.clearances import clearances_of
from wsusim.tools.calibration.doubts import kept_back_error
from wsusim.tools.calibration.fit_table import fit_scenes
from wsusim.tools.calibration.measured_places import Scene, misfit_of_scenes
from wsusim.tools.reading_table import before_wall, sense


def skewed(kind_name: str, seed: int) -> RobotTuning:
    """Return a robot whose sensors differ from its kind's: by up to 30 percent and 8 degrees."""
    rng = np.random.default_rng(seed)
    traits = robot_kind(kind_name).cone.traits
    count = len(traits)
    bearings = np.array([own.bearing_deg for own in traits]) + rng.uniform(-8.0, 8.0, count)
    widths = np.array([own.width_deg for own in traits]) + rng.uniform(-10.0, 10.0, count)
    return RobotTuning(
        proximity_spread=False,
        proximity_gain=tuple(rng.uniform(0.7, 1.3, count).tolist()),
        bearing_deg=tuple(((bearings + 180.0) % 360.0 - 180.0).tolist()),
        width_deg=tuple(np.clip(widths, 31.0, 150.0).tolist()),
        threshold=tuple(own.threshold for own in traits),
    )


def off(kind_name: str, seed: int) -> tuple[list[float], ...]:
    """Return the errors of gain (ratio), bearing, width and threshold, and the misfits."""
    tuning = skewed(kind_name, seed)
    distances_mm = clearances_of(robot_kind(kind_name))
    headings_deg = np.arange(0.0, 360.0, 5.0).tolist()
    table = sense(before_wall(kind_name, tuning), distances_mm, headings_deg, noise_seed=seed + 1)
    scene = Scene(table)
    profile = fit_scenes([scene], "found", kind=kind_name).profile
    assert tuning.bearing_deg
    assert tuning.width_deg
    assert tuning.threshold
    return (
        [
            s.gain / gain - 1.0
            for s, gain in zip(profile.sensors, tuning.proximity_gain, strict=True)
        ],
        [
            ((s.bearing_deg or 0.0) - deg + 180.0) % 360.0 - 180.0
            for s, deg in zip(profile.sensors, tuning.bearing_deg, strict=True)
        ],
        [
            (s.width_deg or 0.0) - deg
            for s, deg in zip(profile.sensors, tuning.width_deg, strict=True)
        ],
        [
            (s.threshold or 0.0) - own
            for s, own in zip(profile.sensors, tuning.threshold, strict=True)
        ],
        [misfit_of_scenes([scene], profile), kept_back_error([scene], kind_name) or 0.0],
    )


def main() -> None:
    """Print the median and the greatest error of each figure."""
    options = argparse.ArgumentParser()
    options.add_argument("--robots", type=int, default=20)
    options.add_argument("--kind", default="khepera1")
    given = options.parse_args()
    begun_s = process_time()
    found = [off(given.kind, seed) for seed in range(given.robots)]
    names = ("gain, %", "bearing, degrees", "width, degrees", "threshold")
    for number, name in enumerate(names):
        errors = (
            np.abs(np.concatenate([one[number] for one in found])) * (100.0, 1.0, 1.0, 1.0)[number]
        )
        print(
            f"{name:18} median {np.median(errors):5.2f}  95 of 100 below "
            f"{np.quantile(errors, 0.95):5.2f}  greatest {errors.max():5.2f}"
        )
    fitted, kept_back = np.mean([one[4] for one in found], axis=0)
    print(f"misfit of what was fitted {fitted:.2%}, of what was kept back {kept_back:.2%}")
    print(f"{(process_time() - begun_s) / given.robots:.1f} s of processor time a robot")


if __name__ == "__main__":
    main()
