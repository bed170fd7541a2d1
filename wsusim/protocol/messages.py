"""Messages of the serial language as values, and their bridge to orders and readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from enum import Enum

from wsusim.model.commands import RobotCommand, SetGrip
from wsusim.model.readings import Quantity
from wsusim.protocol.command_table import ENTRIES, ENTRY_OF_QUANTITY
from wsusim.protocol.fields import Entry

_ENTRY_OF_COMMAND: dict[type, Entry] = {
    entry.command: entry for entry in ENTRIES.values() if entry.command is not None
}


@dataclass(frozen=True, slots=True)
class Request:
    """A command with its numbers, each within its field's range."""

    entry: Entry
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A text tool with the words behind it."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers a robot returns to a command."""

    entry: Entry
    values: tuple[int, ...] = ()


class Refusal(Enum):
    """What a robot says to a line it can't obey."""

    COMMAND_NOT_FOUND = "Command not found"
    PROTOCOL_ERROR = "z,Protocol error"
    TURRET_NOT_SUPPORTED = "z,Turret order not supported"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A line that is no answer to the command that was sent, and why."""

    line: str
    reason: str


def request_of_command(command: RobotCommand) -> Request:
    """Return the message that carries an order to the robot."""
    values = tuple(int(value) for value in astuple(command))
    return Request(_ENTRY_OF_COMMAND[type(command)], values)


def request_of_quantity(quantity: Quantity) -> Request:
    """Return the message that asks the robot for a reading."""
    return Request(ENTRY_OF_QUANTITY[quantity])


def command_of_request(request: Request) -> RobotCommand:
    """Return the order that a message carries; its entry must have one (``entry.command``)."""
    command = request.entry.command
    assert command is not None, request
    if command is SetGrip:
        return SetGrip(bool(request.values[0]))
    make: Callable[..., RobotCommand] = command
    return make(*request.values)


def on_the_line(quantity: Quantity, values: tuple[int, ...]) -> tuple[int, ...]:
    """Convert a reading to the form of its answer, or an answer's numbers to the reading.

    Real grippers answer any number but 0 for closed jaws. Their answer on the current between the
    jaws grows with it: 0 with nothing there, and programs treat more than 20 as something that
    conducts. Our resistivity is the other way round, 255 for air.
    """
    match quantity:
        case Quantity.GRIP:
            return (int(values[0] != 0),)
        case Quantity.RESISTIVITY:
            return (255 - values[0],)
        case _:
            return values
