"""What a look at the computer has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer: ``remedy`` is empty when all is well, else exactly what to do."""

    subject: str
    """What was looked at, in one or two words."""
    found: str
    """What there is."""
    remedy: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether nothing has to be done."""
        return not self.remedy
