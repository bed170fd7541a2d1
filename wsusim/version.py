"""The version of wsusim, in a module of its own, so that every layer can import it."""

from __future__ import annotations

__version__ = "0.1.0"
