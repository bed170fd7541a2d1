"""The form of a lesson: what it shows of ``lesson.toml``, and what it writes into it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.lessons import TOML
from wsusim.errors import BadInput
from wsusim.formats.entry_file import parse_toml
from wsusim.lessons.lesson_fields import NEW_ROW, CountFields, read_fields, with_fields

SHIPPED = sorted((Path(__file__).parents[3] / "templates" / "lessons").glob("*/lesson.toml"))
NOTED = f"# For Tuesday.\n{TOML}# Not less than that.\n"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.parent.name)
def test_an_unchanged_form_writes_the_same_text(file: Path) -> None:
    """To the byte, comments and all."""
    text = file.read_text("utf-8")

    assert with_fields(text, read_fields(text)) == text


def test_a_form_shows_what_the_file_says() -> None:
    """Seeds as text, criteria with their bounds."""
    form = read_fields(NOTED)

    assert (form.title, form.level, form.minutes) == ("To the wall", 1, 10)
    assert (form.mazes, form.seeds, form.time_limit_s) == (("rooms",), "1, 2", 2.0)
    assert form.counts == (CountFields(0, "distance", "It drives", 2.0, 0.05),)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"title": "Über den Zaun"}, 'title = "Über den Zaun"'),
        ({"minutes": 45}, "minutes = 45"),
        ({"seeds": "1-10"}, 'seeds = "1-10"'),
        ({"seeds": "1-3, 9"}, 'seeds = ["1-3", 9]'),
        ({"seeds": "7"}, "seeds = 7"),
        ({"mazes": ("rooms", "narrow")}, 'mazes = ["rooms", "narrow"]'),
        ({"locked": ("maze",)}, 'locked = ["maze"]'),
        ({"allow": ("goal", "pose")}, 'allow = ["goal", "pose"]'),
        ({"next": "two"}, 'next = "two"'),
        ({"hints": ("Why?",)}, 'hints = ["Why?"]'),
        ({"description": "Drive."}, 'description = "Drive."'),
    ],
)
def test_a_changed_field_changes_its_line(change: dict[str, object], line: str) -> None:
    """The comments stay, and the file says it outside of its tables."""
    text = with_fields(NOTED, replace(read_fields(NOTED), **change))  # type: ignore[arg-type]

    assert line in text.splitlines()
    assert text.startswith("# For Tuesday.\n")
    assert "# Not less than that." in text
    assert read_fields(text) == replace(read_fields(NOTED), **change)  # type: ignore[arg-type]


def test_an_emptied_field_takes_its_line_away() -> None:
    """What is not said has its usual value."""
    said = with_fields(NOTED, replace(read_fields(NOTED), hints=("A" * 50, "B"), next="two"))

    gone = with_fields(said, replace(read_fields(said), hints=(), next="", time_limit_s=0.0))

    assert {"hints", "next", "time_limit_s"} & set(parse_toml(gone)) == set()


def test_criteria_are_changed_added_moved_and_taken_away() -> None:
    """In the form's order; settings that the form doesn't show stay with theirs."""
    text = (
        TOML
        + '\n[[counts]]\nwhat = "staying"\npoints = 1\nfull_percent = 50\n'
        + ("region = {x_mm = 500, y_mm = 500, width_mm = 100, height_mm = 100}\n")
    )
    form = read_fields(text)
    first, second = form.counts
    new = CountFields(NEW_ROW, "contacts", "It touches nothing", 3.0, 0.0, 5.0)

    made = with_fields(text, replace(form, counts=(replace(second, points=2.5), new)))

    assert parse_toml(made)["counts"] == [
        {
            "what": "staying",
            "points": 2.5,
            "full_percent": 50,
            "region": {"x_mm": 500, "y_mm": 500, "width_mm": 100, "height_mm": 100},
        },
        {
            "what": "contacts",
            "name": "It touches nothing",
            "points": 3,
            "full_count": 0,
            "none_count": 5,
        },
    ]
    assert first.what == "distance"


def test_another_criterion_drops_the_settings_of_the_old_one() -> None:
    """And gets the bound that it must have."""
    form = read_fields(TOML)
    other = replace(form.counts[0], what="coverage", full=25.0)

    made = with_fields(TOML, replace(form, counts=(other,)))

    assert parse_toml(made)["counts"] == [
        {"what": "coverage", "name": "It drives", "points": 2, "full_percent": 25}
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"title": ""}, "title"),
        ({"seeds": "soon"}, "seeds"),
        ({"minutes": 1}, "minutes"),
        ({"mazes": ()}, "mazes"),
        ({"counts": ()}, "counts"),
        ({"counts": (CountFields(NEW_ROW, "in_region", "", 1.0),)}, "region"),
    ],
)
def test_what_cannot_be_is_refused_in_words(change: dict[str, object], told: str) -> None:
    """The message names the field; nothing is written."""
    with pytest.raises(BadInput, match=told):
        with_fields(TOML, replace(read_fields(TOML), **change))  # type: ignore[arg-type]
