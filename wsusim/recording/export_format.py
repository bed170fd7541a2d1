"""The description of a format to which recordings can be exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wsusim.recording.export_view import ViewChoice


class Group(Enum):
    """Where the window's menu offers it."""

    PICTURE = "picture"
    FILM = "film"
    OTHER = "other"
    """An entry of its own."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person may choose besides the file.

    Attributes:
        view: What a picture or film shows; ``None``: a map.
        tick: Moment of a picture of a view; ``None``: the last one.
        speed: Of a film, a ratio to real time; ``None``: at most 30 s of film.
        overwrite: Whether tables may replace those in the folder.
    """

    view: ViewChoice | None = None
    tick: int | None = None
    speed: float | None = None
    overwrite: bool = False


Write = Callable[[Any, Path, Choices], object]
"""Takes a ``Recording`` (of a match, a ``MatchRecording``) and where to write."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One kind of file, or a folder of tables.

    Attributes:
        name: On the command line: ``png`` is ``--png``.
        title: In the window: ``Picture``.
        about: One sentence for the command's help and the manual.
        write: Makes the file. Another package's may raise anything: people read one sentence.
        suffix: Of the file: ``.png``; without one, ``write`` fills a folder, and replaces files
            there only with ``Choices.overwrite``.
        group: Where the window offers it.
        begins: How such a file begins, a pattern for ``re``: only a file that begins like this is
            ever replaced. Not needed where ``formats.atomic`` knows the suffix.
        has_views: Whether it can show a view instead of a map.
        passes: How often it reads the whole recording, for the progress bar.
    """

    name: str
    title: str
    about: str
    write: Write
    suffix: str = ""
    group: Group = Group.OTHER
    begins: bytes = b""
    has_views: bool = False
    passes: int = 1

    @property
    def option(self) -> str:
        """Its option on the command line, with the argument: ``--png FILE``."""
        return f"--{self.name} {'FILE' if self.suffix else 'DIR'}"
