"""Random numbers are a function of seed, robot, purpose and block alone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawn_blocks import drawn_block
from wsusim.engine.randomness import Purpose, generator


def draw(seed: int = 1, robot: int = 2, purpose: Purpose = Purpose.MOTORS, block: int = 3) -> bytes:
    """Return the first numbers of a stream's block."""
    return generator(seed, robot, purpose, block).standard_normal(8).tobytes()


def test_the_same_four_give_the_same_numbers() -> None:
    """Nothing else is remembered."""
    assert draw() == draw()


@pytest.mark.parametrize(
    "changed", [{"seed": 9}, {"robot": 9}, {"purpose": Purpose.SENSORS}, {"block": 9}]
)
def test_each_of_the_four_changes_the_numbers(changed: dict[str, object]) -> None:
    """So no two streams run alike."""
    assert draw(**changed) != draw()  # type: ignore[arg-type]


def test_any_integer_is_a_seed() -> None:
    """Negative and huge ones too."""
    assert len({draw(seed=seed) for seed in (-1, 0, 2**63, 2**80 + 5)}) == 4


def test_a_robots_numbers_do_not_depend_on_its_row() -> None:
    """They follow its id."""
    one, two = drawn_block(1, (7,), 0), drawn_block(1, (5, 7), 0)

    assert all(np.array_equal(a[:, 0], b[:, 1]) for a, b in zip(one, two, strict=True))


def test_uniforms_are_within_zero_and_one() -> None:
    """0 may come, 1 never."""
    _, numbers = drawn_block(1, (1,), 0)

    assert 0.0 <= numbers.min() < 0.01
    assert 0.99 < numbers.max() < 1.0
