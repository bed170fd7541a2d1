"""The installed PySide6 keeps its references to None (6.12.0 under Python 3.11 does not)."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QGraphicsScene


def test_void_qt_calls_do_not_lose_references_to_none(qapp: object) -> None:
    """200 void calls leave the reference count of None where it was (give or take 20)."""
    scene = QGraphicsScene()
    item = scene.addRect(0, 0, 1, 1)
    before = sys.getrefcount(None)

    for _ in range(200):
        item.setPos(1.0, 2.0)

    assert abs(sys.getrefcount(None) - before) < 20
