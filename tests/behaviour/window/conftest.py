"""The window with what runs in it, as a student uses it."""

from __future__ import annotations

from tests.unit.gui.conftest import _windows_are_gone_after_their_test
from tests.unit.gui.features.run.conftest import _engine, desk

__all__ = ["_engine", "_windows_are_gone_after_their_test", "desk"]
