"""An e-puck and a Thymio are measured by the Khepera's dialogue, within the Khepera's errors."""

from __future__ import annotations

import pytest

from tests.calibrated import Bench
from tests.seeds import few
from wsusim.backends.serial_line.epuck import EPUCK
from wsusim.backends.serial_line.thymio import THYMIO
from wsusim.calibration.clearances import clearances_of
from wsusim.calibration.fit import fit
from wsusim.calibration.measurements import Measurements
from wsusim.formats.profile import ProfileEntry
from wsusim.model.tuning import RobotTuning
from wsusim.robots import robot_kind

GAINS = (0.8, 1.1, 0.9, 0.7, 1.2, 1.3, 0.95, 1.05)
ASKEW_DEG = (5.0, -4.0, 3.0, -6.0, 2.0, 7.0, 3.0, -4.0)
WIDER_DEG = 10.0
LANGUAGES = {"epuck": EPUCK, "thymio": THYMIO}


def skewed(kind_name: str) -> RobotTuning:
    """Return a robot whose sensors and wheels all differ from their kind's."""
    traits = robot_kind(kind_name).cone.traits
    return RobotTuning(
        left_motor_gain=0.93,
        right_motor_gain=1.04,
        proximity_spread=False,
        proximity_gain=GAINS[: len(traits)],
        bearing_deg=tuple(
            (own.bearing_deg + askew + 180.0) % 360.0 - 180.0
            for own, askew in zip(traits, ASKEW_DEG, strict=False)
        ),
        width_deg=tuple(own.width_deg + WIDER_DEG for own in traits),
        threshold=tuple(own.threshold for own in traits),
    )


@pytest.fixture(
    scope="module",
    params=few([(kind_name, every) for every in (2, 1) for kind_name in LANGUAGES], 2),
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def measured(request: pytest.FixtureRequest) -> Measurements:
    """Measure a skewed robot of one kind, once for all tests.

    Half of the clearances are enough to hold every bound; the slow suite measures all of them.
    """
    kind_name, every = request.param
    bench = Bench(skewed(kind_name), LANGUAGES[kind_name])
    found = bench.measure(clearances_of(robot_kind(kind_name))[::every], way_mm=240.0)
    assert bench.wire.robot.speeds() == (0.0, 0.0)
    return found


@pytest.fixture(scope="module")
def fitted(measured: Measurements) -> ProfileEntry:
    """Fit a profile to it, once."""
    return fit(measured, "skewed")


def test_gains_come_out(fitted: ProfileEntry) -> None:
    """Each sensor's gain is found to 3 percent."""
    gains = [sensor.gain for sensor in fitted.sensors]

    assert gains == pytest.approx(GAINS[: len(gains)], rel=0.03)


def test_bearings_and_widths_come_out(fitted: ProfileEntry) -> None:
    """Each sensor's bearing is found to 2 degrees, its width to 6."""
    true = skewed(fitted.kind)
    off = [
        (sensor.bearing_deg - bearing_deg + 180.0) % 360.0 - 180.0
        for sensor, bearing_deg in zip(fitted.sensors, true.bearing_deg, strict=True)
    ]

    assert off == pytest.approx([0.0] * len(off), abs=2.0)
    assert [sensor.width_deg for sensor in fitted.sensors] == pytest.approx(true.width_deg, abs=6.0)


def test_thresholds_come_out(fitted: ProfileEntry) -> None:
    """Each sensor's threshold is found to 30."""
    thresholds = [sensor.threshold for sensor in fitted.sensors]

    assert thresholds == pytest.approx(skewed(fitted.kind).threshold, abs=30.0)


def test_motors_and_pulses_come_out(measured: Measurements, fitted: ProfileEntry) -> None:
    """Each motor's gain is found to 1 percent; the ruler says how long a pulse is."""
    assert fitted.left_motor.gain == pytest.approx(0.93, rel=0.01)
    assert fitted.right_motor.gain == pytest.approx(1.04, rel=0.01)
    assert fitted.pulse_mm == pytest.approx(240.0 / measured.way_pulses, rel=1e-3)


def test_a_simulated_robot_becomes_like_it(fitted: ProfileEntry) -> None:
    """Its pulses are as long as measured, whatever those of its kind are."""
    usual_mm = robot_kind(fitted.kind).motors.pulse_mm

    gain = fitted.tuning().left_motor_gain

    assert gain == pytest.approx(0.93 * fitted.pulse_mm / usual_mm, rel=0.01)
