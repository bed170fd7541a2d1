"""What is played is found by names and files; what is wrong is told before there is an arena."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.match_choice import Scene
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
        (Scene(cycles=-1), "last -1 cycles"),
        (Scene(cycles=0), "last 0 cycles"),
    ],
)
def test_what_is_wrong_is_told(scene: Scene, message: str) -> None:
    """In one sentence."""
    with pytest.raises(BadInput, match=message):
        scene.arena_maker()


def test_a_grid_of_another_lab_is_told(tmp_path: Path) -> None:
    """Starts outside the lab are refused."""
    grid = tmp_path / "far.grid.xml"
    grid.write_text('<Grid><Position X="1000" Y="1" Dir="0"/></Grid>')
    with pytest.raises(BadInput, match="outside the lab"):
        Scene(grid=str(grid)).arena_maker()


def test_a_file_that_is_no_xml_is_named(tmp_path: Path) -> None:
    """The message names the file with the error."""
    grid = tmp_path / "torn.grid.xml"
    grid.write_text("<Grid>")
    with pytest.raises(BadInput, match=r"torn\.grid\.xml is not well-formed"):
        Scene(grid=str(grid)).arena_maker()
