"""What a script reads when a run is refused: the same JSON object, on standard output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from wsusim.cli.output import show
from wsusim.errors import BadInput, ControllerLoadError


@contextmanager
def refusal_as_json(wanted: bool) -> Iterator[None]:
    """Print a refusal as JSON where that is ``wanted``; it still goes on to the person."""
    try:
        yield
    except BadInput as refusal:
        if wanted:
            where = refusal if isinstance(refusal, ControllerLoadError) else None
            error = {
                "file": where.file if where else None,
                "line": where.line if where else None,
                "message": str(refusal),
            }
            show(json.dumps({"outcome": "error", "error": error}))
        raise
