"""The Khepera's language, by its exchanges of one line each."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType

from wsusim.backends.serial_line.conversation import Language, Wanted
from wsusim.backends.serial_line.exchange import Exchanger
from wsusim.backends.serial_line.line_clock import WallClock
from wsusim.backends.serial_line.port import Port
from wsusim.backends.serial_line.recognise import Letters
from wsusim.backends.serial_line.statistics import LineStatistics
from wsusim.model.commands import SendRadio, SetCounters, SetLed, SetProfile, SetSpeeds
from wsusim.model.readings import Quantity
from wsusim.protocol.banner import BANNER_END, kind_of_bios
from wsusim.protocol.command_table import BAUD_RATES, ENTRIES
from wsusim.protocol.messages import (
    Request,
    on_the_line,
    request_of_command,
    request_of_quantity,
)

NO_FLOOR = (
    "A real Khepera has no floor sensors of its own, and wsusim doesn't know how yours are wired. "
    "Use `self.floor` with simulated robots only."
)

NO_RADIO = (
    "wsusim doesn't drive the radio turret of a real Khepera. Use `self.radio` with simulated "
    "robots only."
)

NO_EYE = (
    "A real Khepera has no eye: `self.eye` is there only in the simulator. In the lab, use what "
    "the robot has: `self.sensors`, or `self.camera` if it carries the K213 line camera."
)

_ROM = re.compile(rb"ROM of (mini)?robot|uKos", re.IGNORECASE)
_BANNER_END = BANNER_END.encode("ascii")


def _is_banner(line: bytes) -> bool:
    return _BANNER_END in line or _ROM.search(line) is not None


LETTERS = Letters(
    entries=ENTRIES,
    questions=tuple(ENTRIES[key] for key in ("B", "H", "E", "K")),
    identity=ENTRIES["B"],
    request_of_quantity=request_of_quantity,
    is_banner=_is_banner,
)

_STOP = request_of_command(SetSpeeds(0, 0))


class KheperaConversation:
    """Talks to a Khepera; fulfils ``Conversation``."""

    busy_s: float | None = None

    def __init__(
        self,
        port: Port,
        baud: int,
        clock: WallClock,
        statistics: LineStatistics,
        is_urgent: Callable[[], bool],
    ) -> None:
        self._exchanger = Exchanger(port, baud, clock, statistics, LETTERS, is_urgent)

    @property
    def is_in_step(self) -> bool:
        """Whether the next answer will be the one to the next command."""
        return self._exchanger.is_in_step

    @property
    def saw_reset(self) -> bool:
        """Whether the robot has said its banner."""
        return self._exchanger.saw_banner

    @saw_reset.setter
    def saw_reset(self, saw: bool) -> None:
        self._exchanger.saw_banner = saw

    @property
    def asked_s(self) -> float:
        """When the last answered command was sent."""
        return self._exchanger.asked_s

    @property
    def kind(self) -> str:
        """Kind of robot by the version that B returned."""
        versions = self._exchanger.identity
        return kind_of_bios(versions[0]) if versions else KHEPERA.kind

    def shout_stop(self) -> None:
        """Send the order to stop at once."""
        self._exchanger.shout(_STOP)

    def introduce(self, until_s: float) -> None:
        """Meet the robot."""
        self._exchanger.introduce(until_s)

    def ask(self, wanted: Wanted, until_s: float) -> tuple[int, ...]:
        """Exchange a line for a line."""
        values = self._exchanger.ask(_request_of(wanted), until_s)
        return on_the_line(wanted, values) if isinstance(wanted, Quantity) else values

    def refusal(self, wanted: Wanted, answer: str) -> str:
        """Return the message for a command that the robot does not accept."""
        entry = _request_of(wanted).entry
        hint = (
            "Is the gripper turret plugged on?"
            if entry.prefix[0] == "T"
            else "Is the robot in serial protocol mode?"
        )
        return f"The robot doesn't accept {entry.key!r} ({entry.title}): it says {answer!r}. {hint}"

    def tend(self, until_s: float) -> None:
        """Do nothing: a Khepera goes to its targets by itself."""


def _request_of(wanted: Wanted) -> Request:
    if isinstance(wanted, Quantity):
        return request_of_quantity(wanted)
    return request_of_command(wanted)


KHEPERA = Language(
    scheme="serial",
    title="Khepera",
    one="a Khepera",
    kind="khepera1",
    converse=KheperaConversation,
    rates=tuple(sorted({rate for rates in BAUD_RATES.values() for rate in rates})),
    stop_bits=2,
    examples=("serial:/dev/ttyUSB0", "serial:COM3"),
    next_step=(
        "Is it switched on and charged? Does the speed match its jumpers (or selector wheel)? "
        "`python main.py ports --ask` tries all speeds. Is the cable straight-through, not a null "
        "modem?"
    ),
    absent=MappingProxyType(
        {Quantity.FLOOR: NO_FLOOR, Quantity.RADIO: NO_RADIO, SendRadio: NO_RADIO}
    ),
    no_eye=NO_EYE,
    as_after_reset=(SetProfile(), SetCounters(0, 0), SetLed(0, 0), SetLed(1, 0)),
)
