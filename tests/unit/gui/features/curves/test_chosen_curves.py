"""Which curves are shown and how is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.analysis.curve_channels import COLUMN
from wsusim.analysis.curves import Curve
from wsusim.gui.features.curves.chosen_curves import USUAL, ChosenCurves


def test_first_the_usual_curves_are_chosen(tmp_path: Path) -> None:
    """A new window shows the front sensors and the speeds of the first robot."""
    names = {curve.name for curve in ChosenCurves(tmp_path).curves}

    assert names == {"robot1_front_left_proximity", "robot1_front_right_proximity",
                     "robot1_left_speed", "robot1_right_speed"}  # fmt: skip


@pytest.mark.parametrize(
    "curves", [frozenset(), frozenset({Curve(0, 3)}), USUAL | {Curve(9, 30), Curve(1, 0)}]
)
def test_the_choice_is_remembered(tmp_path: Path, curves: frozenset[Curve]) -> None:
    """The next session shows the curves that this one did; none at all, too."""
    ChosenCurves(tmp_path).choose(curves)

    assert ChosenCurves(tmp_path).curves == curves


@pytest.mark.parametrize("span_s", [5.0, 60.0, None])
def test_span_and_ranges_are_remembered(tmp_path: Path, span_s: float | None) -> None:
    """The next session shows as much time, and the same kind of range."""
    choice = ChosenCurves(tmp_path)
    choice.set_span(span_s)
    choice.set_fixed(True)

    again = ChosenCurves(tmp_path)

    assert (again.span_s, again.is_fixed) == (span_s, True)


def test_names_that_mean_nothing_are_left_out(tmp_path: Path) -> None:
    """A file of settings from elsewhere does no harm."""
    (tmp_path / "curves.ini").write_text(
        '[General]\ncurves="robot1_x;robot0_x;robotx_y;robot2_nonsense;"\nspan=-3\n'
    )

    choice = ChosenCurves(tmp_path)

    assert choice.curves == {Curve(0, COLUMN["x_mm"])}
    assert choice.span_s == 10.0


def test_curves_chosen_in_earlier_versions_are_shown(tmp_path: Path) -> None:
    """Settings may hold the former names of the sensors' readings."""
    (tmp_path / "curves.ini").write_text(
        '[General]\ncurves="robot1_left_distance;robot2_right_45_light"\n'
    )

    assert ChosenCurves(tmp_path).curves == {
        Curve(0, COLUMN["left_proximity"]),
        Curve(1, COLUMN["right_45_ambient"]),
    }
