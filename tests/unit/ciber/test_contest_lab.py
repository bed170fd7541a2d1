"""Labs and grids are read as the contest's own program reads them."""

from __future__ import annotations

import ast
import gzip

import pytest

from tests.cases import cases_folder
from wsusim.ciber.contest_lab import Lab, Target, grid_from_xml, lab_from_xml
from wsusim.ciber.xml_text import NotXml
from wsusim.errors import BadInput


def maze(row: str, position: int = 1, **more: str) -> Lab:
    """Return a lab of one row of a maze."""
    extra = "".join(f' {name}="{value}"' for name, value in more.items())
    return lab_from_xml(f'<Lab><Row Pos="{position}" Pattern="{row}"{extra}/></Lab>')


def outline(lab: Lab) -> list[tuple[float, float, float, float]]:
    """Return left, bottom, right, top of every wall."""
    return [
        (
            min(x for x, _ in wall.corners),
            min(y for _, y in wall.corners),
            max(x for x, _ in wall.corners),
            max(y for _, y in wall.corners),
        )
        for wall in lab.walls
    ]


@pytest.mark.parametrize(
    ("attributes", "size"),
    [("", (16.0, 16.0)), ('Height="10"', (28.0, 10.0)), ('Width="30" Height="20"', (30.0, 20.0))],
)
def test_a_lab_without_a_size_has_the_usual_one(attributes: str, size: tuple[float, float]) -> None:
    """The sizes that are left out are those of the contest's program."""
    lab = lab_from_xml(f"<Lab {attributes}/>")
    assert (lab.width, lab.height) == size


def test_a_bar_stands_at_the_end_of_its_cell() -> None:
    """The third character of a cell makes the wall between it and the next one."""
    assert outline(maze("  |", 10)) == [pytest.approx((1.9, 10.0, 2.1, 12.0))]


def test_a_run_of_dashes_is_one_lying_wall() -> None:
    """Two cells of dashes and a blank: one wall, centred on the row's upper edge."""
    assert outline(maze("------   ", 1)) == [pytest.approx((0.0, 1.9, 4.0, 2.1))]


def test_a_run_ends_at_the_last_cell() -> None:
    """A row of 14 cells of dashes spans the whole lab."""
    assert outline(maze("---" * 14)) == [pytest.approx((0.0, 1.9, 28.0, 2.1))]


def test_dashes_in_an_even_row_are_lines_on_the_floor() -> None:
    """Rows that run through cells hold lines."""
    assert [wall.height for wall in maze("------   ", 2).walls] == [0.0]


def test_the_height_of_a_row_is_that_of_its_walls() -> None:
    """A row may say how high its walls are."""
    assert [wall.height for wall in maze("  |", 2, Height="1.5").walls] == [1.5]


def test_walls_of_any_winding_are_taken() -> None:
    """Corners may go round either way."""
    corners = ((0, 0), (0, 1), (1, 1), (1, 0))
    text = "".join(f'<Corner X="{x}" Y="{y}"/>' for x, y in corners)
    assert len(lab_from_xml(f"<Lab><Wall>{text}</Wall></Lab>").walls) == 1


def test_a_wall_that_crosses_itself_is_left_out_with_a_remark() -> None:
    """Walls must be simple polygons."""
    corners = ((0, 0), (1, 1), (1, 0), (0, 1))
    text = "".join(f'<Corner X="{x}" Y="{y}"/>' for x, y in corners)
    lab = lab_from_xml(f"<Lab><Wall>{text}</Wall></Lab>")
    assert (len(lab.walls), len(lab.remarks)) == (0, 1)


def test_decimal_commas_are_read() -> None:
    """The rules of 2013 print their examples with commas."""
    assert lab_from_xml('<Lab><Target X="1,5" Y="2" Radius="1"/></Lab>').targets == (
        Target(1.5, 2.0, 1.0),
    )


def test_stray_text_in_a_grid_is_passed_over() -> None:
    """Shipped grids hold a backslash, an n and a quote between their positions."""
    grid = grid_from_xml('<Grid>\\n"<Position X="1" Y="2" Dir="90"/>\\n"</Grid>')
    assert [(place.x, place.y, place.heading_deg) for place in grid] == [(1.0, 2.0, 90.0)]


def test_a_written_lab_reads_the_same() -> None:
    """Writing and reading changes nothing."""
    lab = maze("  |--/   ", 3, Height="2")
    assert lab_from_xml(lab.to_xml()).to_xml() == lab.to_xml()


@pytest.mark.parametrize(
    ("sign", "corners"),
    [
        ("/", "1.92929 4.07071, 2.07071 3.92929, 4.07071 5.92929, 3.92929 6.07071"),
        ("\\", "1.92929 5.92929, 2.07071 6.07071, 4.07071 4.07071, 3.92929 3.92929"),
    ],
)
def test_slanted_walls_lie_on_the_diagonal(sign: str, corners: str) -> None:
    """From corner to corner of the cell, 0.2 thick, in the order of the public simulator."""
    (wall,) = maze(f"   {sign}", 4).walls
    assert ", ".join(f"{x:.6g} {y:.6g}" for x, y in wall.corners) == corners


@pytest.mark.parametrize("text", ["<Lab", "", "<!DOCTYPE x [<!ENTITY a 'b'>]><Lab Name='&a;'/>"])
def test_what_is_no_xml_is_refused(text: str) -> None:
    """Broken documents, and those with entities of their own."""
    with pytest.raises(NotXml):
        lab_from_xml(text)


@pytest.mark.parametrize("text", ["<Grid/>", '<Lab Width="1e9" Height="2"/>'])
def test_what_is_no_lab_is_refused(text: str) -> None:
    """Other documents, and labs beyond every size."""
    with pytest.raises(BadInput):
        lab_from_xml(text)


def test_the_recorded_lab_comes_back_to_the_byte() -> None:
    """The official simulator's answer to LabReq, read and written."""
    lines = (
        gzip.decompress((cases_folder("ciber") / "solo.txt.gz").read_bytes()).decode().splitlines()
    )
    line = next(line for line in lines if "<Lab Name" in line)
    sent = ast.literal_eval(line[line.index("b'") :])
    assert lab_from_xml(sent.rstrip(b"\n\0")).to_xml().encode() == sent.rstrip(b"\0")
