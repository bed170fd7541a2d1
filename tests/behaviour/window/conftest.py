"""The window with what runs in it, as a student uses it."""

from __future__ import annotations

from tests.unit.gui.conftest import _engine, _no_window_is_left_behind
from tests.unit.gui.features.run.conftest import desk, hall, lone_desk

__all__ = ["_engine", "_no_window_is_left_behind", "desk", "hall", "lone_desk"]
