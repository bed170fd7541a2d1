"""The variables of a program that stands, row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

from wsusim.gui.features.debugging.variables_tree import NAME, VALUE, VariablesTree

COUNT, AT_ONCE = 450, 200


def fact(name: str, **more: Any) -> dict[str, Any]:
    """Return what a program tells of a value."""
    return {"name": name, "value": "1", "type": "int", "path": name, "count": 0, **more}


def test_what_is_left_of_a_long_value_comes_at_a_double_click(qtbot: QtBot) -> None:
    """As many again, until there are no more."""

    def get(_of: int, start: int, show: Callable[[dict[str, Any]], object]) -> None:
        rows = [fact(f"x{number}") for number in range(start, min(start + AT_ONCE, COUNT))]
        show({"variables": rows})

    tree = VariablesTree(get)
    qtbot.addWidget(tree)
    tree.show_variables([fact("many", count=COUNT, of=0)])
    many = tree.topLevelItem(0)
    assert many is not None
    many.setExpanded(True)
    rest = many.child(AT_ONCE)
    assert (many.childCount(), rest.text(VALUE)) == (201, "250 more: double-click")
    tree.itemActivated.emit(rest, VALUE)
    tree.itemActivated.emit(many.child(2 * AT_ONCE), VALUE)
    assert (many.childCount(), many.child(COUNT - 1).text(NAME)) == (COUNT, "x449")
