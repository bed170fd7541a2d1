"""Maps and paths that agents wrote are marked as the contest's tools mark them."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.contest_lab import Lab, Place, Target, read_lab
from wsusim.ciber.marking import mark_map, mark_path, true_map
from wsusim.errors import BadInput

ROWS = """<Lab Width="28" Height="14">
<Target X="5" Y="1"/><Row Pos="0" Pattern="  |"/><Row Pos="1" Pattern="---   "/></Lab>"""
START = Place(3.0, 1.0)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """Return a lab with a wall right of its first cell and one above it."""
    (tmp_path / "a.xml").write_text(ROWS)
    return read_lab(tmp_path / "a.xml")


def test_the_map_has_the_start_in_its_middle(lab: Lab) -> None:
    """27 rows of 55; a wall left of the start, a target in the next cell, free above."""
    truth = true_map(lab, START)
    assert (len(truth), {len(row) for row in truth}) == (27, {55})
    assert truth[13][25:32] == "X|IX0XX"
    assert truth[12][25:30] == "- X X"
    assert truth[14][25:30] == "- - -"


def test_the_map_of_lines_shows_only_lines(tmp_path: Path) -> None:
    """21 rows of 49; a stroke for each piece between the middles of two cells."""
    (tmp_path / "l.xml").write_text(
        '<Lab><Wall Height="0"><Corner X="0.9" Y="0.9"/><Corner X="5.1" Y="0.9"/>'
        '<Corner X="5.1" Y="1.1"/><Corner X="0.9" Y="1.1"/></Wall></Lab>'
    )
    truth = true_map(read_lab(tmp_path / "l.xml"), Place(1.0, 1.0), lines=True)
    assert (len(truth), len(truth[0])) == (21, 49)
    assert "".join(truth).strip() == "I- -"


def test_a_right_map_gets_ten_points_a_character(lab: Lab) -> None:
    """Blanks count nothing."""
    truth = true_map(lab, START)
    count = sum(sign != " " for row in truth for sign in row)
    assert mark_map("\n".join(truth), truth).points == 10 * count


def test_a_wrong_character_costs_five(lab: Lab) -> None:
    """Less than not having written it."""
    truth = true_map(lab, START)
    blank = [" " * 55] * 27
    one_right = [*blank[:13], truth[13], *blank[14:]]
    wrong = [*one_right[:12], "Z" + " " * 54, *one_right[13:]]
    gain = mark_map("\n".join(one_right), truth).points
    assert mark_map("\n".join(wrong), truth).points == gain - 5


def test_a_map_that_is_out_of_place_loses_a_share(lab: Lab) -> None:
    """0.85 for each step up to two."""
    truth = true_map(lab, START)
    whole = mark_map("\n".join(truth), truth).points
    down = [" " * 55, *truth[:-1]]
    assert mark_map("\n".join(down), truth).points == pytest.approx(0.85 * whole)


def test_a_map_of_another_size_is_marked_and_told(lab: Lab) -> None:
    """With a remark."""
    assert "should be 27 x 55" in mark_map("X", true_map(lab, START)).remark


def test_the_shortest_path_gets_one(lab: Lab) -> None:
    """To the target and back."""
    assert mark_path("0 0\n2 0\n0 0\n", lab, START).points == 1.0


def test_a_longer_path_gets_its_share(lab: Lab) -> None:
    """Twice as long: a half."""
    around = "0 0\n0 2\n2 2\n2 0\n2 2\n0 2\n0 0"
    assert mark_path(around, lab, START).points == pytest.approx(4.0 / 12.0)


@pytest.mark.parametrize(
    ("path", "remark"),
    [
        ("", "begin and end"),
        ("2 0\n0 0", "begin and end"),
        ("0 0\n-2 0\n0 0", "no way"),
        ("0 0\n2 2\n0 0", "no way"),
        ("0 0\n1 0\n0 0", "middle of a cell"),
        ("0 0\nx y\n0 0", "not x and y"),
    ],
)
def test_a_path_that_can_not_be_driven_gets_nothing(lab: Lab, path: str, remark: str) -> None:
    """Through walls, diagonally, or not back to the start."""
    mark = mark_path(path, lab, START)
    assert mark.points == 0.0
    assert remark in mark.remark


def test_targets_that_are_missed_cost_their_share(lab: Lab) -> None:
    """All of them missed: nothing is left."""
    mark = mark_path("0 0\n0 2\n0 0", lab, START)
    assert (mark.points, mark.remark) == (0.0, "1 of 1 targets are not visited.")


def test_a_target_behind_walls_can_not_be_marked(lab: Lab) -> None:
    """That is the lab's fault, and told."""
    closed = Lab("c", 28.0, 14.0, targets=(Target(1.0, 1.0),), walls=lab.walls)
    with pytest.raises(BadInput, match="can't be reached"):
        mark_path("0 0\n2 0\n0 0", closed, START)
