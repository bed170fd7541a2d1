"""Programs that were open when the window closed or crashed, brought back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsusim.gui.features.programs.program_document import COPY_SUFFIX
from wsusim.gui.shell.autosave import discard, find_leftovers
from wsusim.gui.shell.unsaved import Salvage
from wsusim.gui.widgets.phrases import translate


@dataclass(frozen=True, slots=True)
class Leftover:
    """An unsaved program of a window that is gone."""

    copy: Path
    path: Path
    text: str


def leftovers_in(copies: Path) -> list[Leftover]:
    """Return the unsaved programs of windows that crashed, newest first."""

    def read(file: Path, kept: dict[str, Any]) -> Leftover:
        path, text = kept["path"], kept["text"]
        if not isinstance(path, str) or not isinstance(text, str):
            raise TypeError("no copy of a program")
        return Leftover(file, Path(path), text)

    return find_leftovers(copies, COPY_SUFFIX, read)


def salvage_of(leftovers: list[Leftover], recover: Callable[[Leftover], bool]) -> list[Salvage]:
    """Return all of them as one piece of work: programs belong together.

    ``recover`` returns whether the old copy is needed no longer.
    """
    if not leftovers:
        return []

    def recover_all() -> None:
        for leftover in reversed(leftovers):
            if recover(leftover):
                discard(leftover.copy)

    def discard_all() -> None:
        for leftover in leftovers:
            discard(leftover.copy)

    names = list(dict.fromkeys(leftover.path.name for leftover in leftovers))
    name = ", ".join(names[:3])
    if len(names) > 3:
        text = translate("Programs", "{names} and {count} more")
        name = text.format(names=name, count=len(names) - 3)
    return [Salvage(name, recover_all, discard_all)]
