"""Files of old versions come to the current one step by step."""

from __future__ import annotations

from typing import Any

import pytest

from wsusim.errors import MazeError
from wsusim.formats.migrations import CURRENT_VERSION, MIGRATIONS, migrate


def rename_title(values: dict[str, Any]) -> dict[str, Any]:
    """Step from an imagined version 1 to 2: ``title`` becomes ``name``."""
    return {"name" if key == "title" else key: value for key, value in values.items()}


def add_arena(values: dict[str, Any]) -> dict[str, Any]:
    """Step from an imagined version 2 to 3: an arena is added, named after the maze."""
    return {**values, "arena": values["name"]}


STEPS = {1: rename_title, 2: add_arena}


def test_each_step_builds_on_the_one_before() -> None:
    """A file two versions old goes through both steps in order."""
    old = {"format": "wsusim-maze", "version": 1, "title": "x"}
    new = migrate(old, migrations=STEPS, current_version=3)
    assert new == {"format": "wsusim-maze", "version": 3, "name": "x", "arena": "x"}


def test_a_file_of_the_middle_starts_at_its_own_step() -> None:
    """Steps before a file's version are not taken."""
    old = {"format": "wsusim-maze", "version": 2, "name": "x", "title": "kept"}
    assert migrate(old, migrations=STEPS, current_version=3)["title"] == "kept"


def test_the_old_values_are_not_changed() -> None:
    """Migration returns new values."""
    old = {"format": "wsusim-maze", "version": 1, "title": "x"}
    migrate(old, migrations=STEPS, current_version=3)
    assert old == {"format": "wsusim-maze", "version": 1, "title": "x"}


def test_there_is_a_step_from_every_old_version() -> None:
    """No version is ever left behind."""
    assert set(MIGRATIONS) == set(range(1, CURRENT_VERSION))


@pytest.mark.parametrize("version", [0, -1, None, "1", 1.0, True])
def test_a_version_is_a_whole_number_from_1(version: object) -> None:
    """Anything else is refused before a step is looked for."""
    with pytest.raises(MazeError, match=r"version is .*, but it must be .* from 1 to 2"):
        migrate({"format": "wsusim-maze", "version": version})


def test_balls_of_version_1_stay_where_they_are_pushed() -> None:
    """They did not roll then; a ball of version 2 rolls unless it is told not to."""
    old = {"format": "wsusim-maze", "version": 1, "balls": [{"x_mm": 1.0, "y_mm": 2.0}]}

    assert migrate(old)["balls"] == [{"rolls": False, "x_mm": 1.0, "y_mm": 2.0}]
