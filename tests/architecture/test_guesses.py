"""Which physical figures are guesses: the list that someone with a real robot should go through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TABLES = Path(__file__).parents[2] / "wsusim" / "robots"

FIGURE = re.compile(r"\s*([a-z_]+) = [-+\[{(]*\s*[-+]?[\d.]")
"""A key with a number, or with a list or table that begins with one."""
NOT_PHYSICAL = {"version"}


def bare_figures(text: str) -> Iterator[str]:
    """Yield the figures without a comment beside them, above their lines, or above their tables.

    A comment above figures, or one that speaks of "what follows", goes on to the next empty line;
    one before the first of several tables, as of the sensors, is about all of them.
    """
    explained_tables: set[str] = set()
    table = ""
    is_explained = was_explained = is_within_list = False
    for number, line in enumerate(text.splitlines(), 1):
        words, _, comment = line.partition("#")
        words = words.strip()
        figure = FIGURE.match(words)
        if is_within_list:
            is_within_list = "]" not in words
            continue
        if not words:
            was_explained = is_explained and not comment
            is_explained = bool(comment)
        elif words.startswith("["):
            table = words
            if words.startswith("[[") and (is_explained or was_explained):
                explained_tables.add(table)
        elif figure and figure[1] not in NOT_PHYSICAL:
            if not (comment or is_explained or table in explained_tables):
                yield f"{number}: {line.strip()}"
            is_explained = is_explained or "what follows" in comment
        is_within_list = words.count("[") > words.count("]")


def test_every_figure_of_the_robot_tables_has_a_source_or_says_guess() -> None:
    """Each number of a kind of robot has a comment: a source, or the word guess."""
    tables = sorted(TABLES.glob("*.toml"))
    bare = {file.name: list(bare_figures(file.read_text(encoding="utf-8"))) for file in tables}

    assert len(bare) >= 4
    assert {name: figures for name, figures in bare.items() if figures} == {}


def test_a_figure_without_a_source_is_found() -> None:
    """Beside figures that have one, and in tables of a kind that is explained once."""
    text = """
[body]
radius_mm = 27.5  # manual
mass_g = 70

# Figure 8 of the manual.
[[sensors]]
x_mm = 9.8

[[sensors]]
x_mm = 18.4

[[eyes]]
x_mm = 20.0
"""

    assert list(bare_figures(text)) == ["4: mass_g = 70", "14: x_mm = 20.0"]
