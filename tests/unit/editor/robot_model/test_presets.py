"""Profiles that need no file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

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
