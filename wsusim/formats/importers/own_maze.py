"""wsusim's own maze files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wsusim.formats.importers.importer import Importer, Sure, text_of
from wsusim.formats.maze_file import world_from_text
from wsusim.model.world import World


def _takes(content: bytes) -> bool:
    return text_of(content).lstrip().startswith(("{", "["))


def _read(content: bytes, file_name: str, _given: Mapping[str, Any]) -> World:
    return world_from_text(text_of(content), source=file_name)


ROWS = (
    Importer(
        title="wsusim mazes",
        words="a wsusim maze file (JSON)",
        takes=_takes,
        read=_read,
        sure=Sure.BY_LOOKS,
        suffixes=(".json",),
        is_own=True,
    ),
)
