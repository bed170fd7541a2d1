"""Runs ``replay`` in a process of its own, whatever the recorded programs do there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import wsusim
from wsusim.errors import BadInput

POLL_S = 0.05
KILL_S = 3.0
"""A process that was asked to end is killed after so long."""

SHARE = '{"share"'
PROGRAM = "import os, sys; sys.path.append(os.getcwd()); from wsusim.cli import main; main()"
"""Started where wsusim is; but a student's ``random.py`` beside it must not be found (``-P``)."""


def answer_of_replay(
    file: Path, options: tuple[str, ...], report: Callable[[float], None]
) -> dict[str, Any]:
    """Return what ``replay FILE`` prints with these options and ``--json``.

    Args:
        file: The recording.
        options: Further words of the command.
        report: Called again and again with how much is done, 0 to 1; if it raises, the process
            ends.

    Raises:
        BadInput: There was no answer; the text is the command's own.
    """
    words = ("replay", str(file.absolute()), *options, "--json")
    command = [sys.executable, "-P", "-c", PROGRAM, *words]
    with tempfile.TemporaryDirectory(prefix="wsusim-replay-") as name:
        out, err = Path(name) / "answer", Path(name) / "trouble"
        with out.open("w") as output, err.open("w") as trouble, out.open("r") as told:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=trouble,
                cwd=Path(wsusim.__file__).parents[1],
            )
            try:
                _watch(process, told, report)
            finally:
                _end(process)
        lines = out.read_text(encoding="utf-8", errors="replace").splitlines()
        try:
            answer = json.loads("".join(line for line in lines if not line.startswith(SHARE)))
        except ValueError:
            text = err.read_text(encoding="utf-8", errors="replace").strip()
            raise BadInput(text or "The recording was repeated without an answer.") from None
        assert isinstance(answer, dict)
        return answer


def _watch(
    process: subprocess.Popen[bytes], told: IO[str], report: Callable[[float], None]
) -> None:
    """Wait for the end, and pass on the shares of the work, one a line."""
    share, text, is_over = 0.0, "", False
    while not is_over:
        report(share)
        with suppress(subprocess.TimeoutExpired):
            process.wait(POLL_S)
            is_over = True
        *lines, text = (text + told.read()).split("\n")
        for line in lines:
            if line.startswith(SHARE):
                share = float(json.loads(line)["share"])
                report(share)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it as Ctrl-C does: it ends its own children, and removes what it laid out."""
    if process.poll() is None and os.name == "posix":
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(KILL_S)
    if process.poll() is None:
        process.kill()
        process.wait()
