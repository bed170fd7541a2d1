"""What was open when the window closed, to open it again: each part says what it needs."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wsusim.errors import WsusimError
from wsusim.formats.atomic import write_whole

FILE_NAME = "session.json"

_LOG = logging.getLogger(__name__)


class Session:
    """Parts keep what JSON can hold. Failing to restore one is not an error."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE_NAME
        self._parts: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {}

    def add(self, name: str, keep: Callable[[], Any], take_up: Callable[[Any], object]) -> None:
        """Keep a part, and restore it in the order in which parts were added.

        ``take_up`` may raise ``ValueError``, ``KeyError``, ``TypeError`` or ``WsusimError``.
        """
        self._parts[name] = (keep, take_up)

    def remember(self) -> None:
        """Keep everything."""
        kept = {name: keep() for name, (keep, _take_up) in self._parts.items()}
        with contextlib.suppress(OSError, WsusimError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(kept).encode())

    def take_up(self) -> None:
        """Open again what was kept, as far as it is still there."""
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return
        for name, (_keep, take_up) in self._parts.items():
            if not isinstance(kept, dict) or name not in kept:
                continue
            try:
                take_up(kept[name])
            except (ValueError, KeyError, TypeError, AttributeError, WsusimError) as error:
                _LOG.info("The last session's %s could not be opened again: %s", name, error)
