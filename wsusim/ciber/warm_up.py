"""Compiles what a cycle of an arena needs, before anything waits for an answer."""

from __future__ import annotations

from wsusim.ciber.arena import Arena
from wsusim.ciber.match_robot import Robot
from wsusim.runs.compiled_beside import compile_beside

KERNELS = tuple(
    f"contest.{name}" for name in ("gaps_to_edges", "is_hidden", "nearest_seen", "on_outlines")
)
"""What a match compiles."""


def warm_up(arena: Arena) -> None:
    """Run two cycles of a trial match like this one, and let the judge compute its tables.

    The arena itself is not touched. The first time on a computer that takes seconds, and agents
    that hear nothing for two leave.

    Raises:
        KeyboardInterrupt: The program was asked to end.
    """
    if arena.grid:
        compile_beside(__name__, "compile_all", *KERNELS)
        _try_out(arena)


def compile_all() -> None:
    """Compile what matches need, of whatever kind."""
    from wsusim.ciber.match_choice import Scene

    _try_out(Scene().arena_maker()())


def _try_out(arena: Arena) -> None:
    arena.judge.prepare(arena)
    trial = Arena(arena.lab, arena.grid, arena.parameters, _NoJudge(), arena.seed)
    trial.register("trial", 1)
    trial.start()
    for _ in range(2):
        trial.step()
        trial.end_cycle()


class _NoJudge:
    """Counts nothing."""

    name = "none"

    def prepare(self, arena: Arena) -> None:
        """Do nothing."""

    def begin(self, arena: Arena) -> None:
        """Do nothing."""

    def judge(self, arena: Arena, robot: Robot) -> None:
        """Count nothing."""
