"""The parts of wsusim that can be left out: whole packages that nothing else depends on."""

from __future__ import annotations

PARTS = ("batch", "ciber", "lab", "learning", "live")
"""``wsusim.batch`` is needed by ``wsusim.learning``."""


def missing_part(error: ImportError) -> str:
    """Return the part whose absence is why something couldn't be imported; nothing if none is."""
    package, _, rest = (error.name or "").partition(".")
    part = rest.partition(".")[0]
    is_whole = rest == part  # a module that is missing within a part is a fault
    return part if package == "wsusim" and is_whole and part in PARTS else ""
