"""Rows that other installed packages add to wsusim's tables, by Python's entry points.

A package says so in its own ``pyproject.toml``::

    [project.entry-points."wsusim.importers"]
    karel = "wsusim_karel.mazes:ROW"

It can be left out, or be broken, without harm to anything else.
"""

from __future__ import annotations

import importlib.metadata
import logging
from functools import lru_cache
from typing import Any, TypeVar

LOG = logging.getLogger(__name__)

GROUPS = ("wsusim.commands", "wsusim.criteria", "wsusim.importers")
"""What can be added."""

Row = TypeVar("Row")


def added_rows(group: str, kind: type[Row]) -> list[Row]:
    """Return what other packages add to a table, in the order of their names.

    What can't be loaded, or is something else, is left out; a warning tells whose fault it is.

    Args:
        group: One of ``GROUPS``.
        kind: What each row must be.
    """
    rows = []
    for name, owner, loaded in _loaded(group):
        if isinstance(loaded, kind):
            rows.append(loaded)
        else:
            told = f"it is a {type(loaded).__name__}, but it must be a {kind.__name__}"
            _warn(group, name, owner, told)
    return rows


@lru_cache
def _loaded(group: str) -> tuple[tuple[str, str, Any], ...]:
    assert group in GROUPS
    found = []
    for point in sorted(importlib.metadata.entry_points(group=group), key=lambda one: one.name):
        owner = point.dist.name if point.dist is not None else "?"
        try:
            found.append((point.name, owner, point.load()))
        except Exception as error:  # noqa: BLE001 - somebody else's package may do anything
            _warn(group, point.name, owner, f"{type(error).__name__}: {error}")
    return tuple(found)


def _warn(group: str, name: str, owner: str, why: str) -> None:
    LOG.warning(
        "%s of the package %s (%s) is left out: %s. Ask its author, or uninstall it.",
        name, owner, group, why,
    )  # fmt: skip
