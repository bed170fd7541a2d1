"""What a robot's language must offer to ``SerialBackend``; one file for each language does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import Port
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.model.commands import RobotCommand
from wsusim.model.readings import Quantity

Wanted = RobotCommand | Quantity
"""An order that is to reach the robot, or a reading that is to come from it."""


class NoAnswer(Exception):
    """The robot did not answer before the time was up."""


class Abandoned(Exception):
    """Something more urgent needs the line."""


class Refused(Exception):
    """The robot answers, but it does not accept this command; the argument is its answer."""


class Conversation(Protocol):
    """One robot, talked to over an open port of its own. One thread at a time."""

    saw_reset: bool
    """Whether the robot has said that it woke up; looking at it takes it back."""

    @property
    def is_in_step(self) -> bool:
        """Whether the next answer will be the one to the next command."""

    @property
    def asked_s(self) -> float:
        """When the last answered command was sent."""

    @property
    def busy_s(self) -> float | None:
        """In how many seconds ``tend`` must be called; ``None``: there is nothing to do."""

    @property
    def kind(self) -> str:
        """Kind of robot, as far as its answers tell."""

    def shout_stop(self) -> None:
        """Send the order to stop, whatever else is on the line, without waiting for the answer."""

    def introduce(self, until_s: float) -> None:
        """Meet the robot and make sure that it speaks this language; raises as ``ask``."""

    def ask(self, wanted: Wanted, until_s: float) -> tuple[int, ...]:
        """Return the robot's values (none for an order), repeating the question if necessary.

        Args:
            wanted: The order, or the reading; being obeyed twice must not matter.
            until_s: The whole exchange, repeats included, must be over by then.

        Raises:
            NoAnswer: It is not.
            Refused: The robot does not take this command.
            PortGone: The port broke.
            Abandoned: Something more urgent needs the line.
        """

    def refusal(self, wanted: Wanted, answer: str) -> str:
        """Return the sentence for a command that the robot does not take."""

    def tend(self, until_s: float) -> None:
        """Do what the robot can't do by itself, such as going to a target; raises as ``ask``."""


Converse = Callable[
    [Port, int, WallClock, LineStatistics, Callable[[], bool]],
    Conversation,
]
"""Begins a conversation: port, baud rate, clock, statistics, and whether to leave the line."""


@dataclass(frozen=True, slots=True)
class Language:
    """A family of robots and how to reach them."""

    scheme: str
    """Begin of a robot's address: ``serial``, ``epuck``, ``epuck2``, ``thymio``."""
    title: str
    """Of the robots, for messages: ``Khepera``."""
    one: str
    """The same with its article: ``a Khepera``."""
    kind: str
    """Of the robot, until it has said more."""
    converse: Converse
    rates: tuple[int, ...]
    """Speeds of its serial line, the usual one first; none: it has only a network."""
    examples: tuple[str, ...]
    """Addresses as people write them."""
    next_step: str
    """What to look at when nothing answers."""
    absent: Mapping[Quantity | type[RobotCommand], str] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """What this robot lacks, and the sentence that tells a student so."""
    no_eye: str = ""
    """Why ``self.eye`` can't be used."""
    as_after_reset: tuple[RobotCommand, ...] = ()
    """Orders that bring a robot to the state that it has after a reset."""
    tcp_port: int | None = None
    """Where the robot listens on a network; ``None``: it has no network."""
    stop_bits: int = 1
