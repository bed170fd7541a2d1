"""The CiberMouse contest: an arena that its agents know, with its own physics, wire and scoring.

Students import ``CiberController`` from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsusim.ciber.ciber_controller import CiberController

__all__ = ["CiberController"]


def __getattr__(name: str) -> object:
    """Import lazily: the arena's own modules do not need the agents' side."""
    if name == "CiberController":
        from wsusim.ciber.ciber_controller import CiberController

        return CiberController
    raise AttributeError(f"wsusim.ciber has no {name!r}; it offers CiberController.")
