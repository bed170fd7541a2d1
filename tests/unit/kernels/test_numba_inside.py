"""What numba is spared while it compiles, and that it finds the same all the same."""

from __future__ import annotations

import operator
from typing import Any, cast

import pytest
from llvmlite.binding import parse_assembly
from numba import types
from numba.core import event
from numba.core.compiler import Flags
from numba.core.typing.templates import AbstractTemplate, signature

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
        ((types.boolean, types.boolean), types.int64),
        ((ROW, NUMBER), ROW),
        ((NUMBER, ROW), ROW),
        ((ROW, ROW), ROW),
        ((ROW_OR_NONE, NUMBER), ROW),
    ],
)
def test_a_sum_has_its_usual_type(kinds: tuple[Any, ...], sum_of_them: Any) -> None:
    """Numbers make a number; an array, or what may be one, makes an array; each time."""
    assert [result(*kinds), result(*kinds)] == [sum_of_them] * 2


def asked_twice(key: object, *kinds: Any) -> int:
    """Return how often the rule of a function is asked when it is resolved twice."""
    asked = []

    class Rule(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            asked.append(args)
            return cast(Any, signature)(types.float64, *args)

    Rule.key = key
    function = cast(Any, types.Function)(Rule)
    context = cast(Any, cpu_target).typing_context
    first, second = (function.get_call_type(context, kinds, {}) for _ in range(2))
    assert first == second
    return len(asked)


def test_an_operator_is_resolved_once_for_numbers() -> None:
    """Numba asks all of its rules each time, which takes a fifteenth of compiling the kernels."""
    assert asked_twice(operator.sub, NUMBER, types.int64) == 1


@pytest.mark.parametrize(("key", "kind"), [(operator.sub, ROW), (max, NUMBER)])
def test_all_else_is_resolved_each_time(key: object, kind: Any) -> None:
    """Operators on arrays, and functions, may be compiled differently for each caller."""
    assert asked_twice(key, kind, kind) == 2


def test_all_flags_are_those_that_numba_reads_one_by_one() -> None:
    """Those that were set, and the defaults of the others."""
    flags: Any = cast(Any, Flags)()
    flags.nrt, flags.error_model = True, "numpy"
    assert list(flags.values().items()) == [(name, getattr(flags, name)) for name in flags.options]


def test_calls_of_llvm_are_not_timed() -> None:
    """Each of 70,000 would tell a timer for every function that is being compiled."""
    with cast(Any, event).install_recorder("numba:llvm_lock") as heard:
        parse_assembly("")
    assert heard.buffer == []
