"""The window with its running side, as the tests of running have it."""

from tests.unit.gui.features.run.conftest import desk, hall, lone_desk

__all__ = ["desk", "hall", "lone_desk"]
