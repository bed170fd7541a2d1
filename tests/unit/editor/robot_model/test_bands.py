"""The preview tells the truth: its bands are what the engine's sensors read."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.unit.editor.robot_model.measured import measured_profile
from tests.unit.kernels import test_light as light
from tests.unit.kernels import test_proximity as proximity
from tests.unit.kernels.networks import random_network
from wsusim.editor.robot_model import presets
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.editor.robot_model.bands import Band, band_of
from wsusim.engine.explain import SensorView
from wsusim.formats.profile import ProfileEntry
from wsusim.kernels.noise import SPLIT
from wsusim.kernels.sensor_records import NOISE_COLUMNS
from wsusim.robots import robot_kind

MOST = 1.0 - 1e-9
"""The greatest of the uniform numbers that decide the noise."""

NETWORK = presets.realistic("khepera1").model_copy(update={"network": random_network(3)})
NOISY = p.PROXIMITY_NOISE[2].put(presets.realistic("khepera1"), 3.0)


# Under sensor model 2 digits of no weight for the relative noise decide the additive one.
LOW = (0.0, 0.75 / SPLIT)
HIGH = (MOST, 1.0 - 0.75 / SPLIT)


def place_squarely(
    view: SensorView, profile: ProfileEntry, sensor: int, distance_mm: float
) -> None:
    """Put the robot so that a sensor looks straight at the right border of the hall."""
    mount = robot_kind(profile.kind).sensors[sensor]
    own = profile.sensors[sensor].bearing_deg
    heading = -math.radians(mount.bearing_deg if own is None or not profile.uses_cone else own)
    ahead_mm = mount.x_mm * math.cos(heading) - mount.y_mm * math.sin(heading)
    view.place_robot(0, proximity.HALL.width_mm - ahead_mm - distance_mm, 200.0, heading)


def at(band: Band, x: float) -> list[float]:
    """Return least, middle and greatest value at a place of the x axis."""
    return [float(np.interp(x, band.x, y)) for y in (band.least, band.middle, band.greatest)]


def readings(view: SensorView, column: int, *uniforms: float) -> list[int]:
    """Return one reading for each uniform number that decides its noise."""
    return [int(view.read(np.full((1, NOISE_COLUMNS), one))[0, column]) for one in uniforms]


@pytest.mark.parametrize("gap_mm", [3.0, 15.0, 24.0, 31.0, 43.0, 55.0])
@pytest.mark.parametrize(
    "profile",
    [
        presets.realistic("khepera1"),
        presets.realistic("khepera2"),
        measured_profile(),
        NOISY,
        NETWORK,
    ],
    ids=["khepera1", "khepera2", "measured", "noisy", "network"],
)
def test_proximity_is_what_the_engine_reads(profile: ProfileEntry, gap_mm: float) -> None:
    """The least, the greatest, and the reading without noise before a white wall."""
    sensor = light.FRONT_LEFT
    world = proximity.facing_wall(profile.kind, sensor, gap_mm)
    view = SensorView(world, tunings=[profile.tuning()], static=proximity.HALL_MAP)
    body = robot_kind(profile.kind)
    distance_mm = gap_mm + body.radius_mm - body.sensors[sensor].x_mm
    place_squarely(view, profile, sensor, distance_mm)
    least, greatest = min(readings(view, sensor, *LOW)), max(readings(view, sensor, *HIGH))
    ideal = min(max(view.explain_proximity(0, sensor).ideal, 0.0), 1023.0)
    band = at(band_of(profile, p.PROXIMITY_GAIN[sensor]), distance_mm)
    assert band == pytest.approx([least, ideal, greatest], rel=0.02, abs=6.0)


@pytest.mark.parametrize("distance_mm", [30.0, 75.0, 120.0, 180.0, 280.0])
@pytest.mark.parametrize("gain", [1.0, 0.4, 1.9])
def test_light_is_what_the_engine_reads(gain: float, distance_mm: float) -> None:
    """With the lamp straight ahead; the rare noise of the dark is left out."""
    sensor = light.FRONT_LEFT
    profile = p.LIGHT_GAIN[sensor].put(presets.realistic("khepera1"), gain)
    world = light.hall(light.lamp_at(distance_mm))
    view = SensorView(world, tunings=[profile.tuning()], static=light.HALL_MAP)
    lowest = robot_kind("khepera1").light.dark_noise_share + 1e-9
    least, greatest = readings(view, 8 + sensor, lowest, MOST)
    ideal = view.explain_light(0, sensor).ideal
    band = at(band_of(profile, p.LIGHT_GAIN[sensor]), distance_mm)
    assert band == pytest.approx([least, ideal, greatest], rel=0.01, abs=2.0)


def test_a_wheel_turns_by_gain_and_size_of_a_pulse() -> None:
    """Twenty pulses a tick of 1/12 mm at half the gain; noise of 5 %, twice."""
    profile = p.PULSE.put(p.LEFT_GAIN.put(presets.realistic("khepera1"), 0.5), 1.0 / 12.0)
    speed = 20.0 * 100.0 / 12.0 / 2.0
    band = at(band_of(profile, p.LEFT_GAIN), 20.0)
    assert band == pytest.approx([0.9 * speed, speed, 1.1 * speed])


@pytest.mark.parametrize("parameter", [p.PROXIMITY_GAIN[0], p.LIGHT_GAIN[0], p.LEFT_GAIN])
def test_without_noise_there_is_no_band(parameter: p.Parameter) -> None:
    """The ideal robot's curves are lines."""
    band = band_of(presets.ideal("khepera1"), parameter)
    assert np.array_equal(band.least, band.greatest)
    assert np.array_equal(band.least, band.middle)


def test_a_bearing_is_seen_over_the_bearing_of_a_wall() -> None:
    """Its curve is highest where the sensor answers, and follows when that looks elsewhere."""
    profile = presets.realistic("khepera1")
    turned = p.BEARING[3].put(profile, p.BEARING[3].of(profile) + 20.0)

    before, after = (band_of(each, p.BEARING[3]) for each in (profile, turned))

    assert before.x[np.argmax(before.middle)] == pytest.approx(p.BEARING[3].of(profile), abs=5.0)
    assert 5.0 < after.x[np.argmax(after.middle)] - before.x[np.argmax(before.middle)] < 20.0


def test_a_wider_field_sees_more_of_a_wall_aside() -> None:
    """55 degrees off the bearing, a field of 120 degrees reads more than one of 85."""
    profile = presets.realistic("khepera1")
    wide = p.WIDTH[5].put(profile, 120.0)

    usual, wider = (band_of(each, p.WIDTH[5]) for each in (profile, wide))

    aside = int(np.argmin(np.abs(usual.x - p.BEARING[5].of(profile) - 55.0)))
    assert wider.middle[aside] > usual.middle[aside] + 20.0
