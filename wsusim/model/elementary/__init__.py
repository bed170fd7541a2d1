"""Sine, logarithm and the like, made of + - * / and square roots: the same on every computer.

The functions of the C library differ in the last digit from one library to the next, and within
one by the processor; runs would part ways there. IEEE 754 lays down the bits of what these are made
of, and each function does it in a fixed order. Their errors stand in the modules, and
``tests/unit/model/test_elementary.py`` holds them to it. Every function takes and returns plain
numbers, gives NaN outside its domain, and raises nothing; ``kernels.elementary`` compiles the same
text.

Whole numbers, ``%``, ``math.sqrt``, ``floor``, ``frexp``, ``ldexp`` and ``copysign`` are exact
everywhere and needn't be replaced.
"""

from wsusim.model.elementary.arcs import acos, asin, atan, atan2
from wsusim.model.elementary.circular import cos, sin, sin_cos, sine_of_turns, tan
from wsusim.model.elementary.lengths import dist, hypot
from wsusim.model.elementary.logarithms import acosh, asinh, atanh, log, log1p, log2, log10
from wsusim.model.elementary.powers import cbrt, cosh, exp, exp2, expm1, pow, sinh, tanh

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "dist",
    "exp",
    "exp2",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "log2",
    "log10",
    "pow",
    "sin",
    "sin_cos",
    "sine_of_turns",
    "sinh",
    "tan",
    "tanh",
]
