"""The numbers of a profile that can be changed."""

from __future__ import annotations

import pytest

from tests.unit.editor.robot_model.measured import measured_profile
from wsusim.editor.robot_model import profile_parameters as p
from wsusim.formats.profile import ProfileEntry
from wsusim.model.limits import bounds_of
from wsusim.robots import robot_kind


@pytest.mark.parametrize("parameter", p.ALL, ids=lambda parameter: str(parameter.path))
def test_a_number_stays_in_the_range_of_the_format(parameter: p.Parameter) -> None:
    """What is set can always be saved, and nothing else changes."""
    before = measured_profile()
    after = parameter.put(before, 5000.0)
    ProfileEntry.model_validate(after.model_dump())
    assert parameter.of(after) == parameter.high
    assert parameter.put(after, parameter.of(before)) == before


def test_ranges_are_those_of_the_format() -> None:
    """A range is nowhere written a second time."""
    assert (p.PULSE.low, p.PULSE.high) == bounds_of(ProfileEntry, "pulse_mm") == (0.05, 0.2)


def test_what_a_profile_does_not_say_is_as_its_kind() -> None:
    """A bearing that was left out is the kind's own."""
    sensors = [one.model_copy(update={"bearing_deg": None}) for one in measured_profile().sensors]
    profile = measured_profile().model_copy(update={"sensors": sensors})

    assert p.BEARING[3].of(profile) == robot_kind("khepera1").cone.traits[3].bearing_deg
