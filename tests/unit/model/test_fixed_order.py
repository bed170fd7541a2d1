"""Sums in one order: the same to the last bit as adding one term after the other."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.model.fixed_order import Floats, product


def one_by_one(a: Floats, b: Floats) -> Floats:
    """Return the product of ``a`` [n, k] and ``b`` [k], each sum from its first term."""
    return np.array([of_row(row, b.tolist()) for row in a.tolist()])


def of_row(values: list[float], factors: list[float]) -> float:
    """Return the sum of the products, each added to what there was."""
    total = values[0] * factors[0]
    for value, factor in zip(values[1:], factors[1:], strict=True):
        total += value * factor
    return total


@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize("rows", [1, 2, 3, 8, 257])
@pytest.mark.parametrize("terms", [1, 2, 9, 90, 1000])
def test_terms_are_added_one_after_the_other(rows: int, terms: int, is_transposed: bool) -> None:
    """Whatever the shape, and however the numbers lie in memory."""
    rng = np.random.default_rng(rows * 1000 + terms)
    values = rng.uniform(-1.0, 1.0, (terms, rows) if is_transposed else (rows, terms))
    a = values.T if is_transposed else values
    b = 10.0 ** rng.uniform(-8.0, 8.0, terms)

    assert product(a, b).tolist() == one_by_one(a, b).tolist()


def test_a_matrix_is_taken_column_by_column() -> None:
    """Each column of the second factor gives what it gives by itself."""
    rng = np.random.default_rng(1)
    a, b = rng.uniform(-1.0, 1.0, (5, 30)), rng.uniform(-1.0, 1.0, (30, 4))

    columns = [one_by_one(a, column).tolist() for column in b.T]

    assert product(a, b).T.tolist() == columns
