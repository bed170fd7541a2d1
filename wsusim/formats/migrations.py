"""Old maze files become new ones, one version at a time, before anything else looks at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wsusim.formats.entry_file import check_head

FORMAT = "wsusim-maze"
CURRENT_VERSION = 2

Migration = Callable[[dict[str, Any]], dict[str, Any]]


def balls_stay(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 to 2: balls roll unless the file says otherwise; before, none did."""
    balls = data.get("balls")
    if not isinstance(balls, list):
        return data
    return {
        **data,
        "balls": [{"rolls": False, **ball} if isinstance(ball, dict) else ball for ball in balls],
    }


MIGRATIONS: Mapping[int, Migration] = {1: balls_stay}
"""For each old version the step to the next one. A step gets and returns the whole file's values,
never changes what it was given, and stays here for ever, together with a file of its version in
``tests/golden``."""


def migrate(
    data: object,
    *,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    current_version: int = CURRENT_VERSION,
) -> dict[str, Any]:
    """Return the values of a maze file as the current version writes them.

    Raises:
        MazeError: This is no maze file, or a newer program wrote it.
    """
    example = f'One begins with {{"format": "{FORMAT}", "version": {current_version}, ...'
    values = check_head(data, "a maze file", FORMAT, current_version, example)
    for step in range(values["version"], current_version):
        values = {**migrations[step](values), "version": step + 1}
    return values
