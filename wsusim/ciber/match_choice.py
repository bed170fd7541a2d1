"""The choice of a match by names and files, the same for command line and window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from wsusim.ciber.arena import Arena
from wsusim.ciber.catalogue import find_grid, find_lab
from wsusim.ciber.challenges import clone_folder, files_of, find_challenge
from wsusim.ciber.contest_lab import Lab, Place
from wsusim.ciber.match_parameters import PRESETS, Parameters, read_parameters
from wsusim.ciber.scoring import judge_named
from wsusim.errors import BadInput

MOST_CYCLES = 1_000_000
"""As in parameter files."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A lab with its rules.

    Attributes:
        lab: Name of a lab that comes with wsusim, or a file.
        grid: File with the start positions; ``None``: the one beside the lab.
        param: File with parameters that change the preset's.
        preset: Basic rules.
        scoring: How points are counted.
        cycles: Length of the match; ``None``: as the rules say.
        rules: Basic rules instead of a preset's.
    """

    lab: str = "meadow"
    grid: str | None = None
    param: Path | None = None
    preset: str = "2026"
    scoring: str = "0"
    seed: int = 1
    cycles: int | None = None
    rules: Parameters | None = None

    def arena_maker(self) -> Callable[[], Arena]:
        """Return a function that makes new arenas; all errors are raised here.

        Raises:
            BadInput: There is no such lab, preset or mode, or a file is none of the contest's.
        """
        lab, path = find_lab(self.lab)
        places = find_grid(self.grid, path)
        outside = [p for p in places if not (0 <= p.x <= lab.width and 0 <= p.y <= lab.height)]
        if outside:
            raise BadInput(
                f"The start position ({outside[0].x:g}, {outside[0].y:g}) is outside the lab, "
                f"which is {lab.width:g} x {lab.height:g}. Does the grid belong to this lab?"
            )
        if self.preset not in PRESETS:
            raise BadInput(
                f"There is no preset {self.preset!r}. Choose one of {', '.join(PRESETS)}."
            )
        rules = PRESETS[self.preset] if self.rules is None else self.rules
        if self.param is not None:
            rules = read_parameters(self.param, rules)
        if self.cycles is not None:
            if not 1 <= self.cycles <= MOST_CYCLES:
                raise BadInput(
                    f"The match is to last {self.cycles} cycles, but it must be 1 to "
                    f"{MOST_CYCLES:,}. The contest's matches have 1,800 to 5,000."
                )
            rules = replace(rules, sim_time_cycles=self.cycles)
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"The seed is {self.seed}, but it must be a whole number of 0 or more.")
        judge_named(self.scoring)
        return partial(_arena_of, lab, places, rules, self.scoring, self.seed)


def scene_of(name: str, labs_folder: Path | None = None, **changes: Any) -> Scene:
    """Return the scene of a challenge, in its official lab where there is a clone of the tools.

    Args:
        name: Of the challenge.
        labs_folder: The clone; ``None``: as the environment says, or our own lab of the same kind.
        changes: What to change.

    Raises:
        BadInput: There is no such challenge, or the clone has no lab for it.
    """
    labs = clone_folder(labs_folder)
    challenge = find_challenge(name, labs)
    if labs is None:
        scene = Scene(challenge.stand_in, scoring=challenge.scoring, rules=challenge.rules)
    else:
        files = files_of(challenge, labs)
        scene = Scene(
            lab=str(files.lab),
            grid=str(files.grid),
            param=files.parameters,
            scoring=challenge.scoring,
            rules=None if files.parameters is not None else challenge.rules,
        )
    return replace(scene, **changes)


def _arena_of(
    lab: Lab, grid: tuple[Place, ...], rules: Parameters, scoring: str, seed: int
) -> Arena:
    """Return a new arena with a judge of its own."""
    return Arena(lab, grid, rules, judge_named(scoring), seed)
