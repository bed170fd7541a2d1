"""The map and path that an agent wrote, drawn over the lab as it is."""

from __future__ import annotations

from wsusim.ciber.catalogue import find_grid, find_lab
from wsusim.ciber.map_mark import map_mark
from wsusim.ciber.mark_picture import MISSED, PATH, RIGHT, WRONG, mark_page, mark_svg
from wsusim.ciber.true_maps import true_map

LAB, FILE = find_lab("cells")
START = find_grid(None, FILE)[0]
TRUTH = true_map(LAB, START)


def picture(rows: list[str], path: str | None = None) -> str:
    """Return the picture of a map."""
    return mark_svg(LAB, START, lines=False, drawn=map_mark("\n".join(rows), TRUTH), path=path)


def test_every_character_is_drawn_with_what_it_earned() -> None:
    """Right ones green; a wrong one red, a missing one grey, and what would be right is told."""
    count = sum(sign != " " for row in TRUTH for sign in row)
    assert picture(list(TRUTH)).count(RIGHT) == count
    place = TRUTH[13].index("I")
    wrong = [*TRUTH[:13], TRUTH[13][:place] + "?" + TRUTH[13][place + 1 :], *TRUTH[14:]]
    told = picture(wrong)
    assert (told.count(RIGHT), told.count(WRONG), told.count(MISSED)) == (count - 1, 1, 0)
    assert "-5: &#x27;?&#x27;, right is &#x27;I&#x27;" in told
    assert picture([" " * 55] * 27).count(MISSED) == count


def test_the_start_lies_in_its_cell() -> None:
    """The middle of the map is where the robot begins: (3, 7) of a lab 14 high."""
    place = TRUTH[13].index("I")
    only = [*[" " * 55] * 13, " " * place + "I" + " " * (54 - place), *[" " * 55] * 13]
    square = next(part for part in picture(only).split("<g>") if RIGHT in part)
    assert f'<text x="{3 * 24}" y="{7 * 24 + 4}"' in square


def test_the_path_is_a_line_as_far_as_it_can_be_read() -> None:
    """In robot diameters from the start."""
    told = picture(list(TRUTH), "0 0\n2 0\nx y\n4 0")
    assert f'points="72,168 120,168" fill="none" stroke="{PATH}"' in told


def test_the_page_says_what_it_is_worth_and_runs_nothing() -> None:
    """What a group wrote is text."""
    page = mark_page(
        "<b>", LAB, START, lines=False, planning=False, map_text="<script>", path_text=None
    )
    assert "should be 27 x 55" in page
    assert "<script>" not in page
    assert "<b>" not in page
