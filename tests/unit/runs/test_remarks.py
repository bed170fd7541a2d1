"""What controllers say and draw, as much of it as is shown."""

from __future__ import annotations

from wsusim.model.commands import Draw
from wsusim.runs.remarks import POINTS_KEPT, Remarks


def dots(*points_mm: tuple[float, float]) -> Draw:
    """Return dots in black."""
    return Draw("dots", points_mm, "black")


def test_drawings_are_limited_by_their_points() -> None:
    """The newest figures stay."""
    remarks = Remarks(1)
    for number in range(POINTS_KEPT + 1):
        remarks.hear(0, dots((float(number), 1.0)))
    assert len(remarks.drawings[0]) == POINTS_KEPT
    assert remarks.drawings[0][-1].points_mm == ((float(POINTS_KEPT), 1.0),)


def test_a_figure_that_is_too_large_keeps_its_end() -> None:
    """And nothing else stays."""
    remarks = Remarks(1)
    remarks.hear(0, dots((1.0, 1.0)))
    remarks.hear(0, dots(*((float(number), 2.0) for number in range(2 * POINTS_KEPT))))
    (figure,) = remarks.drawings[0]
    assert len(figure.points_mm) == POINTS_KEPT
    assert figure.points_mm[-1] == (2.0 * POINTS_KEPT - 1.0, 2.0)


def test_a_new_grid_takes_the_place_of_the_old_one() -> None:
    """A program draws its map again and again; one at another place stays."""
    remarks = Remarks(1)
    here, there = ((0.0, 0.0), (10.0, 10.0)), ((20.0, 0.0), (30.0, 10.0))
    for place, shades in ((here, "1"), (there, "2"), (here, "3")):
        remarks.hear(0, Draw("grid", place, "blue", shades))

    assert [figure.text for figure in remarks.drawings[0]] == ["2", "3"]


def test_figures_without_points_are_limited_too() -> None:
    """They can't be seen, and yet they would fill the memory."""
    remarks = Remarks(1)
    for _ in range(POINTS_KEPT + 10):
        remarks.hear(0, dots())

    assert len(remarks.drawings[0]) == POINTS_KEPT
