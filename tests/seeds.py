"""How many examples a rule is tried with: a few in the fast suite, many in the slow one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def few(examples: Iterable[Any], count: int = 3) -> list[Any]:
    """Return parameters of which only the first ``count`` belong to the fast suite."""
    rest = iter(examples)
    first = list(islice(rest, count))
    return [*first, *(pytest.param(example, marks=pytest.mark.slow) for example in rest)]
