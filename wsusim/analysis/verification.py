"""Verifies a recording in a process of its own, whatever the recorded programs do there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wsusim.analysis.replay_process import answer_of_replay


def verify_apart(file: Path, report: Callable[[float], None]) -> dict[str, Any]:
    """Return the fields of the ``Verdict`` of ``replay --verify``; raises ``BadInput`` without one.

    ``report`` is called again and again with how much is done, 0 to 1; if it raises, the process
    ends.
    """
    return answer_of_replay(file, ("--verify", "--shares"), report)
