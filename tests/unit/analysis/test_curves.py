"""Curves by name, the points of one that are drawn, and several as a table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wsusim.analysis.curve_channels import CHANNELS, COLUMN
from wsusim.analysis.curves import Curve, curve_named, drawn_rows, table_of
from wsusim.analysis.sample_history import History

COLUMNS = st.lists(st.floats(-1000, 1000, width=32), min_size=1, max_size=400).map(
    lambda values: np.array(values, dtype=np.float32)
)


@given(COLUMNS, st.data())
def test_drawing_fewer_points_keeps_ends_and_peaks(column: np.ndarray, data: st.DataObject) -> None:
    """The first and last row, the lowest and the highest value are drawn, in order, and few."""
    begin = data.draw(st.integers(0, len(column) - 1))
    end = data.draw(st.integers(begin + 1, len(column)))
    most = data.draw(st.integers(4, 100))

    rows = np.arange(len(column))[drawn_rows(column, begin, end, most)]

    assert rows[0] == begin
    assert rows[-1] == end - 1
    assert (np.diff(rows) >= 0).all()
    assert len(rows) <= most + 6
    assert column[rows].min() == column[begin:end].min()
    assert column[rows].max() == column[begin:end].max()


@given(st.integers(0, 2**32), st.integers(100, 400), st.integers(0, 40))
def test_a_curve_does_not_flicker_while_it_moves_along(seed: int, count: int, by: int) -> None:
    """Points away from the ends are the same ones, wherever the view begins."""
    column = np.random.default_rng(seed).random(count, dtype=np.float32)
    length = len(column) - 40
    here = np.arange(len(column))[drawn_rows(column, 0, length, 16)]
    there = np.arange(len(column))[drawn_rows(column, by, by + length, 16)]
    size = 64
    low, high = by + size, length - size

    def inner(rows: np.ndarray) -> list[int]:
        return sorted(set(rows[(rows >= low) & (rows < high)].tolist()))

    assert inner(here) == inner(there)


def test_a_table_has_units_in_its_headings_and_a_row_for_each_tick() -> None:
    """Robots count from 1; robots that are not there have no column."""
    history = History(1)
    ticks = np.arange(0, 6, 2)
    history.extend(ticks, np.tile(ticks.astype(np.float32), (1, len(CHANNELS), 1)))
    names = ("front_left_proximity", "x_mm", "left_speed")
    curves = [*(Curve(0, COLUMN[name]) for name in names), Curve(7, 0)]

    text = table_of(history, curves, slice(1, 3)).text(",", lambda _share: None)

    assert text == (
        "time_s,robot1_front_left_proximity,robot1_x_mm,robot1_left_speed_pulses_per_10ms\n"
        "0.02,2,2,2\n0.04,4,4,4\n"
    )


@pytest.mark.parametrize(
    ("name", "curve"),
    [
        ("robot1_x_mm", Curve(0, COLUMN["x_mm"])),
        ("robot2_left_45_distance", Curve(1, COLUMN["left_45_proximity"])),
        ("robot1_back_left_light", Curve(0, COLUMN["back_left_ambient"])),
        ("robot3_left_counter", Curve(2, COLUMN["left_position"])),
        ("robot0_x", None),
        ("robotx_y", None),
        ("robot2_nonsense", None),
        ("", None),
    ],
)
def test_curves_have_the_names_of_earlier_versions_too(name: str, curve: Curve | None) -> None:
    """Curves chosen in an older version are shown; unknown names are no curves."""
    assert curve_named(name) == curve
