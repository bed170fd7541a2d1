"""The labs that come with wsusim can be played."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from wsusim.ciber.catalogue import find_grid, find_lab, ready_labs
from wsusim.ciber.paths import ways_to
from wsusim.errors import BadInput


@pytest.mark.parametrize("name", ready_labs())
def test_every_target_can_be_reached_from_every_start(name: str) -> None:
    """There is a way for a robot's body, and no robot starts in a wall."""
    lab, path = find_lab(name)
    ways = [
        ways_to(lab, place.x, place.y).length(target.x, target.y)
        for place in find_grid(None, path)
        for target in lab.targets
    ]
    assert all(math.isfinite(way) for way in ways)
    assert lab.remarks == ()


def test_the_way_ahead_is_open_where_maps_are_drawn() -> None:
    """As in the contest's own labs of challenges 2 to 4: agents take it for granted."""
    lab, path = find_lab("cells")
    (place,) = find_grid(None, path)
    assert ways_to(lab, place.x, place.y).length(place.x + 2.0, place.y) < 2.5


def test_an_unknown_lab_is_told_with_those_that_there_are() -> None:
    """One sentence with the names."""
    with pytest.raises(BadInput, match="meadow"):
        find_lab("nowhere")


@pytest.mark.parametrize(
    ("lab", "grid"),
    [
        ("mine.lab.xml", "mine.grid.xml"),
        ("C2-lab.xml", "C2-grid.xml"),
        ("C2-lab-min.xml", "C2-grid-min.xml"),
        ("scn-1-lab.xml", "scn-1-grd.xml"),
        ("Ciber2003_FinalLab.xml", "Ciber2003_FinalGrid.xml"),
        ("Ciber2004_Manga1Lab.xml", "Ciber2004_manga1Grid.xml"),
        ("labs-2003-Lab.xml", "labs-2003-Grid.xml"),
    ],
)
def test_a_grid_beside_its_lab_is_found_as_the_contest_calls_it(
    tmp_path: Path, lab: str, grid: str
) -> None:
    """In a quarter of a century its files have had these names."""
    (tmp_path / grid).write_text('<Grid><Position X="3" Y="4" Dir="90"/></Grid>')
    (tmp_path / "other-grid.xml").write_text("<Grid/>")

    (place,) = find_grid(None, tmp_path / lab)

    assert (place.x, place.y, place.heading_deg) == (3, 4, 90)


@pytest.mark.parametrize("lab", ["C1-lab.xml", "arena.xml"])
def test_without_a_grid_beside_it_is_asked_for(tmp_path: Path, lab: str) -> None:
    """A grid of another lab is none."""
    (tmp_path / "C2-grid.xml").write_text("<Grid/>")

    with pytest.raises(BadInput, match="--grid FILE"):
        find_grid(None, tmp_path / lab)
