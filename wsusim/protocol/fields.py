"""How the table of the serial language is built: fields, entries and text tools."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from wsusim.model.commands import RobotCommand
from wsusim.model.readings import Quantity

SPEED_UNIT = "pulse/10 ms"
"""Of a Khepera's speeds."""


class Overflow(Enum):
    """What happens to a whole number outside its field's range."""

    REFUSE = "refused"
    CLAMP = "limited to the range"
    WRAP = "wrapped to 32 bits"


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a command or an answer; both ends of the range belong to it."""

    name: str
    low: int
    high: int
    unit: str = ""
    overflow: Overflow = Overflow.REFUSE
    dotted: bool = False
    """Written as a version, ``5.02``; its value here is in hundredths, 502."""

    def fit(self, value: int) -> int | None:
        """Return the value that the robot uses for ``value``; ``None``: the robot refuses it."""
        if self.low <= value <= self.high:
            return value
        if self.overflow is Overflow.CLAMP:
            return max(self.low, min(self.high, value))
        if self.overflow is Overflow.WRAP:
            return (value - self.low) % (self.high - self.low + 1) + self.low
        return None

    def with_speeds_to(self, most: int) -> Field:
        """Return the field of a robot whose speeds go so far; only those of speeds change."""
        if self.unit != SPEED_UNIT:
            return self
        return replace(self, low=-most if self.low < 0 else 0, high=most)

    def write(self, value: int) -> str:
        """Return the value as it is written on the line."""
        return f"{value // 100}.{value % 100:02d}" if self.dotted else str(value)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One command with its answer: a row of the table. Entries are compared by identity."""

    prefix: tuple[str, ...]
    """The fields that name the command: ``("D",)``, ``("T", "1", "E")``."""
    title: str
    source: str
    arguments: tuple[Field, ...] = ()
    answer: tuple[Field, ...] = ()
    answer_prefix: tuple[str, ...] = ()
    """Filled in by the table: the command's fields, letters in lower case."""
    command: type[RobotCommand] | None = None
    """The order of ``wsusim.model.commands`` that travels as this entry."""
    quantity: Quantity | None = None
    """The reading that travels as this entry."""

    @property
    def key(self) -> str:
        """Name of the entry as it is written on the line: ``D``, ``T,1,E``."""
        return ",".join(self.prefix)

    @property
    def answer_key(self) -> str:
        """Begin of the answer's line: ``d``, ``t,1,e``."""
        return ",".join(self.answer_prefix)

    def __repr__(self) -> str:
        return f"<Entry {self.key}>"


@dataclass(frozen=True, slots=True)
class Tool:
    """A word typed by hand; its answer is text of one or more lines."""

    name: str
    arguments: str
    title: str
    kinds: tuple[str, ...] = ("khepera1", "khepera2")
