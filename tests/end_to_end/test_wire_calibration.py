"""A deliberately skewed robot behind the emulated wire is measured, and its skew comes out.

What is measured at all headings is fitted with sensor model 2; what is measured straight before the
wall with sensor model 1, for robots that have that one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.calibrated import SIDE_MM, Bench
from tests.end_to_end.recorded_runs import controller, recorded
from tests.unit.kernels.random_mazes import random_maze
from wsusim.calibration.clearances import KHEPERA_MM
from wsusim.calibration.fit import fit, means_of, misfit, readings_of
from wsusim.calibration.fit_network import fit_network
from wsusim.calibration.fit_plots import plot, plot_by_heading
from wsusim.calibration.measurements import Measurements, read_csv, write_csv
from wsusim.engine.explain import SensorView
from wsusim.engine.simulation import Simulation
from wsusim.formats.profile import ProfileEntry, load_profile, save_profile
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.model.commands import SetSpeeds
from wsusim.model.geometry import Pose
from wsusim.model.readings import Quantity
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL, SILENT, ProximityResponse, RobotTuning
from wsusim.model.world import Arena, RobotStart, World
from wsusim.robots import robot_kind
from wsusim.runs.recorded.verify import verify

KIND = robot_kind("khepera1")
SKEW = (1.25, 0.7, 1.0, 1.3, 0.9, 0.8, 1.2, 1.0)
QUIET: dict[str, Any] = {
    "left_motor_noise": 0.0,
    "right_motor_noise": 0.0,
    "proximity_noise": SILENT,
}


SOME_CLEARANCES_MM = KHEPERA_MM[::2]


def measured(
    tuning: RobotTuning,
    way_mm: float | None = None,
    clearances_mm: tuple[float, ...] = SOME_CLEARANCES_MM,
) -> Measurements:
    """Return what a person measures on a robot of this tuning, over an emulated line."""
    bench = Bench(tuning)
    found = bench.measure(clearances_mm, way_mm=way_mm)
    assert bench.wire.robot.speeds() == (0.0, 0.0)
    return found


GAINS = (0.8, 1.1, 0.9, 0.7, 1.2, 1.3, 0.95, 1.05)
ASKEW_DEG = (5.0, -4.0, 3.0, -6.0, 2.0, 7.0, 3.0, -4.0)
BEARINGS_DEG = tuple(
    own.bearing_deg + askew for own, askew in zip(KIND.cone.traits, ASKEW_DEG, strict=True)
)


@pytest.fixture(scope="module")
def askew() -> Measurements:
    """Measure a robot of sensor model 2 with other gains, bearings, noise and motors, once."""
    tuning = RobotTuning(
        left_motor_gain=0.93,
        right_motor_gain=1.04,
        proximity_spread=False,
        proximity_gain=GAINS,
        bearing_deg=BEARINGS_DEG,
        width_deg=(95.0,) * 8,
        threshold=tuple(own.threshold for own in KIND.cone.traits),
        additive_noise=(46.0,) * 4 + (20.0,) * 4,
    )
    return measured(tuning)


@pytest.fixture(scope="module")
def fitted(askew: Measurements) -> ProfileEntry:
    """Fit sensor model 2 to it, once."""
    return fit(askew, "askew")


def test_a_measured_robot_gets_sensor_model_2(fitted: ProfileEntry) -> None:
    """Its profile is for the law of new runs; all of its figures are those of its own sensors."""
    assert fitted.sensor_model == CONE_MODEL
    assert fitted.response is None
    assert None not in fitted.sensors[0].model_dump().values()


def test_gains_come_out_of_a_turn_before_the_wall(fitted: ProfileEntry) -> None:
    """Each sensor's gain is found to 3 percent, with all its noise."""
    gains = [sensor.gain for sensor in fitted.sensors]

    assert gains == pytest.approx(GAINS, rel=0.03)


def test_bearings_come_out_of_a_turn_before_the_wall(fitted: ProfileEntry) -> None:
    """Each sensor's bearing is found to 2 degrees, its width to 6."""
    sensors = fitted.sensors

    assert [sensor.bearing_deg for sensor in sensors] == pytest.approx(BEARINGS_DEG, abs=2)
    assert [sensor.width_deg for sensor in sensors] == pytest.approx((95.0,) * 8, abs=6)


def test_thresholds_and_noise_come_out_of_a_turn_before_the_wall(fitted: ProfileEntry) -> None:
    """Each sensor's threshold is found to 30, its additive noise to a tenth and 3."""
    sensors = fitted.sensors

    true = [own.threshold for own in KIND.cone.traits]
    noises = [46.0] * 4 + [20.0] * 4
    assert [sensor.threshold for sensor in sensors] == pytest.approx(true, abs=30)
    assert [sensor.additive_noise for sensor in sensors] == pytest.approx(noises, rel=0.1, abs=3)


def test_motors_come_out_beside_the_turns(fitted: ProfileEntry) -> None:
    """Each motor's gain is found to 1 percent, whichever law the sensors have."""
    assert fitted.left_motor.gain == pytest.approx(0.93, rel=0.01)
    assert fitted.right_motor.gain == pytest.approx(1.04, rel=0.01)


def test_a_profile_of_the_turns_fits_them(askew: Measurements, fitted: ProfileEntry) -> None:
    """The model misses the means of all places by 1.5 percent of the scale, with noise."""
    assert misfit(askew, fitted) < 0.015


def test_a_measured_robot_can_still_get_sensor_model_1(askew: Measurements) -> None:
    """When it is asked for: from the readings straight before the wall."""
    profile = fit(askew, "askew", sensor_model=RAYS_MODEL)

    assert profile.sensor_model == RAYS_MODEL
    assert profile.sensors[0].bearing_deg is None


def test_the_turns_come_back_from_their_table(
    askew: Measurements, fitted: ProfileEntry, tmp_path: Path
) -> None:
    """What ``--save-table`` saves gives the same profile again."""
    write_csv(askew, tmp_path / "kept.csv")

    assert fit(read_csv(tmp_path / "kept.csv"), "askew") == fitted


def test_the_turns_are_drawn(askew: Measurements, fitted: ProfileEntry, tmp_path: Path) -> None:
    """The picture by heading is a picture."""
    picture = tmp_path / "turns.png"

    plot_by_heading(askew.by_heading, fitted, picture, measurements=askew)

    assert picture.read_bytes().startswith(b"\x89PNG")


def fit_rays(measurements: Measurements, name: str) -> ProfileEntry:
    """Fit sensor model 1, from what was measured straight before the wall."""
    return fit(measurements, name, sensor_model=RAYS_MODEL)


@pytest.fixture(scope="module")
def skewed() -> Measurements:
    """Measure the skewed robot of sensor model 1 once for all tests."""
    tuning = RobotTuning(
        left_motor_gain=0.93, right_motor_gain=1.04, proximity_gain=SKEW, sensor_model=RAYS_MODEL
    )
    return measured(tuning)


def test_the_sensors_gains_come_out(skewed: Measurements) -> None:
    """Each sensor's gain is found to 4 percent."""
    profile = fit_rays(skewed, "skewed")

    true = [own * skew for own, skew in zip(KIND.proximity.sensor_gain, SKEW, strict=True)]
    assert [sensor.gain for sensor in profile.sensors] == pytest.approx(true, rel=0.04)


def test_the_motors_gains_come_out(skewed: Measurements) -> None:
    """Each motor's gain is found to 1 percent."""
    profile = fit_rays(skewed, "skewed")

    assert profile.left_motor.gain == pytest.approx(0.93, rel=0.01)
    assert profile.right_motor.gain == pytest.approx(1.04, rel=0.01)


def test_the_model_fits_the_measurements(skewed: Measurements) -> None:
    """The fitted model misses the measured means by less than 1 percent of the scale."""
    assert misfit(skewed, fit_rays(skewed, "skewed")) < 0.01


def test_the_noise_is_that_of_the_kind(skewed: Measurements) -> None:
    """A robot with its kind's noise is found to have about that."""
    noises = [sensor.noise for sensor in fit_rays(skewed, "skewed").sensors]

    assert sum(noises) / 8 == pytest.approx(1.0, abs=0.25)


def test_the_lines_turn_round_comes_out(skewed: Measurements) -> None:
    """What exchanges take beside the line is found; the emulated line adds 1 ms."""
    assert fit_rays(skewed, "skewed").turn_round_s == pytest.approx(0.001, abs=1e-4)


def test_the_wheels_noise_comes_out(skewed: Measurements) -> None:
    """Wheels as unsteady as their kind's are found to be so, within a quarter."""
    profile = fit_rays(skewed, "skewed")

    noises = (profile.left_motor.noise, profile.right_motor.noise)
    assert noises == pytest.approx((1.0, 1.0), rel=0.25)


@pytest.fixture(scope="module")
def unsteady() -> ProfileEntry:
    """Fit a robot with noisy sensors and one noisy wheel, and another ruler, once for all tests."""
    tuning = RobotTuning(left_motor_noise=3.0, proximity_noise=(3.0,) * 8, sensor_model=RAYS_MODEL)
    return fit_rays(measured(tuning, way_mm=250.0), "unsteady")


def test_each_wheels_own_noise_comes_out(unsteady: ProfileEntry) -> None:
    """Three times the noise in one wheel is found in that wheel, and the other one is as usual."""
    assert unsteady.left_motor.noise == pytest.approx(3.0, rel=0.25)
    assert unsteady.right_motor.noise == pytest.approx(1.0, rel=0.3)


@pytest.fixture(scope="module")
def with_network(skewed: Measurements) -> ProfileEntry:
    """Fit a network to the skewed robot once for all tests."""
    return fit_network(skewed, fit_rays(skewed, "skewed"))


def test_a_network_predicts_what_was_measured(
    skewed: Measurements, with_network: ProfileEntry
) -> None:
    """It misses the measured means by 1 percent of the scale on average, and none by 4."""
    missed = [
        abs(mean.value - readings_of(with_network, mean.sensor, np.array([mean.distance_mm]))[0])
        for mean in means_of(skewed)
    ]

    assert misfit(skewed, with_network) < 0.01
    assert max(missed) < 0.04 * 1023


def test_a_network_is_the_sensor_model_of_its_profile(with_network: ProfileEntry) -> None:
    """It takes the place of the response; gains, noise and motors stay as they were fitted."""
    assert with_network.response is None
    assert with_network.network is not None
    assert [len(with_network.network.hidden), len(with_network.network.linear)] == [13, 7]


def test_a_network_sees_in_a_maze_what_the_robot_sees(with_network: ProfileEntry) -> None:
    """Wherever a robot is, it reads what the measured one does, to 2 percent of the scale."""
    world = random_maze(4)
    start = RobotStart(1, Pose(250.0, 250.0))
    tunings = [
        replace(with_network.tuning(), proximity_noise=SILENT),
        RobotTuning(proximity_gain=SKEW, proximity_noise=SILENT, sensor_model=RAYS_MODEL),
    ]
    ours, theirs = (
        SensorView(replace(world, robots=(start,)), tunings=[tuning]) for tuning in tunings
    )

    differences = [abs(_read_at(ours, seed) - _read_at(theirs, seed)) for seed in range(150)]

    assert np.mean(differences) < 0.02 * 1023


def _read_at(view: SensorView, seed: int) -> NDArray[np.int64]:
    """Return the eight readings at a random place of the maze."""
    rng = np.random.default_rng(seed)
    view.place_robot(0, *rng.uniform(40.0, 460.0, 2), rng.uniform(-3.0, 3.0))
    return view.read(np.full((1, NOISE_COLUMNS), 0.5))[0, :8]


def test_a_run_with_a_network_is_recorded_and_verified(
    with_network: ProfileEntry, tmp_path: Path
) -> None:
    """``run --profile`` with a network: its recording holds the network and verifies."""
    profile, file = tmp_path / "robot.json", tmp_path / "run.mcap"
    save_profile(with_network, profile)

    recorded(file, controller(tmp_path), time_s=2.0, profile=str(profile))

    assert verify(file).finding == "identical"


def test_a_noisier_robot_is_found_noisier(unsteady: ProfileEntry) -> None:
    """Three times the noise gives about three times the figure."""
    noises = [sensor.noise for sensor in unsteady.sensors]

    assert 2.0 < sum(noises) / 8 < 4.0


def test_another_response_comes_out() -> None:
    """A robot that sees less far gets another curve, which fits where it was measured."""
    echo_mm, echo = KIND.proximity.echo_mm, KIND.proximity.echo
    nearer = tuple(value * (1.0 - 0.008 * mm) for mm, value in zip(echo_mm, echo, strict=True))
    other = measured(
        RobotTuning(response=ProximityResponse(echo_mm, nearer), sensor_model=RAYS_MODEL)
    )

    profile = fit_rays(other, "short-sighted")

    assert profile.response is not None
    assert misfit(other, profile) < 0.01


def test_the_persons_ruler_sets_the_size_of_a_pulse(unsteady: ProfileEntry) -> None:
    """3000 pulses that were 250 mm are a twelfth of a millimetre each."""
    assert unsteady.pulse_mm == pytest.approx(1.0 / 12.0, rel=1e-3)


def test_a_profile_makes_a_simulated_robot_alike(skewed: Measurements, tmp_path: Path) -> None:
    """A robot simulated from the profile's file reads and drives as the measured one does."""
    file = tmp_path / "robot.json"
    save_profile(fit_rays(skewed, "skewed"), file)
    tuning = replace(load_profile(file).tuning(), **QUIET)
    true = RobotTuning(
        left_motor_gain=0.93,
        right_motor_gain=1.04,
        proximity_gain=SKEW,
        sensor_model=RAYS_MODEL,
        **QUIET,
    )

    ours, theirs = (_behaviour(each) for each in (tuning, true))

    assert ours[0] == pytest.approx(theirs[0], rel=0.05, abs=12)
    assert ours[1] == pytest.approx(theirs[1], rel=0.01)


def _behaviour(tuning: RobotTuning) -> tuple[list[int], list[int]]:
    """Return readings 20 mm before a wall, and counters after a second of driving."""
    x_mm = SIDE_MM - KIND.radius_mm - 22.0
    start = RobotStart(1, Pose(x_mm, 600.0), tuning=tuning)
    world = World("wall", Arena.rectangle(SIDE_MM, SIDE_MM), robots=(start,), next_id=2)
    simulation = Simulation(world)
    simulation.advance(2)
    readings = list(simulation.read(0, Quantity.PROXIMITY))
    simulation.apply(0, SetSpeeds(-10, -10))
    simulation.advance(100)
    return readings, list(simulation.read(0, Quantity.POSITIONS))


def test_the_fit_is_drawn(skewed: Measurements, with_network: ProfileEntry, tmp_path: Path) -> None:
    """The picture of model against measurement, with network and curve, is a picture."""
    picture = tmp_path / "fit.png"

    plot(skewed, with_network, picture, beside=fit_rays(skewed, "skewed"))

    assert picture.read_bytes().startswith(b"\x89PNG")
