"""What needs no widget: channels, choice, styles, the time in view, tables."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from tests.unit.gui.features.curves.conftest import FRONT_LEFT, history, robot_snapshot
from wsusim.gui.features.curves.channels import (
    CHANNELS,
    COLUMN,
    channel_name,
    columns_of,
    values_of,
)
from wsusim.gui.features.curves.choice import USUAL, Choice, Curve
from wsusim.gui.features.curves.styles import Style, Styles
from wsusim.gui.features.curves.tables import table_of
from wsusim.gui.features.curves.time_window import TimeWindow
from wsusim.gui.widgets.theme import DARK, LIGHT, Theme
from wsusim.model.geometry import Pose
from wsusim.model.snapshot import MissionSnapshot, Snapshot
from wsusim.recording.samples import from_snapshots


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("left_proximity", 100), ("back_left_proximity", 107), ("left_ambient", 400),
        ("back_left_ambient", 407), ("left_speed", 5.5), ("right_speed", -3.5),
        ("left_counter", 700), ("right_counter", -800), ("x", 111.0), ("y", 222.0),
        ("heading", math.degrees(1.0)), ("way", 12.5), ("arm", 180.0), ("gap", 42.0),
        ("object_present", 0), ("holds", 1), ("resistivity", 255), ("contact_front", 1),
        ("contact_back", 0),
    ],
)  # fmt: skip
def test_each_channel_shows_its_own_number(key: str, value: float) -> None:
    """The columns of a row are in the order of ``CHANNELS``."""
    robot = robot_snapshot(held_object_id=7, contact_front=True)

    assert values_of(robot, 12.5)[COLUMN[key]] == pytest.approx(value)


@given(st.floats(-10.0, 10.0), st.floats(0.0, 1e5), st.booleans())
def test_a_recording_gives_the_numbers_that_the_run_gave(
    heading_rad: float, way_mm: float, holds: bool
) -> None:
    """A block's columns are the values of its snapshots."""
    robot = robot_snapshot(pose=Pose(1.0, 2.0, heading_rad), held_object_id=4 if holds else None)
    snapshot = Snapshot(4, (robot,), (), MissionSnapshot(False, None, 0, ()))
    block = from_snapshots([snapshot])

    columns = columns_of(block.robots[0], np.array([way_mm]))

    np.testing.assert_allclose(columns[:, 0], values_of(robot, way_mm))


def test_every_channel_of_a_plot_has_a_name_of_its_own() -> None:
    """No two curves can be mixed up by their names."""
    assert len({channel_name(channel) for channel in CHANNELS}) == len(CHANNELS)


def test_first_the_usual_curves_are_chosen(tmp_path: Path) -> None:
    """A new window shows the front sensors and the speeds of the first robot."""
    names = {curve.name for curve in Choice(tmp_path).curves}

    assert names == {"robot1_front_left_proximity", "robot1_front_right_proximity",
                     "robot1_left_speed", "robot1_right_speed"}  # fmt: skip


@pytest.mark.parametrize(
    "curves", [frozenset(), frozenset({Curve(0, 3)}), USUAL | {Curve(9, 30), Curve(1, 0)}]
)
def test_the_choice_is_remembered(tmp_path: Path, curves: frozenset[Curve]) -> None:
    """The next session shows the curves that this one did; none at all, too."""
    Choice(tmp_path).choose(curves)

    assert Choice(tmp_path).curves == curves


@pytest.mark.parametrize("span_s", [5.0, 60.0, None])
def test_span_and_ranges_are_remembered(tmp_path: Path, span_s: float | None) -> None:
    """The next session shows as much time, and the same kind of range."""
    choice = Choice(tmp_path)
    choice.set_span(span_s)
    choice.set_fixed(True)

    again = Choice(tmp_path)

    assert (again.span_s, again.is_fixed) == (span_s, True)


def test_names_that_mean_nothing_are_left_out(tmp_path: Path) -> None:
    """A file of settings from elsewhere does no harm."""
    (tmp_path / "curves.ini").write_text(
        '[General]\ncurves="robot1_x;robot0_x;robotx_y;robot2_nonsense;"\nspan=-3\n'
    )

    choice = Choice(tmp_path)

    assert choice.curves == {Curve(0, COLUMN["x"])}
    assert choice.span_s == 10.0


def test_curves_chosen_in_earlier_versions_are_shown(tmp_path: Path) -> None:
    """Settings may hold the former names of the sensors' readings."""
    (tmp_path / "curves.ini").write_text(
        '[General]\ncurves="robot1_left_distance;robot2_right_45_light"\n'
    )

    assert Choice(tmp_path).curves == {
        Curve(0, COLUMN["left_proximity"]),
        Curve(1, COLUMN["right_45_ambient"]),
    }


def test_a_curve_keeps_its_style_while_others_come_and_go() -> None:
    """Colours do not change under one's eyes."""
    styles = Styles()
    first = styles.of([Curve(0, 1), Curve(0, 2)])

    second = styles.of([Curve(0, 0), Curve(0, 2), Curve(0, 3)])

    assert second[Curve(0, 2)] == first[Curve(0, 2)]
    assert len(set(second.values())) == 3


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_thirty_curves_differ_in_colour_or_dashes(theme: Theme) -> None:
    """Colour and dashes together tell more curves apart than a plot can hold."""
    pens = [Style(number).pen(theme) for number in range(30)]

    looks = {(pen.color().name(), tuple(pen.dashPattern())) for pen in pens}

    assert len(looks) == 30


@pytest.mark.parametrize(("theme", "number"), list(product([LIGHT, DARK], range(6))))
def test_every_line_stands_out_from_its_paper(theme: Theme, number: int) -> None:
    """Each colour has a contrast of 3 to 1 (WCAG 2.1, rule 1.4.11)."""
    line, paper = (
        _brightness(colour) for colour in (Style(number).colour(theme), QColor(theme.field))
    )

    assert (max(line, paper) + 0.05) / (min(line, paper) + 0.05) >= 3.0


def _brightness(colour: QColor) -> float:
    """Return the relative luminance (WCAG 2.1)."""
    parts = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize(
    ("span_s", "now_s", "view"),
    [
        (10.0, 40.0, (30.0, 40.0)),
        (10.0, 20.0, (15.0, 25.0)),
        (10.0, 1.0, (0.0, 10.0)),
        (60.0, 40.0, (0.0, 60.0)),
        (None, 7.0, (0.0, 40.0)),
    ],
)
def test_the_view_follows_the_moment(
    span_s: float | None, now_s: float, view: tuple[float, float]
) -> None:
    """The newest moment is at the right, one of a recording in the middle, all is all."""
    window = TimeWindow(span_s)

    window.follow(0.0, 40.0, now_s)

    assert (window.begin_s, window.end_s) == view


def test_a_view_that_was_moved_stays_until_it_shall_follow_again() -> None:
    """Who looks back is not torn away by what is new."""
    window = TimeWindow(10.0)
    window.follow(0.0, 40.0, 40.0)

    window.move(-5.0)
    window.follow(0.0, 50.0, 50.0)
    moved = (window.begin_s, window.end_s)
    window.set_span(10.0)
    window.follow(0.0, 50.0, 50.0)

    assert moved == (25.0, 35.0)
    assert (window.begin_s, window.end_s) == (40.0, 50.0)


@given(st.floats(0.01, 20.0), st.floats(0.0, 10.0))
def test_zooming_leaves_the_pointer_where_it_is(factor: float, about_s: float) -> None:
    """The moment under the pointer stays under it, and the view never becomes a point."""
    window = TimeWindow(10.0)

    window.zoom(factor, about_s)

    length_s = window.end_s - window.begin_s
    assert length_s >= 0.2 - 1e-9
    assert (about_s - window.begin_s) / length_s == pytest.approx(about_s / 10.0, abs=1e-6)


def test_a_table_has_units_in_its_headings_and_a_row_for_each_tick() -> None:
    """Robots count from 1; robots that are not there have no column."""
    curves = [Curve(0, FRONT_LEFT), Curve(0, COLUMN["x"]), Curve(7, 0)]

    text = table_of(history(range(0, 6, 2)), curves, slice(1, 3)).text(",", lambda _share: None)

    assert text == "time_s,robot1_front_left_proximity,robot1_x_mm\n0.02,2,2\n0.04,4,4\n"
