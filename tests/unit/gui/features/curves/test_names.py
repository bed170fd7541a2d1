"""The words of the curves."""

from __future__ import annotations

from wsusim.analysis.curve_channels import CHANNELS, Scale
from wsusim.gui.features.curves.names import channel_name, group_names, look_of
from wsusim.robots import robot_kind


def test_every_channel_has_a_name_of_its_own() -> None:
    """No two curves can be mixed up by their names."""
    assert len({channel_name(channel, robot_kind("khepera1")) for channel in CHANNELS}) == len(
        CHANNELS
    )


def test_every_scale_and_group_has_words() -> None:
    """Nothing is drawn without a title."""
    assert all(look_of(scale).title for scale in Scale)
    assert {channel.group for channel in CHANNELS} == set(group_names())
