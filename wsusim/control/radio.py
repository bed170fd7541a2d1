"""The radio: short messages from robot to robot."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from wsusim.control.misuse import shown, whole_number
from wsusim.control.part import Part
from wsusim.control.value_text import exact_text
from wsusim.errors import MisuseType, MisuseValue
from wsusim.model.commands import SendRadio
from wsusim.model.radio import EVERYBODY, MOST_BYTES, from_values
from wsusim.model.readings import Quantity

if TYPE_CHECKING:
    from wsusim.control.calls import Calls

MOST_ROBOTS = 1000
"""In a maze."""


class Message(str):
    """A text that came by radio; it also knows who sent it.

    Example:
        >>> message = Message("here", 2)
        >>> message.sender, message == "here"
        (2, True)
    """

    __slots__ = ("sender",)

    sender: int
    """Number of the robot that sent it: 1, 2, ..."""

    def __new__(cls, text: str, sender: int) -> Message:
        """Make a message."""
        message = super().__new__(cls, text)
        message.sender = sender
        return message


class _Inbox:
    """The messages that have arrived and were not handed out yet."""

    def __init__(self) -> None:
        self._known = 0
        self._unread: deque[Message] = deque()

    def take(self, values: Sequence[int]) -> Message | None:
        """Take in a reading of the radio, and hand out the oldest message."""
        self._known, heard = from_values(values, self._known)
        for message in heard:
            self._unread.append(Message(message.data.decode("utf-8", "replace"), message.sender))
        return self._unread.popleft() if self._unread else None


class Radio(Part):
    """Sends short texts to the other robots of the maze and hears theirs.

    A message takes a moment, reaches robots within range only, and may be lost: nothing tells the
    sender. If it matters, let the other robot answer.

    Example:
        >>> from wsusim.backends.fake import FakeBackend
        >>> from wsusim.control.robot import Robot
        >>> fake = FakeBackend()
        >>> radio = Robot(fake).radio
        >>> radio.send("cap found")
        >>> bytes(fake.commands[-1].command.data)
        b'cap found'
        >>> radio.receive() is None
        True
    """

    __slots__ = ("_inbox",)
    _title: ClassVar[str] = "`radio`"
    _advice: ClassVar[dict[str, str]] = {
        "send": 'Call it with the text: `radio.send("hello")`.',
        "receive": "Call it: `text = radio.receive()`.",
    }

    def __init__(self, robot: Calls) -> None:
        super().__init__(robot)
        self._inbox = _Inbox()

    def send(self, text: str, to: int | None = None) -> None:
        """Send a text to all other robots, or to one of them.

        Args:
            text: At most 16 bytes in UTF-8: 16 plain letters; ä or é takes two bytes.
            to: Number of the robot, as the window counts them (1, 2, ...); ``None``: all others.

        Raises:
            Misuse: The text is no text or too long, or there can't be such a robot.
        """
        if not isinstance(text, str):
            raise MisuseType(
                f"`text` is {shown(text)} ({type(text).__name__}), but send takes a text. Write "
                "`radio.send(str(...))`."
            )
        data = exact_text(text).encode("utf-8", "replace")
        if len(data) > MOST_BYTES:
            raise MisuseValue(
                f"`text` is {shown(text)}, which takes {len(data)} bytes, but a message takes at "
                f"most {MOST_BYTES}. Shorten it, or send it in pieces."
            )
        number = EVERYBODY
        if to is not None:
            advice = "Leave it out to send to all others."
            number = whole_number("to", to, 1, MOST_ROBOTS, "send", advice)
            self._check_receiver(number)
        self._robot.send(SendRadio(number, tuple(data)))

    def _check_receiver(self, number: int) -> None:
        """Raise ``Misuse`` where no robot could ever hear it."""
        info = self._robot.info
        if 0 < info.robots < number:
            others = "this robot is alone" if info.robots == 1 else f"there are {info.robots}"
            raise MisuseValue(
                f"`to` is {number}, but {others} in this maze. Give the number of another robot, "
                "or leave it out to send to all others."
            )
        if info.robots and number == info.robot_id + 1:
            raise MisuseValue(
                f"`to` is {number}, but that is this robot itself. Give the number of another one, "
                "or leave it out to send to all others."
            )

    def receive(self) -> Message | None:
        """Return the oldest message that you haven't had yet; ``None`` if there is none.

        The radio keeps the last 8 messages: ask often enough.
        """
        return self._inbox.take(self._robot.read(Quantity.RADIO))
