"""The log of a lab: who signed in, from where, wrong tokens, and what was done; with dates.

It is a text file beside the store, so that it can be read when nothing else works, and be kept by
those who look after the school's computers. It is rotated, and a full disk costs lines and nothing
else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOGGER = "wsusim.lab.acts"

MOST_BYTES, MOST_FILES = 1_000_000, 10


class _Handler(RotatingFileHandler):
    """Goes on when a line can't be written."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Leave the line out."""


class _Lines(logging.Formatter):
    """Formats each act as one line, whatever a person's name contains."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line with its control characters escaped."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        line = f"{at} {record.getMessage()}"
        return "".join(one if one.isprintable() else repr(one)[1:-1] for one in line)


@contextmanager
def kept_in(folder: Path) -> Iterator[Path]:
    """Write the log into a lab's folder until the block ends; give the file."""
    file = folder / "log" / "acts.log"
    file.parent.mkdir(exist_ok=True)
    handler = _Handler(file, maxBytes=MOST_BYTES, backupCount=MOST_FILES, encoding="utf-8")
    handler.setFormatter(_Lines())
    logger = logging.getLogger(LOGGER)
    before = logger.level, logger.propagate
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield file
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before[0])
        logger.propagate = before[1]
        handler.close()
