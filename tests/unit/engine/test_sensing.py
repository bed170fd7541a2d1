from __future__ import annotations

import numpy as np
import pytest

from wsusim.engine.sensing import cone_curve, echo_curve, glow_curve, pack_sensing, smooth_curve
from wsusim.model.tuning import RobotTuning
from wsusim.robots import ROBOT_KINDS

KINDS = list(ROBOT_KINDS.values())


def test_a_smooth_curve_goes_through_its_points():
    """Every point of the table lies on the curve."""
    x, y = (0.0, 1.0, 4.0, 5.0), (9.0, 3.0, 2.0, -1.0)

    assert smooth_curve(x, y, np.array(x)) == pytest.approx(y)


def test_a_smooth_curve_never_turns_between_falling_points():
    """Between points that fall, the curve falls, however uneven the steps."""
    curve = smooth_curve((0.0, 1.0, 4.0, 5.0), (9.0, 3.0, 2.9, -1.0), np.linspace(0, 5, 500))

    assert (np.diff(curve) < 0).all()


def test_a_smooth_curve_has_no_corners():
    """The slope changes by small steps everywhere within the table."""
    curve = smooth_curve((0.0, 1.0, 2.0, 3.0), (9.0, 3.0, 2.0, 0.0), np.linspace(0, 3, 3001))

    assert np.abs(np.diff(curve, 2)).max() < 3e-5


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_echo_falls_strictly_to_nothing(kind):
    """A farther surface always echoes less, and nothing at the range."""
    curve = echo_curve(kind.proximity)

    assert (np.diff(curve) < 0).all()
    assert curve[-1] == 0.0


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_more_light_never_reads_higher(kind):
    """The light reading falls from the dark value on as the light grows."""
    curve = glow_curve(kind.light)

    assert curve[0] == kind.light.dark
    assert (np.diff(curve) <= 0).all()


@pytest.mark.parametrize(
    "kept",
    [lambda: echo_curve(KINDS[0].cone), lambda: glow_curve(KINDS[0].light), lambda: cone_curve(60)],
)
def test_a_curve_that_is_kept_stays_as_it_is(kept):
    """Later calls get the same one, so it can't be written to."""
    with pytest.raises(ValueError, match="read-only"):
        kept()[0] = 1.0


def test_robots_of_one_kind_share_their_curves():
    """Three robots of two kinds need two responses."""
    first, second, *_ = KINDS

    packed = pack_sensing([first, second, first], [RobotTuning()] * 3)

    assert len(packed.responses) == 2
    assert packed.eyes["kind"][packed.eye_of].tolist() == [0, 1, 0]
