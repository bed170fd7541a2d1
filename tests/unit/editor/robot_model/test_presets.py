"""Profiles that need no file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from wsusim.editor.robot_model import parameters as p
from wsusim.editor.robot_model import presets
from wsusim.model.tuning import RobotTuning
from wsusim.robots import ROBOT_KINDS, robot_kind

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
