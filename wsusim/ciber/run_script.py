"""The ``run.sh`` of an agent's folder: how the course starts agents, and why one may not start."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

SCRIPT = "run.sh"

CHALLENGES = {"1": "1", "2": "2", "3": "3", "4": "1", "5": "2", "6": "3", "7": "1"}
"""Which challenge of the course a scoring mode belongs to. Challenge 4 has the modes of 3."""

OPTIONS = ("-c", "-h", "-p", "-r", "-f")
"""What a script is called with."""

LONGEST_SCRIPT = 100_000

_CASE = re.compile(r"^\s*\(?[\"']?(\d+)[\"']?\s*\)", re.MULTILINE)
_COMMAND = re.compile(
    r"^\s*(?:exec\s+)?(java|python\d*|node|mono|dotnet|ruby|julia)\b", re.MULTILINE
)


def without_script(folder: Path) -> str:
    """Return how an agent may be started whose folder has no script, in a sentence."""
    files = sorted(folder.glob("*.py"), key=lambda file: (not file.stem.startswith("main"), file))
    program = files[0] if files else folder / "mainRob.py"
    return f"Give the command line that starts its program instead: {command_for(program)}"


def command_for(program: Path) -> str:
    """Return the options of ``ciber match`` for an agent of the course in Python."""
    return f'--listen 6000 "python3 {shlex.quote(str(program))} -h {{host}} -p {{pos}} -r {{name}}"'


def challenge_of(judge: str) -> str:
    """Return the number of the course's challenge that a scoring mode belongs to."""
    return CHALLENGES.get(judge.split()[0], "1")


def script_command(folder: Path, challenge: str, host: str, number: int, name: str) -> list[str]:
    """Return the command line of a folder's script, to be run in the folder."""
    options = ["-c", challenge, "-h", host, "-p", str(number), "-r", name, "-f", name]
    return ["bash", SCRIPT, *options]


def why_it_ended(folder: Path, challenge: str, said: Sequence[str] = ()) -> str:
    """Return what a script seems to need, in sentences; empty if nothing is apparent.

    Args:
        folder: Of the agent.
        challenge: What its script was told.
        said: Lines that it printed last.
    """
    try:
        text = (folder / SCRIPT).read_bytes()[:LONGEST_SCRIPT].decode("utf-8", "replace")
    except OSError:
        return ""
    told = [f"Its {SCRIPT} was started with -c {challenge}."]
    cases = sorted(set(_CASE.findall(text)), key=int)
    if cases and challenge not in cases:
        told.append(
            f"It knows {'challenge' if len(cases) == 1 else 'challenges'} {', '.join(cases)}: "
            f"--challenge-number {cases[-1]}."
        )
    options = sorted({word for line in said for word in line.split() if word in OPTIONS})
    if options:
        told.append(
            f"Does its program know no {', '.join(options)}? Then let {SCRIPT} leave that out."
        )
    missing = sorted({name for name in _COMMAND.findall(text) if shutil.which(name) is None})
    if missing:
        told.append(f"It needs {', '.join(missing)}, which is not installed here.")
    for builder in ("build.sh", "Makefile", "CMakeLists.txt"):
        if (folder / builder).is_file():
            told.append(f"There is a {builder}: has the agent been built?")
            break
    return " ".join(told)
