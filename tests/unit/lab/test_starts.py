"""Everything that a student may begin with is a program of its own."""

from __future__ import annotations

import ast

import pytest

from wsusim.lab.program import Program
from wsusim.lab.starts import Start, starts


@pytest.mark.parametrize("start", starts(), ids=lambda start: start.name)
def test_each_can_be_uploaded_as_it_is(start: Start) -> None:
    """It has a description, and needs no file beside it."""
    program = Program(start.name, start.source)
    imported = {
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(ast.parse(start.source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }

    assert program.checked() == program
    assert start.about
    assert imported <= {"wsusim", "math", "numpy", "enum", "statistics", "collections", "typing"}


def test_the_templates_come_first() -> None:
    """They are what most want."""
    assert [start.name for start in starts()][:3] == [
        "run_style.py",
        "state_machine.py",
        "step_style.py",
    ]
