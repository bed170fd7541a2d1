"""What a recording says of a computer, and what a program takes from it."""

from __future__ import annotations

import platform

import pytest

from wsusim.recording.computer import of_the_computer, this_computer


def test_the_computer_is_named_by_processor_and_system():
    """As people read it."""
    assert this_computer().startswith(platform.machine())
    assert platform.system() in this_computer()


@pytest.mark.parametrize(
    ("program", "used"),
    [
        (b"import math\nmath.sin(1)\nx = 2.0 ** 0.5", []),
        (b"import numpy as np, random", ["numpy"]),
        (b"from numpy.linalg import inv\nimport cmath", ["cmath", "numpy"]),
        (b"import math\nmath.gamma(2)\nfrom math import erf", ["math.erf", "math.gamma"]),
        (b"from . import helper", []),
        (b"this is no Python", []),
    ],
)
def test_what_is_not_the_same_everywhere_is_found(program, used):
    """Numpy and a few functions that wsusim has not; sines and powers are its own."""
    assert of_the_computer(program) == used
