"""The challenges of the course and the contests' classics, by name and year: lab, rules, scoring.

The official labs may not be copied. With the folder of a clone of the public tools, its labs are
read there; otherwise a lab of ours of the same kind is used.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from wsusim.ciber.match_parameters import PRESETS, Parameters
from wsusim.errors import BadInput

FOLDER_VARIABLE = "WSUSIM_CIBER_LABS"
"""Where the clone is, for those who don't want to name it again and again."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a challenge asks for.

    Attributes:
        name: As it is asked for: ``rmi-2122/C4``.
        scoring: Scoring mode.
        number: What an agent's ``run.sh`` gets with ``-c``.
        stand_in: Our own lab of the same kind.
        rules: Its numbers, as the official parameter files have them.
        task: In a few words.
    """

    name: str
    scoring: str
    number: str
    stand_in: str
    rules: Parameters
    task: str


@dataclass(frozen=True, slots=True)
class LabFiles:
    """A lab of a clone of the official tools, with what belongs to it."""

    lab: Path
    grid: Path
    parameters: Path | None = None


_COURSE = replace(
    PRESETS["2026"],
    sim_time_cycles=5000,
    key_time_cycles=5000,
    gps_noise_um=0.0,
    robot_penalty=0,
    wall_penalty=0,
)
_RULES = {
    "C1": replace(_COURSE, wall_penalty=5, has_compass=False, compass_noise_deg=0.0),
    "C2": replace(_COURSE, has_gps=True, compass_noise_deg=0.0),
    "C3": replace(_COURSE, has_gps=True, compass_noise_deg=0.0),
    "C4": _COURSE,
}
_TASKS = {
    "C1": "drive round the loop",
    "C2": "draw the map",
    "C3": "find the shortest path through the targets",
    "C4": "draw the map and find the path, without GPS",
}
_WALLS = {"C1": ("1", "ring"), "C2": ("2", "cells"), "C3": ("3", "cells"), "C4": ("3", "cells")}
_LINES = {"C2": ("5", "network"), "C3": ("6", "network"), "C4": ("6", "network")}
_YEARS: dict[str, dict[str, tuple[str, str]]] = {
    "rmi-2122": _WALLS,
    "rmi-2223": {"C1": ("4", "line"), **_LINES},
    "rmi-2324": {"C1": ("7", "track"), **_LINES},
    "rmi-2425": _WALLS,
}
_WITH_BEACON_SENSOR = ("rmi-2425",)
_CLASSICS = {
    "ciberrato-2013/final": ("0", "finals", "2013"),
    "ciberrato-2014/final": ("0", "finals", "2013"),
    "rtss-2008/leg1": ("team-2008", "rooms", "rtss08"),
    "rtss-2008/leg2": ("team-2008", "comb", "rtss08"),
    "rtss-2008/final": ("team-2008", "finals", "rtss08"),
}


def challenges() -> dict[str, Challenge]:
    """Return all challenges by their names."""
    found = {}
    for year, ones in _YEARS.items():
        for task, (scoring, stand_in) in ones.items():
            rules, number = _RULES[task], task.removeprefix("C")
            if number != "1":
                rules = replace(
                    rules,
                    has_beacon_sensor=year in _WITH_BEACON_SENSOR,
                    line_truth=1.0 if ones is not _WALLS else rules.line_truth,
                )
            name = f"{year}/{task}"
            found[name] = Challenge(name, scoring, number, stand_in, rules, _TASKS[task])
    for name, (scoring, stand_in, preset) in _CLASSICS.items():
        task = "find the target together" if scoring != "0" else "find the target and come back"
        found[name] = Challenge(name, scoring, "1", stand_in, PRESETS[preset], task)
    return found


def find_challenge(name: str, labs: Path | None = None) -> Challenge:
    """Return a challenge by its name.

    Args:
        name: Whether letters are large or small does not count.
        labs: The labs of a clone: each of them is a challenge, too. One that has no rules here has
            those of the challenge whose name it begins with (``rmi-2223/C4XL``), or the classic
            ones.

    Raises:
        BadInput: There is none.
    """
    found = challenges()
    wanted = name.strip().lower()
    for known, challenge in found.items():
        if known.lower() == wanted:
            return challenge
    for known in clone_labs(labs) if labs is not None else ():
        if known.lower() == wanted:
            like = [one for one in found.values() if wanted.startswith(one.name.lower())]
            return replace(like[0] if like else found["ciberrato-2013/final"], name=known)
    last = wanted.rpartition("/")[2]
    near = [known for known in found if known.rpartition("/")[2].lower() == last]
    raise BadInput(
        f"There is no challenge {name!r}. Choose one of: {', '.join(near or found)}. "
        "`ciber labs` lists them all."
    )


def clone_folder(folder: Path | None) -> Path | None:
    """Return the folder of the official labs: the one given, or that of the environment.

    Raises:
        BadInput: There are no labs in it.
    """
    named = folder or (
        Path(os.environ[FOLDER_VARIABLE]) if os.environ.get(FOLDER_VARIABLE) else None
    )
    if named is None:
        return None
    for place in (named / "Labs", named):
        if place.is_dir() and clone_labs(place):
            return place
    raise BadInput(
        f"There are no labs of the contest in {str(named)!r}. Name the folder of a clone of the "
        "official tools, which has a folder Labs."
    )


def clone_labs(labs: Path) -> dict[str, LabFiles]:
    """Return the labs of a clone that have a grid, by names like ``rmi-2122/C4``."""
    found: dict[str, LabFiles] = {}
    for lab in sorted(labs.glob("*/*.xml")):
        stem = _kind(lab, "lab")
        if stem is None:
            continue
        folder = [file for file in sorted(lab.parent.glob("*.xml")) if file != lab]
        grid = _partner(folder, stem, "grid")
        if grid is not None:
            name = f"{_folder_name(lab.parent.name)}/{_short(stem, lab.parent.name)}"
            found[name] = LabFiles(lab, grid, _partner(folder, stem, "config"))
    return found


def files_of(challenge: Challenge, labs: Path) -> LabFiles:
    """Return the official files of a challenge; raises ``BadInput`` where they are missing."""
    by_name = {name.lower(): files for name, files in clone_labs(labs).items()}
    files = by_name.get(challenge.name.lower())
    if files is None:
        raise BadInput(
            f"{str(labs)!r} has no lab for {challenge.name}. Is the clone complete? `ciber labs "
            f"--tools {labs}` lists what is there."
        )
    return files


_KINDS = {
    "lab": re.compile(r"[-_]?lab(?=[-_]|\d*$)", re.IGNORECASE),
    "grid": re.compile(r"[-_]?(?:grid|grd)(?=[-_]|\d*$)", re.IGNORECASE),
    "config": re.compile(r"[-_]?config(?=[-_]|\d*$)", re.IGNORECASE),
}


def _kind(file: Path, kind: str) -> str | None:
    """Return a file's name without the part for its kind; ``None`` if it is of another kind."""
    stem, count = _KINDS[kind].subn("", file.stem)
    return stem if count else None


def _partner(files: list[Path], stem: str, kind: str) -> Path | None:
    """Return the grid or parameters of a lab: of its name, or of one that its own begins with."""
    named = {other.lower(): file for file in files if (other := _kind(file, kind)) is not None}
    wanted = stem.lower()
    if wanted in named:
        return named[wanted]
    shorter = [other for other in named if other and wanted.startswith(other)]
    return named[max(shorter, key=len)] if shorter else None


def _folder_name(name: str) -> str:
    """Return the name for a folder of the clone: ``CiberRTSS2008`` is ``rtss-2008``."""
    found = re.fullmatch(r"(?:Ciber)?(RTSS|Rato|Rescue)(\d{4})", name) or re.fullmatch(
        r"(Cyber\w+?)(\d{4})", name
    )
    if found is None:
        return name
    kind = {"Rato": "ciberrato"}.get(found[1], found[1].lower())
    return f"{kind}-{found[2]}"


def _short(stem: str, folder: str) -> str:
    """Return a lab's name without that of its contest: ``Ciber2013-final`` is ``final``."""
    if folder.startswith("rmi") or ("_" not in stem and "-" not in stem):
        return stem
    return re.sub(r"^c[iy]ber\w*?\d+[-_]", "", stem, flags=re.IGNORECASE).lower() or stem
