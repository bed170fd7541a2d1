"""Rows of tables that another package seems to have added; see ``wsusim.entry_points``."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from wsusim import entry_points


class _Owner:
    name = "karel-robots"


class _Point:
    """An entry point of an installed package; a row that is an exception can't be loaded."""

    def __init__(self, name: str, row: object) -> None:
        self.name, self._row = name, row
        self.dist = _Owner()

    def load(self) -> object:
        if isinstance(self._row, Exception):
            raise self._row
        return self._row


@contextmanager
def added_to(group: str, *forget: Callable[[], None]) -> Iterator[list[object]]:
    """Give a list whose objects the package ``karel-robots`` adds to a table, as ``row 0`` ...

    Args:
        group: Of the table.
        forget: Make the table be put together again, as ``table.importers.cache_clear`` does.
    """
    rows: list[object] = []

    def points(**asked: str) -> list[_Point]:
        given = rows if asked["group"] == group else []
        return [_Point(f"row {number}", row) for number, row in enumerate(given)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importlib.metadata, "entry_points", points)
        patch.setattr(entry_points, "_is_any_added", lambda: True)
        for clear in (entry_points._loaded.cache_clear, *forget):
            clear()
        yield rows
    for clear in (entry_points._loaded.cache_clear, *forget):
        clear()
