"""What a lesson may allow a controller beyond what a robot can know; no real robot has it."""

from __future__ import annotations

from collections.abc import Collection

EXTRAS = ("goal", "pose", "keys", "episodes")
"""Where the goal is; where the robot really is; the keys that a person holds; tries in one run."""

KEYS = ("left", "right", "up", "down", "space", "w", "a", "s", "d")
"""The keys that a controller can be told of; their bits in this order."""


def mask_of(keys: Collection[str]) -> int:
    """Return the bits of some keys; those that no controller is told of have none.

    Example:
        >>> mask_of(["right", "x"]), keys_of(6)
        (2, frozenset({'right', 'up'}))
    """
    return sum(1 << number for number, key in enumerate(KEYS) if key in keys)


def keys_of(mask: int) -> frozenset[str]:
    """Return the keys of some bits."""
    return frozenset(key for number, key in enumerate(KEYS) if mask >> number & 1)
