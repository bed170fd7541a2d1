"""What an agent wrote, laid over the lab: shared by the page and the window."""

from __future__ import annotations

import pytest

from wsusim.ciber.catalogue import find_grid, find_lab
from wsusim.ciber.true_maps import true_map
from wsusim.ciber.written import Overlay, Written, overlay_of, written_in

LAB, FILE = find_lab("cells")
START = find_grid(None, FILE)[0]
TRUTH = "\n".join(true_map(LAB, START))


def test_the_right_map_earns_ten_points_a_character() -> None:
    """And its middle lies in the cell where the robot began."""
    overlay = overlay_of(LAB, START, "2", Written(map=TRUTH))
    assert {cell.earned for cell in overlay.cells} == {10}
    assert overlay.told == (f"Map: {10 * len(overlay.cells)} points.",)
    start = overlay.cell_at(3.2, 7.3)
    assert start is not None
    assert (start.x, start.y, start.sign, start.told) == (3.0, 7.0, "I", "+10: 'I', right is 'I'")


def test_a_path_is_told_and_drawn_where_the_scoring_asks_for_one() -> None:
    """Up to the first line that can't be read or leaves the lab; in mode 2 it does not count."""
    wrote = Written(path="0 0\n2 0\nnan 0\n4 0")
    assert overlay_of(LAB, START, "3", wrote).path == ((3.0, 7.0), (5.0, 7.0))
    assert overlay_of(LAB, START, "3", wrote).told[0].startswith("Path: 0.")
    assert overlay_of(LAB, START, "2", wrote) == Overlay()


def test_nothing_is_drawn_where_the_scoring_asks_for_nothing() -> None:
    """Mode 0 is about arriving."""
    assert overlay_of(LAB, START, "0", Written(TRUTH, "0 0")) == Overlay()


@pytest.mark.parametrize(
    "summary",
    [
        None,
        {},
        {"robots": 7},
        {"robots": [7, {"number": "x"}, {"number": 1, "written": [1]}]},
        {"robots": [{"number": 1, "written": {"map": 5, "path": None}}]},
    ],
)
def test_closing_figures_that_make_no_sense_hold_nothing(summary: dict[str, object]) -> None:
    """A recording may come from anybody."""
    assert written_in(summary) == {}


def test_closing_figures_hold_each_robots_files() -> None:
    """By its number; a file that was not written is none."""
    robots = [{"number": 2, "written": {"map": "a", "path": None}}, {"number": 1, "written": None}]
    assert written_in({"robots": robots}) == {2: Written("a", None)}
