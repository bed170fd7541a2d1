"""What is played is found by names and files; what is wrong is told before there is an arena."""

from __future__ import annotations

import pytest

from wsusim.ciber.scene import Scene
from wsusim.errors import BadInput


def test_each_arena_of_a_scene_is_new_and_the_same() -> None:
    """A reset of the server needs another one."""
    make = Scene("rooms", preset="2013", seed=3, cycles=70).arena_maker()
    first, second = make(), make()
    assert first is not second
    assert (first.lab, first.parameters, first.seed) == (second.lab, second.parameters, 3)
    assert first.parameters.sim_time_cycles == 70


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        (Scene("nowhere"), "no lab"),
        (Scene(preset="1999"), "no preset"),
        (Scene(scoring="9"), "no scoring mode"),
        (Scene(seed=-1), "seed"),
        (Scene(cycles=-1), "sim time"),
    ],
)
def test_what_is_wrong_is_told(scene: Scene, message: str) -> None:
    """In one sentence."""
    with pytest.raises(BadInput, match=message):
        scene.arena_maker()
