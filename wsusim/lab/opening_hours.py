"""When a lab's robots may drive: ``mon-fri 8:00-18:00, sat 9:00-12:00``, by the server's clock."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from wsusim.errors import BadInput

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_PART = re.compile(
    r"(?P<first>[a-z]{3})(?:-(?P<last>[a-z]{3}))?\s+"
    r"(?P<from_h>\d{1,2})(?::(?P<from_m>\d{2}))?-(?P<to_h>\d{1,2})(?::(?P<to_m>\d{2}))?"
)


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """Spans of minutes on days of the week (0 is Monday); none: always open."""

    spans: tuple[tuple[int, int, int], ...] = ()
    text: str = ""

    def is_open(self, at: datetime) -> bool:
        """Return whether robots may drive at a time."""
        minute = at.hour * 60 + at.minute
        return not self.spans or any(
            day == at.weekday() and first <= minute < last for day, first, last in self.spans
        )


ALWAYS_OPEN = OpeningHours()


def parse_hours(text: str) -> OpeningHours:
    """Return the hours that a text names.

    Raises:
        BadInput: It names no hours; the message shows the form.
    """
    spans = []
    for part in text.lower().split(","):
        match = _PART.fullmatch(part.strip())
        days = _days(match) if match else []
        first, last = _minutes(match) if match else (0, 0)
        if not days or not 0 <= first < last <= 24 * 60:
            raise BadInput(
                f"{part.strip()!r} can't be read as opening hours. Write days and times like "
                "'mon-fri 8:00-18:00, sat 9:00-12:00'; a span must end on the day it begins."
            )
        spans += [(day, first, last) for day in days]
    return OpeningHours(tuple(spans), text)


def _days(match: re.Match[str]) -> list[int]:
    names = [match["first"], match["last"] or match["first"]]
    if not all(name in DAYS for name in names):
        return []
    first, last = (DAYS.index(name) for name in names)
    return list(range(first, last + 1)) if first <= last else []


def _minutes(match: re.Match[str]) -> tuple[int, int]:
    first, last = (
        int(match[f"{end}_h"]) * 60 + int(match[f"{end}_m"] or 0) for end in ("from", "to")
    )
    return first, last
