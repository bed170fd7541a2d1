"""The challenges of the course by name and year, in official labs or in ours of the same kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from wsusim.ciber.arena import Arena
from wsusim.ciber.challenges import (
    FOLDER_VARIABLE,
    challenges,
    clone_folder,
    clone_labs,
    find_challenge,
)
from wsusim.ciber.match_choice import scene_of
from wsusim.errors import BadInput

LAB = '<Lab Name="{name}" Width="28" Height="14"><Target X="3" Y="3"/></Lab>'
GRID = '<Grid><Position X="3" Y="3" Dir="0"/></Grid>'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder laid out like the official tools, with labs of our own."""
    for place in (
        *("rmi-2122/C4-{}.xml", "rmi-2122/C4-{}-min.xml", "CiberRato2013/Ciber2013-final-{}.xml"),
        *("CiberRTSS2008/CiberRTSS08_Leg1{}.xml", "CiberRato2002/ciber2002{}1.xml"),
    ):
        file = tmp_path / "Labs" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        is_short = "2013" in place
        Path(str(file).format("lab")).write_text(LAB.format(name=place))
        if "min" not in place:
            Path(str(file).format("grd" if is_short else "Grid")).write_text(GRID)
    (tmp_path / "Labs/rmi-2122/C4-config.xml").write_text('<Parameters SimTime="77"/>')
    return tmp_path


def test_every_challenge_can_be_played_in_a_lab_of_ours() -> None:
    """With its scoring: the judge finds its loop, its targets, its lines."""
    for name in challenges():
        arena = scene_of(name).arena_maker()()
        arena.register("robot", 1)
        arena.start()
        assert arena.judge.name.split()[0] == find_challenge(name).scoring


@pytest.mark.parametrize(
    ("name", "scoring", "number", "has_gps", "wall_penalty"),
    [
        ("rmi-2122/C1", "1", "1", False, 5),
        ("RMI-2223/c1", "4", "1", False, 5),
        ("rmi-2324/C1", "7", "1", False, 5),
        ("rmi-2324/C2", "5", "2", True, 0),
        ("rmi-2223/C3", "6", "3", True, 0),
        ("rmi-2425/C3", "3", "3", True, 0),
        ("rmi-2425/C4", "3", "4", False, 0),
    ],
)
def test_years_have_their_scoring_and_rules(
    name: str, scoring: str, number: str, has_gps: bool, wall_penalty: int
) -> None:
    """5,000 cycles each; what the agent's script is told fits."""
    found = find_challenge(name)
    assert (found.scoring, found.number) == (scoring, number)
    assert (found.rules.has_gps, found.rules.wall_penalty) == (has_gps, wall_penalty)
    assert found.rules.sim_time_cycles == 5000


def test_a_clone_of_the_official_tools_is_known_by_its_names(clone: Path) -> None:
    """Each lab with its grid, and its parameters where there are some."""
    found = clone_labs(clone / "Labs")
    assert sorted(found) == [
        *("ciberrato-2002/ciber20021", "ciberrato-2013/final", "rmi-2122/C4", "rmi-2122/C4-min"),
        "rtss-2008/leg1",
    ]
    parameters = found["rmi-2122/C4-min"].parameters
    assert parameters is not None
    assert parameters.name == "C4-config.xml"


def test_a_challenge_is_played_in_its_official_lab(clone: Path) -> None:
    """With its own grid and parameters, in the folder itself or in its Labs."""
    for folder in (clone, clone / "Labs"):
        arena: Arena = scene_of("rmi-2122/C4", folder).arena_maker()()
        assert (arena.lab.name, arena.parameters.sim_time_cycles) == ("rmi-2122/C4-{}.xml", 77)


def test_a_lab_of_the_clone_that_is_no_challenge_is_one_of_its_kind(clone: Path) -> None:
    """It has the rules of the challenge whose name it begins with, or the classic ones."""
    labs = clone / "Labs"
    assert find_challenge("rmi-2122/c4-MIN", labs).scoring == "3"
    assert find_challenge("ciberrato-2002/ciber20021", labs).scoring == "0"


def test_the_clone_can_be_named_in_the_environment(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For those who don't want to name it each time."""
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    assert clone_folder(None) is None
    monkeypatch.setenv(FOLDER_VARIABLE, str(clone))
    assert clone_folder(None) == clone / "Labs"


def test_an_unknown_challenge_is_told_with_those_that_are_near() -> None:
    """All years have a C4."""
    with pytest.raises(BadInput, match="Choose one of: rmi-2122/C4, rmi-2223/C4"):
        find_challenge("rmi-1999/C4")


def test_a_folder_without_labs_is_told(tmp_path: Path) -> None:
    """And an incomplete clone."""
    with pytest.raises(BadInput, match="no labs of the contest"):
        clone_folder(tmp_path)


def test_a_clone_without_the_lab_is_told(clone: Path) -> None:
    """There is no 2425 in it."""
    with pytest.raises(BadInput, match="has no lab for rmi-2425/C1"):
        scene_of("rmi-2425/C1", clone)
