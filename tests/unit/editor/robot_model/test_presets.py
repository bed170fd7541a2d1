"""Profiles that need no file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.unit.editor.robot_model.measured import measured_profile
from wsusim.editor.robot_model import presets
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.formats.profile import ProfileEntry
from wsusim.model.tuning import CONE_MODEL, RAYS_MODEL, RobotTuning
from wsusim.robots import ROBOT_KINDS, robot_kind

Preset = Callable[..., ProfileEntry]

NO_FIGURES: dict[str, Any] = dict.fromkeys(
    ("bearing_deg", "width_deg", "threshold", "additive_noise")
)
"""What sensor model 2 takes from the kind."""


@pytest.mark.parametrize("kind", ROBOT_KINDS)
def test_the_realistic_preset_is_the_kind_with_its_spread(kind: str) -> None:
    """The simulation sees no difference to a robot without a tuning."""
    tuning = presets.realistic(kind).tuning()
    assert tuning.proximity_gain == tuple(own.gain for own in robot_kind(kind).cone.traits)
    assert tuning.bearing_deg == tuple(own.bearing_deg for own in robot_kind(kind).cone.traits)
    assert (tuning.proximity_spread, tuning.left_motor_gain) == (False, 1.0)


def test_the_ideal_preset_is_that_of_the_engine() -> None:
    """No noise, no differences."""
    tuning, cone = presets.ideal("khepera1").tuning(), robot_kind("khepera1").cone

    assert (tuning.width_deg, tuning.threshold) == ((cone.width_deg,) * 8, (cone.threshold,) * 8)
    assert replace(tuning, **NO_FIGURES) == RobotTuning.ideal()


def test_another_kind_has_its_own_number_of_sensors() -> None:
    """From eight to seven and back; what was changed of a sensor both have stays changed."""
    eight = p.PROXIMITY_GAIN[2].put(presets.realistic("khepera1"), 1.7)

    seven = presets.for_kind(eight, "thymio")
    again = presets.for_kind(seven, "khepera2")

    assert [len(profile.sensors) for profile in (seven, again)] == [7, 8]
    assert [profile.sensors[2].gain for profile in (seven, again)] == [1.7, 1.7]
    assert again.sensors[7] == presets.realistic("khepera2").sensors[7]
    assert seven.sensors[0].name == "left_40"


@pytest.mark.parametrize("preset", [presets.realistic, presets.ideal])
@pytest.mark.parametrize("kind", ROBOT_KINDS)
def test_a_preset_of_another_law_is_that_laws_preset(kind: str, preset: Preset) -> None:
    """There and back, nothing is left of the way."""
    there = presets.for_sensor_model(preset(kind), RAYS_MODEL)

    assert there.tuning().proximity_gain == pytest.approx(
        preset(kind, RAYS_MODEL).tuning().proximity_gain
    )
    assert not there.uses_cone
    back = presets.for_sensor_model(there, CONE_MODEL).tuning()
    assert back.proximity_gain == pytest.approx(preset(kind).tuning().proximity_gain)
    assert back.bearing_deg == preset(kind).tuning().bearing_deg


def test_own_gains_keep_their_ratios_under_another_law() -> None:
    """A sensor that is half as sensitive as usual is so under either; motors and light stay."""
    first = presets.realistic("khepera1")
    own = p.PROXIMITY_GAIN[3].put(p.LEFT_GAIN.put(first, 0.9), 0.5 * p.PROXIMITY_GAIN[3].of(first))

    rays = presets.for_sensor_model(own, RAYS_MODEL)

    usual = presets.realistic("khepera1", RAYS_MODEL)
    assert p.PROXIMITY_GAIN[3].of(rays) == pytest.approx(0.5 * p.PROXIMITY_GAIN[3].of(usual))
    assert p.PROXIMITY_GAIN[2].of(rays) == pytest.approx(p.PROXIMITY_GAIN[2].of(usual))
    assert p.LEFT_GAIN.of(rays) == 0.9


def test_what_was_measured_for_one_law_is_not_taken_into_another() -> None:
    """Neither a response nor a network of seven rays."""
    measured = measured_profile().model_copy(update={"sensor_model": RAYS_MODEL})

    changed = presets.for_sensor_model(measured, CONE_MODEL)

    assert (changed.response, changed.network, changed.uses_cone) == (None, None, True)
