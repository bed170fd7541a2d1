"""What is changed inside numba: its rules for operators on arrays are asked about arrays only."""

from __future__ import annotations

import operator
from typing import Any, cast

import pytest
from numba import types
from numba.core.typing import npydecl

from wsusim.kernels.numba_inside import cpu_target

NUMBER, ROW = types.float64, types.Array(types.float64, 1, "C")
ROW_OR_NONE = types.Optional(ROW)


def result(*kinds: Any) -> Any:
    """Return the type of a sum, as numba finds it."""
    context = cast(Any, cpu_target).typing_context
    context.refresh()
    return context.resolve_function_type(operator.add, kinds, {}).return_type


@pytest.mark.parametrize(
    ("kinds", "sum_of_them"),
    [
        ((NUMBER, NUMBER), NUMBER),
        ((types.int64, NUMBER), NUMBER),
        ((ROW, NUMBER), ROW),
        ((NUMBER, ROW), ROW),
        ((ROW, ROW), ROW),
        ((ROW_OR_NONE, NUMBER), ROW),
    ],
)
def test_a_sum_has_its_usual_type(kinds: tuple[Any, ...], sum_of_them: Any) -> None:
    """Numbers make a number; an array, or what may be one, makes an array."""
    assert result(*kinds) == sum_of_them


def test_rules_for_arrays_leave_numbers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They don't look for numpy's loop, which takes a twenty-fifth of compiling the kernels."""

    def look(*_: object) -> None:
        raise AssertionError("a loop is looked for")

    monkeypatch.setattr(npydecl, "ufunc_find_matching_loop", look)
    rule = npydecl.NumpyRulesArrayOperator.__subclasses__()[0](cast(Any, cpu_target).typing_context)

    assert rule.generic((NUMBER, NUMBER), {}) is None
