"""Tries an edited program on a real robot's answers, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsusim.analysis.replay_process import answer_of_replay

if TYPE_CHECKING:
    from wsusim.runs.recorded.edited import Edited
    from wsusim.runs.recorded.on_tape import Place


def try_edited_apart(file: Path, spec: str, report: Callable[[float], None]) -> Edited:
    """Return where a program would have given other orders, as from ``replay --edited``.

    Args:
        file: The recording of a real robot's run.
        spec: The program: ``file.py`` or ``file.py:Class``.
        report: Called again and again with how much is done, 0 to 1; if it raises, the process
            ends.

    Raises:
        BadInput: There is no tape, or one of the programs can't be loaded.
    """
    from wsusim.runs.recorded.edited import Edited, Moment

    told = answer_of_replay(file, ("--edited", spec, "--shares"), report)
    moments = tuple(
        Moment(
            **moment
            | {
                "old_place": _place(moment["old_place"]),
                "new_place": _place(moment["new_place"]),
            }
        )
        for moment in told["moments"]
    )
    return Edited(moments, told["end_tick"], told["is_true"], tuple(told["remarks"]))


def _place(told: list[Any] | None) -> Place | None:
    return None if told is None else (str(told[0]), int(told[1]))
