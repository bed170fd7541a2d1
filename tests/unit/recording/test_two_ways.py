"""How far apart a robot was in two runs."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.errors import BadInput
from wsusim.recording.two_ways import TwoWays, compare_ways, export_comparison


def test_a_run_is_nowhere_apart_from_itself(recording):
    """At every moment."""
    compared = compare_ways(recording, recording)

    assert len(compared.time_s) > 10
    assert compared.distance_mm.max() == 0.0
    assert compared.apart_from_s(0.001) is None


def test_the_moment_of_parting_is_the_first_one_beyond_the_limit():
    """Not a later one, and not the greatest distance."""
    distance_mm = np.array([0.0, 5.0, 31.0, 10.0, 90.0])
    where_mm = np.zeros((5, 2))

    assert TwoWays(np.arange(5.0), where_mm, where_mm, distance_mm).apart_from_s(30.0) == 2.0


def test_a_robot_that_is_not_there_is_told(recording):
    """With how many there are."""
    with pytest.raises(BadInput, match="There is no robot 9"):
        compare_ways(recording, recording, robot=8)


def test_the_picture_has_both_ways(recording, tmp_path):
    """Each named, over one maze."""
    export_comparison(recording, recording, tmp_path / "both.svg")

    assert (tmp_path / "both.svg").read_text(encoding="utf-8").startswith("<?xml")
