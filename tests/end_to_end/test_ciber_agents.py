"""Agents in other languages play a match unchanged."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.ciber.matches import OPEN, QUIET
from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match import MatchRequest, MatchResult, play
from wsusim.ciber.match_choice import scene_of
from wsusim.ciber.scoring import judge_named

ROOT = Path(__file__).parents[2]
GRID = (Place(3.0, 3.0), Place(3.0, 7.0))


def played(
    command: str, observe: Callable[[ArenaServer], None] = lambda server: None
) -> tuple[Arena, MatchResult]:
    """Play a short match of two such agents in lock-step."""
    parameters = replace(QUIET, sim_time_cycles=150)
    made = Arena(OPEN, GRID, parameters, judge_named("0"), 1)
    request = MatchRequest((command, command))
    return made, play(request, lambda: made, observers=[observe])


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_an_agent_in_c_plays_and_thinks(tmp_path: Path) -> None:
    """The one that comes with wsusim: it compiles without a warning, drives, turns, and is done."""
    program = tmp_path / "agent"
    source = ROOT / "controllers" / "ciber" / "plain_agent.c"
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    thoughts: set[str | None] = set()

    def listen(server: ArenaServer) -> None:
        thoughts.update(thought.text for thought in server.thoughts.values())

    arena, result = played(f"{program} {{host}} {{pos}} {{name}}", listen)
    assert [robot.exit_code for robot in result.robots] == [0, 0]
    assert [robot.silent_cycles for robot in result.robots] == [0, 0]
    assert arena.bodies.poses[:, 0].min() > 15.0
    assert thoughts == {"all clear"}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("javac") is None, reason="there is no Java compiler")
def test_an_agent_in_java_plays(tmp_path: Path) -> None:
    """With two datagrams a cycle, led first, and no NUL behind them."""
    source = Path(__file__).parent / "CiberAgent.java"
    subprocess.run(["javac", "-d", tmp_path, source], check=True)
    arena, result = played(f"java -cp {tmp_path} CiberAgent {{host}} {{pos}} {{name}}")
    assert [robot.exit_code for robot in result.robots] == [0, 0]
    assert arena.bodies.poses[:, 0].min() > 15.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 5])
def test_the_line_follower_keeps_to_its_line_with_noise(seed: int) -> None:
    """At a corner it never turns back to where it came from: with seed 5 it once did."""
    scene = scene_of("rmi-2223/C1", None, seed=seed, cycles=1500)
    agent = ROOT / "controllers" / "ciber" / "line_follower.py"
    result = play(MatchRequest((str(agent),)), scene.arena_maker())
    assert result.score >= 1850


@pytest.mark.slow
def test_the_circuit_driver_drives_round_between_walls_without_touching_them() -> None:
    """With the noise of the course's challenge 1."""
    scene = scene_of("rmi-2122/C1", None, seed=1, cycles=1500)
    agent = ROOT / "controllers" / "ciber" / "circuit_driver.py"
    result = play(MatchRequest((str(agent),)), scene.arena_maker())
    assert [robot.collisions for robot in result.robots] == [0]
    assert result.score >= 700
