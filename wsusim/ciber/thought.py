"""What an agent thinks: a map of cells, a way, a text. For people to look at; it changes nothing.

An agent sends a document ``<Thought>`` to the port where it registered, from the same socket. An
arena of another make ignores it. Parts that are not sent again stay as they were.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from wsusim.ciber.xml_text import g, number, parse, quoted, whole
from wsusim.errors import BadInput

Frame = Literal["gps", "start", "lab"]

LONGEST = 60_000
"""Bytes of a thought. (Some systems send at most 9,216 in a datagram: then take larger cells.)"""

MOST_COLUMNS = 1000
MOST_POINTS = 500
LONGEST_TEXT = 200
UNKNOWN = "."
_CELLS = re.compile(r"[0-9.]*")


@dataclass(frozen=True, slots=True)
class Cells:
    """A map: how surely each cell is blocked.

    Attributes:
        x: Left edge, in robot diameters.
        y: Lower edge.
        size: Side of a cell.
        columns: Cells of a row.
        rows: A character a cell, row after row from below: ``0`` surely free to ``9`` surely
            blocked, ``.`` unknown.
    """

    x: float
    y: float
    size: float
    columns: int
    rows: str

    def __post_init__(self) -> None:
        if not 0.01 <= self.size <= 100.0 or not 1 <= self.columns <= MOST_COLUMNS:
            raise BadInput(
                f"The cells of a thought are {self.size:g} wide, {self.columns} to a row, but they "
                f"must be 0.01 to 100 wide, 1 to {MOST_COLUMNS} to a row."
            )
        if len(self.rows) % self.columns or not _CELLS.fullmatch(self.rows):
            raise BadInput(
                f"The cells of a thought must be whole rows of {self.columns} characters, each "
                "one of 0 to 9 or a dot."
            )


@dataclass(frozen=True, slots=True)
class Thought:
    """What one agent thinks; ``None``: nothing said about it.

    Attributes:
        frame: Whose coordinates these are: those of the GPS, those with the robot's own start in
            the origin (not turned), or those of the lab's drawing.
    """

    frame: Frame = "gps"
    cells: Cells | None = None
    path: tuple[tuple[float, float], ...] | None = None
    text: str | None = None

    def over(self, earlier: Thought | None) -> Thought:
        """Return this thought with what it leaves out taken from an earlier one."""
        if earlier is None or earlier.frame != self.frame:
            return self
        return Thought(
            self.frame,
            earlier.cells if self.cells is None else self.cells,
            earlier.path if self.path is None else self.path,
            earlier.text if self.text is None else self.text,
        )

    def moved(self, dx: float, dy: float) -> Thought:
        """Return it in the lab's coordinates, shifted by so much."""
        cells, path = self.cells, self.path
        return Thought(
            "lab",
            None if cells is None else replace(cells, x=cells.x + dx, y=cells.y + dy),
            None if path is None else tuple((x + dx, y + dy) for x, y in path),
            self.text,
        )

    def to_xml(self) -> str:
        """Return the document that an agent sends."""
        parts = []
        if self.cells is not None:
            c = self.cells
            parts.append(
                f'<Cells X="{g(c.x)}" Y="{g(c.y)}" Size="{g(c.size)}" Columns="{c.columns}">'
                f"{c.rows}</Cells>"
            )
        if self.path is not None:
            parts.append(f"<Path>{' '.join(f'{g(x)},{g(y)}' for x, y in self.path)}</Path>")
        if self.text is not None:
            parts.append(f'<Text Value="{quoted(self.text)}"/>')
        return f'<Thought Frame="{self.frame}">{"".join(parts)}</Thought>'


def is_thought(datagram: bytes) -> bool:
    """Return whether a datagram at the arena's door is a thought and no registration."""
    return datagram.lstrip()[:8] == b"<Thought"


def read_thought(datagram: bytes) -> Thought:
    """Return what an agent thinks; raises ``BadInput``."""
    if len(datagram) > LONGEST:
        raise BadInput(f"The thought has {len(datagram)} bytes, but it can have at most {LONGEST}.")
    root = parse(datagram.partition(b"\0")[0].strip())
    if root.tag != "Thought":
        raise BadInput(f"<{root.tag}> is not a thought.")
    frame = root.get("Frame", "gps")
    if frame not in ("gps", "start", "lab"):
        raise BadInput(f"The frame is {frame!r}, but it must be gps, start or lab.")
    cells, path, text = root.find("Cells"), root.find("Path"), root.find("Text")
    return Thought(
        frame=frame,  # type: ignore[arg-type]
        cells=None
        if cells is None
        else Cells(
            number(cells.get("X")),
            number(cells.get("Y")),
            number(cells.get("Size"), 0.5),
            whole(cells.get("Columns")),
            "".join((cells.text or "").split()),
        ),
        path=None if path is None else _points((path.text or "").split()),
        text=None if text is None else text.get("Value", "")[:LONGEST_TEXT],
    )


def _points(words: Sequence[str]) -> tuple[tuple[float, float], ...]:
    pairs = (word.partition(",") for word in words[:MOST_POINTS])
    return tuple((number(x), number(y)) for x, _, y in pairs)
