"""Short recorded matches for tests: an arena without a network, driven by what a test gives it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.unit.ciber.matches import Beacon, Lab, Target, box
from wsusim.ciber.agent_orders import Actions
from wsusim.ciber.arena import Arena
from wsusim.ciber.arena_server import ArenaServer
from wsusim.ciber.contest_lab import Place
from wsusim.ciber.match_parameters import Parameters
from wsusim.ciber.recorded.match_recorder import MatchRecorder
from wsusim.ciber.scoring import judge_named
from wsusim.ciber.thought import Cells, Thought

LAB = Lab(
    "small",
    28.0,
    14.0,
    beacons=(Beacon(20.0, 7.0),),
    targets=(Target(20.0, 7.0),),
    walls=(box(5.0, 2.0, 5.4, 4.0),),
)
GRID = (Place(3.0, 3.0), Place(3.0, 7.0, 45.0))
NOISY = replace(Parameters(), sim_time_cycles=100, has_gps=True, has_beacon_sensor=True)
THOUGHT = Thought("lab", Cells(0.0, 0.0, 7.0, 4, "0..95550"), ((3.0, 3.0), (4.0, 3.0)), "hm")


def noisy_arena() -> Arena:
    """Return the arena of the recorded matches."""
    return Arena(LAB, GRID, NOISY, judge_named("0"), 5)


@contextmanager
def recorded(file: Path) -> Iterator[ArenaServer]:
    """Give a server whose matches are recorded into ``file``; the file is whole afterwards."""
    with ArenaServer(noisy_arena, port=0) as server:
        recorder = MatchRecorder(file, "lockstep", ("one", "two"))
        server.observers.append(recorder.note)
        yield server
        recorder.close({"score": 7})


def play(server: ArenaServer, cycles: int = 60) -> None:
    """Register two robots, drive them for some cycles: one into a wall, one in a curve."""
    arena = server.arena
    arena.register("one", 1)
    arena.register("two", 0, {0: 10.0})
    server.cycle()
    server.cycle()
    arena.start()
    server.cycle()
    server.thoughts[2] = THOUGHT
    for cycle in range(cycles):
        arena.take(1, Actions(left_motor=0.15, right_motor=0.15, say=f"at {cycle}"))
        arena.take(2, Actions(left_motor=0.1, right_motor=0.12, requests=("Compass",)))
        server.new_thoughts.update({2} if cycle == 10 else ())
        server.cycle()


def play_with_a_pause(server: ArenaServer) -> None:
    """Drive for 30 cycles, let the match stand still for a while, and begin it again."""
    play(server, 30)
    server.arena.stop()
    server.cycle()
    server.cycle()
    server.arena.start()
    server.cycle()
