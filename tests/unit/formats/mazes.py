"""Small mazes for the tests: the values of a good file, and ways to spoil them."""

from __future__ import annotations

import json
from typing import Any

Values = dict[str, Any]


def good(**changes: Any) -> Values:
    """Return a good maze file's values: a bare arena of half a metre, with ``changes``."""
    bare = {
        "format": "wsusim-maze",
        "version": 1,
        "name": "test",
        "arena": {"size_mm": [500, 500]},
    }
    return {**bare, **changes}


def wall(**changes: Any) -> Values:
    """Return an upright wall in the middle of the arena."""
    return {"from_mm": [250, 100], "to_mm": [250, 400], "thickness_mm": 10, **changes}


def text(**changes: Any) -> str:
    """Return the file of ``good(**changes)``."""
    return json.dumps(good(**changes))
