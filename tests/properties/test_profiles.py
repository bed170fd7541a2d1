"""A profile and a tuning say the same of a robot, and a profile survives its file."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.kernels.networks import random_network
from wsusim.formats.profile import (
    MotorEntry,
    ProfileEntry,
    SensorEntry,
    load_profile,
    profile_of_tuning,
    save_profile,
)
from wsusim.model.tuning import ProximityResponse
from wsusim.robots import ROBOT_KINDS, robot_kind

gains = st.integers(0, 20_000).map(lambda steps: steps / 10_000)
"""As they are written: four digits after the point."""
noises = st.integers(0, 10_000).map(lambda steps: steps / 1000)
motors = st.builds(MotorEntry, gain=gains, noise=noises)
responses = st.lists(st.floats(1.0, 1e6), min_size=2, max_size=8, unique=True).map(
    lambda echoes: {
        "response": ProximityResponse(
            echo_mm=tuple(10.0 * k for k in range(len(echoes) + 1)),
            echo=(*sorted(echoes, reverse=True), 0.0),
        )
    }
)
networks = st.integers(0, 999).map(
    lambda seed: {"network": random_network(seed, hidden=1 + seed % 32, linear=1 + seed // 32)}
)


traits = st.fixed_dictionaries(
    {
        "bearing_deg": st.floats(-180.0, 180.0),
        "width_deg": st.floats(20.0, 160.0),
        "threshold": st.floats(0.0, 2000.0),
        "additive_noise": st.floats(0.0, 300.0),
    }
)
"""What a profile says of a sensor under sensor model 2 only."""


@st.composite
def profiles(draw: st.DrawFn) -> ProfileEntry:
    """Draw a good profile."""
    kind = draw(st.sampled_from(sorted(ROBOT_KINDS)))
    sensor_model = draw(st.sampled_from([1, 2]))
    return ProfileEntry(
        name=draw(st.sampled_from(["robot 3", "a"])),
        kind=kind,
        pulse_mm=draw(st.sampled_from([0.08, 1.0 / 12.0]) | st.floats(0.05, 0.12)),
        turn_round_s=draw(st.none() | st.floats(0.0, 1.0)),
        left_motor=draw(motors),
        right_motor=draw(motors),
        sensors=[
            SensorEntry(
                name=mount.name,
                gain=draw(gains),
                noise=draw(noises),
                light_gain=draw(gains),
                light_noise=draw(noises),
                **draw(st.just({}) if sensor_model == 1 else traits),
            )
            for mount in robot_kind(kind).sensors
        ],
        sensor_model=sensor_model,
        **draw(st.just({}) | responses | (networks if sensor_model == 1 else st.nothing())),
    )


@given(profiles())
def test_a_profile_comes_back_from_its_tuning(profile: ProfileEntry) -> None:
    """Profile to tuning to profile changes nothing."""
    back = profile_of_tuning(
        profile.name,
        profile.kind,
        profile.tuning(),
        pulse_mm=profile.pulse_mm,
        turn_round_s=profile.turn_round_s,
    )

    assert back == profile


@given(profiles())
def test_a_profile_survives_its_file(profile: ProfileEntry) -> None:
    """Save and load give the same profile, which has the same tuning."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "robot.json"
        save_profile(profile, file)
        back = load_profile(file)

    assert back == profile
    assert back.tuning() == profile.tuning()
