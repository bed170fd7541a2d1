"""A kernel is compiled once for arguments of the same types; numba is asked no second time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from wsusim.engine import known_kernels
from wsusim.engine.known_kernels import KnownKernel, shape_of
from wsusim.kernels.argument_words import placed


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Return the arguments for which a kernel was compiled, in the place of numba."""
    asked: list[tuple[object, ...]] = []

    def compiled(kernel: Any, *arguments: object) -> Any:
        asked.append(arguments)
        return lambda *_: len(asked)

    monkeypatch.setattr(known_kernels, "compiled", compiled)
    return asked


def test_numba_is_asked_once_for_each_shape(asked: list[tuple[object, ...]]) -> None:
    """Whatever the values, and however long the arrays."""
    kernel = KnownKernel(sum)

    first = kernel.for_arguments((np.zeros(3), 1))
    second = kernel.for_arguments((np.ones(50), 2))

    assert second is first
    assert len(asked) == 1


def test_it_is_called_as_compiled_for_its_arguments(asked: list[tuple[object, ...]]) -> None:
    """Once compiled, with no further question."""
    kernel = KnownKernel(sum)

    results = [kernel.call(np.zeros(count)) for count in (3, 50)]

    assert results == [1, 1]
    assert len(asked) == 1


SHAPE = (np.zeros(3), 1)


@pytest.mark.parametrize(
    "other",
    [
        (np.zeros(3, np.float32), 1),
        (np.zeros((3, 2))[:, 0], 1),
        (np.zeros((3, 1)), 1),
        (np.frombuffer(bytes(24)), 1),
        (np.zeros(3), 1.0),
        (np.zeros(3), True),
        (np.zeros(3), np.int32(1)),
        (np.zeros(3), 2**63),
        (np.zeros(3), (1,)),
        [np.zeros(3), 1],
        (np.zeros(3, [("x", float)]), 1),
    ],
    ids=repr,
)
def test_what_numba_tells_apart_is_told_apart(other: object) -> None:
    """Sizes of numbers, gaps, dimensions, what can't be written, kinds of numbers, structures."""
    assert shape_of(other) != shape_of(SHAPE)


def test_fields_of_structures_count() -> None:
    """Their names, types and places."""
    one = np.zeros(2, [("x", float), ("y", float)])
    other = np.zeros(2, [("x", float), ("z", float)])
    again = np.zeros(5, [("x", float), ("y", float)])
    assert shape_of(one) != shape_of(other)
    assert shape_of(one) == shape_of(again)


def test_a_row_of_words_is_told_by_what_it_speaks_of() -> None:
    """And is another argument than the tuple itself."""
    one, again, other = (np.zeros(3), 1), (np.ones(5), 2), (np.zeros(3), 1.0)
    assert shape_of(placed(one)) == shape_of(placed(again))
    assert shape_of(placed(one)) != shape_of(placed(other))
    assert shape_of(placed(one)) != shape_of(one)


def test_equal_rows_share_one_shape() -> None:
    """So to look a kernel up takes no longer, however many arrays the row speaks of."""
    one, again = placed((np.zeros(3), 1)), placed((np.ones(5), 2))
    assert shape_of(one) is shape_of(again)
