"""How points are counted: one judge for each mode, with a version that results name."""

from __future__ import annotations

from collections.abc import Callable

from wsusim.ciber.arena import Judge
from wsusim.errors import BadInput

MODES: dict[str, str] = {
    "0": "competitive: find the target and come back (lower is better)",
    "1": "control: drive round the loop of cells (higher is better)",
    "2": "mapping: mode 0 from zero; the map file is marked afterwards",
    "3": "planning: mode 0 from zero; the path file is marked afterwards",
    "4": "line control 2022: follow the line, cells of 1 um (higher is better)",
    "5": "line mapping: the map file is marked afterwards; 10 points a cycle off the lines",
    "6": "line planning: the path file is marked afterwards; 10 points a cycle off the lines",
    "7": "line control 2023: follow the line, cells of 0.5 um, diagonals (higher is better)",
    "team-2008": "RTSS 2008: five robots find the target together (lower is better)",
    "team-2013": "rules of 2013: to the target and home again (lower is better)",
}
"""Names of all modes, with what is wanted."""


HIGHER_IS_BETTER = ("1", "4", "7")
"""Modes in which points are won, not lost."""


def is_higher_better(judge: str) -> bool:
    """Return whether more points are better, given a mode, with its version or without."""
    return judge.split()[0] in HIGHER_IS_BETTER


def judge_named(mode: str) -> Judge:
    """Return a new judge; raises ``BadInput`` for an unknown mode."""
    from wsusim.ciber.scoring.classic_rules import Contest
    from wsusim.ciber.scoring.line_rules import OnLines
    from wsusim.ciber.scoring.loops import Loops
    from wsusim.ciber.scoring.team import Team2008, Team2013
    from wsusim.ciber.scoring.tracks import FineTrack, LineTrack, WallTrack

    judges: dict[str, Callable[[], Judge]] = {
        "0": lambda: Contest("0"),
        "1": lambda: Loops("1", WallTrack()),
        "2": lambda: Contest("2", begins_at_zero=True),
        "3": lambda: Contest("3", begins_at_zero=True),
        "4": lambda: Loops("4", LineTrack()),
        "5": lambda: OnLines("5"),
        "6": lambda: OnLines("6"),
        "7": lambda: Loops("7", FineTrack()),
        "team-2008": Team2008,
        "team-2013": Team2013,
    }
    if mode not in judges:
        raise BadInput(f"There is no scoring mode {mode!r}. Choose one of: {', '.join(MODES)}.")
    return judges[mode]()
