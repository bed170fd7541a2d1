"""The setting of many runs: the part that assignments and plans have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator

from wsusim.errors import BadInput
from wsusim.formats.entries import Entry
from wsusim.formats.maze_catalogue import built_in_mazes
from wsusim.formats.profile import ready_profiles
from wsusim.model.extras import EXTRAS
from wsusim.model.limits import FLAG, Limit, choice, number, refusal, whole
from wsusim.runs.request import RunRequest, parse_timing
from wsusim.runs.staging import stage

MOST_SEEDS = 100_000
LARGEST_SEED = 2**31
MOST_TEXTS = 1000
"""Names of mazes, or of controllers: each is a file that has to be read."""

_SEED_DIGITS = 12
"""More than the largest has; a few thousand are too many for Python."""

Text = Annotated[
    str,
    Limit(
        "a text in quotation marks", lambda value: isinstance(value, str) and bool(value.strip())
    ),
]


def _texts(value: object) -> tuple[str, ...]:
    one = [value] if isinstance(value, str) else value
    if not isinstance(one, list) or not one or not all(isinstance(name, str) for name in one):
        raise refusal('a text, or a list of texts such as ["rooms", "my_maze.json"]')
    if len(one) > MOST_TEXTS:
        raise refusal(f"a list of at most {MOST_TEXTS:,} texts")
    if len(set(one)) < len(one):
        raise refusal("a list in which nothing is repeated")
    return tuple(one)


def _seeds(value: object) -> tuple[int, ...]:
    found: list[int] = []
    for part in value if isinstance(value, list) else [value]:
        if isinstance(part, str):
            first, dash, last = part.partition("-")
            last = last if dash else first
            ends = first.strip(), last.strip()
            if not all(end.isdecimal() and len(end) <= _SEED_DIGITS for end in ends):
                raise _no_seeds()
            found += range(int(first), min(int(last), int(first) + MOST_SEEDS) + 1)
        elif isinstance(part, int) and not isinstance(part, bool):
            found.append(part)
        else:
            raise _no_seeds()
    seeds = tuple(dict.fromkeys(found))
    if not 0 < len(seeds) <= MOST_SEEDS or not all(0 <= seed <= LARGEST_SEED for seed in seeds):
        raise _no_seeds()
    return seeds


def _no_seeds() -> Exception:
    return refusal(
        f'whole numbers from 0 to {LARGEST_SEED:,}: one, a list such as [1, 2, 3], or "1-10"; at '
        f"most {MOST_SEEDS:,} of them"
    )


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
Seeds = Annotated[tuple[int, ...], BeforeValidator(_seeds)]


class SettingEntry(Entry):
    """Mazes, seeds and robots of many runs."""

    mazes: Texts
    """Built-in names or files of mazes, seen from the folder of the TOML file."""
    seeds: Seeds = (1,)
    time_limit_s: Annotated[float, number(0.1, 100_000)] | None = None
    """Simulated seconds of a run; left out: the maze's own limit."""
    robot: Text | None = None
    """Kind of the robots; left out: as the maze says."""
    profile: Text | None = None
    """File of a measured robot."""
    sensor_model: Annotated[int, whole(1, 2)] | None = None
    ideal: Annotated[bool, FLAG] = False
    """No noise, all sensors and motors alike."""
    allow: list[Annotated[str, choice(EXTRAS)]] = []  # noqa: RUF012
    """What the programs are told and may do beyond what a robot can."""
    timing: Text = "ideal"
    """``serial:9600``: each exchange takes as long as on that line."""

    def requests(self, folder: Path, robots: int = 1) -> Iterator[tuple[str, RunRequest]]:
        """Yield each maze's name with its request, staged, without controllers and seed.

        Args:
            folder: Where relative file names begin.
            robots: How many robots are driven.

        Raises:
            BadInput: A maze, robot or profile can't be used.
        """
        for name in self.mazes:
            request = RunRequest(
                controllers=("",) * robots,
                maze=_placed(name, folder),
                time_s=self.time_limit_s,
                robot_kind=self.robot,
                profile=None if self.profile is None else _profile_of(self.profile, folder),
                sensor_model=self.sensor_model,
                is_ideal=self.ideal,
                baud=parse_timing(self.timing),
                allowed=tuple(self.allow),
            )
            # Staged here, so that who does the runs needs none of the files. What an exchange takes
            # beside the line stands in the profile only.
            profile = request.profile if request.baud is not None else None
            staged = replace(request, robot_kind=None, sensor_model=None, profile=profile)
            yield maze_label(name), replace(staged, maze=stage(request))

    def options(self) -> dict[str, Any]:
        """Return the options for ``run`` on its command line, besides maze and seed."""
        return {
            "--time": self.time_limit_s,
            "--robot": self.robot,
            "--profile": self.profile,
            "--sensor-model": self.sensor_model,
            "--timing": None if self.timing == "ideal" else self.timing,
            "--ideal": self.ideal or None,
        }


def maze_label(name: str) -> str:
    """Return the name of a maze in tables and file names."""
    return name if name in built_in_mazes() else Path(name).stem


def _placed(name: str, folder: Path) -> str:
    """Return a maze's name in the form for ``find_maze``; a file is beside the TOML file."""
    return name if name in built_in_mazes() or not (folder / name).exists() else str(folder / name)


def _profile_of(name: str, folder: Path) -> str:
    """Return a profile's name in the form for ``load_profile``; a file is beside the TOML file."""
    return name if name in ready_profiles() else str(folder / name)


def check_labels(names: tuple[str, ...]) -> None:
    """Raise ``BadInput`` if two mazes would have the same name in the tables."""
    labels = [maze_label(name) for name in names]
    twice = next((label for label, count in Counter(labels).items() if count > 1), None)
    if twice is not None:
        raise BadInput(f"Two mazes are called {twice!r}. Rename one of the files.")
