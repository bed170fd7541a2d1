"""Maps and paths that agents wrote are marked as the contest's tools mark them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.ciber.matches import box
from wsusim.ciber.contest_lab import Beacon, Lab, Place, Target, Wall, read_lab
from wsusim.ciber.marking import Mark, mark_map, mark_path
from wsusim.ciber.true_maps import true_map
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
    """27 rows of 55; a wall left of the start, free to the right and above."""
    truth = true_map(lab, START)
    assert (len(truth), {len(row) for row in truth}) == (27, {55})
    assert truth[13][24:32] == "  |IXXXX"
    assert truth[12][24:30] == " - X X"
    assert truth[14][24:30] == "   - -"


def test_unreachable_parts_are_not_on_the_map(lab: Lab) -> None:
    """The cell behind the wall has none of its own."""
    assert {row[:26] for row in true_map(lab, START)[13:]} == {" " * 26}


def test_the_map_of_a_path_has_the_targets_and_no_start(lab: Lab) -> None:
    """Modes 3 and 6; the start of a lab of the course is target 0."""
    assert true_map(lab, START, planning=True)[13][24:32] == "  |XX0XX"
    at_home = replace(lab, targets=(Target(3.0, 1.0), *lab.targets))
    assert true_map(at_home, START, planning=True)[13][24:32] == "  |0X1XX"


def test_a_map_is_as_large_as_its_lab_asks_for() -> None:
    """All that can lie around a start in a lab of 4 x 3 cells."""
    truth = true_map(Lab("small", 8.0, 6.0), Place(1.0, 1.0))
    assert (len(truth), {len(row) for row in truth}) == (11, {15})


LINES = Lab(
    "lines",
    28.0,
    14.0,
    walls=(
        box(3.9, 3.9, 8.1, 4.1, 0.0),
        box(7.9, 3.9, 8.1, 6.1, 0.0),
        Wall(((7.9, 6.0), (8.0, 5.9), (10.1, 8.0), (10.0, 8.1)), 0.0),
        Wall(((10.0, 7.9), (10.1, 8.0), (8.1, 10.0), (8.0, 9.9)), 0.0),
    ),
    targets=(Target(4.0, 4.0), Target(8.0, 10.0)),
    beacons=(Beacon(4.0, 4.0), Beacon(8.0, 10.0)),
)
"""Two pieces to the right, one up, one slanting right, one slanting left."""


def test_the_map_of_lines_shows_only_lines() -> None:
    """21 rows of 49; a stroke for each piece between two crossings, which lie on even numbers."""
    truth = true_map(LINES, Place(4.0, 4.0), lines=True)
    assert (len(truth), len(truth[0])) == (21, 49)
    assert [row[24:32].rstrip() for row in truth[5:11]] == [
        *("     \\", "", "     /", "", "    |", "I- -")
    ]


def test_a_path_on_lines_is_as_long_as_it_is() -> None:
    """Slanting pieces count with their length: the shortest way there and back gets 1."""
    there = ["0 0", "2 0", "4 0", "4 2", "6 4", "4 6"]
    path = "\n".join([*there, *there[-2::-1]])
    assert mark_path(path, LINES, Place(4.0, 4.0), lines=True) == Mark(1.0)


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
    """0.85 for each step up to two, of all that is left when it is moved."""
    truth = true_map(lab, START)
    whole = mark_map("\n".join(truth), truth).points
    down = mark_map("\n".join([" " * 55, *truth[:-1]]), truth)
    lost = 10 * sum(sign != " " for sign in truth[-1])
    assert down.points == pytest.approx(0.85 * (whole - lost))
    assert down.remark == "It is out of place: it was moved 1 up."


def test_a_map_out_of_place_to_the_left_loses_five_more_for_each_row(lab: Lab) -> None:
    """As with the course's own program, which compares a character before the row's first one."""
    truth = true_map(lab, START)
    whole = mark_map("\n".join(truth), truth).points
    left = [row[1:] + " " for row in truth]
    assert mark_map("\n".join(left), truth).points == pytest.approx(0.85 * (whole - 5 * 27))


def test_an_empty_map_earns_nothing(lab: Lab) -> None:
    """Nor does it cost anything."""
    assert mark_map("", true_map(lab, START)).points == 0.0


def test_a_wrong_map_is_marked_below_zero(lab: Lab) -> None:
    """Minus five a character; the shift with the most points counts, and its share."""
    text = "\n".join([" " * 55] * 20 + ["Z" * 10])
    assert mark_map(text, true_map(lab, START)).points == pytest.approx(-40 * 0.85**4)


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
        ("", "goes nowhere"),
        ("0 0\n0 0", "goes nowhere"),
        ("2 0\n0 0", "must begin with 0 0, but begins with '2 0'"),
        ("0 0\n0 2", "must end with 0 0, but ends with '0 2'"),
        ("0 0\n-2 0\n0 0", "no way from '0 0' to '-2 0' (line 2)"),
        ("0 0\n2 2\n0 0", "no way"),
        ("0 0\n1 0\n0 0", "no way"),
        ("0 0\n0 2\nx y", "The line 'x y' is not x and y"),
    ],
)
def test_a_path_that_can_not_be_driven_gets_nothing(lab: Lab, path: str, remark: str) -> None:
    """Through walls, diagonally, or not back to the start."""
    mark = mark_path(path, lab, START)
    assert mark.points == 0.0
    assert remark in mark.remark


def course_lab(lab: Lab) -> Lab:
    """Return the lab with four targets and beacons, the first at the start."""
    places = ((3.0, 1.0), (7.0, 1.0), (27.0, 1.0), (27.0, 13.0))
    return replace(
        lab,
        targets=tuple(Target(x, y, 1.0) for x, y in places),
        beacons=tuple(Beacon(x, y, 4.0) for x, y in places),
    )


def test_a_path_never_earns_more_than_the_targets_that_it_visits(lab: Lab) -> None:
    """A short path that misses three of four gets a quarter, not what the shortest is to it."""
    mark = mark_path("0 0\n2 0\n0 0", course_lab(lab), START)
    assert (mark.points, mark.remark) == (0.25, "3 of 4 targets are not visited.")


def test_a_long_path_that_misses_targets_loses_points(lab: Lab) -> None:
    """Its share of the length minus the share of the targets that it missed: below 0."""
    path = "\n".join(["0 0", *["0 2", "0 0"] * 50])
    assert mark_path(path, course_lab(lab), START).points == pytest.approx(72.0 / 200.0 - 0.75)


def test_targets_count_when_the_path_comes_through(lab: Lab) -> None:
    """All four, by the shortest way: 1."""
    out = [f"{x} 0" for x in range(0, 26, 2)] + [f"24 {y}" for y in range(2, 14, 2)]
    assert mark_path("\n".join(out + out[-2::-1]), course_lab(lab), START) == Mark(1.0)


def test_a_target_behind_walls_can_not_be_marked(lab: Lab) -> None:
    """That is the lab's fault, and told."""
    closed = Lab("c", 28.0, 14.0, targets=(Target(1.0, 1.0),), walls=lab.walls)
    with pytest.raises(BadInput, match="can't be reached"):
        mark_path("0 0\n2 0\n0 0", closed, START)
