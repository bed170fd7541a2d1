"""The result of a check of the computer."""

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
        """Whether all is well."""
        return not self.remedy
