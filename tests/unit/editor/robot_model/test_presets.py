"""Profiles that need no file."""

from __future__ import annotations

import pytest

from wsusim.editor.robot_model import presets
from wsusim.model.tuning import RobotTuning
from wsusim.robots import ROBOT_KINDS, robot_kind


@pytest.mark.parametrize("kind", ROBOT_KINDS)
def test_the_realistic_preset_is_the_kind_with_its_spread(kind: str) -> None:
    """The simulation sees no difference to a robot without a tuning."""
    tuning = presets.realistic(kind).tuning()
    assert tuning.proximity_gain == robot_kind(kind).proximity.sensor_gain
    assert (tuning.proximity_spread, tuning.left_motor_gain) == (False, 1.0)


def test_the_ideal_preset_is_that_of_the_engine() -> None:
    """No noise, no differences."""
    assert presets.ideal("khepera1").tuning() == RobotTuning.ideal()
