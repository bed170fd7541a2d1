"""The elementary functions of ``model.elementary`` for kernels: the same text, compiled.

A kernel that calls one gets it compiled like an inner kernel. LLVM may not join a product and a sum
into one operation with one rounding, nor change the order of either, as no kernel allows it that
(numba's ``fastmath``), so a kernel's result is Python's to the last bit, on every processor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba.extending import overload

from wsusim.kernels.jit import APART, INNER
from wsusim.model.elementary import (
    arcs,
    circular,
    exact,
    lengths,
    logarithms,
    powers,
    quarter_turns,
)
from wsusim.model.elementary.arcs import acos, asin, atan, atan2
from wsusim.model.elementary.circular import cos, sin, sin_cos, sine_of_turns, tan
from wsusim.model.elementary.lengths import hypot
from wsusim.model.elementary.logarithms import log, log1p
from wsusim.model.elementary.powers import exp, expm1, pow, tanh

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "exp",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "pow",
    "sin",
    "sin_cos",
    "sine_of_turns",
    "tan",
    "tanh",
]

_PART = {**INNER, "forceinline": False}
_APART = {*__all__, "quarter_turns", "_of_many_turns"} - {"sine_of_turns"}


def _let_kernels_call(function: Callable[..., Any], options: dict[str, Any]) -> None:
    def text_of(*_arguments: Any) -> Callable[..., Any]:
        return function

    cast(Any, overload)(function, jit_options=options, strict=False)(text_of)


for _module in (exact, quarter_turns, circular, arcs, logarithms, powers, lengths):
    for _name, _function in list(vars(_module).items()):
        if getattr(_function, "__module__", "") == _module.__name__ and callable(_function):
            _let_kernels_call(_function, APART if _name in _APART else _PART)
