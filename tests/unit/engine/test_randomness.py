"""Random numbers are a function of seed, robot, purpose and block alone."""

from __future__ import annotations

import numpy as np
import pytest

from wsusim.engine.randomness import Purpose, fill_normals, fill_uniforms, generator


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
    one, two = np.empty((4, 1, 2)), np.empty((4, 2, 2))

    fill_normals(one, 1, (7,), Purpose.MOTORS, 0)
    fill_normals(two, 1, (5, 7), Purpose.MOTORS, 0)

    assert np.array_equal(one[:, 0], two[:, 1])


def test_uniforms_are_within_zero_and_one() -> None:
    """0 may come, 1 never."""
    numbers = np.full((100, 1, 16), -1.0)

    fill_uniforms(numbers, 1, (1,), Purpose.SENSORS, 0)

    assert 0.0 <= numbers.min() < 0.01
    assert 0.99 < numbers.max() < 1.0
