"""Rows that other installed packages add to wsusim's tables, by Python's entry points.

A package says so in its own ``pyproject.toml``::

    [project.entry-points."wsusim.importers"]
    karel = "wsusim_karel.mazes:ROW"

It can be missing or broken without harm to anything else.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from wsusim.errors import BadInput, WsusimError

LOG = logging.getLogger(__name__)

GROUPS = (
    "wsusim.commands",
    "wsusim.criteria",
    "wsusim.exporters",
    "wsusim.importers",
    "wsusim.sources",
)
"""What can be added."""

_OURS = re.compile(rb"^\[\s*wsusim\.", re.MULTILINE)

Row = TypeVar("Row")


def added_rows(group: str, kind: type[Row]) -> list[Row]:
    """Return what other packages add to a table, in the order of their names.

    What can't be loaded, or is something else, is left out; a warning names the package.

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


@contextmanager
def blamed(group: str, row: object) -> Iterator[None]:
    """Turn any exception of another package's row into one sentence that names the package.

    Raises:
        BadInput: The other package failed; or any exception of wsusim's own row.
    """
    try:
        yield
    except (WsusimError, OSError):
        raise
    except Exception as error:
        if failure := failure_of(group, row, error):
            raise failure from error
        raise


def failure_of(group: str, row: object, error: Exception) -> BadInput | None:
    """Return what another package's row has raised as one sentence; ``None``: the row is ours."""
    for name, owner, loaded in _loaded(group):
        if loaded is row:
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:200].rstrip(": ")
            return BadInput(
                f"{name} of the package {owner} failed ({reason}). Ask its author, or update it."
            )
    return None


@lru_cache
def _loaded(group: str) -> tuple[tuple[str, str, Any], ...]:
    assert group in GROUPS
    if not _is_any_added():
        return ()
    import importlib.metadata

    found = []
    for point in sorted(importlib.metadata.entry_points(group=group), key=lambda one: one.name):
        owner = point.dist.name if point.dist is not None else "?"
        try:
            found.append((point.name, owner, point.load()))
        except Exception as error:  # noqa: BLE001 - another package may do anything
            _warn(group, point.name, owner, f"{type(error).__name__}: {error}")
    return tuple(found)


@lru_cache
def _is_any_added() -> bool:
    """Return whether an installed package may add something.

    Most computers have none. Looking at the files takes 2 ms with a hundred packages;
    ``importlib.metadata`` takes 50 to load and 11 for each group.
    """
    for folder in map(Path, sys.path):
        if folder.is_file():  # a ZIP, which only ``importlib.metadata`` looks into
            return True
        for kind in ("*.dist-info", "*.egg-info"):
            for file in folder.glob(f"{kind}/entry_points.txt"):
                try:
                    if _OURS.search(file.read_bytes()):
                        return True
                except OSError:
                    continue
    return False


def _warn(group: str, name: str, owner: str, why: str) -> None:
    LOG.warning(
        "%s of the package %s (%s) is left out: %s. Ask its author, or uninstall it.",
        name, owner, group, why,
    )  # fmt: skip
